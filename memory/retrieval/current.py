"""Ranks a person's latest statement on a matter first: where they live now, before where they lived.

Facts name the matters of which a person has one state at a time (`states`: `home: Leipzig`). Superseded facts stay in
the answer, below the current one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memory.retrieval.types import Hit, View
from memory.retrieval.validity import statement_states

Key = tuple[str, str, str]
BELOW = 0.95  # maximum share of the current fact's score


def current_first(episodes: Sequence[Hit], shown: Collection[Key]) -> list[Hit]:
    """The episodes with those of their facts that are `shown`, and with current facts above superseded ones."""
    facts = [fact for episode in episodes for fact in episode.facts]
    scores = {hit.key: hit.score or 0.0 for hit in (*episodes, *facts)}
    kept = set(shown)
    for state in _states(episodes):
        (current_episode, current), *others = sorted(state, key=lambda one: -one[1].seconds)
        earlier = [(episode, fact) for episode, fact in others if fact.key in kept and _is_superseded(fact)]
        if earlier and current.key not in kept:
            kept.add(current.key)
            scores[current.key] = max(scores[fact.key] for _, fact in earlier)
        for episode, fact in earlier:
            if scores[fact.key] < max(scores[one.key] for one in episode.facts if one.key in kept):
                continue  # the episode was found for another reason
            scores[fact.key] = min(scores[fact.key], BELOW * scores[current.key])
            before, now = scores[episode.key], scores[current_episode.key]
            scores[episode.key], scores[current_episode.key] = min(before, now), max(before, now)
    scored = [replace(hit, score=scores[hit.key], facts=_scored(hit.facts, kept, scores)) for hit in episodes]
    return sorted(scored, key=lambda hit: -(hit.score or 0.0))


def held_only(episodes: Sequence[Hit], view: View) -> list[Hit]:
    """Removes facts that did not hold at the requested time; they have already influenced the order."""
    if view.as_of is None:
        return list(episodes)
    moment = view.as_of
    return [
        replace(hit, facts=[fact for fact in hit.facts if not _is_over(fact, moment)]) for hit in episodes
    ]


def _is_over(fact: Hit, moment: datetime) -> bool:
    end = fact.validity.valid_to if fact.validity else None
    return end is not None and end <= moment


def _states(episodes: Sequence[Hit]) -> Iterator[list[tuple[Hit, Hit]]]:
    """For each matter with several statements, its facts and their episodes; and what a model has found superseded,
    with the fact that supersedes it.
    """
    found: defaultdict[str, list[tuple[Hit, Hit]]] = defaultdict(list)
    for episode in episodes:
        for fact in episode.facts:
            for matter in _matters(fact):
                found[f"{fact.owner_type} {fact.owner_id} {matter}"].append((episode, fact))
    return (facts for facts in found.values() if len(facts) > 1)


def _matters(fact: Hit) -> set[str]:
    stated = (matter for matter, _ in statement_states(map(str, fact.values.get("states") or ())))
    judged = [str(fact.values["superseded_by"])] if fact.values.get("superseded_by") else []
    return {*stated, *map(str, fact.values.get("ends") or ()), *judged, fact.entry_id}


def _is_superseded(fact: Hit) -> bool:
    return fact.validity is not None and fact.validity.superseded_by is not None


def _scored(facts: Sequence[Hit], kept: Collection[Key], scores: Mapping[Key, float]) -> list[Hit]:
    scored = (replace(fact, score=scores[fact.key]) for fact in facts if fact.key in kept)
    return sorted(scored, key=lambda fact: -(fact.score or 0.0))
