"""Lists of single memories for clients that do not know kinds: facts, notes and agent cases together.

A note appears as itself, not as the episode and facts that mirror it. An episode appears only while no fact was derived
from it: it is very recent, or contains nothing to derive.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath

import numpy as np
from django.db.models import Q, QuerySet

from memory.index import generations, query, sql, waiting
from memory.index.schema import row_id
from memory.index.tables import KindTable
from memory.index.waiting import Reach
from memory.keyed import documents, register
from memory.keyed.search import find, find_documents, vector_of
from memory.keyed.single import SingleMemory, of_hit, of_note
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.kinds.note import NOTE
from memory.models import KeyedDocument
from memory.providers.registry import get_embedder
from memory.retrieval.rerank import excerpts
from memory.retrieval.timelines import with_validity
from memory.retrieval.types import Hit, Method, hit_of
from memory.scope import Owner, OwnerType, Scope

ALL = 2**31 - 1
MORE = 4  # times as many candidates, if too many of them may not be shown
EXCERPT_CHARS = 600  # characters shown of an episode in a search
NOTE_OWNER_TYPES = (OwnerType.USER, OwnerType.AGENT, OwnerType.SESSION)
OWNER_TYPE_OF: Mapping[str, OwnerType] = {
    ATOMIC_FACT.name: OwnerType.USER, EPISODE.name: OwnerType.USER, AGENT_CASE.name: OwnerType.AGENT,
}  # fmt: skip

SINGLE_KINDS = frozenset({*OWNER_TYPE_OF, NOTE.name})

Keep = Callable[[SingleMemory], bool]


@dataclass(frozen=True, slots=True)
class Among:
    """Where to look in a scope: these owners (a session means everything said in it), and all owners of these types."""

    scope: Scope
    owners: frozenset[Owner] = frozenset()
    types: frozenset[OwnerType] = frozenset()

    def ids(self, type: OwnerType) -> list[str]:
        return sorted(owner.id for owner in self.owners if owner.type is type)

    def where(self, kind: Kind) -> str:
        """The condition for rows of a kind derived from conversations; empty if there can be none."""
        type = OWNER_TYPE_OF[kind.name]
        everybody = sql.owned_by_any(self.scope, type)
        own = [sql.owned_by(self.scope, owner) for owner in self.owners if owner.type is type]
        said = [sql.all_of(everybody, sql.has("session_ids", each)) for each in self.ids(OwnerType.SESSION)]
        ways = [everybody] if type in self.types else [*own, *said]
        return sql.any_of(*ways) if ways else ""

    def reach(self, kind: Kind) -> Reach:
        type = OWNER_TYPE_OF[kind.name]
        if type in self.types or self.ids(OwnerType.SESSION):
            return Reach(self.scope, types=(type,))
        return Reach(self.scope, tuple(owner for owner in self.owners if owner.type is type))

    def notes(self) -> QuerySet[KeyedDocument]:
        """Raises IndexIncomplete while a new database does not know all files yet."""
        generations.verify_filled(NOTE.name)
        wanted = Q(pk__in=[])
        for type in NOTE_OWNER_TYPES:
            column = f"{type}_id"
            wanted |= ~Q(**{column: ""}) if type in self.types else Q(**{f"{column}__in": self.ids(type)})
        return register.live(NOTE, self.scope).filter(wanted)


def listed(among: Among) -> list[SingleMemory]:
    """All of them, newest first. Raises IndexUnavailable."""
    facts, episodes = _rows(ATOMIC_FACT, among), _rows(EPISODE, among)
    mirrors = {hit.key for hit in episodes if _is_mirror(hit)}
    told = {_parent(fact) for fact in facts}
    conversed = [
        *(fact for fact in _valid(facts, among) if _parent(fact) not in mirrors),
        *(hit for hit in episodes if hit.key not in mirrors and hit.key not in told),
        *_rows(AGENT_CASE, among),
    ]
    paths = among.notes().values_list("path", flat=True)
    noted = (documents.get_readable(PurePosixPath(path)) for path in paths.iterator())
    memories = [*map(of_hit, conversed), *(of_note(file) for file in noted if file is not None)]
    memories.sort(key=lambda one: one.id)
    return sorted(memories, key=lambda one: one.created_at or datetime.min.replace(tzinfo=UTC), reverse=True)


def searched(among: Among, text: str, limit: int, keep: Keep) -> tuple[list[SingleMemory], int]:
    """The best of those that `keep` accepts, best first, and how much waits to be indexed. Raises IndexUnavailable,
    ModelUnavailable.
    """
    vector = vector_of(among.scope, text)
    asked = _Search(among, text, limit, keep, vector, "keyword" if vector is None else "hybrid")
    found = [
        *asked.of_kind(ATOMIC_FACT, asked.facts_not_from_notes),
        *asked.of_kind(EPISODE, asked.episodes_without_facts),
        *asked.of_kind(AGENT_CASE, lambda hits: map(of_hit, hits)),
        *asked.of_notes(),
    ]
    best = sorted(found, key=lambda one: (-(one.score or 0.0), one.id))[:limit]
    return best, max(asked.pending, default=0)


def of_episode(scope: Scope, owner: Owner, episode_id: str) -> list[SingleMemory]:
    """The facts derived from it, in the order in which they were said; the episode itself if there are none."""
    among = Among(scope, frozenset({owner}))
    facts = _rows(ATOMIC_FACT, among, sql.one_of("parent_id", [episode_id]))
    found = facts or _rows(EPISODE, among, sql.one_of("row_id", [row_id(scope, owner, episode_id)]))
    return [of_hit(hit) for hit in reversed(_valid(found, among))]


@dataclass(frozen=True, slots=True)
class _Search:
    among: Among
    text: str
    limit: int
    keep: Keep
    vector: np.ndarray | None
    method: Method
    pending: list[int] = field(default_factory=list)  # how much waits to be indexed, of each kind

    def of_kind(
        self, kind: Kind, chosen: Callable[[list[Hit]], Iterable[SingleMemory]]
    ) -> list[SingleMemory]:
        where = self.among.where(kind)
        wanted = self.limit
        while where:
            matches, waits = find(
                kind, where, self.text, reach=self.among.reach(kind), method=self.method, limit=wanted,
                vector=self.vector,
            )  # fmt: skip
            self.pending.append(waits)
            kept = [one for one in chosen([match.hit for match in matches]) if self.keep(one)]
            if len(kept) >= self.limit or len(matches) < wanted:
                return kept[: self.limit]
            wanted *= MORE
        return []

    def of_notes(self) -> list[SingleMemory]:
        rows = self.among.notes()
        wanted = self.limit
        while rows.exists():
            found = find_documents(
                NOTE, self.among.scope, rows, self.text, method=self.method, limit=wanted, vector=self.vector,
                reach=Reach(self.among.scope, types=NOTE_OWNER_TYPES),
            )  # fmt: skip
            self.pending.append(found.pending)
            kept = [one for one in (of_note(each.file, each.score) for each in found.files) if self.keep(one)]
            if len(kept) >= self.limit or len(found.files) < wanted:
                return kept[: self.limit]
            wanted *= MORE
        return []

    def facts_not_from_notes(self, hits: list[Hit]) -> Iterator[SingleMemory]:
        """Facts from conversations, without those of episodes that mirror notes."""
        mirrors = self._mirrors(hits)
        return map(of_hit, _valid((hit for hit in hits if _parent(hit) not in mirrors), self.among))

    def episodes_without_facts(self, hits: list[Hit]) -> Iterator[SingleMemory]:
        """Episodes without facts, with the part closest to the query."""
        own = [hit for hit in hits if not _is_mirror(hit)]
        parents = sql.one_of("parent_id", {hit.entry_id for hit in own})
        told = {_parent(fact) for fact in _rows(ATOMIC_FACT, self.among, parents)} if own else set()
        bare = [hit for hit in own if hit.key not in told]
        for hit, nearest in zip(bare, excerpts(self.text, bare, EXCERPT_CHARS), strict=True):
            yield replace(of_hit(hit), text=nearest)

    def _mirrors(self, facts: list[Hit]) -> set[tuple[str, str, str]]:
        table = KindTable(EPISODE, get_embedder())
        parents = {row_id(fact.scope, fact.owner, str(fact.values.get("parent_id"))) for fact in facts}
        look = waiting.look(EPISODE, self.among.reach(EPISODE))
        rows = query.by_row_ids(table, sorted(parents)) if parents else {}
        rows |= {row.row_id: row for row in look.rows(sql.one_of("row_id", parents))}
        return {hit.key for hit in (hit_of(EPISODE, row) for row in rows.values()) if _is_mirror(hit)}


def _rows(kind: Kind, among: Among, more: str | None = None) -> list[Hit]:
    where = among.where(kind)
    if not where:
        return []
    look = waiting.look(kind, among.reach(kind))
    table = KindTable(kind, get_embedder())
    rows, _ = query.page(table, sql.all_of(where, more), "timestamp", True, 0, ALL, look)
    return [hit_of(kind, row) for row in rows]


def _valid(facts: Iterable[Hit], among: Among) -> list[Hit]:
    look = waiting.look(ATOMIC_FACT, among.reach(ATOMIC_FACT))
    return with_validity(facts, look)


def _parent(fact: Hit) -> tuple[str, str, str]:
    return fact.owner_type, fact.owner_id, str(fact.values.get("parent_id"))


def _is_mirror(episode: Hit) -> bool:
    return episode.values.get("parent_type") == NOTE.name
