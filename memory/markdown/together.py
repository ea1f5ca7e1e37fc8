"""Groups writes and removals of many files: folders are synced and listeners notified once, at the end."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from memory.kinds.base import Kind
from memory.signals import file_written


@dataclass(slots=True)
class _Work:
    folders: set[Path] = field(default_factory=set)
    files: list[PurePosixPath] = field(default_factory=list)


_under_way: ContextVar[_Work | None] = ContextVar("files written together", default=None)


@contextmanager
def together() -> Iterator[None]:
    """Within this block nothing is durable or announced; at its end everything is, also after a failure.

    A nested block becomes durable at its own end and is announced at the end of the outer one, so that listeners do not
    start to index the first files while the last are being written. Threads take part if they run in a copy of this
    context. After a crash, the scan finds what was not announced.
    """
    work, outer = _Work(), _under_way.get()
    before = _under_way.set(work)
    try:
        yield
    finally:
        _under_way.reset(before)
        for folder in work.folders:
            sync_folder(folder)
        if outer is not None:
            outer.files += work.files
        elif work.files:
            file_written.send(sender=None, paths=work.files)


def announce(kind: Kind, relative: PurePosixPath) -> None:
    """Also called when the work was already done: an earlier call may have been killed before it announced it."""
    work = _under_way.get()
    if work is None:
        file_written.send(sender=kind.name, paths=[relative])
    else:
        work.files.append(relative)


def fsync_folder(folder: Path) -> None:
    """Makes the names in the folder durable at once. Raises FileNotFoundError."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Syncs the folder to disk; one that is gone needs no sync."""
    work = _under_way.get()
    if work is not None:
        work.folders.add(folder)
        return
    with suppress(FileNotFoundError):
        fsync_folder(folder)
