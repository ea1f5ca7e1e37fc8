"""Memories on disk. Every write is complete, durable and announced, and never overwrites somebody else's edit.

The interface of store_logs, store_children, store_documents and store_reading.
"""

from memory.markdown.document import decoded, encoded
from memory.markdown.store_children import put_children, said_sha256
from memory.markdown.store_documents import NO_FILE, delete_document, document_sha256, write_document
from memory.markdown.store_logs import (
    annotate_entry,
    append,
    delete_entries,
    delete_entry,
    deprecate,
    replace_entry,
)
from memory.markdown.store_reading import (
    current_entries,
    entries_at,
    entries_of,
    entry_in,
    find_entry,
    parse_bytes,
    read,
)
from memory.markdown.together import together

__all__ = [
    "NO_FILE",
    "annotate_entry",
    "append",
    "current_entries",
    "decoded",
    "delete_document",
    "delete_entries",
    "delete_entry",
    "deprecate",
    "document_sha256",
    "encoded",
    "entries_at",
    "entries_of",
    "entry_in",
    "find_entry",
    "parse_bytes",
    "put_children",
    "read",
    "replace_entry",
    "said_sha256",
    "together",
    "write_document",
]
