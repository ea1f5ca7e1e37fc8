"""What an operator sees of the core: its rows are for looking, and actions call the functions of their queues."""

from memory.admin import accounts, conversations, documents, forgetting, ingest, keys  # noqa: F401  (they register)
from memory.admin.base import ReadOnlyAdmin

__all__ = ["ReadOnlyAdmin"]
