"""Makes the next version of a memory document from the current content of its file, as a whole."""

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from memory.errors import InvalidInput
from memory.markdown.files import FileChanged, Snapshot, read_snapshot, replace_file
from memory.markdown.root import Located, current_root

Pieces = Sequence[bytes | memoryview]


def decoded(data: bytes) -> str:
    """Bytes that are not UTF-8 become lone surrogates: `parse` reports them, `encoded` turns them back."""
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def located(relative: PurePosixPath) -> Located:
    found = current_root().locate(relative)
    if found is None:
        raise InvalidInput(f"{relative} is not a memory document")
    return found


def rewrite(relative: PurePosixPath, change: Callable[[bytes | None], Pieces | None]) -> None:
    """Replaces a file by the result of `change`, again whenever somebody else has written it meanwhile; None leaves it.

    Hold the path's lock.
    """
    root = current_root()
    snapshot: Snapshot = read_snapshot(root.absolute(relative))
    while True:
        pieces = change(snapshot.data)
        if pieces is None:
            return
        try:
            return replace_file(root, relative, pieces, snapshot)
        except FileChanged as changed:
            snapshot = changed.current
