"""Which episodes tell of the same matter, and one narrative of them by rules. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from math import log, sqrt
from statistics import median

from memory.conversation.wording import wording_of
from memory.language.sentences import clip, paragraphs
from memory.language.words import content_words

# Cosines of two episodes' words, weighted by rarity. Five talks about one kitchen have .16 to .30, talks of the same
# two people about this and that .1, other people's none.
ALIKE = 0.15
ALIKE_ENOUGH = 0.35  # whatever else the person talks of
MORE_THAN_USUAL = 2  # times the median of the person's episodes
COMPARED = 60  # episodes, for that median
FEWEST, MOST = 3, 8  # episodes of a cluster
SKETCH_CHARS = 3_000
CONTENT_CHARS = 12_000
SUMMARY_CHARS = 400
ROOM = CONTENT_CHARS - SUMMARY_CHARS  # for the words of all episodes of a cluster
SUBJECT_CHARS = 200


@dataclass(frozen=True, slots=True)
class MergeSource:
    """An episode as it is to be merged; `moment` in the display time zone."""

    id: str
    moment: datetime
    subject: str
    summary: str
    content: str


@dataclass(frozen=True, slots=True)
class Narrative:
    subject: str
    summary: str
    content: str


def clusters(episodes: Sequence[MergeSource]) -> list[list[MergeSource]]:
    """Groups of FEWEST to MOST episodes, each like the first of its group; in order of time.

    Together they have room in one episode, so that merging loses none of their words.
    """
    ordered = sorted(episodes, key=lambda episode: (episode.moment, episode.id))
    vectors = _vectors(ordered)
    sizes = [len(episode.content) for episode in ordered]
    least = _least(vectors)
    groups: list[list[int]] = []
    for place, vector in enumerate(vectors):
        room = ROOM - sizes[place]
        open_groups = [g for g in groups if len(g) < MOST and sum(sizes[one] for one in g) <= room]
        alike = max(open_groups, key=lambda group: _cosine(vectors[group[0]], vector), default=None)
        if alike is not None and _cosine(vectors[alike[0]], vector) >= least:
            alike.append(place)
        else:
            groups.append([place])
    return [[ordered[place] for place in group] for group in groups if len(group) >= FEWEST]


def _least(vectors: Sequence[dict[str, float]]) -> float:
    """The lowest cosine at which two of these episodes tell of one matter, and not only of the same people."""
    usual = [_cosine(one, other) for one, other in combinations(vectors[-COMPARED:], 2)]
    return min(ALIKE_ENOUGH, max(ALIKE, MORE_THAN_USUAL * median(usual))) if usual else ALIKE


def narrative(cluster: Sequence[MergeSource]) -> Narrative:
    """The latest state first, then the turns in order, each only once."""
    latest = cluster[-1]
    turns = dict.fromkeys(turn for one in cluster for turn in paragraphs(one.content))
    wording = wording_of(latest.summary or latest.content)
    first, last = (wording.day_alone(one.moment.date()) for one in (cluster[0], latest))
    state = wording.state.format(day=last, text=latest.summary or clip(latest.content, SUMMARY_CHARS))
    return Narrative(
        subject=wording.span.format(
            subject=clip(latest.subject or latest.id, SUBJECT_CHARS), first=first, last=last
        ),
        summary=clip(state, SUMMARY_CHARS),
        content="\n".join([clip(state, SUMMARY_CHARS), *turns]),
    )


def _vectors(episodes: Sequence[MergeSource]) -> list[dict[str, float]]:
    counted = [
        Counter(content_words(f"{episode.subject} {episode.content[:SKETCH_CHARS]}")) for episode in episodes
    ]
    spread = Counter(word for words in counted for word in words)
    total = len(episodes)
    return [
        _unit({w: (1 + log(n)) * log(1 + total / spread[w]) for w, n in words.items()}) for words in counted
    ]


def _unit(vector: dict[str, float]) -> dict[str, float]:
    length = sqrt(sum(weight * weight for weight in vector.values())) or 1.0
    return {word: weight / length for word, weight in vector.items()}


def _cosine(one: dict[str, float], other: dict[str, float]) -> float:
    return sum(weight * other.get(word, 0.0) for word, weight in one.items())
