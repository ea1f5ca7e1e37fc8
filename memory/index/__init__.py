"""The derived index: one LanceDB table a kind of memory, rebuilt from markdown whenever it does not fit."""

import os

from memory.index import lean_import

os.environ.setdefault(
    "LANCE_LOG", "error"
)  # it warns on stderr of every table that it creates; read when it loads
lean_import.defer(lean_import.CLIENT)
