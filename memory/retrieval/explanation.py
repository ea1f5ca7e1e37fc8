"""Why a memory was found, and why another was not: the numbers of each stage of a search, and the stage that it
failed at."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import numpy as np

from memory.index import query, sql
from memory.index.query import Candidates
from memory.index.schema import identity_of, row_id
from memory.index.tables import KindTable
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.kinds.ids import wire_id
from memory.kinds.profile import PROFILE
from memory.retrieval.candidates import FactCandidates, Matches, Ranking, score
from memory.retrieval.hierarchy import WORTH_TELLING, within_episode
from memory.retrieval.question import OwnersQuestion
from memory.retrieval.search import search
from memory.retrieval.types import Found, Hit, SearchRequest, Stages
from memory.scope import Owner
from memory.text.tokens import forms, terms

Way = Literal["words", "meaning", "fact"]
Stage = Literal[
    "found",  # it is part of the answer
    "not_searched",  # memories of its kind are not part of such an answer, or are fetched and not ranked
    "waiting",  # it is not in the index yet
    "filtered",  # the filters, the time or the trust that was asked for leave it out
    "no_candidate",  # neither its words nor its meaning are among the nearest
    "radius",  # its meaning is too far away
    "rank",  # others are better, and there is no more room
    "reranked",  # the same, after the best were put into another order
    "over",  # of a foresight: its last day is over, or a later one has replaced it
    "score",  # its score is below the minimum that was asked for
    "episode",  # of a fact: its episode is not part of the answer
    "weaker",  # of a fact: another one is so much better that this one is not told
    "room",  # of a fact: there is no room for it, or another one says the same
]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The numbers of one candidate, from 0 to 1; None for what was not compared.

    `score` is the one by which it was ranked: reranking, and what holds by now, may have changed it afterwards.
    """

    found_by: tuple[Way, ...]
    words: float
    best_line: float
    meaning: float | None
    best_fact: float | None  # of an episode: the score of its best fact
    best_fact_id: str | None  # its entry id
    score: float
    matched: tuple[str, ...]  # words of the query that the memory mentions
    missing: tuple[str, ...]  # and those that it does not

    def as_json(self, owner: Owner) -> dict[str, Any]:
        """With the id of the fact as clients know it."""
        fact = self.best_fact_id
        return asdict(self) | {"best_fact_id": wire_id(owner, fact) if fact else None}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a memory that was expected has got to.

    `had` is what it had at that stage and `needed` what it would have taken: similarities for `radius`, otherwise
    scores. For `no_candidate` the words and the meaning of the last candidate stand in their place.
    """

    stage: Stage
    rank: int | None = None  # among all candidates of its kind, from 1
    had: float | None = None
    needed: float | None = None
    words_needed: float | None = None
    meaning_needed: float | None = None
    numbers: Explanation | None = None
    episode: str | None = None  # of a fact: the entry id of its episode


def explained(request: SearchRequest) -> tuple[Found, Stages]:
    """A search that keeps what its stages have computed. The answer is the same. Raises what `search` raises."""
    stages = Stages()
    return search(replace(request, stages=stages)), stages


def of_hit(stages: Stages, hit: Hit) -> Explanation | None:
    """None for what no ranking was made of: a profile, which is fetched."""
    identity = row_id(hit.scope, Owner(hit.owner_type, hit.owner_id), hit.entry_id)
    for ranking in stages.of(hit.kind):
        place = ranking.place_of(identity)
        if place is not None:
            return _numbers(ranking, place)
    return None


def why_not(request: SearchRequest, found: Found, stages: Stages, kind: Kind, entry_id: str) -> Verdict:
    """Where the memory of the request's owner has got to in this search."""
    if kind is ATOMIC_FACT:
        return _why_not_fact(request, found, stages, entry_id)
    rankings = stages.of(kind.name)
    if kind is PROFILE or not rankings:
        return Verdict("not_searched")
    verdict = _why_not(request, found, rankings[0], row_id(request.scope, request.owner, entry_id))
    is_over = kind is FORESIGHT and verdict.stage == "reranked"
    return replace(verdict, stage="over", needed=None) if is_over else verdict


def _why_not(request: SearchRequest, found: Found, ranking: Ranking, identity: str) -> Verdict:
    entry_id = identity_of(identity)["entry_id"]
    hits = found.hits.get(ranking.table.kind.name, [])
    place = ranking.place_of(identity)
    for rank, hit in enumerate(hits, 1):
        if hit.entry_id == entry_id:
            numbers = None if place is None else _numbers(ranking, place)
            return Verdict("found", rank=rank, had=hit.score, numbers=numbers)
    if place is None:
        return _outside(ranking, ranking.table, identity, ranking.question.where)
    numbers, scores = _numbers(ranking, place), ranking.scores
    if scores[place] < 0:
        nearest = _nearest(ranking, place)
        return Verdict("radius", had=nearest, needed=ranking.question.radius, numbers=numbers)
    rank = 1 + int((scores > scores[place]).sum())
    if rank > ranking.question.limit:
        last = float(np.sort(scores)[::-1][ranking.question.limit - 1])
        return Verdict("rank", rank=rank, had=numbers.score, needed=last, numbers=numbers)
    if request.min_score is not None and numbers.score < request.min_score:
        return Verdict("score", rank=rank, had=numbers.score, needed=request.min_score, numbers=numbers)
    least = min((hit.score or 0.0 for hit in hits), default=None)
    return Verdict("reranked", rank=rank, had=numbers.score, needed=least, numbers=numbers)


def _why_not_fact(request: SearchRequest, found: Found, stages: Stages, entry_id: str) -> Verdict:
    for episode in found.hits.get(EPISODE.name, []):
        for rank, fact in enumerate(episode.facts, 1):
            if fact.entry_id == entry_id:
                return Verdict("found", rank=rank, had=fact.score, episode=episode.entry_id)
    rankings = stages.of(EPISODE.name)
    if not rankings or rankings[0].facts is None:
        return Verdict("not_searched")
    ranking, facts = rankings[0], rankings[0].facts
    identity = row_id(request.scope, request.owner, entry_id)
    if identity not in facts.candidates.row_ids:
        assert isinstance(ranking.question, OwnersQuestion)
        table = KindTable(ATOMIC_FACT, ranking.question.embedder)
        outside = _outside(ranking, table, identity, ranking.question.owned)
        return replace(outside, words_needed=None, meaning_needed=None)  # those are of episodes
    number = facts.candidates.row_ids.index(identity)
    parent = ranking.matches.candidates.row_ids[facts.places[number]]
    of_episode = _why_not(request, found, ranking, parent)
    if of_episode.stage != "found":
        return replace(of_episode, stage="episode", episode=identity_of(parent)["entry_id"])
    return _among_facts(found, ranking, facts, number, identity_of(parent)["entry_id"])


def _among_facts(found: Found, ranking: Ranking, facts: FactCandidates, number: int, episode: str) -> Verdict:
    scores = within_episode(facts.in_context, np.maximum(ranking.scores[facts.places], 0.0))
    shown = {hit.entry_id for hit in found.hits.get(EPISODE.name, [])}
    told = [
        identity_of(ranking.matches.candidates.row_ids[place])["entry_id"] in shown for place in facts.places
    ]
    own, least = float(scores[number]), WORTH_TELLING * float(scores[told].max(initial=0.0))
    if facts.similarity is not None and facts.similarity[number] < ranking.question.radius:
        had = float(facts.similarity[number])
        return Verdict("radius", had=had, needed=ranking.question.radius, episode=episode)
    return Verdict("weaker" if own < least else "room", had=own, needed=least, episode=episode)


def _outside(ranking: Ranking, table: KindTable, identity: str, where: str) -> Verdict:
    """Why a memory is not a candidate: whether it could have been one, and what it would have taken."""
    if not len(query.named(table, [identity], sql.one_of("row_id", [identity]))):
        return Verdict("waiting")
    allowed = query.named(table, [identity], where)
    if not len(allowed):
        return Verdict("filtered")
    numbers = _scored_alone(ranking, table, allowed)
    matches = ranking.matches
    by_words = _weakest(matches, ranking.by_word, matches.lexical)
    by_meaning = (
        _weakest(matches, ranking.by_vector, matches.similarity)
        if ranking.by_vector is not None and matches.similarity is not None
        else None
    )
    return Verdict(
        "no_candidate", words_needed=by_words, meaning_needed=by_meaning, had=numbers.score, numbers=numbers
    )


def _weakest(matches: Matches, found: Candidates, values: np.ndarray) -> float | None:
    chosen = np.isin(matches.candidates.row_ids, found.row_ids)
    return float(values[chosen].min()) if chosen.any() else None


def _scored_alone(ranking: Ranking, table: KindTable, allowed: Candidates) -> Explanation:
    matches = Matches.of(table, allowed, ranking.question)
    scores = score(ranking.question, matches.lexical, matches.similarity)
    return _numbers(replace(ranking, table=table, matches=matches, scores=scores, facts=None), 0)


def _numbers(ranking: Ranking, place: int) -> Explanation:
    matches, best = ranking.matches, _best_fact(ranking, place)
    matched, missing = _query_words(ranking, matches.candidates.texts[place])
    return Explanation(
        found_by=tuple(_ways(ranking, matches.candidates.row_ids[place], by_fact=best is not None)),
        words=float(matches.lexical[place]),
        best_line=float(matches.best_line[place]),
        meaning=None if matches.similarity is None else float(matches.similarity[place]),
        best_fact=best[1] if best else None,
        best_fact_id=best[0] if best else None,
        score=max(0.0, float(ranking.scores[place])),
        matched=tuple(matched),
        missing=tuple(missing),
    )


def _ways(ranking: Ranking, identity: str, *, by_fact: bool) -> list[Way]:
    ways: list[Way] = ["words"] if identity in ranking.by_word.row_ids else []
    if ranking.by_vector is not None and identity in ranking.by_vector.row_ids:
        ways.append("meaning")
    return [*ways, "fact"] if by_fact else ways


def _best_fact(ranking: Ranking, place: int) -> tuple[str, float] | None:
    """Of an episode: the entry id and the score of its best fact."""
    facts = ranking.facts
    own = np.flatnonzero(facts.places == place) if facts else ()
    if facts is None or not len(own):
        return None
    best = own[facts.evidence[own].argmax()]
    return identity_of(facts.candidates.row_ids[best])["entry_id"], float(facts.evidence[best])


def _nearest(ranking: Ranking, place: int) -> float | None:
    """The similarity that the radius is compared with: the memory's own, or its best fact's."""
    if ranking.matches.similarity is None:
        return None
    own, facts = float(ranking.matches.similarity[place]), ranking.facts
    if facts is None or facts.similarity is None:
        return own
    return max(own, float(facts.similarity[facts.places == place].max(initial=0.0)))


def _query_words(ranking: Ranking, text: str) -> tuple[list[str], list[str]]:
    """Words of the query that can be searched, as they were written, by whether the memory mentions them."""
    wanted = forms(ranking.question.words)
    searched, mentioned = set(wanted.values()), {wanted.get(word) for word in text.split()}
    matched: list[str] = []
    missing: list[str] = []
    for word in dict.fromkeys(ranking.question.text.split()):
        own = searched.intersection(terms(word))
        if own:
            (matched if own & mentioned else missing).append(word)
    return matched, missing
