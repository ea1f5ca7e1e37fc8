"""Conversations that were marked before the rules were run on them; docs/memories.md tells how the first runs went."""

from collections.abc import Sequence

import pytest

from tests.content import talks
from tests.content.talks import TalkScore


def together(kind: str, sets: Sequence[str]) -> TalkScore:
    total = TalkScore()
    for name in sets:
        for language in talks.LANGUAGES:
            score = talks.measured(name, language)[kind]
            total.right += score.right
            total.wrong += score.wrong
            total.missed += score.missed
            total.needed += score.needed
    return total


@pytest.mark.parametrize(
    ("kind", "precision", "recall"),
    [("facts", 0.92, 0.97), ("profile", 0.92, 0.95), ("foresights", 0.97, 0.81), ("headline", 0.97, 0.97)],
)
def test_what_rules_write_is_what_was_marked(kind: str, precision: float, recall: float) -> None:
    score = together(kind, talks.SETS[:10])
    assert score.precision >= precision, score.wrong
    assert score.recall >= recall, score.missed


@pytest.mark.parametrize(
    ("kind", "precision", "recall"),
    [("facts", 0.87, 0.93), ("profile", 0.95, 0.63), ("foresights", 0.91, 0.77), ("headline", 0.95, 0.95)],
)
def test_what_rules_write_of_the_newest_sets(kind: str, precision: float, recall: float) -> None:
    score = together(kind, talks.SETS[10:12])
    assert score.precision >= precision, score.wrong
    assert score.recall >= recall, score.missed


@pytest.mark.parametrize(
    ("sets", "precision", "recall"),
    [(talks.SETS[12:15], 0.99, 0.9), (talks.SETS[15:16], 0.97, 0.82), ((talks.HELD_OUT,), 0.94, 0.59)],
)
def test_what_belongs_into_a_profile_is_found(sets: Sequence[str], precision: float, recall: float) -> None:
    score = together("profile", sets)
    assert score.precision >= precision, score.wrong
    assert score.recall >= recall, score.missed


@pytest.mark.parametrize(
    ("kind", "precision", "recall"),
    [("facts", 0.9, 1), ("profile", 0.99, 0.44), ("foresights", 0.96, 0.75), ("headline", 1, 1)],
)
def test_what_rules_write_of_talks_with_tools(kind: str, precision: float, recall: float) -> None:
    """What tools answer is nobody's fact."""
    score = together(kind, talks.SETS[17:18])
    assert score.precision >= precision, score.wrong
    assert score.recall >= recall, score.missed


@pytest.mark.parametrize(
    ("kind", "precision", "recall"),
    [("facts", 0.94, 0.97), ("profile", 1, 0.6), ("foresights", 1, 0.88), ("headline", 1, 1)],
)
def test_what_rules_write_of_lives_that_change(kind: str, precision: float, recall: float) -> None:
    score = together(kind, talks.SETS[18:])
    assert score.precision >= precision, score.wrong
    assert score.recall >= recall, score.missed


def test_the_sets_are_whole() -> None:
    found = [len(talks.talks(name, language)) for name in talks.SETS for language in talks.LANGUAGES]
    assert found == [6] * 4 + [3] * 4 + [2] * 8 + [3] * 4 + [10] * 8 + [5] * 16 + [2] * 4 + [3] * 4 + [
        2
    ] * 4 + [1] * 4 + [2] * 8 + [3, 3, 2, 2] + [2, 2, 1, 1]
