"""What holds now is found before what held once."""

import pytest

from tests.contract.bodies import search
from tests.contract.conftest import Post
from tests.contract.test_foresights import data, tell


@pytest.mark.parametrize("method", ["keyword", "vector", "hybrid"])
@pytest.mark.parametrize(
    ("before", "now", "question"),
    [
        ("I live in Oslo, in a flat where I live with a cat.", "I moved to Rome.", "Where does she live?"),
        ("I work as a nurse, it is hard work.", "I work as a pilot now.", "What does she work as?"),
        ("Ich wohne in Oslo.", "Ich bin nach Rom gezogen, dort ist es warm.", "Wo wohne ich?"),
    ],
)
def test_the_latest_state_comes_first(post: Post, method: str, before: str, now: str, question: str) -> None:
    tell(post, before, ago=40, session="before")
    tell(post, now, ago=2, session="now")
    found = data(post, "search", search(query=question, method=method))["episodes"]
    facts = sorted((fact for hit in found for fact in hit["atomic_facts"]), key=lambda fact: -fact["score"])
    if len(facts) > 1:  # where both are worth telling
        assert [hit["session_id"] for hit in found] == ["now", "before"]
        assert [fact["timestamp"] for fact in facts] == sorted((f["timestamp"] for f in facts), reverse=True)
