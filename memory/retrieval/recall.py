"""One round of a search: candidates by keyword and by vector, scored together, best first."""

from memory.index import query
from memory.index.tables import KindTable
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.providers.registry import get_embedder
from memory.retrieval.candidates import Matches, ask, ranked, score, within_radius
from memory.retrieval.hierarchy import episodes_with_facts
from memory.retrieval.listing import profiles_of
from memory.retrieval.question import Question, question_of
from memory.retrieval.types import Found, Hit, SearchRequest, hit_of
from memory.scope import OwnerType


def recall(request: SearchRequest) -> Found:
    """One round of `keyword`, `vector` or `hybrid`.

    A hybrid search goes on by keyword alone when there is no vector to compare: no embedder, or another one's index.
    """
    question = question_of(request, get_embedder())
    by_user = request.owner.type is OwnerType.USER
    hits = {EPISODE.name: episodes_with_facts(question)} if by_user else _of_agent(question)
    profiles = profiles_of(request.scope, request.owner) if by_user and request.include_profile else []
    return Found(hits, profiles, question.pending)


def _of_agent(question: Question) -> dict[str, list[Hit]]:
    return {kind.name: _hits(kind, question) for kind in (AGENT_CASE, AGENT_SKILL)}


def _hits(kind: Kind, question: Question) -> list[Hit]:
    table = KindTable(kind, question.embedder)
    (asked,) = ask(question, (table, question.where))
    matches = Matches.of(table, asked.candidates(), question)
    scores = within_radius(question, matches.similarity, score(question, matches.lexical, matches.similarity))
    best = ranked(matches.candidates, scores, question.limit)
    rows = query.rows_of(table, matches.candidates, best).result()
    return [hit_of(kind, rows[identity], value) for identity, value in best.items() if identity in rows]
