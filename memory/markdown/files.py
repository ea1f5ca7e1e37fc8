"""Replaces whole files: readers see either the old or the new version, even after a crash, and nothing is lost that
somebody else puts there at that moment.

Linux can exchange two names in one step, and rename only if the new name is free. Other systems, and file systems that
can do neither, replace the file; what was saved since it was last looked at is then lost.

Of many files that are written together, folders are synced and listeners notified once, at the end.
"""

import ctypes
import errno
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from memory.coordination import locks
from memory.errors import DamagedDocument
from memory.kinds.base import Kind
from memory.markdown.root import MemoryRoot
from memory.signals import file_written

SETTLE_SECONDS = 0.02  # an editor that saves in place has truncated the file and is about to write it
SETTLE_ATTEMPTS = 10
FOLDER_ATTEMPTS = 20  # attempts to create a folder that others keep removing because it is empty

_Identity = tuple[int, int, int]  # inode, size, modification time
_AT_FDCWD = -100
_NOREPLACE, _EXCHANGE = 1, 2  # of renameat2(2)
# EPERM and ENOSYS come from sandboxes, the others from file systems.
_NOT_SUPPORTED = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM)


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


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A file as it was read. `data` is None if there is no file."""

    data: bytes | None = None
    identity: _Identity | None = None
    mode: int | None = None


class FileChanged(Exception):
    """Somebody else wrote the file while its next version was prepared: prepare it again from `current`."""

    def __init__(self, current: Snapshot) -> None:
        super().__init__()
        self.current = current


def read_snapshot(path: Path) -> Snapshot:
    """Reads the whole file. Mapping it into memory could crash the process when an editor truncates it."""
    descriptor = _open(path)
    if descriptor is None:
        return Snapshot()
    try:
        return _settled(descriptor, path.name)
    finally:
        os.close(descriptor)


def replace_file(
    root: MemoryRoot, relative: PurePosixPath, pieces: Sequence[bytes | memoryview], old: Snapshot
) -> None:
    """Replaces the file that `old` was read from by the pieces. They are on disk when this returns.

    Raises FileChanged if the file is not the one that was read. Then nothing was replaced; or, if an editor was writing
    into the old file at that very moment, its content has to be merged once more. Where the system can exchange files,
    a save by renaming is noticed at any moment; elsewhere not between the last look at the file and its replacement.
    """
    target = root.absolute(relative)
    _make_folder(root, relative.parent)
    temporary = root.path / ".tmp" / f"{secrets.token_hex(8)}.md"
    replaced = _open(target)
    try:
        _write(temporary, pieces, old.mode)
        locks.verify()
        if _identity_of(target) != old.identity or not _put(root, relative, temporary, old):
            raise FileChanged(read_snapshot(target))
        sync_folder(target.parent)
        if replaced is not None and _identity(os.fstat(replaced)) != old.identity:
            late = _settled(replaced, target.name)
            raise FileChanged(Snapshot(late.data, _identity_of(target), old.mode))
    finally:
        temporary.unlink(missing_ok=True)
        if replaced is not None:
            os.close(replaced)


def remove_file(root: MemoryRoot, relative: PurePosixPath, old: Snapshot) -> None:
    """Removes the file that `old` was read from. Raises FileChanged if it is a different one now, which stays."""
    target = root.absolute(relative)
    aside = root.path / ".tmp" / f"{secrets.token_hex(8)}.md"
    aside.parent.mkdir(parents=True, exist_ok=True)
    locks.verify()
    try:
        os.rename(target, aside)
    except FileNotFoundError:
        return
    if _identity_of(aside) != old.identity:
        _put_back(aside, target)
        raise FileChanged(read_snapshot(target))
    sync_folder(target.parent)
    aside.unlink()


def _open(path: Path) -> int | None:
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # an id that a client has made up
            return None
        if error.errno == errno.ELOOP:
            raise DamagedDocument(
                f"{path.name} is a symbolic link: memories are not kept behind links"
            ) from None
        raise


def _settled(descriptor: int, name: str) -> Snapshot:
    """Waits a moment for an empty file to be filled: an editor that saves in place may be half-way through."""
    for _ in range(SETTLE_ATTEMPTS):
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise DamagedDocument(f"{name} is not a file")
        if status.st_size:
            break
        time.sleep(SETTLE_SECONDS)
    with open(os.dup(descriptor), "rb") as file:
        file.seek(0)
        return Snapshot(file.read(), _identity(status), stat.S_IMODE(status.st_mode))


def _write(path: Path, pieces: Sequence[bytes | memoryview], mode: int | None) -> None:
    descriptor = _create(path)
    with open(descriptor, "wb", buffering=0) as file:
        if mode is not None:
            os.fchmod(descriptor, mode)
        for piece in pieces:
            rest = memoryview(piece)
            while rest:
                rest = rest[file.write(rest) :]
        os.fsync(descriptor)


def _put(root: MemoryRoot, relative: PurePosixPath, temporary: Path, old: Snapshot) -> bool:
    """Puts the file into its place. False if something other than `old` was there, which stays."""
    if old.identity is not None:
        return _exchanged(temporary, root.absolute(relative), old.identity)
    for _ in range(FOLDER_ATTEMPTS):
        try:
            return _placed(temporary, root.absolute(relative))
        except FileNotFoundError:  # whoever deleted the last document in the folder has just removed it
            _make_folder(root, relative.parent)
    return _placed(temporary, root.absolute(relative))


def _placed(temporary: Path, target: Path) -> bool:
    """Puts a new file where there was none. False if somebody else has just done so."""
    try:
        if not rename_to_free_name(temporary, target):
            os.replace(temporary, target)
    except FileExistsError:
        return False
    return True


def _exchanged(temporary: Path, target: Path, wanted: _Identity) -> bool:
    """Puts a file into the place of another one. False if that is not the wanted one; then it has its place again."""
    ours = _identity_of(temporary)
    try:
        if not exchange(temporary, target):
            os.replace(temporary, target)
            return True
        if _identity_of(temporary) == wanted:
            return True
        _exchange_back(temporary, target, ours)
    except FileNotFoundError:  # somebody has just removed it
        pass
    return False


def _exchange_back(taken: Path, target: Path, placed: _Identity | None) -> None:
    """Gives what was taken from a place that place again, for the file that was placed there.

    If a newer file has come there meanwhile, that one stays instead.
    """
    while True:
        returned = _identity_of(taken)
        exchange(taken, target)
        if _identity_of(taken) == placed:
            return
        placed = returned


def _put_back(aside: Path, target: Path) -> None:
    """Gives a file its name back, unless somebody has saved a newer one under it."""
    try:
        if not rename_to_free_name(aside, target):
            os.rename(aside, target)
    except FileExistsError:
        aside.unlink()


def _create(path: Path) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        return os.open(path, flags, 0o666)
    except FileNotFoundError:  # somebody removed .tmp
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, flags, 0o666)


def _make_folder(root: MemoryRoot, folder: PurePosixPath) -> None:
    """Creates the missing parts of the folder, each durable before the next."""
    absolute = root.path / folder
    for _ in range(FOLDER_ATTEMPTS):
        if absolute.is_dir():
            break
        _refuse_links(root, folder)
        _refuse_files(root, folder)
        missing = [absolute, *absolute.parents]
        # Somebody may remove empty folders on the way: before one is entered, or just after another writer
        # has created it.
        with suppress(FileNotFoundError, FileExistsError):
            for step in reversed([one for one in missing if not one.exists()]):
                step.mkdir(exist_ok=True)
                sync_folder(step.parent)
    _refuse_links(root, folder)


def _refuse_links(root: MemoryRoot, folder: PurePosixPath) -> None:
    """A symbolic link below the root could lead a write to another owner, or out of the root."""
    absolute = str(root.path / folder)
    if os.path.realpath(absolute) != absolute:
        raise DamagedDocument(
            f"{folder} is or lies behind a symbolic link: memories are not written through links"
        )


def _refuse_files(root: MemoryRoot, folder: PurePosixPath) -> None:
    for step in (folder, *folder.parents):
        if (root.path / step).is_file():
            raise DamagedDocument(f"{step} is a file: memories are kept in a folder of this name")


def _identity_of(path: Path) -> _Identity | None:
    try:
        return _identity(os.lstat(path))
    except FileNotFoundError:
        return None


def _identity(status: os.stat_result) -> _Identity:
    return status.st_ino, status.st_size, status.st_mtime_ns


def exchange(one: Path, other: Path) -> bool:
    """Exchanges two files. False if the system cannot do that; then nothing has happened. Raises OSError."""
    return _renamed(one, other, _EXCHANGE)


def rename_to_free_name(source: Path, target: Path) -> bool:
    """Renames a file. False if the system cannot tell whether the name is free; then nothing has happened.

    Raises FileExistsError, OSError.
    """
    return _renamed(source, target, _NOREPLACE)


def _renamed(source: Path, target: Path, flags: int) -> bool:
    if _renameat2 is None:
        return False
    if _renameat2(_AT_FDCWD, os.fsencode(source), _AT_FDCWD, os.fsencode(target), flags) == 0:
        return True
    number = ctypes.get_errno()
    if number in _NOT_SUPPORTED:
        return False
    raise OSError(number, os.strerror(number), str(source), None, str(target))


def _renameat2_of_the_system() -> Callable[..., int] | None:
    try:
        function = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError, TypeError):  # not Linux, or an old C library
        return None
    function.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    renameat2: Callable[..., int] = function
    return renameat2


_renameat2 = _renameat2_of_the_system()
