"""Sentences and conversations that were written before the rules were run on them."""

import pytest

from tests.content import conversations, unseen


@pytest.mark.parametrize("language", unseen.LANGUAGES)
def test_what_rules_find_is_right(language: str) -> None:
    """How much they find is printed by `make content`, and told in docs/memories.md."""
    profile, foresights = unseen.profile_measured(language), unseen.foresights_measured(language)
    assert len(unseen.marked(language)) >= 100
    assert profile.precision >= 0.97, profile.wrong
    assert foresights.precision >= 0.95, foresights.wrong
    assert profile.recall >= 0.7, profile.missed
    assert foresights.recall >= 0.87, foresights.missed


def test_conversations() -> None:
    assert sum(len(conversations.marked(sort)) for sort in conversations.SORTS) == 30
    measured = [conversations.measured(sort) for sort in conversations.SORTS]
    assert [wrong for profile, _ in measured for wrong in profile.wrong] == []
    assert sum(len(foresights.wrong) for _, foresights in measured) <= 3
    assert sum(score.right for scores in measured for score in scores) >= 55
