"""Works off the queue: the only place where claimed changes are carried into the index."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import structlog
from django.conf import settings

from cascade import queue, repair
from cascade.batch import index_batch, index_new_texts, put_off
from cascade.models import MdChangeState
from memory.coordination import wake_ups
from memory.coordination.isolation import doing
from memory.coordination.request_priority import yield_to_requests
from memory.errors import IndexAway, IndexUnavailable, MemoryServiceError
from memory.index import generations
from memory.kinds.base import Kind
from memory.kinds.registry import KINDS
from memory.text.cleaning import describe
from memory.tracing import span

log = structlog.get_logger(__name__)
# After this many consecutive failures with a cause outside the files, the drain skips the rest.
OUTAGE_AFTER = 2


@dataclass(slots=True)
class Outage:
    """Remembers failures of models and tables, so that a hundred files do not wait for a hundred timeouts."""

    failures: int = 0
    message: str = ""

    def note(self, error: Exception) -> None:
        self.failures = self.failures + 1 if isinstance(error, MemoryServiceError) else 0
        self.message = describe(error)

    def end(self) -> None:
        self.failures = 0

    @property
    def lasts(self) -> bool:
        return self.failures >= OUTAGE_AFTER


def drain(limit: int | None = None, *, collect: bool = False) -> int:
    """Indexes changed files until none is waiting, or `limit` have been claimed. Returns how many were claimed.

    `collect`: after a batch, changes that have only just come are left to a later drain, for which a worker is woken:
    the changes of several sessions in one batch cost little more than those of one. Any number of drains may run at
    once, in threads and processes. Failures of a file, a model or a table are not raised but recorded on the file's
    row.
    """
    outage = Outage()
    repair.repair_failed_tables()
    handled = 0
    while limit is None or handled < limit:
        if collect and handled and queue.only_new_ones_wait(settings.EVEROS.cascade.collect_seconds):
            wake_ups.INDEX_VECTORS.send()
            break
        index_texts_first()
        size = settings.EVEROS.cascade.batch_files
        room = size if limit is None else min(size, limit - handled)
        kinds = repair.writable_kinds()
        changes = queue.claim_failed_texts(room, kinds) or queue.claim_for_vectors(
            room, kinds, with_texts=not _texts_come_first()
        )
        for unit in _units(changes):
            _work(unit, outage)
        suspect = queue.claim_suspect(kinds)
        if suspect:
            _work(suspect, outage)
        if not changes and not suspect:
            break
        handled += len(changes) + len(suspect)
    if handled:
        repair.note_progress()
    return handled


def index_texts_first() -> None:
    """Makes texts findable by keyword before any of them is embedded, if many wait: few of them are read from their
    files by searches, which saves a commit of each.
    """
    while _texts_come_first() and index_texts():
        pass


def _texts_come_first() -> bool:
    """Also for tables that refuse searches until they contain all texts."""
    return queue.many_texts_wait() or bool(generations.being_filled())


def index_texts() -> int:
    """Makes a batch of new memories findable by keyword while another drain is busy with vectors.

    The changes stay in the queue for a drain, which does the rest. Returns how many changes were taken.
    """
    yield_to_requests()
    changes = queue.claim_for_texts(settings.EVEROS.cascade.batch_files, repair.writable_kinds())
    for kind in {change.kind for change in changes}:
        _index_texts(KINDS[kind], [change for change in changes if change.kind == kind])
    repair.note_filled()
    return len(changes)


def _index_texts(kind: Kind, changes: list[MdChangeState]) -> None:
    try:
        with doing("new texts", deaths=0):
            index_new_texts(kind, changes)
    except (MemoryServiceError, OSError) as error:
        log.warning("texts not indexed, will be tried again", **_log_fields(changes), error=describe(error))
        put_off(changes, describe(error))
    except Exception as error:
        log.exception("texts not indexed, will be tried again", **_log_fields(changes))
        put_off(changes, describe(error))
    else:
        queue.release(changes)


def drain_once() -> int:
    """Indexes one batch, for callers that have other work to do afterwards."""
    return drain(settings.EVEROS.cascade.batch_files)


def _units(changes: Sequence[MdChangeState]) -> list[list[MdChangeState]]:
    """Groups of changes to process together: one kind each; changes that failed before are alone, so that they cannot
    spoil the others.
    """
    together: defaultdict[str, list[MdChangeState]] = defaultdict(list)
    alone: list[list[MdChangeState]] = []
    for change in changes:
        if change.attempts:
            alone.append([change])
        else:
            together[change.kind].append(change)
    return [*together.values(), *alone]


def _work(changes: list[MdChangeState], outage: Outage) -> None:
    if outage.lasts:
        put_off(changes, outage.message)
        return
    kind = KINDS[changes[0].kind]
    yield_to_requests()
    started = perf_counter()
    try:
        alone = doing(f"change {changes[0].pk}", changes[0].deaths)
        with span("index batch", kind=kind.name, files=len(changes)), alone:
            paths = index_batch(kind, changes)
        outage.end()
        if paths:
            seconds = round(perf_counter() - started, 3)
            log.info("files indexed", kind=kind.name, files=len(paths), paths=paths, seconds=seconds)
    except (MemoryServiceError, OSError) as error:
        log.warning("changes not indexed, will be tried again", **_log_fields(changes), error=describe(error))
        outage.note(error)
        put_off(changes, describe(error))
        if isinstance(error, IndexUnavailable) and not isinstance(error, IndexAway):
            repair.replace_and_log(kind)
    except Exception as error:
        log.exception("changes not indexed, will be tried again", **_log_fields(changes))
        outage.note(error)
        put_off(changes, describe(error))


def _log_fields(changes: Sequence[MdChangeState]) -> dict[str, Any]:
    """Log fields with the path of each change, by which an operator can follow a file."""
    paths = [change.path for change in changes]
    return {"kind": changes[0].kind, "files": len(changes), "paths": paths}
