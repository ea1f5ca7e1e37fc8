"""The derived index: one LanceDB table a kind of memory, rebuilt from markdown whenever it does not fit."""

import os

from memory.index import allocator, unused_client

# Lance writes to standard error on its own, for instance that a new table is new. Read when it is loaded.
os.environ.setdefault("LANCEDB_LOG", "error")
# Arrow's own allocator never returns what a thread once needed: 110 MB more after some minutes of mixed load.
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
unused_client.stand_in()
allocator.limit()
