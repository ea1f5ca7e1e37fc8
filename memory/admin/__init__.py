"""Admin pages of the core: rows are read-only, and actions call the functions of their queues."""

from memory.admin import (  # noqa: F401  (they register)
    accounts,
    conversations,
    documents,
    forgetting,
    ingest,
    keys,
    logins,
)
from memory.admin.base import ReadOnlyAdmin

__all__ = ["ReadOnlyAdmin"]
