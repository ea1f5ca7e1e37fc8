"""The participants of an owner's memories, by id and name: names in a query identify people, not content."""

import re
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.index import connection, senders, sql
from memory.index.tables import KindTable
from memory.kinds.atomic_fact import SPEAKER
from memory.kinds.episode import EPISODE
from memory.language.paragraphs import INDENT
from memory.providers.protocols import Embedder
from memory.scope import Owner, Scope

HELD_SECONDS = 10.0  # how long the result is used without checking for new people
MOST_OWNERS = 10_000  # owners whose participants are cached

_SPEAKER = re.compile(rf"^(?!{INDENT})({SPEAKER}): ", re.MULTILINE)
_ID_BEHIND = re.compile(r" \([^()]*\)$")  # `Alice (u_42)`: distinguishes two people with one name


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
    table, where = KindTable(EPISODE, embedder), sql.owned_by(scope, owner)
    key = (connection.address(), table.name or "", where)
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
    for ids, payload in senders.examples(table, where):
        yield from ids
        yield from speakers_of(str(payload.get("content") or ""), len(ids))


def speakers_of(content: str, most: int) -> Sequence[str]:
    """Names and first names at the beginning of lines, as in `Maya Lind: I moved`; only the `most` frequent, since
    other lines may begin with a word and a colon too.
    """
    counted = Counter(_ID_BEHIND.sub("", name) for name in _SPEAKER.findall(content))
    names = [name for name, _ in counted.most_common(most)]
    return [*names, *(name.split()[0] for name in names if name.strip())]
