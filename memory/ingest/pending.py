"""Messages that are not in an episode yet, in the form of the episodes they would become, so that they are found at
once.
"""

import threading
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from django.db.models import Max, Q

from memory import times
from memory.conversation.messages import USER_ROLES, owner_ids, source_of, speaker_ids
from memory.index.schema import IndexRow, row_of
from memory.index.waiting import UNEXTRACTED, Reach, Waiting, register
from memory.ingest import extraction
from memory.ingest.extraction import episode_values
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.models import BufferedMessage
from memory.prepared import Prepared
from memory.scope import Owner, OwnerType, Scope, group, user
from memory.text.chunks import not_embedded

MOST_SESSIONS = 32  # read by one search, the latest
MOST_MESSAGES = 400  # in total, the latest
MOST_REMEMBERED = 512  # stretches kept until their next message


class _Said(NamedTuple):
    """Identifies a message and its owners. Its text never changes, and is read on demand."""

    id: int
    session_id: str
    group_id: str | None
    cell_id: str | None
    sender_id: str
    role: str
    timestamp_ms: int
    accepted_at: datetime


_Key = tuple[Scope, Owner, tuple[_Said, ...]]

_lock = threading.Lock()
_composed: dict[_Key, IndexRow] = {}


@register
def buffered(kind: Kind, reach: Reach) -> Waiting | None:
    if kind is not EPISODE or not _any_said_for(reach):
        return None
    scope = Q(**reach.scope.columns)
    waiting_messages = BufferedMessage.objects.filter(scope, _said_for(reach))
    sessions = (
        waiting_messages.values_list("session_id", flat=True).annotate(latest=Max("id")).order_by("-latest")
    )
    latest = list(sessions[: MOST_SESSIONS + 1])
    if not latest:
        return None
    count = len(latest) if len(latest) <= MOST_SESSIONS else sessions.count()
    rows = BufferedMessage.objects.filter(scope, session_id__in=latest[:MOST_SESSIONS])
    latest_said = rows.order_by("-id").values_list(*_Said._fields)[:MOST_MESSAGES]
    return _waiting([_Said(*message) for message in latest_said], reach, count)


def _any_said_for(reach: Reach) -> bool:
    """Whether anything waits, as is rarely the case, for the one user whose memories are usually requested."""
    if reach.types or len(reach.owners) != 1 or reach.owners[0].type is not OwnerType.USER:
        return True
    return bool(_OF_SENDER.rows(reach.scope.app_id, reach.scope.project_id, reach.owners[0].id))


_OF_SENDER = Prepared(
    BufferedMessage,
    lambda app_id, project_id, sender_id: BufferedMessage.objects.filter(
        app_id=app_id, project_id=project_id, sender_id=sender_id
    ).values_list("id")[:1],
)


def _said_for(reach: Reach) -> Q:
    """Messages whose episode belongs to somebody within reach."""
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


def _waiting(messages: Sequence[_Said], reach: Reach, count: int) -> Waiting:
    def stretch(message: _Said) -> tuple[str, str, str]:
        return message.session_id, message.group_id or "", message.cell_id or ""

    ordered = sorted(messages, key=lambda message: (*stretch(message), message.timestamp_ms, message.id))
    stretches = [tuple(said) for _, said in groupby(ordered, key=stretch)]
    wanted = [(reach.scope, owner, said) for said in stretches for owner in _owners(said, reach)]
    known = {key: _composed.get(key) for key in wanted}
    unknown = {message.id for key in wanted if known[key] is None for message in key[-1]}
    turns = BufferedMessage.objects.defer("content").in_bulk(unknown) if unknown else {}
    rows = (row or _compose(key, turns) for key, row in known.items())
    return Waiting([row for row in rows if row is not None], count=max(count, len(stretches)))


def _owners(said: Sequence[_Said], reach: Reach) -> list[Owner]:
    """Those within reach."""
    group_id = said[0].group_id
    owners = [*map(user, owner_ids(said)), *([group(group_id)] if group_id is not None else [])]
    return [owner for owner in owners if owner in reach.owners or owner.type in reach.types]


def _compose(key: _Key, turns: Mapping[int, BufferedMessage]) -> IndexRow | None:
    """Of what is still in the buffer: messages that have just left it are in a file that is searched next."""
    scope, owner, said = key
    left = [turns[message.id] for message in said if message.id in turns]
    if not left:
        return None
    row = _row(scope, owner, left)
    if len(left) == len(said):
        with _lock:
            if len(_composed) >= MOST_REMEMBERED:
                _composed.clear()
            _composed[key] = row
    return row


def _row(scope: Scope, owner: Owner, turns: Sequence[BufferedMessage]) -> IndexRow:
    """Composed by rules: a model is not asked about text that may be different at the next search."""
    composed = extraction.compose(turns, times.display_zone())
    first, last = turns[0], max(turns, key=lambda turn: turn.accepted_at)
    values = episode_values(
        composed,
        first.session_id,
        first.timestamp_ms,
        speaker_ids(turns),
        first.cell_id,
        source_of(turns),
    )
    row = row_of(
        EPISODE,
        scope,
        owner,
        md_path="",
        entry_id=f"{UNEXTRACTED}{first.pk}",
        content_sha256=sha256(composed.content.encode()).hexdigest(),
        values={"owner_id": owner.id, **values, "learned_at": last.accepted_at},
        vectors=not_embedded(1),  # the index computes them once the episode is on disk
        updated_at=last.accepted_at,
    )
    row.pending = True
    return row
