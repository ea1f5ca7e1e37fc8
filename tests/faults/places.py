"""File systems of their own for a memory root, which a test may fill up, damage or make read-only. Needs root."""

import errno
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

PIECE = bytes(64 * 1024)


def _mount(*arguments: str) -> None:
    try:
        done = subprocess.run(["mount", *arguments], capture_output=True, text=True, timeout=20)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if done.returncode != 0:
        pytest.skip(f"file systems may not be mounted here: {done.stderr.strip()}")


def _run(*command: str, fine: Sequence[int] = (0,)) -> str:
    """What it prints."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        pytest.skip(f"there is no {command[0]} here")
    assert done.returncode in fine, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def _unmount(folder: Path) -> None:
    subprocess.run(["umount", "--lazy", str(folder)], check=True, capture_output=True, timeout=20)


class SmallDisk:
    """A tmpfs at `folder`. Its ballast takes all that is free, and gives it back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / ".ballast"

    def fill(self) -> None:
        """Until not one more byte can be written."""
        descriptor = os.open(self._ballast, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            for piece in (PIECE, PIECE[:1]):
                with suppress(_Full):
                    while True:
                        _write(descriptor, piece)
        finally:
            os.close(descriptor)

    def leave(self, size: int) -> None:
        """Full but for so many bytes."""
        self.fill()
        os.truncate(self._ballast, max(0, self._ballast.stat().st_size - size))

    def make_room(self) -> None:
        self._ballast.unlink(missing_ok=True)


class _Full(Exception):
    pass


def _write(descriptor: int, piece: bytes) -> None:
    try:
        os.write(descriptor, piece)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        raise _Full from None


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    folder.mkdir(parents=True)
    _mount("-t", "tmpfs", "-o", f"size={megabytes}m,mode=0700", "everos-small-disk", str(folder))
    try:
        yield SmallDisk(folder)
    finally:
        _unmount(folder)


class JournaledDisk:
    """An ext4 at `folder`, in a file beside it. After an error in its own structures it closes itself: nothing can be
    written any more, not even by who had files open, until it was checked and mounted anew."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._image = folder.with_suffix(".ext4")

    def make(self, megabytes: int) -> None:
        self._image.touch()
        os.truncate(self._image, megabytes * 2**20)
        _run("mkfs.ext4", "-q", "-F", str(self._image))
        self.mount()
        (self.folder / "lost+found").rmdir()

    def mount(self) -> None:
        _mount("-o", "loop,errors=remount-ro", str(self._image), str(self.folder))

    def sync(self) -> None:
        """What a test has copied there is on it for good."""
        _run("sync", "--file-system", str(self.folder))

    def fail(self) -> None:
        device = _run("findmnt", "--noheadings", "--output", "SOURCE", str(self.folder)).strip()
        trigger = Path("/sys/fs/ext4", Path(device).name, "trigger_fs_error")
        if not trigger.exists():
            pytest.skip("this kernel lets nobody make an error of ext4")
        trigger.write_text("a test\n")

    def mend(self) -> None:
        """Nobody may have a file open on it."""
        self.unmount()
        _run("e2fsck", "-f", "-y", str(self._image), fine=(0, 1))
        self.mount()

    def unmount(self) -> None:
        _run("umount", str(self.folder))


@contextmanager
def journaled_disk(folder: Path, megabytes: int) -> Iterator[JournaledDisk]:
    folder.mkdir(parents=True)
    disk = JournaledDisk(folder)
    disk.make(megabytes)
    try:
        yield disk
    finally:
        _unmount(folder)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """What is opened below it from now on cannot be written; what is open already can."""
    _mount("--bind", str(folder), str(folder))
    try:
        _mount("-o", "remount,bind,ro", str(folder))
        yield
    finally:
        _unmount(folder)
