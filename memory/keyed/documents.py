"""Documents that are found by their name: read from their files each time, written file first and register second."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.db import connection

from memory.batches import batches
from memory.coordination.locks import path_lock
from memory.coordination.request_priority import bulk
from memory.errors import DamagedDocument, DocumentChanged, InvalidInput
from memory.keyed import register
from memory.kinds.base import Kind, Values
from memory.markdown import store
from memory.markdown.root import Located, current_root
from memory.scope import Owner, Scope

# Of a path relative to the memory root, as it is spelt on disk: systems take 4,096 with the root's own.
LONGEST_PATH = 3500
ATTEMPTS = 5  # for a document that somebody edits again and again

THREADS = 4
FILES_AT_ONCE = 500  # that the cascade and the register are notified of together

Document = tuple[PurePosixPath, Values]
Written = tuple[PurePosixPath, Located, Values]
Revise = Callable[[Values | None], Values | None]


@dataclass(frozen=True, slots=True)
class KeyedFile:
    """A document as its file says it now."""

    path: PurePosixPath
    place: Located
    values: Values
    sha256: str  # of the values


def path_of(kind: Kind, scope: Scope, owner: Owner, name: str) -> PurePosixPath:
    """Raises InvalidInput for a name that cannot be a file."""
    path = current_root().file(kind, scope, owner, name=name)
    if len(str(path)) > LONGEST_PATH:
        raise InvalidInput(f"the name {name[:40]!r}… is too long: its file cannot be written")
    return path


def exists(path: PurePosixPath) -> bool:
    """Whether there is a file, readable or not."""
    return current_root().absolute(path).is_file()


def get(path: PurePosixPath) -> KeyedFile | None:
    """None when there is no such file. Raises DamagedDocument when it cannot be read."""
    place = current_root().locate(path)
    if place is None:
        raise InvalidInput(f"{path} is not a memory document")
    try:
        document = store.read(path)
    except FileNotFoundError:
        return None
    if document.problems:
        raise DamagedDocument(f"{path}: mend it first: {document.problems[0]}")
    [entry] = document.entries
    return KeyedFile(path, place, entry.values, entry.sha256)


def put(path: PurePosixPath, values: Values) -> KeyedFile:
    """Write the document, whatever it said before. What the path says of the values need not be among them.

    Raises ValueError for values that do not fit the kind, DamagedDocument for a file that is there and cannot be read.
    """
    written = change(path, lambda _: values)
    assert written is not None
    return written


def change(path: PurePosixPath, revise: Revise) -> KeyedFile | None:
    """Write what `revise` makes of the document's values (None: there is no file); it is removed for None.

    Values that are given back as they were leave the file alone.
    Nothing comes between its reading and its writing: `revise` is called again with what somebody else has saved
    meanwhile. Raises DocumentChanged when that happened several times, and as `put` does.
    """
    with path_lock(path):
        for _ in range(ATTEMPTS):
            try:
                return _changed(path, revise)
            except DocumentChanged:
                continue
    raise DocumentChanged


def remove(path: PurePosixPath) -> bool:
    """Whether there was a file, which need not be readable."""
    with path_lock(path):
        was_there = store.delete_document(path)
        register.mark_removed(path)
    return was_there


def put_all(documents: Iterable[Document]) -> int:
    """Like `put`, hundreds at a time: after a crash some are written, and another call writes all. How many.

    The values are those of a document that was read: as complete and as clean as if this one were.
    """
    count = 0
    with bulk(), store.together():
        for some in batches(documents, FILES_AT_ONCE):
            with store.together():
                written = _written_side_by_side(some)
            register.record_all(written)
            count += len(written)
    return count


def look_again(path: PurePosixPath) -> None:
    """Let the register say what the file says now; a file that cannot be read leaves it as it was."""
    with path_lock(path):
        try:
            found = get(path)
        except DamagedDocument:
            return
        _register(path, found, used=False)


def _written(document: Document) -> Written:
    path, values = document
    place = current_root().locate(path)
    assert place is not None
    store.write_document(place.kind, place.scope, place.owner, values, place.bucket)
    return path, place, values


def _written_side_by_side(documents: Sequence[Document]) -> list[Written]:
    """In threads, each of which has a share of them, for most of the time is the disk's."""

    def write(some: Sequence[Document]) -> list[Written]:
        try:
            return [_written(document) for document in some]
        finally:
            connection.close()  # that of the thread, which a lock may have opened

    with ThreadPoolExecutor(THREADS) as pool:
        shares = [documents[first::THREADS] for first in range(THREADS)]
        under_way = [pool.submit(copy_context().run, write, share) for share in shares]
        return [written for share in under_way for written in share.result()]


def _changed(path: PurePosixPath, revise: Revise) -> KeyedFile | None:
    expected = store.document_sha256(path)
    before = get(path)
    values = revise(before.values if before else None)
    if before is not None and values is before.values:
        return before
    if values is not None:
        place = current_root().locate(path)
        assert place is not None
        store.write_document(place.kind, place.scope, place.owner, values, place.bucket, expected=expected)
    elif before is not None:
        store.delete_document(path, expected)
    after = get(path)
    _register(path, after, used=True)
    return after


def _register(path: PurePosixPath, found: KeyedFile | None, used: bool) -> None:
    if found is None:
        register.mark_removed(path)
    else:
        register.record(path, found.place, found.values, used)
