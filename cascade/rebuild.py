"""Rebuilds a kind's index: fills a new generation beside the current one, then swaps them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath

import numpy as np
import structlog
from django.conf import settings

from cascade import queue, rebuild_requests
from cascade.indexer import commit, compare_files, prepare
from cascade.models import IndexRepair, MdChangeState
from cascade.queue import FileStamp
from cascade.reading import Content, SourceFile, read_content, understand
from memory.batches import batches
from memory.coordination import wake_ups
from memory.coordination.locks import process_lock, write_gate
from memory.errors import IndexUnavailable, LockTimeout, MemoryServiceError
from memory.index import query
from memory.index.schema import row_id, values_of
from memory.index.tables import KindTable
from memory.kinds.base import Kind
from memory.markdown.entries import Entry
from memory.markdown.root import Located, current_root
from memory.providers.protocols import Embedder
from memory.providers.registry import get_embedder

log = structlog.get_logger(__name__)
# Nobody reads the new generation before it is complete, so few large commits are best.
CHUNKS_A_COMMIT = 2048
ASKED_FOR = "an operator asked for it"


class RebuildRunning(MemoryServiceError):
    """The index is already being rebuilt, by this process or another one."""


@dataclass(frozen=True, slots=True)
class Progress:
    kind: str
    files_done: int
    files_total: int


def rebuild(
    kinds: Iterable[Kind], reembed: bool = False, report: Callable[[Progress], object] = lambda progress: None
) -> None:
    """Rebuilds the kinds one after the other. Raises RebuildRunning, ModelUnavailable, IndexUnavailable."""
    for kind in kinds:
        for progress in rebuild_steps(kind, ASKED_FOR, reembed):
            report(progress)


def rebuild_steps(kind: Kind, reason: str, reembed: bool = False) -> Iterator[Progress]:
    """Rebuilds in steps of one batch of files each, so that the caller can do other work in between; the swap follows
    the last step.

    Vectors of unchanged text are reused unless `reembed` is set or the embedder has changed. The last step also fulfils
    the requests that operators made before the first one.
    """
    with rebuild_lock(kind) as free:
        if not free:
            raise RebuildRunning(f"The index of {kind.name} is being rebuilt already.")
        request = rebuild_requests.of(kind)
        try:
            yield from _rebuild(kind, reason, reembed or (request is not None and request.reembed))
        finally:
            IndexRepair.objects.filter(kind=kind.name).delete()
        if request is not None:
            rebuild_requests.end(request)
    wake_ups.INDEX_TEXTS.send()
    if rebuild_requests.of(kind) is not None:
        wake_ups.SCAN_FILES.send()


def _rebuild(kind: Kind, reason: str, reembed: bool) -> Iterator[Progress]:
    log.info("index is being rebuilt", kind=kind.name, reason=reason)
    paths = [str(path) for path in _documents(kind)]
    _announce(kind, reason, len(paths))
    seen_lsn = queue.latest_lsn()
    generation = Generation(kind, get_embedder(), reembed)
    done = 0
    for batch in batches(paths, settings.EVEROS.cascade.batch_files):
        generation.index(batch)
        done += len(batch)
        IndexRepair.objects.filter(kind=kind.name).update(files_done=done)
        yield Progress(kind.name, done, len(paths))
    before_catch_up = queue.latest_lsn()
    generation.index(_changed_since(kind, seen_lsn))
    with write_gate(kind.name):  # drains wait here, and continue with the new generation
        root = current_root()
        gone = [path for path in paths if not (root.path / path).is_file()]
        generation.index([*gone, *_changed_since(kind, before_catch_up)])
        generation.old.swap(generation.new)
    log.info("index is rebuilt", kind=kind.name, rows=generation.new.count())


def _documents(kind: Kind) -> list[PurePosixPath]:
    """All documents of the kind, latest days first, because recent memories are searched most."""
    root = current_root()
    found = ((path, root.locate(path)) for path in root.documents())
    return sorted(
        (path for path, place in found if place and place.kind is kind), key=lambda p: p.name, reverse=True
    )


def _announce(kind: Kind, reason: str, files: int) -> None:
    IndexRepair.objects.update_or_create(
        kind=kind.name,
        defaults={"reason": reason, "files_total": files, "files_done": 0, "through_queue": False},
    )


def _changed_since(kind: Kind, lsn: int) -> list[str]:
    return list(MdChangeState.objects.filter(kind=kind.name, lsn__gt=lsn).values_list("path", flat=True))


class Generation:
    """A new table that is filled while the old one answers."""

    def __init__(self, kind: Kind, embedder: Embedder, reembed: bool) -> None:
        self.kind = kind
        self.embedder = embedder
        self.old = KindTable(kind, embedder)
        self.new = self.old.begin_rebuild()
        self._known = _nothing_known if reembed else self.old.vectors_for

    def index(self, paths: Sequence[str]) -> None:
        files = [file for path in paths if (file := self._read(path)) is not None]
        while files:
            comparison = compare_files(self.new, files)
            prepared = prepare(self.new, comparison, self.embedder, self._known, room=CHUNKS_A_COMMIT)
            commit(self.new, prepared, self.embedder, prepared.files)
            files = list(prepared.postponed)

    def _read(self, path: str) -> SourceFile | None:
        root = current_root()
        place = root.locate(PurePosixPath(path))
        if place is None:
            return None
        try:
            file = understand(path, place, read_content(root.path / path))
        except OSError as error:
            file = _unreadable(path, place, error)
        return self._with_last_good_entries(file) if file.problems else file

    def _with_last_good_entries(self, file: SourceFile) -> SourceFile:
        """For a damaged file, the entries that the index already has, so that they survive in the new generation."""
        try:
            ids = self.old.entries_of([file.path]).get(file.path, {}).keys() - file.entries.keys()
            rows = query.by_row_ids(
                self.old, [row_id(file.place.scope, file.place.owner, entry) for entry in ids]
            )
        except IndexUnavailable:
            return file
        kept = {
            row.entry_id: Entry(row.entry_id, values_of(self.kind, row), row.content_sha256)
            for row in rows.values()
        }
        return replace(file, entries={**file.entries, **kept})


def _nothing_known(shas: Iterable[str]) -> dict[str, np.ndarray]:
    return {}


def _unreadable(path: str, place: Located, error: OSError) -> SourceFile:
    content = Content(b"", FileStamp(0, 0), datetime.now(UTC))
    return SourceFile(path, place, content, problems=(f"cannot be read: {error}",))


@contextmanager
def rebuild_lock(kind: Kind) -> Iterator[bool]:
    """Yields whether this caller may rebuild the kind's index; False while another process is doing so."""
    lock = process_lock(f"rebuild-{kind.name}")
    try:
        lock.acquire(timeout=0)
    except LockTimeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
