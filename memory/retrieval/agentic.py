"""Search in several rounds: recall, rerank, check whether that suffices, ask for what is missing, join the results."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from memory.retrieval.hierarchy import MOST_FACTS, WORTH_TELLING
from memory.retrieval.question import DEFAULT_RADIUS, DEFAULT_TOP_K
from memory.retrieval.refine import Judge, Verdict
from memory.retrieval.rerank import rerank
from memory.retrieval.types import Found, Hit, SearchRequest

MOST_ROUNDS = 3  # including the first
BUDGET_SECONDS = 20.0  # after this long, no further round begins
RECALLED = 50  # of each kind for each query, unless more are wanted
REFINED_SHARE = 0.2  # weight of a further query, which is only a guess at what was meant


Recall = Callable[[SearchRequest], Found]


@dataclass(frozen=True, slots=True)
class SearchTrace:
    """How a search went: how many memories the first round found, how many all rounds did, and the last verdict."""

    found: Found
    first_count: int
    count: int
    sufficient: bool
    reasoning: str
    queries: list[str]  # the additional queries


def search(request: SearchRequest, by: Recall) -> Found:
    """Raises what `by` raises. Models that fail leave their part to the rules."""
    return inquire(request, Judge(request.query), by).found


def inquire(request: SearchRequest, judge: Judge, by: Recall, most_rounds: int = MOST_ROUNDS) -> SearchTrace:
    """`by` executes one round of a search. Raises whatever it and the judge raise."""
    until = time.monotonic() + BUDGET_SECONDS
    by_default = request.top_k == -1
    limit = DEFAULT_TOP_K if by_default else request.top_k
    radius = DEFAULT_RADIUS if by_default else 0.0
    inquiry = _Inquiry.begun(request, by, max(limit, RECALLED), radius)
    hits = inquiry.ranked()
    first_count, verdict = _count(hits), Verdict(sufficient=False, queries=[])
    for _ in range(most_rounds - 1):
        if time.monotonic() >= until:
            break
        verdict = judge.verdict(hits, inquiry.asked)
        if not verdict.queries:
            break
        inquiry.ask(verdict.queries)
        hits = inquiry.ranked()
    best = {kind: _with_best_facts(found[:limit]) for kind, found in hits.items()}
    first = inquiry.first
    found = Found(best, first.profiles, first.pending, first.vector)
    return SearchTrace(
        found, first_count, _count(hits), verdict.sufficient, verdict.reasoning, list(inquiry.asked)
    )


def _count(hits: Mapping[str, Sequence[Hit]]) -> int:
    return sum(map(len, hits.values()))


@dataclass(slots=True)
class _Inquiry:
    """The state of a search: the queries so far, and their results."""

    request: SearchRequest
    by: Recall
    first: Found
    with_new: bool  # whether further queries may add memories that the first did not find
    asked: list[str] = field(default_factory=list)
    further: list[Found] = field(default_factory=list)

    @classmethod
    def begun(cls, request: SearchRequest, by: Recall, recalled: int, radius: float) -> "_Inquiry":
        """`radius` applies if the request has none. A radius given by the client is about the client's query, so
        anything that its recall did not find is ignored.
        """
        given = request.radius
        plain = replace(
            request,
            method="hybrid",
            enable_llm_rerank=False,
            top_k=recalled,
            radius=radius if given is None else given,
        )
        return cls(plain, by, by(plain), with_new=not given)

    def ask(self, queries: Iterable[str]) -> None:
        for query in queries:
            self.asked.append(query)
            self.further.append(self.by(replace(self.request, query=query, include_profile=False)))

    def ranked(self) -> dict[str, list[Hit]]:
        """Everything found so far, best first."""
        return {kind: rerank(self.request.query, self._joined(kind)) for kind in self.first.hits}

    def _joined(self, kind: str) -> list[Hit]:
        return joined(self.first.hits[kind], [found.hits[kind] for found in self.further], self.with_new)


def joined(
    first: Sequence[Hit], further: Sequence[Sequence[Hit]], with_new: bool, lowest: float | None = None
) -> list[Hit]:
    """The hits of the first query, raised by the scores of further queries, followed by what only those found.

    The first query would have given the latter at most the score of its last hit, unless `lowest` is known.
    """
    floor = min((_score(hit) for hit in first), default=0.0) if lowest is None else lowest
    least_fact = min((_score(fact) for hit in first for fact in hit.facts), default=floor)
    known = {hit.key: hit for hit in first}
    again: dict[tuple[str, str, str], list[Hit]] = {}
    for hit in (hit for hits in further for hit in hits):
        if with_new or hit.key in known:
            again.setdefault(hit.key, []).append(hit)
    for key, hits in again.items():
        known.setdefault(key, replace(hits[0], score=floor, facts=[]))
    raised = [_raised(hit, again.get(key, []), least_fact, with_new) for key, hit in known.items()]
    return sorted(raised, key=lambda hit: (-_score(hit), hit.entry_id))


def _raised(hit: Hit, again: Sequence[Hit], least_fact: float, with_new: bool) -> Hit:
    """`hit` with a part of its best score for further queries, and with the facts that matched those."""
    own = _score(hit)
    best = max([own, *map(_score, again)])
    facts = joined(hit.facts, [other.facts for other in again], with_new, least_fact)
    return replace(hit, score=(1 - REFINED_SHARE) * own + REFINED_SHARE * best, facts=facts)


def _with_best_facts(hits: Sequence[Hit]) -> list[Hit]:
    """As many facts as one round would show; several queries have matched more."""
    scores = sorted((_score(fact) for hit in hits for fact in hit.facts), reverse=True)[:MOST_FACTS]
    if not scores:
        return list(hits)
    least = max(scores[-1], WORTH_TELLING * scores[0])
    return [replace(hit, facts=[fact for fact in hit.facts if _score(fact) >= least]) for hit in hits]


def _score(hit: Hit) -> float:
    return hit.score or 0.0
