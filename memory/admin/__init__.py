"""Admin pages of the core: rows are read-only, and actions call the functions of their queues."""

from memory.admin import accounts, conversations, documents, forgetting, ingest, keys  # noqa: F401  (they register)
from memory.admin.base import ReadOnlyAdmin

__all__ = ["ReadOnlyAdmin"]
