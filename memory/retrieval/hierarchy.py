"""Searches episodes together with their facts: each finds the other, and the best fact counts for its episode.

Rows of both are joined by the fact's `parent_id`. The request's filters apply to episodes.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from memory.index import query
from memory.index.query import Candidates
from memory.index.schema import IndexRow, sibling
from memory.index.tables import KindTable
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.episode import EPISODE
from memory.retrieval.candidates import (
    FactCandidates,
    Matches,
    Ranking,
    ask,
    mixed,
    ranked,
    score,
    similarities,
    within_radius,
)
from memory.retrieval.lexical import lexical_scores_of, term_statistics
from memory.retrieval.question import DEFAULT_RADIUS, OwnersQuestion
from memory.retrieval.timelines import current, current_first, held_only, with_validity
from memory.retrieval.types import Hit, hit_of
from memory.text.chunks import are_embedded
from memory.text.tokens import forms

FURTHER_EPISODES = 20  # maximum number of episodes that only a fact has found
MOST_FACTS = 20  # in an answer
ROOM_FOR_FACTS = 1_300  # characters: who reads 4,000 of an answer has most of the best episode too
LOOKED_AT = 50  # further facts of the answer's episodes, one of which may state what currently holds
LEAST_FOR_A_STATE = 0.3  # score of a fact that states what currently holds on the matter in question
ABOVE_THE_OTHERS = 0.06  # score of its episode, higher than reranking by passages can change
WORTH_TELLING = 0.7  # minimum score of a fact, as a share of the best fact's

# Measured in benchmarks/HISTORY.md.
EVIDENCE_SHARE = 0.5  # weight of the best fact in an episode's score, beside the episode itself
WITHOUT_FACT = 0.9  # value of an episode's own best line as evidence, in place of a fact
SURROUNDINGS_SHARE = 0.4  # weight of the surrounding text in the similarity by which facts are ordered
EPISODE_SHARE = 0.35  # weight of the episode in a fact's score
BY_ANOTHER = 0.7  # of a fact's score, if somebody else than its owner said it


def episodes_with_facts(question: OwnersQuestion) -> list[Hit]:
    """Raises IndexUnavailable, ModelUnavailable."""
    episodes = KindTable(EPISODE, question.embedder).held()
    facts = KindTable(ATOMIC_FACT, question.embedder).held()
    of_facts, of_episodes = ask(question, (facts, question.owned), (episodes, question.where))
    found = of_facts.candidates()
    stating = _stating(question)
    found = found.joined(
        query.named(facts, [one for one in stating if one not in found.row_ids], question.owned)
    )
    own = lexical_scores_of(question.terms, found.texts, term_statistics(facts).memories)
    candidates = of_episodes.candidates()
    further = _further(facts, found, own, candidates, question, stating)
    candidates = candidates.joined(query.named(episodes, further, question.where))
    matches = Matches.of(episodes, candidates, question)
    matched = _matched(facts, found, own, matches, question, stating)
    scores = _episode_scores(matches, matched, question)
    if question.stages is not None:
        ranking = Ranking(question, episodes, *of_episodes.found(), matches, scores, matched)
        question.stages.rankings.append(ranking)
    best = ranked(matches.candidates, scores, question.limit)
    chosen_facts = _worth_telling(matched, scores, best, matches.candidates, question)
    looked_at = {**_nearby(matched, best, matches.candidates), **chosen_facts}
    reading = query.rows_of(facts, matched.candidates, looked_at)
    rows = query.rows_of(episodes, matches.candidates, best).result()
    fact_hits = _fact_hits(reading.result(), looked_at, question)
    hits = _hits(rows, fact_hits, best, looked_at)
    shown = _within_room(fact_hits[one] for one in chosen_facts if one in fact_hits)
    return held_only(current_first(hits, shown), question.view)


def _stating(question: OwnersQuestion) -> list[str]:
    """Row ids of facts that state what is asked for, in any words ("I moved to Rome" for "where do I live")."""
    look, reach = question.look(ATOMIC_FACT), question.reach
    return [
        identity
        for owner in reach.owners
        for identity in current(reach.scope, owner, look, question.view, question.matters)
    ]


def _further(
    table: KindTable,
    found: Candidates,
    own: np.ndarray,
    episodes: Candidates,
    question: OwnersQuestion,
    stating: Collection[str],
) -> list[str]:
    """Row ids of episodes that the best facts have found and the episodes' own search has not."""
    evidence = score(question, own, similarities(table, found, own, question))
    known = set(episodes.row_ids) | question.look(EPISODE).stale()
    ordered = np.argsort(-evidence, kind="stable").tolist()
    best = sorted(ordered, key=lambda number: found.row_ids[number] not in stating)
    parents = _parents(found)
    by_evidence = dict.fromkeys(parents[number] for number in best)
    return [parent for parent in by_evidence if parent not in known][:FURTHER_EPISODES]


def _matched(
    table: KindTable,
    found: Candidates,
    own: np.ndarray,
    episodes: Matches,
    question: OwnersQuestion,
    stating: Collection[str],
) -> FactCandidates:
    place_of = {identity: place for place, identity in enumerate(episodes.candidates.row_ids)}
    parents = _parents(found)
    kept = [number for number, parent in enumerate(parents) if parent in place_of]
    candidates = found.chosen(kept)
    places = np.array([place_of[parents[number]] for number in kept], dtype=np.intp)
    lexical = _lexical(candidates, places, own[kept], episodes)
    similarity = similarities(table, candidates, lexical, question)
    by_whom = standing(candidates.texts, question.named)
    states = np.array([identity in stating for identity in candidates.row_ids], dtype=bool)
    evidence = by_whom * score(question, lexical, similarity)
    if similarity is None:
        evidence = _raised(evidence, states)
        return FactCandidates(candidates, places, evidence, None, states, evidence)
    wider = _with_surroundings(table, candidates, places, similarity, episodes, question)
    in_context = _raised(by_whom * score(question, lexical, wider), states)
    # It is about the matter in question, however it is worded.
    near = np.where(states, np.maximum(similarity, DEFAULT_RADIUS), similarity)
    return FactCandidates(candidates, places, _raised(evidence, states), near, states, in_context)


def _raised(values: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """The chosen ones are raised to the best value, and to at least LEAST_FOR_A_STATE."""
    return np.where(chosen, max(LEAST_FOR_A_STATE, values.max(initial=0.0)), values)


def _with_surroundings(
    table: KindTable,
    facts: Candidates,
    places: np.ndarray,
    similarity: np.ndarray,
    episodes: Matches,
    question: OwnersQuestion,
) -> np.ndarray:
    vector = question.vector_for(table)
    if vector is None or episodes.similarity is None:
        return similarity
    chunks = [episodes.candidates.vectors[place] for place in places]
    near = question.scale.similarity(around(facts.vectors, chunks, vector))
    return np.where(np.isnan(near), similarity, with_surroundings(similarity, near))


def _parents(facts: Candidates) -> list[str]:
    """The row id of each fact's episode, which has the same owner."""
    pairs = zip(facts.row_ids, facts.parents, strict=True)
    return [sibling(identity, parent or "") for identity, parent in pairs]


def _lexical(facts: Candidates, places: np.ndarray, own: np.ndarray, episodes: Matches) -> np.ndarray:
    """For each fact, the score of the line of its episode that it was derived from, or its own if that is higher."""
    lines = [episodes.lines[place].share_of(text) for text, place in zip(facts.texts, places, strict=True)]
    return np.maximum(np.array(lines, dtype=np.float64), own)


def _episode_scores(episodes: Matches, facts: FactCandidates, question: OwnersQuestion) -> np.ndarray:
    """The score of an episode outside the radius is negative."""
    own = score(question, episodes.lexical, episodes.similarity)
    by_line = score(question, episodes.best_line, episodes.similarity)
    stand_in = by_line if question.method == "vector" else WITHOUT_FACT * by_line
    best_fact = _best(facts.evidence, facts.places, len(own))
    scores = with_evidence(own, np.maximum(best_fact, stand_in))
    scores[facts.places[facts.states]] = min(1.0, scores.max(initial=0.0) + ABOVE_THE_OTHERS)
    if episodes.similarity is None or facts.similarity is None:
        return within_radius(question, episodes.similarity, scores)
    nearest = np.maximum(episodes.similarity, _best(facts.similarity, facts.places, len(own)))
    return within_radius(question, nearest, scores)


def _best(values: np.ndarray, places: np.ndarray, count: int) -> np.ndarray:
    best = np.zeros(count)
    np.maximum.at(best, places, values)
    return best


def _worth_telling(
    facts: FactCandidates,
    scores: np.ndarray,
    best: dict[str, float],
    episodes: Candidates,
    question: OwnersQuestion,
) -> dict[str, tuple[str, float]]:
    """Row id of a fact -> row id of its episode, and the fact's score; best first, without duplicate texts."""
    own = within_episode(facts.in_context, np.maximum(scores[facts.places], 0.0))
    own = within_radius(question, facts.similarity, own)
    shown = {place for place, identity in enumerate(episodes.row_ids) if identity in best}
    own = np.where([place in shown for place in facts.places], own, -1.0)
    score_of = ranked(facts.candidates, own, len(own))
    least = WORTH_TELLING * max(score_of.values(), default=0.0)
    number_of = {identity: number for number, identity in enumerate(facts.candidates.row_ids)}
    distinct: dict[str, str] = {}
    for identity, value in score_of.items():
        if value >= least:
            distinct.setdefault(facts.candidates.texts[number_of[identity]], identity)
    return {
        identity: (episodes.row_ids[facts.places[number_of[identity]]], score_of[identity])
        for identity in list(distinct.values())[:MOST_FACTS]
    }


def _within_room(facts: Iterable[Hit]) -> set[tuple[str, str, str]]:
    """The keys of the first facts that together fit into ROOM_FOR_FACTS, at least one."""
    shown: set[tuple[str, str, str]] = set()
    used = 0
    for fact in facts:
        used += len(fact.text("fact"))
        if shown and used > ROOM_FOR_FACTS:
            break
        shown.add(fact.key)
    return shown


def _nearby(
    facts: FactCandidates, best: dict[str, float], episodes: Candidates
) -> dict[str, tuple[str, float]]:
    """Further facts of the answer's episodes, since one of them may state what currently holds. As `_worth_telling`."""
    order = np.argsort(-facts.evidence, kind="stable").tolist()
    parents = {number: episodes.row_ids[facts.places[number]] for number in order}
    of_answer = [number for number in order if parents[number] in best][:LOOKED_AT]
    return {
        facts.candidates.row_ids[number]: (parents[number], float(facts.evidence[number]))
        for number in of_answer
    }


def _fact_hits(
    rows: Mapping[str, IndexRow], facts: dict[str, tuple[str, float]], question: OwnersQuestion
) -> dict[str, Hit]:
    """By row id, without those of the facts that are no longer there."""
    read = {identity: value for identity, (_, value) in facts.items() if identity in rows}
    hits = [hit_of(ATOMIC_FACT, rows[identity], value) for identity, value in read.items()]
    marked = with_validity(hits, question.look(ATOMIC_FACT), question.view)
    return dict(zip(read, marked, strict=True))


def _hits(
    rows: Mapping[str, IndexRow],
    fact_hits: Mapping[str, Hit],
    best: dict[str, float],
    facts: dict[str, tuple[str, float]],
) -> list[Hit]:
    facts_of: defaultdict[str, list[Hit]] = defaultdict(list)
    for identity, hit in fact_hits.items():
        facts_of[facts[identity][0]].append(hit)
    return [
        replace(hit_of(EPISODE, rows[identity], value), facts=facts_of[identity])
        for identity, value in best.items()
        if identity in rows
    ]


def with_evidence(own: np.ndarray, evidence: np.ndarray) -> np.ndarray:
    """The score of episodes, in which one fact or line may answer although the whole is about much else."""
    return mixed(own, evidence, EVIDENCE_SHARE)


def with_surroundings(fact: np.ndarray, around: np.ndarray) -> np.ndarray:
    """The similarity of facts, which are short and depend on what was said around them."""
    return mixed(fact, around, SURROUNDINGS_SHARE)


def within_episode(fact: np.ndarray, episode: np.ndarray) -> np.ndarray:
    """The score of facts, on the scale of episodes."""
    return mixed(fact, episode, EPISODE_SHARE)


def around(facts: Sequence[np.ndarray], episodes: Sequence[np.ndarray], vector: np.ndarray) -> np.ndarray:
    """For each fact, the cosine of `vector` and the chunk of its episode that is most like the fact; NaN where one of
    them has no vectors yet.

    `facts` and `episodes` have, for each fact, its vectors and those of its episode, of shape (chunks, dimensions).
    """
    nearest = [
        chunks[(chunks @ fact[0]).argmax()] @ vector for fact, chunks in zip(facts, episodes, strict=True)
    ]
    return np.where(are_embedded(facts) & are_embedded(episodes), nearest, np.nan).astype(np.float64)


def standing(facts: Sequence[str], named: Collection[str]) -> np.ndarray:
    """A factor for each fact's score: what somebody else told the owner counts for less, unless the query names that
    person.

    `facts` are search texts of memory.kinds.atomic_fact: if somebody else said it, that person is on a first line of
    its own. `named` are the terms of the query, including names.
    """
    wanted = forms(named)
    return np.array([_standing(fact, wanted) for fact in facts], dtype=np.float64)


def _standing(fact: str, named: Collection[str]) -> float:
    teller, _, fact_itself = fact.partition("\n")
    by_owner_or_named = not fact_itself or any(term in named for term in teller.split())
    return 1.0 if by_owner_or_named else BY_ANOTHER
