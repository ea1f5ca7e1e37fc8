"""The texts in `references/` beside a skill's document, which are searched as a part of it.

Bounded: only the first files by name count, and of each file the beginning.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from memory.kinds.base import NamedFolder
from memory.kinds.registry import KINDS
from memory.markdown.root import current_root

MOST_FILES = 32
FILE_BYTES = 32 * 1024
ALL_BYTES = 64 * 1024
SUFFIXES = (".md", ".txt")

# File names of documents that may have such a folder -> the folder's name.
_FOLDERS = {
    kind.layout.filename: kind.layout.references
    for kind in KINDS.values()
    if isinstance(kind.layout, NamedFolder)
}


def may_have_references(filename: str) -> bool:
    """Whether a document of this name can have texts beside it."""
    return filename in _FOLDERS


def text_beside(document: Path) -> str:
    """File names and texts; "" if there are none. Raises OSError for files that exist and cannot be read."""
    texts: list[str] = []
    room = ALL_BYTES
    for path in _files(document):
        with suppress(FileNotFoundError):
            data = _head(path, min(room, FILE_BYTES))
            texts.append(f"{path.stem}\n{data.decode('utf-8', 'ignore')}")
            room -= len(data)
        if not room:
            break
    return "\n\n".join(texts)


def stamps_beside(document: Path) -> Iterator[os.stat_result]:
    """The stamps of the folder and its files; files that cannot be examined are left out."""
    with suppress(OSError):
        files = list(_files(document))
        if files:
            yield files[0].parent.lstat()
        for path in files:
            with suppress(OSError):
                yield path.lstat()


def document_of(relative: PurePosixPath) -> PurePosixPath:
    """The document that a path belongs to: the path itself, unless it is a reference of a skill."""
    is_text = relative.suffix in SUFFIXES
    for filename, folder in _FOLDERS.items():
        if relative.name == folder or (is_text and relative.parent.name == folder):
            skill = relative.parent if relative.name == folder else relative.parent.parent
            if current_root().locate(skill / filename) is not None:
                return skill / filename
    return relative


def _files(document: Path) -> list[Path]:
    folder = document.parent / _FOLDERS.get(document.name, "")
    if not may_have_references(document.name) or folder.is_symlink():
        return []
    try:
        with os.scandir(folder) as entries:
            found = [
                e.path for e in entries if e.name.endswith(SUFFIXES) and e.is_file(follow_symlinks=False)
            ]
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [Path(path) for path in sorted(found)[:MOST_FILES]]


def _head(path: Path, limit: int) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(descriptor, "rb") as file:
        return file.read(limit) if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""
