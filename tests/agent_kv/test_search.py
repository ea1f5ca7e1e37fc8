"""GET /:agent_id/search and POST /:agent_id/vector-search"""

from pathlib import Path
from typing import Any

import pytest

from memory.keyed import embeddings, entries, nearest
from memory.keyed.entries import Caller
from memory.providers.registry import get_embedder
from tests.agent_kv.conftest import Api, error, settle
from tests.fakes.openai_server import FakeOpenAI, Status

LESSON = "Always validate input before processing in Erlang"


@pytest.fixture
def told(api: Api) -> Api:
    api.store("lesson", LESSON, embedding=[0.1, 0.2, 0.3, 0.4])
    api.store("cat", "Mia's cat sleeps on the radiator all day", embedding=[-0.1, 0.2, -0.3, 0.4])
    api.store("three", "Something else", embedding=[1.0, 0.0, 0.0])
    settle()
    return api


def test_entries_are_found_by_word(told: Api) -> None:
    status, answer = told.call("GET", "bot/search", q="validate")
    assert (status, [entry["key"] for entry in answer["results"]]) == (200, ["lesson"])
    assert answer["results"][0].keys() == {"key", "value", "created_at"}


def test_the_same_is_asked_by_post(told: Api) -> None:
    by_get = told.call("GET", "bot/search", q="validate", limit="1")
    assert told.call("POST", "bot/search", {"q": "validate", "limit": 1}) == by_get
    assert told.call("POST", "bot/search", {"q": "验证" * 10_000})[0] == 200


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, "q: This field is required."),
        ({"q": ""}, "q: at least 1 character is needed"),
        ({"q": 1}, "q: a string is needed"),
        ({"q": "x", "limit": "1"}, "limit: a whole number is needed"),
        ({"q": "x", "limit": 1001}, "limit: Ensure this value is less than or equal to 1000."),
    ],
)
def test_bad_bodies_are_refused(api: Api, body: dict[str, Any], reason: str) -> None:
    assert error(api.call("POST", "bot/search", body)) == (400, reason)


def test_and_by_the_words_of_their_key(told: Api) -> None:
    assert told.found("lesson") == ["lesson"]


def test_what_is_not_there_is_not_found(told: Api) -> None:
    assert told.found("bicycle") == []


def test_twenty_are_returned_unless_more_are_asked_for(api: Api) -> None:
    for number in range(22):
        api.store(f"k{number}", "the same words")
    settle()
    assert [len(api.found("words")), len(api.found("words", limit=21)), len(api.found("words", limit=5))] == [
        20, 21, 5,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({}, "q: This field is required."),
        ({"q": " "}, "q: something must stand here"),
        ({"q": "x", "limit": 0}, "limit: Ensure this value is greater than or equal to 1."),
        ({"q": "x", "limit": 1001}, "limit: Ensure this value is less than or equal to 1000."),
    ],
)
def test_bad_searches_are_refused(api: Api, query: dict[str, Any], reason: str) -> None:
    assert error(api.call("GET", "bot/search", **query)) == (400, reason)


def test_a_meaning_is_found_with_its_similarity(told: Api) -> None:
    status, answer = told.call("POST", "bot/vector-search", {"text": "input validation best practices"})
    assert status == 200
    [first, *_] = answer["results"]
    assert first.keys() == {"key", "value", "similarity"}
    assert (first["key"], first["value"]) == ("lesson", LESSON)
    assert 0.8 < first["similarity"] <= 1


def test_what_is_below_the_threshold_is_left_out(told: Api) -> None:
    near = told.near(text="input validation best practices", threshold=0)
    assert set(near) == {"lesson", "cat", "three"}
    assert list(near.values()) == sorted(near.values(), reverse=True)
    assert list(told.near(text="input validation best practices", threshold=near["lesson"] - 0.001)) == [
        "lesson"
    ]
    assert told.near(text="input validation best practices", threshold=1) == {}


@pytest.mark.parametrize(
    ("texts", "query", "answer"),
    [
        (
            (
                "The customer prefers tea.",
                "The deploy runs on Tuesdays.",
                "Leo learns the cello.",
                "The bridge is closed.",
            ),
            "The customer would rather drink tea.",
            "The customer prefers tea.",
        ),
        (
            (
                "Die Kundin trinkt am liebsten Tee.",
                "Das Backup läuft nachts.",
                "Leo lernt Cello.",
                "Die Brücke ist gesperrt.",
            ),
            "Tee ist das Lieblingsgetränk der Kundin.",
            "Die Kundin trinkt am liebsten Tee.",
        ),
        (
            ("客户最喜欢喝茶。", "服务器每天晚上备份数据。", "小乐在学大提琴。", "大桥已经封闭。"),
            "茶是客户最爱的饮料。",
            "客户最喜欢喝茶。",
        ),
    ],
)
def test_the_threshold_means_the_same_in_every_language(
    api: Api, texts: tuple[str, ...], query: str, answer: str
) -> None:
    """The cosines of the unrelated ones are .73 to .84 here, in Chinese above those of English answers."""
    for text in texts:
        api.store(text, text)
    settle()
    assert list(api.near(text=query)) == [answer]
    assert api.near(text=answer)[answer] > 0.95
    near = api.near(text=query, threshold=0)
    assert max(value for text, value in near.items() if text != answer) < 0.5


def test_an_entry_with_a_vector_of_the_callers_is_found_by_text(told: Api) -> None:
    assert list(told.near(text="Mia's cat is asleep on the radiator")) == ["cat"]


def test_a_vector_of_the_servers_length_is_compared_with_the_servers(told: Api) -> None:
    told.store("own", "Something else again", embedding=[1.0] * 384)
    told.store("without", "Check what comes in before you work with it")
    settle()
    vector = get_embedder().embed_query("input validation best practices").tolist()
    near, by_text = (
        told.near(embedding=vector, threshold=0),
        told.near(text="input validation best practices", threshold=0),
    )
    assert near.keys() == by_text.keys() == {"lesson", "cat", "three", "own", "without"}
    assert near["lesson"] == by_text["lesson"]
    assert told.near(embedding=[1.0] * 384)["own"] == 1.0


def test_by_default_the_threshold_leaves_out_what_is_unrelated(told: Api) -> None:
    assert "cat" not in told.near(text="input validation best practices")


def test_the_limit_counts_what_is_returned(told: Api) -> None:
    assert list(told.near(text="input validation", limit=1, threshold=0)) == ["lesson"]


def test_own_vectors_are_compared_with_those_of_their_length(told: Api) -> None:
    assert told.near(embedding=[0.1, 0.2, 0.3, 0.4], threshold=0) == {
        "lesson": 1.0,
        "cat": pytest.approx(1 / 3, abs=1e-6),
    }
    assert told.near(embedding=[1, 0, 0]) == {"three": 1.0}
    assert told.near(embedding=[1, 0]) == {}


def test_length_of_a_vector_makes_no_difference(told: Api) -> None:
    assert told.near(embedding=[100, 200, 300, 400], threshold=1) == {"lesson": 1.0}
    told.store("huge", embedding=[3e38, 3e38])
    assert told.near(embedding=[1e-38, 1e-38], threshold=1) == {"huge": 1.0}


def test_an_entry_that_is_compared_by_its_own_vector_takes_nobodys_place(told: Api) -> None:
    vector = get_embedder().embed_query("Rice is cooked in salted water.")
    across = [-vector[1], vector[0], *[0.0] * (len(vector) - 2)]
    told.store("same", "Rice is cooked in salted water.", embedding=[float(number) for number in across])
    told.store("near", "Rice is cooked in water.")
    assert list(told.near(embedding=vector.tolist(), limit=1, threshold=0)) == ["near"]


def test_only_so_many_vectors_are_kept_in_memory(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "MOST_NUMBERS", 100)
    for number in range(10):
        api.store(f"{number}", embedding=[1.0] * 20)
    assert len(api.near(embedding=[1.0] * 20)) == 10
    assert embeddings._cache._size <= 100


def test_own_vectors_need_no_index(api: Api) -> None:
    api.store("lesson", embedding=[1, 0])
    assert api.near(embedding=[1, 0.1]) == {"lesson": pytest.approx(0.995037)}
    api.store("lesson", embedding=[0, 1])
    assert api.near(embedding=[1, 0.1]) == {}
    api.store("lesson")
    assert api.near(embedding=[0, 1], threshold=0) == {}


def test_an_entry_that_is_stored_meanwhile_may_be_found(told: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    cosines = nearest.cosines

    def compared(*arguments: Any) -> Any:
        told.store("new", "An entry of this moment.")
        return cosines(*arguments)

    monkeypatch.setattr(nearest, "cosines", compared)
    vector = get_embedder().embed_query("An entry of this moment.").tolist()
    assert next(iter(told.near(embedding=vector))) == "new"


def test_a_vector_that_a_person_has_damaged_is_left_out(told: Api, root: Path) -> None:
    file = next(root.rglob("*three.md"))
    file.write_text(file.read_text().replace("embedding: ", "embedding: '?"[:11] + "?'" + "# "))
    assert told.near(embedding=[1, 0, 0], threshold=0) == {}


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, "Give one of text and embedding."),
        ({"text": "x", "embedding": [1]}, "Give one of text and embedding."),
        ({"text": ""}, "text: at least 1 character is needed"),
        ({"text": 1}, "text: a string is needed"),
        ({"embedding": "x"}, "embedding: a list of 1 to 16384 numbers is needed"),
        ({"embedding": [0]}, "an embedding must not be all zeros"),
        ({"text": "x", "limit": 0}, "limit: Ensure this value is greater than or equal to 1."),
        ({"text": "x", "limit": 1001}, "limit: Ensure this value is less than or equal to 1000."),
        ({"text": "x", "threshold": 1.1}, "threshold: Ensure this value is less than or equal to 1."),
        ({"text": "x", "threshold": -0.1}, "threshold: Ensure this value is greater than or equal to 0."),
        ({"text": "x", "threshold": True}, "threshold: a number is needed"),
    ],
)
def test_bad_vector_searches_are_refused(api: Api, body: Any, reason: str) -> None:
    assert error(api.call("POST", "bot/vector-search", body)) == (400, reason)


def test_an_edit_is_found_and_shown(told: Api, root: Path) -> None:
    file = next(root.rglob("*cat.md"))
    file.write_text(file.read_text().replace("cat sleeps", "dog barks"))
    settle()
    assert (told.found("dog"), told.found("cat sleeps")) == (["cat"], ["cat"])  # the key is searched, too


def test_a_removed_entry_is_not_found_before_the_index_knows(told: Api, root: Path) -> None:
    next(root.rglob("*lesson.md")).unlink()
    assert told.found("validate") == []


def test_others_entries_take_nobodys_place(alice: Api) -> None:
    for number in range(70):
        entries.store("bot", Caller("bob"), f"k{number}", "validate validate")
    alice.store("mine", f"{LESSON} and think of everything else that may go wrong")
    settle()
    assert alice.found("validate", limit=5) == ["mine"]


def test_among_many_entries_too(alice: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.keyed.search.FEW_ROWS", 1)
    for number in range(70):
        entries.store("bot", Caller("bob"), f"k{number}", "validate validate")
    for number in range(3):
        alice.store(f"mine{number}", f"{LESSON} and think of everything else that may go wrong")
    settle()
    assert sorted(alice.found("validate", limit=5)) == ["mine0", "mine1", "mine2"]


def test_what_is_too_far_is_not_looked_for_again(told: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that comes after the first that is too far is farther still."""
    monkeypatch.setattr("memory.keyed.search.FEWEST_CANDIDATES", 1)
    near = told.near(text="input validation", threshold=0)
    assert list(told.near(text="input validation", threshold=near["lesson"] - 0.001)) == ["lesson"]


def test_an_endpoint_embeds_too(endpoint: FakeOpenAI, api: Api) -> None:
    api.store("lesson", LESSON)
    settle()
    assert api.near(text=LESSON) == {"lesson": 1.0}


def test_an_endpoint_that_fails_costs_no_entry(endpoint: FakeOpenAI, api: Api) -> None:
    endpoint.fail_always(Status(401))
    assert api.store("lesson", LESSON, embedding=[1, 0])[0] == 200
    settle()
    assert api.get("lesson")[0] == 200
    assert api.near(embedding=[1, 0]) == {"lesson": 1.0}
    assert api.found("validate") == ["lesson"]
    assert error(api.call("POST", "bot/vector-search", {"text": "x"}))[0] == 503


def test_a_search_says_how_many_files_wait(api: Api) -> None:
    for number in range(20):
        api.store(f"lesson {number}", LESSON)
    by_word = {"q": "validate"}
    near = {"text": LESSON}
    assert api.call("GET", "bot/search", **by_word)[1]["pending"] == 20
    assert api.call("POST", "bot/vector-search", near)[1]["pending"] == 20
    settle()
    assert "pending" not in api.call("GET", "bot/search", **by_word)[1]
    assert "pending" not in api.call("POST", "bot/vector-search", near)[1]


def test_an_entry_is_found_before_it_is_indexed(api: Api) -> None:
    api.store("lesson", LESSON)
    api.store("lesson", LESSON, agent="other")
    assert api.found("validate") == ["lesson"]
    assert list(api.near(text=LESSON, threshold=0.5)) == ["lesson"]
    api.store("lesson", "Bicycles need oil")
    assert (api.found("validate"), api.found("bicycles")) == ([], ["lesson"])
    api.delete("lesson")
    assert api.found("bicycles") == []
