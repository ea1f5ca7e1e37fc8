"""Enqueues files that the markdown store has written."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from django.dispatch import receiver

from cascade import queue
from cascade.reading import stamp_of
from memory.coordination import wake_ups
from memory.index.waiting import Reach, Waiting, register
from memory.kinds.base import Kind
from memory.markdown.root import current_root
from memory.signals import file_written


@receiver(file_written)
def enqueue_written_files(paths: Sequence[PurePosixPath], **_: object) -> None:
    root = current_root().path
    queue.enqueue(paths, stamps={str(path): stamp_of(root / path) for path in paths})
    wake_ups.INDEX_TEXTS.send()


@register
def unindexed(kind: Kind, reach: Reach) -> Waiting | None:
    """Loads LanceDB only at the first search, and never in the process that forks the workers."""
    from cascade import waiting

    return waiting.unindexed(kind, reach)
