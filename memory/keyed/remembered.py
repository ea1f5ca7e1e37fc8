"""What a user's memory holds on a query, of every kind in one list: facts, episodes, notes and entities.

A note is mirrored as an episode with facts; here it appears as itself, in its own words and under its own id, as soon
as it is written.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memory.ingest.redrawing import without_opening
from memory.keyed import notes
from memory.keyed.graph import begin_nearest, has_graph
from memory.keyed.notes import About, Note, begin_notes
from memory.keyed.search import vector_of
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import moment
from memory.kinds.entity import ENTITY, text_of
from memory.kinds.episode import EPISODE
from memory.kinds.ids import wire_id
from memory.kinds.note import NOTE
from memory.kinds.provenance import source_of
from memory.retrieval.explanation import Explanation, of_hit
from memory.retrieval.question import DEFAULT_RADIUS
from memory.retrieval.rerank import excerpts
from memory.retrieval.search import search
from memory.retrieval.types import NOW, Hit, Method, SearchRequest, Stages, View
from memory.scope import Owner, Scope

EXCERPT_CHARS = 600  # of an episode without a matching fact
LEAST_SCORE = 0.15  # of a note; unrelated notes mostly score lower


@dataclass(frozen=True, slots=True)
class Remembered:
    """A memory on the query. `id` identifies it for reading, editing and forgetting."""

    id: str
    kind: str
    text: str
    at: datetime | None
    score: float
    source: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    superseded_by: str | None = None
    episode: str | None = None  # of a fact: the episode that tells more
    pending: bool = False  # it has no permanent id yet
    why: Explanation | None = None  # the numbers of the episode that tells it, if `stages` were given


def recalled(
    scope: Scope,
    owner: Owner,
    query: str,
    limit: int,
    view: View = NOW,
    filters: dict[str, Any] | None = None,
    stages: Stages | None = None,
) -> tuple[list[Remembered], int]:
    """The best `limit`, best first, and how much waits to be indexed. `filters` apply to what was said in
    conversations.

    Raises InvalidInput, IndexUnavailable, ModelUnavailable.
    """
    request = SearchRequest(
        scope, owner, query, top_k=limit, radius=DEFAULT_RADIUS, view=view, filters=filters, stages=stages
    )
    whose = About(user_id=owner.id, scope=scope)
    weights = notes.weights_of_user(scope, owner.id)
    vector = vector_of(scope, query) if weights or has_graph(scope, owner) else None
    method: Method = "keyword" if vector is None else "hybrid"
    # The index searches these two while it is searched for conversations.
    own_notes = begin_notes(query, whose, None, limit, method=method, vector=vector, weights=weights)
    own_nodes = (
        begin_nearest(scope, owner, query, limit, method=method, vector=vector) if view.is_of_now else list
    )
    found = search(request)
    own, waiting = own_notes()
    nodes = own_nodes()
    read = {note.id: note for note in own}
    memories = [
        *_of_episodes(query, found.hits[EPISODE.name], scope, read, stages),
        *(_of_note(note, note.score or 0.0) for note in own),
        *map(_of_entity, nodes),
    ]
    best = sorted(_merged(memories), key=lambda memory: -memory.score)
    shown = [memory for memory in best if _is_relevant(memory, view)]
    return shown[:limit], found.pending + waiting


def _of_episodes(
    query: str, hits: list[Hit], scope: Scope, read: Mapping[str, Note], stages: Stages | None
) -> Iterator[Remembered]:
    """The matching facts of each episode, or its closest part if there are none. `read` are notes by id that need not
    be read again.
    """
    bare = [_as_said(hit) for hit in hits if not hit.facts]
    texts = dict(zip((hit.entry_id for hit in bare), excerpts(query, bare, EXCERPT_CHARS), strict=True))
    for hit in hits:
        why = of_hit(stages, hit) if stages is not None else None
        if hit.values.get("parent_type") == NOTE.name:
            identifier = str(hit.values.get("parent_id"))
            note = read.get(identifier) or notes.get_note(identifier, scope=scope)
            if note is not None:
                yield replace(_of_note(note, hit.score or 0.0, hit.facts), why=why)
        elif hit.facts:
            yield from (replace(_of_fact(fact), why=why) for fact in hit.facts)
        else:
            yield replace(_of_episode(hit, texts[hit.entry_id]), why=why)


def _as_said(hit: Hit) -> Hit:
    """What is not extracted yet without the keywords and the opening line that it would get as an episode."""
    if not hit.pending:
        return hit
    said = without_opening(str(hit.values.get("content") or ""))
    return replace(hit, values={**hit.values, "subject": "", "content": said})


def _of_episode(hit: Hit, text: str) -> Remembered:
    return Remembered(
        id=hit.wire_id,
        kind=EPISODE.name,
        text=text,
        at=hit.timestamp,
        score=hit.score or 0.0,
        source=source_of(EPISODE, hit.values),
        pending=hit.pending,
    )


def _of_fact(hit: Hit) -> Remembered:
    held, episode = hit.validity, hit.values.get("parent_id")
    return Remembered(
        id=hit.wire_id,
        kind=ATOMIC_FACT.name,
        text=str(hit.values.get("fact") or ""),
        at=hit.timestamp,
        score=hit.score or 0.0,
        source=source_of(ATOMIC_FACT, hit.values),
        valid_from=held.valid_from if held else None,
        valid_to=held.valid_to if held else None,
        superseded_by=wire_id(hit.owner, held.superseded_by) if held and held.superseded_by else None,
        episode=wire_id(hit.owner, str(episode)) if episode else None,
    )


def _of_note(note: Note, score: float, facts: Sequence[Hit] = ()) -> Remembered:
    """Only its matching facts count: if none of them holds any more, neither does the note."""
    over = [fact.validity for fact in facts]
    ends = [held.valid_to for held in over if held and held.valid_to]
    later = [held.superseded_by for held in over if held and held.superseded_by]
    is_over = bool(over) and len(ends) == len(over)
    return Remembered(
        id=note.id,
        kind=NOTE.name,
        text=note.memory,
        at=note.created_at,
        score=score,
        source=note.source,
        valid_from=note.valid_from,
        valid_to=note.valid_to or (max(ends) if is_over else None),
        superseded_by=wire_id(facts[0].owner, later[0]) if is_over and later else None,
    )


def _of_entity(hit: Hit) -> Remembered:
    return Remembered(
        id=hit.wire_id,
        kind=ENTITY.name,
        text=text_of(hit.values),
        at=moment(hit.values, "updated_at", "created_at"),
        score=hit.score or 0.0,
    )


def _merged(memories: Iterable[Remembered]) -> Iterable[Remembered]:
    """A note may be found by its words and by its episode: keeps the better score, and what is known from either."""
    known: dict[str, Remembered] = {}
    for memory in memories:
        former = known.get(memory.id, memory)
        better, other = (memory, former) if memory.score > former.score else (former, memory)
        known[memory.id] = replace(
            better,
            valid_to=better.valid_to or other.valid_to,
            superseded_by=better.superseded_by or other.superseded_by,
            why=better.why or other.why,
        )
    return known.values()


def _is_relevant(memory: Remembered, view: View) -> bool:
    """Excludes notes unrelated to the query, and those that did not hold at the requested time."""
    if memory.kind != NOTE.name:
        return True
    if memory.score < LEAST_SCORE or view.as_of is None:
        return memory.score >= LEAST_SCORE
    begins = memory.valid_from or memory.at
    return (begins is None or begins <= view.as_of) and (
        memory.valid_to is None or memory.valid_to > view.as_of
    )
