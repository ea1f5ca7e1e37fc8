"""The derived index: one LanceDB table a kind of memory, rebuilt from markdown whenever it does not fit."""

import os

from memory.index import deferred_import

# Lance writes to standard error by itself, for instance that a new table is new. Read when it is loaded.
os.environ.setdefault("LANCEDB_LOG", "error")
deferred_import.defer(deferred_import.CLIENT)
