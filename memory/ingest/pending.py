"""Messages that no episode tells yet, as the episodes that they would be by now: they are found at once."""

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Max, Q

from memory.index.rows import row_of
from memory.index.schema import IndexRow
from memory.index.waiting import UNTOLD, Reach, Waiting, register
from memory.index.windows import not_embedded
from memory.ingest import extraction
from memory.ingest.extraction import episode_values
from memory.ingest.speakers import USER_ROLES, owner_ids, speaker_ids
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.models import BufferedMessage
from memory.scope import Owner, OwnerType, Scope, group, user

MOST_SESSIONS = 32  # that one search reads, the latest
MOST_MESSAGES = 400  # of all of them, the latest
MOST_REMEMBERED = 512  # stretches, until their next message

_lock = threading.Lock()
_composed: dict[tuple[Any, ...], IndexRow] = {}


@register
def buffered(kind: Kind, reach: Reach) -> Waiting | None:
    if kind is not EPISODE:
        return None
    scope = Q(app_id=reach.scope.app_id, project_id=reach.scope.project_id)
    spoken = BufferedMessage.objects.filter(scope, _said_for(reach))
    sessions = spoken.values_list("session_id", flat=True).annotate(latest=Max("id")).order_by("-latest")
    latest = list(sessions[: MOST_SESSIONS + 1])
    if not latest:
        return None
    count = len(latest) if len(latest) <= MOST_SESSIONS else sessions.count()
    rows = BufferedMessage.objects.filter(scope, session_id__in=latest[:MOST_SESSIONS])
    messages = list(rows.order_by("-id").defer("content")[:MOST_MESSAGES])
    return _waiting(messages, reach, count)


def _said_for(reach: Reach) -> Q:
    """Messages whose episode somebody within reach gets."""
    wanted = Q(pk__in=[])
    for owner in reach.owners:
        if owner.type is OwnerType.USER:
            wanted |= Q(sender_id=owner.id, role__in=USER_ROLES)
        elif owner.type is OwnerType.GROUP:
            wanted |= Q(group_id=owner.id)
    if OwnerType.USER in reach.types:
        wanted |= Q(role__in=USER_ROLES)
    if OwnerType.GROUP in reach.types:
        wanted |= Q(group_id__isnull=False)
    return wanted


def _waiting(messages: Sequence[BufferedMessage], reach: Reach, count: int) -> Waiting:
    def stretch(message: BufferedMessage) -> tuple[str, str, str]:
        return message.session_id, message.group_id or "", message.cell_id or ""

    ordered = sorted(messages, key=lambda message: (*stretch(message), message.timestamp_ms, message.pk))
    stretches = [list(rows) for _, rows in groupby(ordered, key=stretch)]
    rows = [row for turns in stretches for row in _rows(turns, reach)]
    return Waiting(rows, count=max(count, len(stretches)))


def _rows(turns: Sequence[BufferedMessage], reach: Reach) -> Iterator[IndexRow]:
    """One for each owner within reach."""
    group_id = turns[0].group_id
    owners = [*map(user, owner_ids(turns)), *([group(group_id)] if group_id is not None else [])]
    said = tuple((turn.pk, turn.cell_id, turn.text) for turn in turns)
    for owner in owners:
        if owner in reach.owners or owner.type in reach.types:
            yield _remembered((reach.scope, owner, said), partial(_row, reach.scope, owner, turns))


def _remembered(key: tuple[Any, ...], compose: Callable[[], IndexRow]) -> IndexRow:
    row = _composed.get(key)
    if row is None:
        row = compose()
        with _lock:
            if len(_composed) >= MOST_REMEMBERED:
                _composed.clear()
            _composed[key] = row
    return row


def _row(scope: Scope, owner: Owner, turns: Sequence[BufferedMessage]) -> IndexRow:
    """By rules: a model is not asked for what may be another by the next search."""
    told = extraction.compose(turns, ZoneInfo(settings.EVEROS.memory.timezone))
    first, last = turns[0], max(turns, key=lambda turn: turn.accepted_at)
    row = row_of(
        EPISODE,
        scope,
        owner,
        md_path="",
        entry_id=f"{UNTOLD}{first.pk}",
        content_sha256=sha256(told.content.encode()).hexdigest(),
        values=episode_values(
            told, owner.id, first.session_id, first.timestamp_ms, speaker_ids(turns), first.cell_id
        ),
        vectors=not_embedded(1),  # the index makes them, when the episode is on disk
        updated_at=last.accepted_at,
    )
    row.pending = True
    return row
