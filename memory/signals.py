"""Signals within the service. Senders do not know who listens."""

from django.dispatch import Signal

# The store has written or removed markdown files. kwargs: paths (PurePosixPaths, relative to the memory root)
file_written = Signal()

# A memory cell is done: its episodes are on disk. Sent in the transaction that closes it; a receiver that raises
# rolls it back. kwargs: cell (memory.models.MemCell), rows (its messages, in order), content (the text of its
# episodes), reading (what the model extracted besides, a ConversationReading; None without a model)
memcell_extracted = Signal()

# A person has edited or removed indexed memories in their file. Sent before the index is changed, so that a crash in
# between sends it again. kwargs: kind (its name), scope, owner, path (PurePosixPath of the file, relative to the memory
# root), changed (entry id -> sha256 of the values that other memories are derived from), removed (entry ids)
entries_changed = Signal()

# The cascade has read keyed documents (layout NamedFile) that are new, changed or gone. Sent before the index is
# changed; may be sent again, and for unchanged files. kwargs: kind (its name), scope, owner, path
# (PurePosixPath, relative to the memory root), name, values (None when the file is gone)
documents_indexed = Signal()
