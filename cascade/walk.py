"""Walks through the markdown files of the memory root, without reading or interpreting any."""

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import structlog

from memory.markdown.names import may_hold_memories

log = structlog.get_logger(__name__)
FOLDERS_WITH_RULES = 2  # levels below the root on which a folder's name can say that it holds no memories


class Walk:
    """One walk below a folder of the root. Symbolic links to folders are not followed."""

    def __init__(self, root: Path, folder: PurePosixPath) -> None:
        self._root = root
        self._start = "" if folder == PurePosixPath() else str(folder)
        self.unreadable: list[str] = []  # folders; what lies in them is unknown, not gone

    def files(self) -> Iterator[tuple[str, "os.DirEntry[str]"]]:
        """Everything that is named like a markdown file: its path relative to the root, and its directory entry.

        Paths are strings here: of a million files, hardly any needs to be taken apart.
        """
        waiting = [self._start]
        while waiting:
            folder = waiting.pop()
            for entry in self._entries(folder):
                path = f"{folder}/{entry.name}" if folder else entry.name
                if entry.is_dir(follow_symlinks=False):
                    if _may_hold_memories(path):
                        waiting.append(path)
                elif entry.name.endswith(".md"):
                    yield path, entry

    def hides(self, path: str) -> bool:
        """Whether the path lies in a folder that could not be read."""
        return any(folder == "." or path.startswith(f"{folder}/") for folder in self.unreadable)

    def _entries(self, folder: str) -> list["os.DirEntry[str]"]:
        try:
            with os.scandir(self._root / folder) as entries:
                return list(entries)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            log.warning("folder cannot be read", folder=folder or ".", error=str(error))
            self.unreadable.append(folder or ".")
            return []


def _may_hold_memories(path: str) -> bool:
    return path.count("/") >= FOLDERS_WITH_RULES or may_hold_memories(path.split("/"))
