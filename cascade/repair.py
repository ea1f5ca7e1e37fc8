"""Detects an index that does not agree with the files, and repairs it."""

from collections.abc import Callable

import structlog
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from cascade import queue, rebuild_requests
from cascade.adoption import adopt_tables, expect_tables
from cascade.models import IndexRepair, MdChangeState, RebuildRequest
from cascade.rebuild import ASKED_FOR, RebuildRunning, rebuild_lock, rebuild_steps
from memory.errors import MemoryServiceError
from memory.index import generations
from memory.index.schema import SCHEMA_VERSION
from memory.index.tables import KindTable
from memory.kinds.base import Kind
from memory.kinds.registry import KINDS
from memory.models import IndexTable
from memory.providers.registry import get_embedder

log = structlog.get_logger(__name__)
PENDING = MdChangeState.Status.PENDING


def writable_kinds() -> list[str]:
    """Kinds whose table accepts rows of the current embedder and schema. The others wait for their new generation."""
    try:
        embedder = get_embedder()
        wanted = (embedder.fingerprint, SCHEMA_VERSION)
        tables = {table.kind: table for table in IndexTable.objects.all()}
        expect_tables(tables)
        without = [kind for name, kind in KINDS.items() if name not in tables]
        if without:
            adopt_tables(without, embedder)
    except MemoryServiceError:
        return list(KINDS)  # each file will report what is wrong with the embedder
    made_for = {name: (table.embedder, table.schema_version) for name, table in tables.items()}
    return [name for name in KINDS if made_for.get(name, wanted) == wanted]


def check_tables(meanwhile: Callable[[], object]) -> list[str]:
    """Checks every kind's table against its pointer and the files, and repairs what differs.

    A table of another embedder or schema keeps answering while its successor is built; `meanwhile` is called between
    the steps of that, which may take minutes. Returns why tables could not be checked or repaired.
    """
    problems: list[str] = []
    for kind in _in_use():
        try:
            _check(kind, meanwhile)
        except RebuildRunning:
            log.info("index is being rebuilt by somebody else", kind=kind.name)
        except (MemoryServiceError, OSError) as error:
            log.warning("index could not be checked", kind=kind.name, error=str(error))
            problems.append(f"index of {kind.name} could not be checked: {error}")
    return problems


def _in_use() -> list[Kind]:
    """Kinds with a table, files or repairs. Nothing can be wrong with the others."""
    names = IndexTable.objects.values_list("kind", flat=True)
    others = (MdChangeState, IndexRepair, RebuildRequest)
    known = set(names.union(*(model.objects.values_list("kind", flat=True) for model in others)))
    return [kind for name, kind in KINDS.items() if name in known]


def _check(kind: Kind, meanwhile: Callable[[], object]) -> None:
    table = KindTable(kind, get_embedder())
    reason = table.check()
    if reason is None:
        reason = _compare_counts(kind, table)
    elif kind.name in writable_kinds():
        replace_if_gone(kind)
        reason = None
    if rebuild_requests.of(kind) is not None:
        reason = ASKED_FOR
    if reason is not None:
        for _ in rebuild_steps(kind, reason):
            meanwhile()
    table.prune_generations()


def repair_failed_tables() -> None:
    """Repairs tables on which a query has failed in this process; otherwise searches would be refused until the next
    scan.
    """
    try:
        embedder = get_embedder()
    except MemoryServiceError:
        return  # each file will report what is wrong with it
    for kind in KINDS.values():
        if KindTable(kind, embedder).failed_lately:
            replace_and_log(kind)


def replace_and_log(kind: Kind) -> None:
    """`replace_if_gone` for callers in the middle of other work: failures are logged, and retried later."""
    try:
        replace_if_gone(kind)
    except (MemoryServiceError, OSError) as error:
        log.warning("index could not be checked", kind=kind.name, error=str(error))


def replace_if_gone(kind: Kind) -> None:
    """Replaces a missing or damaged table by an empty one, which the queue fills, latest files first."""
    with rebuild_lock(kind) as free:
        if not free:
            return
        table = KindTable(kind, get_embedder())
        reason = table.check()
        if reason is None or kind.name not in writable_kinds():
            return
        generations.begin_filling([kind.name])
        table.swap(table.begin_rebuild(), ready=False)
        known = list(MdChangeState.objects.filter(kind=kind.name).values_list("path", flat=True))
        fill_through_queue(kind, reason, known)
        generations.note_queued([kind.name])


def fill_through_queue(kind: Kind, reason: str, paths: list[str]) -> int:
    """Enqueues these files to be compared with the index again. Returns how many of them are memory documents."""
    log.warning("index is being repaired", kind=kind.name, reason=reason, files=len(paths))
    enqueued = queue.enqueue(paths, recheck=True)
    announce(kind, reason, enqueued)
    return enqueued


def announce(kind: Kind, reason: str, files: int) -> None:
    """Reports the index as incomplete in /health until the files that are now in the queue are done."""
    IndexRepair.objects.update_or_create(
        kind=kind.name,
        defaults={"reason": reason, "files_total": files, "through_queue": True, "lsn": queue.latest_lsn()},
    )
    KindTable(kind, get_embedder()).mark_ready(False)


def note_progress() -> None:
    """Ends repairs whose files are all done. If a repair did not help, the next check notices."""
    for repair in IndexRepair.objects.filter(through_queue=True, kind__in=KINDS):
        try:
            table = KindTable(KINDS[repair.kind], get_embedder())
            if not _waiting(repair).exists() and not _misfits(repair.kind, table):
                _end(repair.kind, table)
        except MemoryServiceError as error:
            log.warning("index cannot be checked", kind=repair.kind, error=str(error))


def note_filled() -> None:
    """Lets tables answer once all their texts are indexed. Failed files do not delay that: /health reports them."""
    if generations.being_filled():
        waits = MdChangeState.objects.filter(queue.TEXT_WAITS, status=PENDING, attempts=0, deaths=0)
        generations.end_filling(except_kinds=waits.values_list("kind", flat=True).distinct())


def _end(kind: str, table: KindTable) -> None:
    IndexRepair.objects.filter(kind=kind, through_queue=True).delete()
    table.mark_ready(True)


def expected_rows(kind: str) -> int:
    return MdChangeState.objects.filter(kind=kind).aggregate(rows=Sum("entries"))["rows"] or 0


def _compare_counts(kind: Kind, table: KindTable) -> str | None:
    """Compares the number of rows with the files' records. Returns a reason to rebuild if the queue cannot repair the
    difference.
    """
    _forget_dead_rebuild(kind)
    wrong = _misfits(kind.name, table)
    if not wrong:
        note_progress()
        table.mark_ready(not IndexRepair.objects.filter(kind=kind.name, through_queue=True).exists())
        return None
    reason = f"its rows do not fit {len(wrong)} of the files"
    repair = IndexRepair.objects.filter(kind=kind.name, through_queue=True).first()
    if repair is not None and not _waiting(repair).exists():
        return reason  # comparing the files once more did not help
    return None if fill_through_queue(kind, reason, wrong) == len(wrong) else reason


def _misfits(kind: str, table: KindTable) -> list[str]:
    """Files with more or fewer rows in the index than expected, without those that are being processed."""
    records = MdChangeState.objects.filter(kind=kind)
    if not records.filter(status=PENDING).exists() and table.count() == expected_rows(kind):
        return []
    now = timezone.now()
    actual = table.rows_per_path()
    recorded = dict(records.filter(entries__gt=0).values_list("path", "entries"))
    moving = records.filter(Q(status=PENDING) | Q(done_at__gte=now))
    suspects = (recorded.keys() | actual.keys()) - set(moving.values_list("path", flat=True))
    return [path for path in suspects if recorded.get(path) != actual.get(path)]


def _waiting(repair: IndexRepair) -> QuerySet[MdChangeState]:
    return MdChangeState.objects.filter(kind=repair.kind, status=PENDING, lsn__lte=repair.lsn)


def _forget_dead_rebuild(kind: Kind) -> None:
    """Deletes the announcement of a rebuild whose process died."""
    with rebuild_lock(kind) as free:
        if free:
            IndexRepair.objects.filter(kind=kind.name, through_queue=False).delete()
