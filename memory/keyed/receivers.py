"""The register follows the files: what people edit, drop in and remove, and a database that is made again.

What writes files is loaded with the first announcement: every management command loads this module.
"""

from pathlib import PurePosixPath

from django.dispatch import receiver

from memory.kinds.note import NOTE
from memory.signals import documents_indexed


@receiver(documents_indexed)
def follow(path: PurePosixPath, **_: object) -> None:
    """The file is read once more, under its lock: what was announced may be older than what a client has stored."""
    from memory.keyed.documents import look_again

    look_again(path)


@receiver(documents_indexed)
def follow_note(kind: str, path: PurePosixPath, **_: object) -> None:
    """A change by hand stands in the history of its note even if nobody asks for it before the next one."""
    if kind == NOTE.name:
        from memory.keyed.notes import keep_history

        keep_history(path)
