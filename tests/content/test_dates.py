"""The days that an expression means are those that a reader would say."""

import pytest

from tests.content.dates import LANGUAGES, measured


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_would_agree(language: str):
    """The weekday that is said with a date, habits, mornings, versions and prices are among the expressions."""
    score = measured(language)
    assert score.precision >= 0.97, score.wrong
    assert score.recall >= 0.9, score.missed
    assert score.right >= 25
