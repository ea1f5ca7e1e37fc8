"""Signals within the service. Senders do not know who listens."""

from django.dispatch import Signal

# The store has written or removed markdown files. kwargs: paths (PurePosixPaths, relative to the memory root)
file_written = Signal()

# A memory cell is done: its episodes are on disk. Sent in the transaction that closes it; a receiver that raises
# rolls it back. kwargs: cell (memory.models.MemCell), rows (its messages, in order), content (the text of its
# episodes),
# reading (what a model has read besides, memory.conversation.reading.ConversationReading; None by rules)
memcell_extracted = Signal()

# Memories that the index knew say something else in their file, or are gone from it. Sent before the index is changed:
# a crash in between sends it again. kwargs: kind (its name), scope, owner, changed (entry id -> sha256 of
# the values of which others are derived), removed (entry ids)
entries_changed = Signal()

# Documents with a name of their own (layout NamedFile) were read by the cascade: new, changed or gone. Sent before the
# index is changed, also again, and for files that say what they said. kwargs: kind (its name), scope, owner, path
# (PurePosixPath, relative to the memory root), name, values (None when the file is gone)
documents_indexed = Signal()
