"""Who takes part: the people who speak in an owner's memories, by id and name, and the members of groups.

Names in a query identify people, not content. Whoever has said something in a group belongs to it.
"""

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from lancedb.table import LanceTable

from memory.conversation.messages import USER_ROLES
from memory.index import handles, sql, waiting
from memory.index.tables import KindTable
from memory.index.waiting import Reach
from memory.kinds.atomic_fact import SPEAKER
from memory.kinds.episode import EPISODE
from memory.language.sentences import INDENT
from memory.models import BufferedMessage
from memory.providers.protocols import Embedder
from memory.providers.registry import get_embedder
from memory.scope import Owner, OwnerType, Scope

HELD_SECONDS = 10.0  # how long the result is used without checking for new people
MOST_OWNERS = 10_000  # owners whose participants are cached

_SPEAKER = re.compile(rf"^(?!{INDENT})({SPEAKER}): ", re.MULTILINE)
_ID_BEHIND = re.compile(r" \([^()]*\)$")  # `Alice (u_42)`: distinguishes two people with one name
MOST_ROWS = 32  # read in full, however many people there are


@dataclass(frozen=True, slots=True)
class _Known:
    names: frozenset[str]
    rows: int  # of the whole table, when it was read
    until: float


_lock = threading.Lock()
_known: dict[tuple[str, str, str], _Known] = {}


def participants(scope: Scope, owner: Owner, embedder: Embedder) -> frozenset[str]:
    """The owner's id, and the ids and names of all who speak in the owner's episodes. Raises IndexUnavailable."""
    if owner.type not in EPISODE.owner_types:
        return frozenset((owner.id,))
    table, where = KindTable(EPISODE, embedder).held(), sql.owned_by(scope, owner)
    key = (handles.address(), table.name or "", where)
    known, now = _known.get(key), time.monotonic()
    if known and now < known.until:
        return known.names
    rows = table.count()
    names = known.names if known and known.rows == rows else frozenset((owner.id, *_read(table, where)))
    with _lock:
        if len(_known) >= MOST_OWNERS:
            _known.clear()
        _known[key] = _Known(names, rows, now + HELD_SECONDS)
    return names


def _read(table: KindTable, where: str) -> Iterator[str]:
    for ids, payload in examples(table, where):
        yield from ids
        yield from speakers_of(str(payload.get("content") or ""), len(ids))


def speakers_of(content: str, most: int) -> Sequence[str]:
    """Names and first names at the beginning of lines, as in `Maya Lind: I moved`; only the `most` frequent, since
    other lines may begin with a word and a colon too.
    """
    counted = Counter(_ID_BEHIND.sub("", name) for name in _SPEAKER.findall(content))
    names = [name for name, _ in counted.most_common(most)]
    return [*names, *(name.split()[0] for name in names if name.strip())]


def groups(scope: Scope, member: str | None = None) -> set[str]:
    """The groups of the scope that have memories, or messages on their way; of one person, if one is named.

    Raises IndexUnavailable.
    """
    messages = BufferedMessage.objects.filter(**scope.columns, group_id__isnull=False)
    if member is not None:
        messages = messages.filter(sender_id=member)
    said = messages.values_list("group_id", flat=True)
    return _with_episodes(scope, OwnerType.GROUP, said, member and has_spoken(member))


def users(scope: Scope) -> set[str]:
    """The users of the scope who have episodes, or messages on their way. Raises IndexUnavailable."""
    messages = BufferedMessage.objects.filter(**scope.columns, role__in=USER_ROLES)
    return _with_episodes(scope, OwnerType.USER, messages.values_list("sender_id", flat=True))


def _with_episodes(
    scope: Scope, type: OwnerType, of_messages: QuerySet[Any], where: str | None = None
) -> set[str]:
    """The owners of messages on their way, of episodes in files that wait, and of those in the index: in the order in
    which a message comes to them, so that none is missed.
    """
    found = set(of_messages.distinct())
    condition = sql.all_of(sql.owned_by_any(scope, type), where)
    found |= {row.owner_id for row in waiting.look(EPISODE, Reach(scope, types=(type,))).rows(condition)}
    return found | owners(KindTable(EPISODE, get_embedder()), condition)


def is_member(scope: Scope, group_id: str, user_id: str) -> bool:
    """Raises IndexUnavailable."""
    return group_id in groups(scope, user_id)


def has_spoken(sender_id: str) -> str:
    """The condition that this sender has spoken in a memory."""
    return sql.has("sender_ids", sender_id)


def owners(table: KindTable, where: str) -> set[str]:
    """The owners of the rows that meet the condition: one scan of one column. Raises IndexUnavailable."""

    def read(lance: LanceTable) -> set[str]:
        return set(handles.rows(lance, ["owner_id"], where)["owner_id"].to_pylist())

    nothing: set[str] = set()
    return table.ask(read, nothing)


def examples(table: KindTable, where: str) -> list[tuple[list[str], dict[str, Any]]]:
    """Sender ids and payload of rows that together include every sender, latest first.

    One scan of one column, then those rows; beyond MOST_ROWS only the ids, with an empty payload. Raises
    IndexUnavailable.
    """

    def read(lance: LanceTable) -> list[tuple[list[str], dict[str, Any]]]:
        found = handles.answer(handles.query(lance).select(["sender_ids"]).where(where).with_row_id())
        last_of: dict[str, int] = {}
        for row, senders in zip(found["_rowid"].to_pylist(), found["sender_ids"].to_pylist(), strict=True):
            last_of.update(dict.fromkeys(senders or (), row))
        wanted = sorted(set(last_of.values()), reverse=True)[:MOST_ROWS]
        if not wanted:
            return []
        rows = handles.answer(handles.take(lance, wanted).select(["sender_ids", "payload"]))
        payloads = map(json.loads, rows["payload"].to_pylist())
        return [*zip(rows["sender_ids"].to_pylist(), payloads, strict=True), (list(last_of), {})]

    nothing: list[tuple[list[str], dict[str, Any]]] = []
    return table.ask(read, nothing)
