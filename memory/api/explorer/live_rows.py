"""Where each conversation of the last minutes is on its way into memory, from rows of buffer, cells, runs and queue.

Each query goes by an index and has a limit, since open pages ask every other second.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cascade.models import MdChangeState
from memory.api.explorer.place import Place
from memory.conversation.messages import USER_ROLES
from memory.grants import Caller, may
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.kinds.ids import day_of, wire_id
from memory.markdown.root import current_root
from memory.models import AcceptedKey, BufferedMessage, MemCell
from memory.scope import Owner, Scope, agent, group, user
from ome.models import StrategyRun

WINDOW = timedelta(minutes=10)
MOST_ACCEPTED = 2_000  # messages of the window that are looked at, the latest
MOST_SESSIONS = 20
MOST_CELLS = 20
FACTS = "extract_atomic_facts"


@dataclass(frozen=True, slots=True)
class Waiting:
    """Messages of a session that are not part of a memory cell yet."""

    session: str
    messages: int
    latest: datetime
    speakers: Sequence[str]


@dataclass(frozen=True, slots=True)
class Step:
    """`state` is `done`, `now`, `waits` or `failed`."""

    name: Any
    state: str
    at: datetime | None = None
    detail: Any = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """A memory cell, and its way to the index."""

    cell: str
    session: str
    owner: Owner | None
    steps: Sequence[Step]

    @property
    def has_arrived(self) -> bool:
        return all(step.state == "done" for step in self.steps)


def waiting_sessions(caller: Caller, place: Place) -> list[Waiting]:
    """The sessions with messages that wait for a boundary, the latest first. Of those that a key does not cover, only
    the messages of its own people count.
    """
    rows = (
        BufferedMessage.objects.filter(**place.scope.columns, cell=None)
        .order_by()
        .values_list("session_id", "role", "sender_id")
        .annotate(Count("pk"), Max("accepted_at"))
    )
    found: defaultdict[str, list[tuple[str, int, datetime]]] = defaultdict(list)
    for session, role, sender, messages, latest in rows:
        speaker = user(sender) if role in USER_ROLES else agent(sender)
        if place.owner in (None, speaker) and may(caller, "read", place.scope, speaker):
            found[session].append((sender, messages, latest))
    waiting = [
        Waiting(
            session,
            sum(number for _, number, _ in said),
            max(latest for *_, latest in said),
            sorted({sender for sender, *_ in said}),
        )
        for session, said in found.items()
    ]
    return sorted(waiting, key=lambda one: one.latest, reverse=True)[:MOST_SESSIONS]


def conversations(caller: Caller, place: Place) -> list[Conversation]:
    """Memory cells that wait, or were made in the last minutes, the latest first."""
    accepted = _accepted(place.scope)
    recent = Q(session_id__in=list(accepted), created_at__gte=timezone.now() - WINDOW)
    open_or_recent = recent | Q(status=MemCell.Status.PENDING)
    cells = MemCell.objects.filter(open_or_recent, **place.scope.columns).order_by("-created_at", "pk")
    seen: list[tuple[MemCell, Owner]] = []
    for cell in cells.defer("extraction")[: MOST_CELLS * 5]:
        mine = [each for each in _owners(cell) if _is_seen(caller, place, each)]
        if mine and len(seen) < MOST_CELLS:
            seen.append((cell, mine[0]))
    runs = _runs([cell.pk for cell, _ in seen])
    changes = _changes(place.scope, seen)
    return [
        Conversation(
            cell.pk,
            cell.session_id,
            owner,
            _steps(
                place, cell, owner, accepted.get(cell.session_id, ()), runs.get((cell.pk, owner)), changes
            ),
        )
        for cell, owner in seen
    ]


def _accepted(scope: Scope) -> Mapping[str, Sequence[datetime]]:
    """When messages of each session came in, as far as that is within the window; the latest first."""
    rows = AcceptedKey.objects.filter(**scope.columns, accepted_at__gte=timezone.now() - WINDOW)
    found: defaultdict[str, list[datetime]] = defaultdict(list)
    for session, at in rows.order_by("-accepted_at").values_list("session_id", "accepted_at")[:MOST_ACCEPTED]:
        found[session].append(at)
    return found


def _owners(cell: MemCell) -> Iterator[Owner]:
    """Those who get memories of the cell; the group first, whose episode has all of the conversation."""
    if cell.group_id is not None:
        yield group(cell.group_id)
    yield from map(user, cell.owners)
    yield from map(agent, cell.agents)


def _is_seen(caller: Caller, place: Place, owner: Owner) -> bool:
    return place.owner in (None, owner) and may(caller, "read", place.scope, owner)


def _runs(cells: Sequence[str]) -> Mapping[tuple[str, Owner], StrategyRun]:
    """By cell and owner: the run that derives facts."""
    events = {f"cell:{cell}": cell for cell in cells}
    rows = StrategyRun.objects.filter(event_id__in=list(events), strategy=FACTS)
    return {(events[row.event_id], row.owner): row for row in rows}


def _changes(scope: Scope, cells: Sequence[tuple[MemCell, Owner]]) -> Mapping[str, MdChangeState]:
    """By path: the queue's rows of the files with the episodes and facts of these cells."""
    paths = {
        path
        for cell, owner in cells
        for kind in (EPISODE, ATOMIC_FACT)
        if (path := _path(scope, kind, cell, owner))
    }
    return {row.path: row for row in MdChangeState.objects.filter(path__in=paths)}


def _steps(
    place: Place,
    cell: MemCell,
    owner: Owner,
    accepted: Sequence[datetime],
    run: StrategyRun | None,
    changes: Mapping[str, MdChangeState],
) -> list[Step]:
    came = next((at for at in accepted if at <= cell.created_at), None)
    entry = _entry(cell, owner)
    url = place.memory_url(wire_id(owner, entry)) if entry else ""
    return [
        Step(_("Messages"), "done", came, str(cell.message_count)),
        Step(_("Boundary"), "done", cell.created_at),
        _episode(cell, url),
        *([_facts(run, place.of_owner(owner))] if run is not None else []),
        *([_indexed(place.scope, cell, owner, run, changes)] if entry else []),
    ]


def _episode(cell: MemCell, url: str) -> Step:
    if cell.status == MemCell.Status.DONE:
        return Step(_("Episode") if url else _("Extracted"), "done", cell.finished_at, "", url)
    if cell.error:
        return Step(_("Episode"), "failed", None, _("is tried again"))
    return Step(_("Episode"), "now" if cell.lease_until else "waits")


def _facts(run: StrategyRun, place: Place) -> Step:
    match run.status:
        case StrategyRun.Status.DONE:
            return Step(
                _("Facts"), "done", run.finished_at, str(len(run.results)), place.url("owner", part="facts")
            )
        case StrategyRun.Status.DEAD | StrategyRun.Status.CANCELLED:
            return Step(_("Facts"), "failed", run.finished_at)
    return Step(_("Facts"), "now" if run.started_at else "waits")


def _indexed(
    scope: Scope, cell: MemCell, owner: Owner, run: StrategyRun | None, changes: Mapping[str, MdChangeState]
) -> Step:
    """The step is done once the files of the episode and its facts have been indexed, even if they changed again."""
    written: list[tuple[Kind, datetime | None]] = [(EPISODE, cell.finished_at)]
    if run is not None and (run.results or run.status == StrategyRun.Status.PENDING):
        written.append((ATOMIC_FACT, run.finished_at if run.results else None))
    done = []
    for kind, at in written:
        row = changes.get(_path(scope, kind, cell, owner) or "")
        if row is not None and row.status == MdChangeState.Status.FAILED:
            return Step(_("Index"), "failed")
        if at is None or row is None or row.done_at is None:
            return Step(_("Index"), "waits")
        if row.status != MdChangeState.Status.DONE and row.done_at < at:
            return Step(_("Index"), "waits")
        done.append(row.done_at)
    return Step(_("Index"), "done", max(done))


def _entry(cell: MemCell, owner: Owner) -> str:
    """The entry id of the owner's episode; empty before it is written, and for agents, who have none."""
    return cell.episodes.get(owner, "")


def _path(scope: Scope, kind: Kind, cell: MemCell, owner: Owner) -> str | None:
    entry = _entry(cell, owner)
    return str(current_root().file(kind, scope, owner, day=day_of(entry))) if entry else None
