"""Reads an attachment from a local file, if the rules allow its directory."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote_to_bytes, urlsplit

from memory.errors import UnsupportedContent
from memory.payloads.payload import Payload, Rules

SETTING = "EVEROS_MULTIMODAL__FILE_URI_ALLOW_DIRS"
SYSTEM_FOLDERS = (Path("/proc"), Path("/sys"), Path("/dev"))  # /proc/self/environ contains the server's keys
MAX_PATH = 4096  # resolving the links of a longer path takes long, and the system would not open it
OPEN_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # do not block on a pipe


def read(uri: str, rules: Rules) -> Payload:
    """Where files are not allowed, the answer does not reveal whether the file exists."""
    if not rules.folders:
        raise UnsupportedContent(
            f"file:// addresses are not read: {SETTING} names no folder, or this caller may not have the server's files"
        )
    path = path_of(uri)
    try:
        return Payload(_content(path, rules), path=path)
    except OSError as error:
        raise UnsupportedContent(f"the file cannot be read: {error.strerror}") from error


def path_of(uri: str) -> str:
    """The absolute path of a file:// URI."""
    parts = urlsplit(uri)
    if parts.netloc.lower() not in ("", "localhost"):
        raise UnsupportedContent("a file:// address names no other machine: file:///folder/file")
    if parts.query or parts.fragment:
        raise UnsupportedContent("? and # in a file:// address are written %3F and %23")
    path = os.fsdecode(unquote_to_bytes(parts.path))
    if not path.startswith("/") or "\x00" in path or len(path) > MAX_PATH:
        raise UnsupportedContent("a file:// address holds an absolute path: file:///folder/file")
    return path


@contextmanager
def opened(path: str, rules: Rules, setting: str = SETTING) -> Iterator[tuple[BinaryIO, int]]:
    """A regular file that the rules allow, and its size. Raises UnsupportedContent, and OSError if it cannot be
    opened.
    """
    if not os.path.isabs(path) or "\x00" in path or len(path) > MAX_PATH:
        raise UnsupportedContent("a file is named by its whole path")
    real = _allowed(path, rules, setting)
    descriptor = os.open(real, OPEN_FLAGS)
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise UnsupportedContent("the address does not name a regular file")
        # Replaced since it was checked.
        if not os.path.samestat(found, os.stat(_allowed(path, rules, setting))):
            raise UnsupportedContent("the file changed while it was opened")
        yield file, found.st_size


def _allowed(path: str, rules: Rules, setting: str) -> Path:
    """The path with links resolved. Raises UnsupportedContent if it leads to a forbidden place."""
    real = Path(os.path.realpath(path))
    roots = [Path(os.path.realpath(folder)) for folder in rules.folders]
    if not any(real.is_relative_to(root) for root in roots):
        raise UnsupportedContent(f"the file lies outside of the folders that {setting} names")
    own = [Path(os.path.realpath(rules.forbidden))] if rules.forbidden else []
    if any(real.is_relative_to(folder) for folder in (*SYSTEM_FOLDERS, *own)):
        raise UnsupportedContent("the file belongs to the system or to the server itself, and is not read")
    return real


def _content(path: str, rules: Rules) -> bytes:
    with opened(path, rules) as (file, _):
        data = file.read(rules.max_file_bytes + 1)
    if len(data) > rules.max_file_bytes:
        raise UnsupportedContent(f"the file is larger than {rules.max_file_bytes} bytes")
    return data
