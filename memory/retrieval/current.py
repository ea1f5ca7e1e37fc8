"""Of what a person said of the same matter, the latest comes first: where they live now, before where they lived.

Facts name the matters of which a person has one state at a time (`states`: home, job, diet). Earlier facts stay in the
answer, below the one that holds.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.retrieval.types import Hit

BELOW = 0.95  # of the score of what holds now, at most


def current_first(episodes: Sequence[Hit]) -> list[Hit]:
    """The episodes with their facts, where an earlier fact and its episode never stand above what replaced it."""
    scores = {
        hit.key: hit.score or 0.0 for hit in (*episodes, *(fact for one in episodes for fact in one.facts))
    }
    for state in _states(episodes):
        (current_episode, current), *earlier = sorted(state, key=lambda one: -_said_at(one[1]))
        for episode, fact in earlier:
            scores[fact.key] = min(scores[fact.key], BELOW * scores[current.key])
            if scores[episode.key] > scores[current_episode.key]:
                scores[episode.key], scores[current_episode.key] = (
                    scores[current_episode.key],
                    scores[episode.key],
                )
    ordered = [replace(hit, score=scores[hit.key], facts=_scored(hit.facts, scores)) for hit in episodes]
    return sorted(ordered, key=lambda hit: -(hit.score or 0.0))


def _states(episodes: Sequence[Hit]) -> Iterator[list[tuple[Hit, Hit]]]:
    """Of each matter its facts, with their episodes, where there are several."""
    found: defaultdict[str, list[tuple[Hit, Hit]]] = defaultdict(list)
    for episode in episodes:
        for fact in episode.facts:
            for state in fact.values.get("states") or ():
                found[f"{fact.owner_type} {fact.owner_id} {state}"].append((episode, fact))
    return (facts for facts in found.values() if len(facts) > 1)


def _scored(facts: Sequence[Hit], scores: dict[tuple[str, str, str], float]) -> list[Hit]:
    return sorted(
        (replace(fact, score=scores[fact.key]) for fact in facts), key=lambda one: -(one.score or 0.0)
    )


def _said_at(fact: Hit) -> float:
    return fact.timestamp.timestamp() if fact.timestamp else 0.0
