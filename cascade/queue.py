"""The queue of changed files: enqueue, claim, finish. Every function is one short transaction.

Claims are conditional updates with a lease, so they hold between threads, processes and machines on every database, and
the claims of a crashed process become available when their lease runs out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter, itemgetter
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from cascade.models import LogSequence, MdChangeState
from memory.batches import batches
from memory.coordination import processes
from memory.coordination.backoff import Backoff, due, unclaimed
from memory.coordination.isolation import DIED, Verdict, verdict_on_all
from memory.markdown.root import current_root
from memory.prepared import Prepared, change_rows, insert_rows
from memory.text.cleaning import clean

Status = MdChangeState.Status
LEASE = timedelta(seconds=120)
RETRY = Backoff(first=timedelta(seconds=1), longest=timedelta(minutes=5))
# A file that failed because of something outside itself is retried after this long; the failure stays visible.
SECOND_CHANCE = timedelta(minutes=15)
ROWS_A_STATEMENT = 500
MOST_CONSIDERED = 500  # files considered at either end of the queue when owners take turns
OWNER_PARTS = 4  # of a path: for example app, project, `users` and the user
FILES_A_SEARCH_READS = 16  # itself, while they are not in the index; the latest changes
TEXT_WAITS = Q(text_lsn=None) | Q(text_lsn__lt=F("lsn"))


class FileStamp(NamedTuple):
    """Distinguishes a changed file from an unchanged one without reading it."""

    mtime_ns: int
    size: int


@dataclass(frozen=True, slots=True)
class Result:
    """How the work on a claimed change ended. `stamp` is None if the file is gone."""

    change: MdChangeState
    stamp: FileStamp | None
    sha256: str = ""
    entries: int = 0
    problem: str = ""  # what is wrong with the file, for a person to fix


# --- enqueuing


def enqueue(
    paths: Iterable[PurePosixPath | str],
    *,
    stamps: Mapping[str, FileStamp | None] | None = None,
    recheck: bool = False,
    by_hand: bool = False,
) -> int:
    """Marks these files as changed, ignoring those that are not memory documents. Returns how many were enqueued.

    `stamps` is given for files that the server has just written, None for one that it removed. The watcher sees its
    writes, too, and would otherwise enqueue them again while they are being indexed.

    `recheck` compares them with the index even if they are as they were when last indexed. That excludes files that
    repeatedly crashed a process, unless a person asks for it (`by_hand`).
    """
    root = current_root()
    located = {str(path): root.locate(PurePosixPath(path)) for path in paths}
    kinds = {path: place.kind.name for path, place in located.items() if place is not None}
    for batch in batches(list(kinds), ROWS_A_STATEMENT):
        if recheck and not by_hand:
            deadly = MdChangeState.objects.filter(path__in=batch, status=Status.FAILED, deaths__gt=0)
            known = set(deadly.values_list("path", flat=True))
            batch = [path for path in batch if path not in known]
        seen = {path: stamps[path] for path in batch} if stamps else {}
        _enqueue({path: kinds[path] for path in batch}, seen, recheck)
    return len(kinds)


def _enqueue(kinds: Mapping[str, str], stamps: Mapping[str, FileStamp | None], recheck: bool) -> None:
    now = timezone.now()
    with transaction.atomic(savepoint=False):
        change = {"lsn": _next_lsn(), "available_at": now}
        again = change | {"status": Status.PENDING, "attempts": 0, "error": ""}
        if recheck:
            again["file_sha256"] = ""
        seen = {path: _columns(stamp) for path, stamp in stamps.items()}
        known = _known(kinds) if len(kinds) > 1 else kinds
        present = {path for path in known if _put_back(path, again | seen.get(path, {}), now)}
        insert_rows(
            MdChangeState(path=path, kind=kind, enqueued_at=now, **change, **seen.get(path, {}))
            for path, kind in kinds.items()
            if path not in present
        )


_LOCKED = Prepared(
    MdChangeState,
    lambda *paths: (
        MdChangeState.objects.filter(path__in=paths).order_by("pk").select_for_update().values_list("path")
    ),
)


def _known(paths: Iterable[str]) -> list[str]:
    """Those of these paths that have a row, which is locked."""
    return [row[0] for row in _LOCKED.rows(*paths)]


def _put_back(path: str, values: dict[str, Any], now: datetime) -> bool:
    """False if the path has no row. One that waits already has waited since it was first enqueued."""
    if change_rows(MdChangeState, {"path": path, "status": Status.PENDING}, values):
        return True
    return bool(change_rows(MdChangeState, {"path": path}, values | {"enqueued_at": now}))


def _locked(rows: QuerySet[MdChangeState], skip_locked: bool = False) -> QuerySet[MdChangeState]:
    """These rows, locked in a transaction.

    Everything that changes several rows locks them in the order of their keys, to avoid deadlocks. `skip_locked` leaves
    out rows that somebody else is changing.
    """
    if not connection.features.has_select_for_update:
        return rows  # SQLite has a single writer
    found = rows.select_for_update(skip_locked=skip_locked).order_by("pk").values_list("pk", flat=True)
    return MdChangeState.objects.filter(pk__in=list(found))


def _next_lsn() -> int:
    """The next change number. Also serialises enqueuing: its row stays locked until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO md_change_lsn (id, value) VALUES (1, 1)"
            " ON CONFLICT (id) DO UPDATE SET value = md_change_lsn.value + 1 RETURNING value"
        )
        return int(cursor.fetchone()[0])


def retry_failed(paths: Iterable[str] | None = None) -> int:
    """Puts failed files back into the queue: all of them, or those among `paths`."""
    failed = MdChangeState.objects.filter(status=Status.FAILED)
    if paths is not None:
        failed = failed.filter(path__in=list(paths))
    return enqueue(list(failed.values_list("path", flat=True)), recheck=True, by_hand=True)


def retry_after_outage() -> int:
    """Schedules one more attempt for files that failed because of something outside themselves, when it is time."""
    failed = MdChangeState.objects.filter(due(), status=Status.FAILED)
    with transaction.atomic():
        return _locked(failed).update(
            status=Status.PENDING, attempts=settings.EVEROS.cascade.max_attempts - 1
        )


# --- claiming


def claim(
    limit: int,
    kinds: Iterable[str] | None = None,
    among: Q | None = None,
    order: str = "-lsn",
    owners_in_turn: bool = False,
) -> list[MdChangeState]:
    """Claims up to `limit` files, the latest changes first unless another `order` is given.

    `owners_in_turn`: the first file of each owner, then the second of each, and so on.
    """
    if not _ANY_PENDING.rows():
        return []
    token = processes.claim_token()
    while True:
        now = timezone.now()
        ready = MdChangeState.objects.filter(unclaimed(), due(), status=Status.PENDING)
        if kinds is not None:
            ready = ready.filter(kind__in=list(kinds))
        if among is not None:
            ready = ready.filter(among)
        ordered = ready.order_by(order, "pk").values_list("pk", flat=True)
        keys = _in_turn(ordered, limit) if owners_in_turn else list(ordered[:limit])
        if not keys:
            return []
        if _take(ready.filter(pk__in=keys), token, now):
            return list(MdChangeState.objects.filter(claimed_by=token).order_by(order, "pk"))


_ANY_PENDING = Prepared(
    MdChangeState, lambda: MdChangeState.objects.filter(status=Status.PENDING).values_list("pk")[:1]
)


_ANY_SUSPECT = Prepared(
    MdChangeState,
    lambda: MdChangeState.objects.filter(status=Status.PENDING, deaths__gt=0).values_list("pk")[:1],
)


def claim_for_texts(limit: int, kinds: Iterable[str]) -> list[MdChangeState]:
    """Claims files whose new texts are not findable by keyword yet, longest waiting first, without failed ones."""
    return claim(limit, kinds, TEXT_WAITS & Q(attempts=0, deaths=0), order="lsn")


def claim_failed_texts(limit: int, kinds: Iterable[str]) -> list[MdChangeState]:
    """Claims files whose texts could not be indexed at first and are due again, longest waiting first."""
    return claim(limit, kinds, TEXT_WAITS & Q(attempts__gt=0, deaths=0), order="lsn")


def claim_for_vectors(limit: int, kinds: Iterable[str], with_texts: bool = False) -> list[MdChangeState]:
    """Claims files whose texts are findable (`with_texts`: others too): owners in turn, latest first, so that neither
    an edit nor another owner waits behind an import.
    """
    sound = Q(deaths=0)
    return claim(limit, kinds, sound if with_texts else sound & ~TEXT_WAITS, owners_in_turn=True)


def claim_suspect(kinds: Iterable[str]) -> list[MdChangeState]:
    """Claims the file that has waited longest of those in whose work a process died. Most were only at hand, so they
    must not wait until nothing else is left to do; each is done alone.
    """
    return claim(1, kinds, Q(deaths__gt=0), order="available_at") if _ANY_SUSPECT.rows() else []


def only_new_ones_wait(seconds: float) -> bool:
    """Whether files wait, and none of them has waited so long."""
    if not _ANY_PENDING.rows():
        return False
    long_before = timezone.now() - timedelta(seconds=seconds)
    return not MdChangeState.objects.filter(status=Status.PENDING, enqueued_at__lte=long_before).exists()


def many_texts_wait() -> bool:
    """Whether more files have new texts than a search reads by itself."""
    return bool(_ONE_TOO_MANY.rows())


_ONE_TOO_MANY = Prepared(
    MdChangeState,
    lambda: MdChangeState.objects.filter(
        TEXT_WAITS, status=MdChangeState.Status.PENDING, attempts=0, deaths=0
    ).values_list("pk")[FILES_A_SEARCH_READS : FILES_A_SEARCH_READS + 1],
)


def _in_turn(keys: QuerySet[MdChangeState, int], limit: int) -> list[int]:
    """Takes owners in turn. Of a very long queue only both ends are considered: whoever waits behind an import is at
    the far end.
    """
    files = keys.values_list("pk", "path")
    found = dict(files[:MOST_CONSIDERED])
    if len(found) == MOST_CONSIDERED:
        found |= dict(files.reverse()[:MOST_CONSIDERED])
    taken: Counter[str] = Counter()
    turns = []
    for key, path in found.items():
        owner = "/".join(path.split("/")[:OWNER_PARTS])
        turns.append((taken[owner], key))
        taken[owner] += 1
    return [key for _, key in sorted(turns, key=itemgetter(0))[:limit]]


def _take(ready: QuerySet[MdChangeState], token: str, now: datetime) -> int:
    """Claims rows conditionally: of rows that two drains saw at once, each gets only its share."""
    with transaction.atomic():
        mine = _locked(ready, skip_locked=True)
        return mine.update(claimed_by=token, claimed_lsn=F("lsn"), lease_until=now + LEASE)


def renew(changes: Sequence[MdChangeState]) -> set[int]:
    """Extends the leases. Returns the keys of those still held; leave the others alone, somebody else may hold them."""
    extended = {"lease_until": timezone.now() + LEASE}
    with transaction.atomic():
        return {
            change.pk
            for change in sorted(changes, key=attrgetter("pk"))
            if change_rows(MdChangeState, {"pk": change.pk, "claimed_by": change.claimed_by}, extended)
        }


def changed_since_claimed(changes: Sequence[MdChangeState]) -> set[str]:
    """Paths of those of these claimed files that have been changed since."""
    rows = MdChangeState.objects.filter(pk__in=[change.pk for change in changes], lsn__gt=F("claimed_lsn"))
    return set(rows.values_list("path", flat=True))


def note_read(
    changes: Sequence[MdChangeState], stamps: Mapping[str, FileStamp | None], with_texts: bool = False
) -> None:
    """Records the state of each file (by path) when it was read, None if there was none: otherwise the watcher or a
    scan would enqueue the file again while it is being worked on. A change enqueued since then has its own.

    `with_texts`: the texts of these claims are in the index. A later change of the file waits again.
    """
    with transaction.atomic():
        for change in sorted(changes, key=attrgetter("pk")):
            held = {"pk": change.pk, "claimed_by": change.claimed_by}
            if with_texts:
                change_rows(MdChangeState, held, {"text_lsn": change.claimed_lsn})
            if change.path in stamps:
                unchanged = held | {"lsn": change.claimed_lsn}
                change_rows(MdChangeState, unchanged, _columns(stamps[change.path]))


def release(changes: Sequence[MdChangeState]) -> None:
    """Returns claims as if they had not been taken."""
    if not changes:
        return
    with transaction.atomic():
        _locked(_held(changes)).update(claimed_by="", lease_until=None)


def release_claims(of: str = "", blames: Verdict = verdict_on_all) -> int:
    """Releases the claims of a dead process (by its token) before their lease runs out; without a token, all claims,
    because a server that runs alone has just started.

    A command working beside that server loses its claims too; its work is then repeated without effect. Changes that
    are to blame for the death count as failed attempts.
    """
    claimed = MdChangeState.objects.exclude(lease_until=None).filter(claimed_by__startswith=of)
    with transaction.atomic():
        found = list(_locked(claimed))
        for change in found:
            if blames(f"change {change.pk}"):
                _record_death(change)
            change.claimed_by, change.lease_until = "", None
        fields = ["deaths", "attempts", "status", "available_at", "error", "claimed_by", "lease_until"]
        MdChangeState.objects.bulk_update(found, fields, batch_size=64)
    return len(found)


def _record_death(change: MdChangeState) -> None:
    """Records a failed attempt. After the last one, only a person or a change of the text leads to another attempt."""
    change.deaths, change.attempts = change.deaths + 1, change.attempts + 1
    last = change.deaths >= max(2, settings.EVEROS.cascade.max_attempts)
    change.status = Status.FAILED if last else Status.PENDING
    change.available_at = None if last else RETRY.next_after_deaths(change.deaths)
    change.error = DIED.format(deaths=change.deaths)


def _held(changes: Sequence[MdChangeState]) -> QuerySet[MdChangeState]:
    """A token marks one call of claim() by one drain; the rows of a batch share it."""
    return MdChangeState.objects.filter(
        pk__in=[change.pk for change in changes], claimed_by__in={change.claimed_by for change in changes}
    )


# --- finishing


def finish(results: Sequence[Result]) -> None:
    """Records how the work ended. A file that changed since it was claimed stays pending, without a lease."""
    with transaction.atomic():
        for result in sorted(results, key=lambda result: result.change.pk):
            _record(result)


def _record(result: Result) -> None:
    change = result.change
    held = {"pk": change.pk, "claimed_by": change.claimed_by}
    unchanged = held | {"lsn": change.claimed_lsn}
    free: dict[str, Any] = {
        "claimed_by": "",
        "lease_until": None,
        "file_sha256": result.sha256,
        "entries": result.entries,
    }
    if result.stamp is None:
        MdChangeState.objects.filter(**unchanged).delete()
        change_rows(MdChangeState, held, free)
        return
    free |= {"error": clean(result.problem), "attempts": 0, "deaths": 0, "done_at": timezone.now()}
    status = Status.FAILED if result.problem else Status.DONE
    ended = free | _columns(result.stamp) | {"status": status, "available_at": None}
    if not change_rows(MdChangeState, unchanged, ended):
        change_rows(MdChangeState, held, free | {"status": Status.PENDING})


def _columns(stamp: FileStamp | None) -> dict[str, int | None]:
    return dict(zip(FileStamp._fields, stamp or (None, None), strict=True))


def retry_later(change: MdChangeState, error: str, stamp: FileStamp | None) -> None:
    """Schedules another attempt after an exponential delay with jitter. After the last attempt the file is `failed` and
    reported.
    """
    attempts = change.attempts + 1
    now = timezone.now()
    last = attempts >= settings.EVEROS.cascade.max_attempts
    held = _held([change])
    with transaction.atomic():
        held.filter(lsn=F("claimed_lsn")).update(
            status=Status.FAILED if last else Status.PENDING,
            attempts=attempts,
            available_at=now + (SECOND_CHANCE if last else RETRY.after(attempts)),
            error=error,
            file_sha256="",
            **_columns(stamp),
        )
        held.update(claimed_by="", lease_until=None)


# --- reading


def latest_lsn() -> int:
    """The number of the latest change."""
    return LogSequence.objects.values_list("value", flat=True).first() or 0


def kinds_being_indexed(paths: Iterable[str]) -> set[str]:
    """Kinds of those of these files that somebody has claimed."""
    claimed = MdChangeState.objects.filter(lease_until__gt=timezone.now()).exclude(claimed_by="")
    return {
        kind
        for batch in batches(list(paths), ROWS_A_STATEMENT)
        for kind in claimed.filter(path__in=batch).values_list("kind", flat=True)
    }


def failed_paths(kind: str) -> list[str]:
    return list(MdChangeState.objects.filter(kind=kind, status=Status.FAILED).values_list("path", flat=True))
