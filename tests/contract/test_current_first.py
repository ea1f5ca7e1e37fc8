"""What holds now is found before what held once."""

import pytest

from tests.contract.bodies import search
from tests.contract.conftest import Post
from tests.contract.test_foresights import data, tell


@pytest.mark.parametrize("method", ["keyword", "vector", "hybrid"])
@pytest.mark.parametrize(
    ("before", "now", "question"),
    [
        (
            "I live in Oslo, in a flat by the sea.",
            "I live in Rome now, near my work.",
            "Where does she live?",
        ),
        ("I work as a nurse, it is hard work.", "I work as a pilot now.", "What does she work as?"),
        ("Ich wohne in Oslo.", "Ich wohne jetzt in Rom, dort ist es warm.", "Wo wohne ich?"),
    ],
)
def test_the_latest_state_comes_first(post: Post, method: str, before: str, now: str, question: str) -> None:
    tell(post, before, ago=40, session="before")
    tell(post, now, ago=2, session="now")
    found = data(post, "search", search(query=question, method=method))["episodes"]
    assert [hit["session_id"] for hit in found] == ["now", "before"]
    current, earlier = (hit["atomic_facts"][0] for hit in found)
    assert current["timestamp"] > earlier["timestamp"]
    assert current["score"] > earlier["score"]


def test_it_is_told_although_the_question_names_the_earlier_one(post: Post) -> None:
    tell(post, "I live in Oslo, by the harbour, near the opera and the fortress.", ago=40, session="before")
    tell(post, "I live in Rome.", ago=2, session="now")
    query = "Does she live in Oslo by the harbour near the opera and the fortress?"
    found = data(post, "search", search(query=query, top_k=5))["episodes"]
    assert [hit["session_id"] for hit in found] == ["now", "before"]
    assert [len(hit["atomic_facts"]) for hit in found] == [1, 1]


def test_another_matter_changes_nothing(post: Post) -> None:
    tell(post, "I live in Oslo.", ago=40, session="before")
    tell(post, "I like living things, and my plants live on the balcony.", ago=2, session="now")
    found = data(post, "search", search(query="Does she live in Oslo?"))["episodes"]
    assert found[0]["session_id"] == "before"


ASKED = [
    ("I moved to Rome last spring.", "Where does she live?", "I love live music, we all live for it."),
    (
        "I started a new job as a pilot.",
        "What does she do for a living?",
        "What a living hell the traffic was.",
    ),
    ("Ich bin nach Rom gezogen.", "Wo wohnt sie?", "Die Wohnung nebenan steht leer, da wohnt niemand."),
    ("Me mudé a Roma.", "¿Dónde vive?", "El pez vive en el acuario de la oficina."),
    ("我搬到了成都。", "她住在哪里？", "那家酒店不错，可以住人。"),
]


@pytest.mark.parametrize("method", ["keyword", "vector", "hybrid", "agentic"])
@pytest.mark.parametrize(("said", "question", "other"), ASKED)
def test_a_state_is_found_in_whatever_words(
    post: Post, method: str, said: str, question: str, other: str
) -> None:
    """The words that question and answer share are in a memory of something else."""
    tell(post, said, ago=40, session="state")
    tell(post, other, ago=2, session="other")
    found = data(post, "search", search(query=question, method=method))["episodes"]
    assert found[0]["session_id"] == "state"
    assert len(found[0]["atomic_facts"]) == 1


@pytest.mark.parametrize(
    "question",
    [
        "Where does her sister live?",
        "Where did she live before?",
        "Wo hat sie früher gewohnt?",
        "Where is the key?",
    ],
)
def test_another_question_is_answered_by_its_words(post: Post, question: str) -> None:
    tell(post, "I moved to Rome last spring.", ago=40, session="state")
    tell(post, "My sister lives before the gates of Bonn, my old key is there.", ago=2, session="other")
    found = data(post, "search", search(query=question))["episodes"]
    assert [hit["session_id"] for hit in found[:1]] != ["state"]
