"""What one person tells another is never the other's."""

import pytest

from tests.content.exchanges import LANGUAGES, marked, measured


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_claim_is_its_owners(language: str):
    score = measured(language)
    assert len(marked(language)) >= 15
    assert score.wrong == []
    assert score.recall >= 0.9, score.missed
