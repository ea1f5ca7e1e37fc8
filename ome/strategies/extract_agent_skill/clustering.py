"""Groups the cases of an agent by kind of task. Pure."""

from collections.abc import Sequence, Set

import numpy as np

from ome.strategies.extract_agent_case.commands import is_general
from ome.strategies.extract_agent_case.deeds import changes_something

# From benchmarks/bench_clusters.py (forty tasks): precision of joined pairs .9, recall .7. At .60 more kinds are mixed,
# at .70 half of the pairs stay apart.
ALIKE = 0.63
# Requests to developers have many words in common: where only they can be compared, unlike ones reach .75.
BY_REQUEST_ALONE = 0.78
INTENT_SHARE = 0.7  # of the similarity; the rest is the tools that were called
DEED_WEIGHT = 2.0  # a tool that changes something says more about a task than one that looks something up


def clusters_of(intents: np.ndarray, tools: Sequence[Set[str]]) -> list[list[int]]:
    """The positions of the cases in each cluster. `intents` holds the similarity (0 to 1) of every pair.

    Each case in turn joins the cluster with the highest average similarity, or founds one, so that a later case never
    moves an earlier one.
    """
    telling = [{tool for tool in own if not is_general(tool)} for own in tools]
    general = np.array([bool(own) and not left for own, left in zip(tools, telling, strict=True)], dtype=bool)
    alike = INTENT_SHARE * intents + (1 - INTENT_SHARE) * _shared(telling)
    only_requests = general[:, None] & general[None, :]
    alike = np.where(only_requests, intents - (BY_REQUEST_ALONE - ALIKE), alike)
    clusters: list[list[int]] = []
    # Rows are clusters, columns cases: the sum of the similarities to the members.
    sums = np.zeros((len(tools), len(tools)))
    for case in range(len(tools)):
        sizes = np.array([len(members) for members in clusters])
        scores = sums[: len(clusters), case] / sizes
        nearest = int(scores.argmax()) if clusters else 0
        if not clusters or scores[nearest] < ALIKE:
            nearest = len(clusters)
            clusters.append([])
        clusters[nearest].append(case)
        sums[nearest] += alike[case]
    return clusters


def matched(clusters: Sequence[Set[str]], skills: Sequence[Set[str]]) -> dict[int, int]:
    """Assigns each cluster the skill that was made of it, by shared cases: largest overlap first, each skill once."""
    common = [
        (len(cases & sources), cluster, skill)
        for cluster, cases in enumerate(clusters)
        for skill, sources in enumerate(skills)
        if cases & sources
    ]
    found: dict[int, int] = {}
    for _, cluster, skill in sorted(common, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if cluster not in found and skill not in found.values():
            found[cluster] = skill
    return found


def _shared(tools: Sequence[Set[str]]) -> np.ndarray:
    """The weighted Dice coefficient of the tools of every pair of cases."""
    names = sorted(set().union(*tools))
    weights = np.array([DEED_WEIGHT if changes_something(name) else 1.0 for name in names])
    called = np.array([[name in own for name in names] for own in tools], dtype=float).reshape(
        len(tools), len(names)
    )
    sizes = called @ weights
    totals = sizes[:, None] + sizes[None, :]
    common = (called * weights) @ called.T
    return np.divide(2 * common, totals, out=np.zeros_like(totals), where=totals > 0)
