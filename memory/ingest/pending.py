"""Messages that are not in an episode yet, in the form of the episodes they would become, so that they are found at
once.

The rules of language are imported only when they are needed, because every management command loads this module.
"""

import threading
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Substr

from memory import times
from memory.batches import batches
from memory.conversation.messages import USER_ROLES, owner_ids, source_of, speaker_ids
from memory.index.schema import IndexRow, row_of
from memory.index.waiting import UNEXTRACTED, Reach, Waiting, register
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.models import BufferedMessage
from memory.prepared import Prepared
from memory.scope import Owner, OwnerType, Scope, group, user
from memory.text.chunks import not_embedded
from memory.text.tokens import analyze

MOST_SESSIONS = 32  # read by one search, the latest
MOST_MESSAGES = 400  # in total, the latest
MOST_REMEMBERED = 512  # stretches kept until their next message
# Composing an episode takes some milliseconds a message, so of earlier messages only those are read that share most
# words with the query, each with its neighbours.
MOST_COMPARED = 5_000  # the latest of them
CHARACTERS_COMPARED = 5_000  # of each
MOST_MATCHING = 8
NEIGHBOURS = 2
MESSAGES_A_QUERY = 500


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
_terms: dict[_Said, str] = {}  # of earlier messages


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
    said = _said(rows, MOST_MESSAGES)
    stretches = _stretches(said)
    count = max(count, len(stretches))
    if reach.words and (len(latest) > MOST_SESSIONS or len(said) == MOST_MESSAGES):
        everything = BufferedMessage.objects.filter(
            scope, session_id__in=waiting_messages.values("session_id").distinct()
        )
        earlier = _said(everything.exclude(pk__in=[message.id for message in said]), MOST_COMPARED)
        stretches += _matching(earlier, reach.words)
    return Waiting(_rows(stretches, reach), count=count)


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
    users = [owner.id for owner in reach.owners if owner.type is OwnerType.USER]
    groups = [owner.id for owner in reach.owners if owner.type is OwnerType.GROUP]
    wanted = Q(sender_id__in=users, role__in=USER_ROLES) | Q(group_id__in=groups)
    if OwnerType.USER in reach.types:
        wanted |= Q(role__in=USER_ROLES)
    if OwnerType.GROUP in reach.types:
        wanted |= Q(group_id__isnull=False)
    return wanted


def _said(messages: QuerySet[BufferedMessage], most: int) -> list[_Said]:
    return [_Said(*row) for row in messages.order_by("-id").values_list(*_Said._fields)[:most]]


def _stretches(messages: Sequence[_Said]) -> list[tuple[_Said, ...]]:
    def stretch(message: _Said) -> tuple[str, str, str]:
        return message.session_id, message.group_id or "", message.cell_id or ""

    ordered = sorted(messages, key=lambda message: (*stretch(message), message.timestamp_ms, message.id))
    return [tuple(said) for _, said in groupby(ordered, key=stretch)]


def _matching(messages: Sequence[_Said], words: Collection[str]) -> list[tuple[_Said, ...]]:
    """Those that share most words with the query, the latest first, with their neighbours."""
    shared = {message: len(set(words) & terms) for message, terms in _terms_of(messages).items()}
    ordered = sorted(shared, key=lambda message: (shared[message], message.id), reverse=True)
    best = {message for message in ordered[:MOST_MATCHING] if shared[message]}
    found = []
    for said in _stretches(messages):
        hits = [place for place, message in enumerate(said) if message in best]
        near = [m for place, m in enumerate(said) if any(abs(place - hit) <= NEIGHBOURS for hit in hits)]
        found += [tuple(near)] if near else []
    return found


def _terms_of(messages: Sequence[_Said]) -> dict[_Said, set[str]]:
    known = {message: terms for message in messages if (terms := _terms.get(message)) is not None}
    new = {message.id: message for message in messages if message not in known}
    analyzed: dict[_Said, str] = {}
    for batch in batches(new, MESSAGES_A_QUERY):
        texts = BufferedMessage.objects.filter(pk__in=batch).values_list(
            "pk", Substr("text", 1, CHARACTERS_COMPARED)
        )
        analyzed |= {new[number]: analyze(text) for number, text in texts}
    with _lock:
        if len(_terms) + len(analyzed) > MOST_COMPARED:
            _terms.clear()
        _terms.update(analyzed)
    return {message: set(terms.split()) for message, terms in (known | analyzed).items()}


def _rows(stretches: Sequence[tuple[_Said, ...]], reach: Reach) -> list[IndexRow]:
    wanted = [(reach.scope, owner, said) for said in stretches for owner in _owners(said, reach)]
    known = {key: _composed.get(key) for key in wanted}
    unknown = {message.id for key in wanted if known[key] is None for message in key[-1]}
    turns = BufferedMessage.objects.defer("content").in_bulk(unknown) if unknown else {}
    rows = (row or _compose(key, turns) for key, row in known.items())
    return [row for row in rows if row is not None]


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
    from memory.ingest.extraction import compose, episode_values

    composed = compose(turns, times.display_zone())
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
