"""What rules put into a profile is what a reader would."""

import pytest

from tests.content.profile_sentences import LANGUAGES, measured


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_would_agree(language: str):
    """Others' words, questions, what was, what is not and figures of speech are among the sentences."""
    score = measured(language)
    assert score.precision >= 0.9, score.wrong
    assert score.recall >= 0.8, score.missed
    assert score.right >= 40
