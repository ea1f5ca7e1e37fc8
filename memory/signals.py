"""The two facts that the core announces. It does not know who listens; each has one receiver."""

from django.dispatch import Signal

# A markdown file was written or removed by the store. kwargs: path (PurePosixPath, relative to the memory root)
file_written = Signal()

# A memory cell is done: its episodes are on disk. kwargs: cell (memory.models.MemCell)
memcell_extracted = Signal()
