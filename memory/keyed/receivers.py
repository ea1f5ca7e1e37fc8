"""Keeps the register and the histories of notes up to date with files that people edit, add or remove.

The modules that write files are imported only when they are needed, because every management command loads this one.
"""

from pathlib import PurePosixPath

from django.dispatch import receiver

from memory.kinds.note import NOTE
from memory.signals import documents_indexed


@receiver(documents_indexed)
def follow(path: PurePosixPath, **_: object) -> None:
    """Reads the file again, under its lock, because a client may have stored something newer since."""
    from memory.keyed.documents import reread

    reread(path)


@receiver(documents_indexed)
def follow_note(kind: str, path: PurePosixPath, **_: object) -> None:
    """Adds a change by hand to the history of its note before another change replaces it."""
    if kind == NOTE.name:
        from memory.keyed.notes import updated_history

        updated_history(path)
