"""Makes the next version of a memory document from the current content of its file, as a whole."""

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from memory.coordination.locks import path_lock
from memory.kinds.base import Kind
from memory.markdown.files import FileChanged, Snapshot, read_snapshot, replace_file
from memory.markdown.root import current_root
from memory.markdown.together import announce

Pieces = Sequence[bytes | memoryview]


def write(kind: Kind, relative: PurePosixPath, change: Callable[[bytes | None], Pieces | None]) -> None:
    """`rewrite` under the path's lock. Then announces the file."""
    with path_lock(relative):
        rewrite(relative, change)
    announce(kind, relative)


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
