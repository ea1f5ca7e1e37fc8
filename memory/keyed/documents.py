"""Documents that are found by name: always read from their files, and written to the file first and the register
second.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import PurePosixPath

import structlog
from django.db import connection

from memory.batches import batches
from memory.coordination.locks import path_lock
from memory.coordination.request_priority import bulk
from memory.errors import DamagedDocument, DocumentChanged, InvalidInput
from memory.keyed import register
from memory.kinds.base import Kind, Values, moment
from memory.markdown import store
from memory.markdown.files import read_snapshot, together
from memory.markdown.root import Located, current_root
from memory.markdown.store import parse_bytes
from memory.scope import Owner, Scope

log = structlog.get_logger(__name__)

# Of a path relative to the memory root, as spelled on disk: systems allow 4,096 including the root.
LONGEST_PATH = 3500
ATTEMPTS = 5  # attempts, for a document that somebody keeps editing

THREADS = 4
REMEMBERED = 512  # contents of files, parsed
SMALL_BYTES = 16_384  # of such a file

FILES_AT_ONCE = 500  # documents announced together to the cascade and the register

Document = tuple[PurePosixPath, Values]
Written = tuple[PurePosixPath, Located, Values]
Revise = Callable[[Values | None], Values | None]


@dataclass(frozen=True, slots=True)
class KeyedFile:
    """A document as its file states it."""

    path: PurePosixPath
    place: Located
    values: Values
    sha256: str  # of the values

    @property
    def created_at(self) -> datetime:
        created_at = self.values["created_at"]
        assert isinstance(created_at, datetime)  # all these kinds require it
        return created_at

    @property
    def updated_at(self) -> datetime:
        return moment(self.values, "updated_at") or self.created_at


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
    """None if there is no such file. Raises DamagedDocument if it cannot be read."""
    root = current_root()
    data = read_snapshot(root.absolute(path)).data
    if data is None:
        root.located(path)
        return None
    read = _parsed if len(data) <= SMALL_BYTES else _parsed.__wrapped__
    place, values, sha256 = read(path, data)
    return KeyedFile(path, place, deepcopy(values), sha256)


def get_readable(path: PurePosixPath) -> KeyedFile | None:
    """None also for a damaged file, which is logged, and reported by /health and `everos cascade status`."""
    try:
        return get(path)
    except DamagedDocument as error:
        log.warning("a damaged document is left out", path=str(path), error=str(error))
        return None


@lru_cache(maxsize=REMEMBERED)
def _parsed(path: PurePosixPath, data: bytes) -> tuple[Located, Values, str]:
    """What the path says, the values and their hash. Parsing takes a millisecond, and searches read the same files
    again.
    """
    place = current_root().located(path)
    document = parse_bytes(place, data)
    if document.problems:
        raise DamagedDocument(f"{path}: fix it first: {document.problems[0]}")
    [entry] = document.entries
    return place, entry.values, entry.sha256


def clear_cache() -> None:
    """Drops the documents that are kept in memory, such as forgotten ones."""
    _parsed.cache_clear()


def put(path: PurePosixPath, values: Values) -> KeyedFile:
    """Writes the document, replacing any previous content. Values that the path determines may be omitted.

    Raises ValueError for values that do not fit the kind, DamagedDocument for an existing file that cannot be read.
    """
    written = change(path, lambda _: values)
    assert written is not None
    return written


def change(path: PurePosixPath, revise: Revise) -> KeyedFile | None:
    """Writes the values that `revise` returns for the current ones (None: there is no file); for None, removes the
    file.

    If `revise` returns the same object, the file stays as it is. If somebody else changes the file meanwhile, `revise`
    is called again with the new values. Raises DocumentChanged if that happens several times, and as `put` does.
    """
    with path_lock(path):
        for _ in range(ATTEMPTS):
            try:
                return _changed(path, revise)
            except DocumentChanged:
                continue
    raise DocumentChanged


def remove(path: PurePosixPath) -> bool:
    """Returns whether there was a file, which need not be readable."""
    with path_lock(path):
        was_there = store.delete_document(path)
        register.mark_removed([path])
    return was_there


def put_all(documents: Iterable[Document]) -> int:
    """`put` for hundreds at a time; returns how many. After a crash some are written, and a repeated call writes all.

    The values must come from a document that was read: complete and cleaned.
    """
    count = 0
    with bulk(), together():
        for some in batches(documents, FILES_AT_ONCE):
            with together():
                written = _written_side_by_side(some)
            register.record_all(written)
            count += len(written)
    return count


def reread(path: PurePosixPath) -> None:
    """Updates the register from the file; an unreadable file leaves it unchanged."""
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
    """In several threads, since most of the time is spent waiting for the disk."""

    def write(some: Sequence[Document]) -> list[Written]:
        try:
            return [_written(document) for document in some]
        finally:
            connection.close()  # the thread's own, which a lock may have opened

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
        register.mark_removed([path])
    else:
        register.record(path, found.place, found.values, used)
