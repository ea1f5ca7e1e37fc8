"""A file that the store has written goes into the queue."""

from pathlib import PurePosixPath

from django.dispatch import receiver

from cascade import queue
from cascade.wake import wake
from memory.signals import file_written


@receiver(file_written)
def enqueue_written_file(path: PurePosixPath, **_: object) -> None:
    queue.enqueue([path])
    wake()
