"""POST /:agent_id/store"""

from pathlib import Path
from typing import Any

import pytest

from tests.agent_kv.conftest import Api, error

LESSON = "Always validate input before processing in Erlang"


def test_an_entry_is_stored_and_retrieved(api: Api) -> None:
    assert api.store("lesson_learned_42", LESSON, ttl=86_400_000, embedding=[0.1, 0.2]) == (
        200,
        {"status": "ok"},
    )
    status, entry = api.get("lesson_learned_42")
    assert (status, entry.keys()) == (200, {"key", "value", "created_at"})
    assert (entry["key"], entry["value"]) == ("lesson_learned_42", LESSON)
    assert entry["created_at"] > 1_716_192_000_000


def test_it_is_a_file(api: Api, root: Path) -> None:
    api.store("lesson", LESSON)
    file = root / "default_app/default_project/agents/bot/.entries/%2Flesson.md"
    assert file.read_text().endswith(f"---\n{LESSON}\n")


def test_storing_again_replaces_and_keeps_the_age(api: Api) -> None:
    api.store("lesson", "old")
    born = api.get("lesson")[1]["created_at"]
    api.store("lesson", "new")
    assert api.get("lesson") == (200, {"key": "lesson", "value": "new", "created_at": born})


@pytest.mark.parametrize(
    "value",
    [
        "",
        " spaces ",
        "a\r\nb",
        "nul \0 in it",
        "<|endoftext|>",
        "---\nkey: [",
        "# 标题\n\n重要",
        "&#13;",
        "😀",
    ],
)
def test_every_text_comes_back_as_it_was(api: Api, value: str) -> None:
    api.store("lesson", value)
    assert api.get("lesson")[1]["value"] == value


@pytest.mark.parametrize(
    "key",
    [
        "a/b",
        "..",
        ".",
        "a/../../b",
        "a/pin",
        "钥匙",
        "k" * 1000,
        "%2F",
        "a%20b",
        "x.md",
        "search/",
        "#?&",
        "C:\\",
    ],
)
def test_every_key_leads_back_to_its_entry(api: Api, key: str) -> None:
    assert api.store(key, f"under {key}")[0] == 200
    assert api.get(key)[1]["value"] == f"under {key}"
    assert api.keys() == [key]
    assert api.delete(key)[0] == 200


def test_keys_that_differ_in_case_are_two(api: Api) -> None:
    api.store("Lesson", "upper")
    api.store("lesson", "lower")
    assert [api.get(key)[1]["value"] for key in ("Lesson", "lesson")] == ["upper", "lower"]


def test_null_stands_for_what_is_not_given(api: Api) -> None:
    assert api.store("lesson", ttl=None, embedding=None)[0] == 200


def test_unknown_fields_are_ignored(api: Api) -> None:
    assert api.store("lesson", mood="good")[0] == 200


BAD = [
    ({"value": "x"}, "key: This field is required."),
    ({"key": "k"}, "value: This field is required."),
    ({"key": "", "value": "x"}, "key: at least 1 character is needed"),
    ({"key": "k" * 1001, "value": "x"}, "key: at most 1000 characters are possible"),
    ({"key": "a\nb", "value": "x"}, "key: control characters are not allowed here"),
    ({"key": 42, "value": "x"}, "key: a string is needed"),
    ({"key": "k", "value": 42}, "value: a string is needed"),
    ({"key": "k", "value": None}, "value: This field may not be null."),
    ({"key": "k", "value": "x", "ttl": -1}, "ttl: Ensure this value is greater than or equal to 0."),
    ({"key": "k", "value": "x", "ttl": "1"}, "ttl: a whole number is needed"),
    ({"key": "k", "value": "x", "ttl": True}, "ttl: a whole number is needed"),
    ({"key": "k", "value": "x", "ttl": 10**14}, "ttl: Ensure this value is less than or equal to 10000000000000."),
    ({"key": "k", "value": "x", "embedding": []}, "embedding: a list of 1 to 16384 numbers is needed"),
    ({"key": "k", "value": "x", "embedding": ["1"]}, "embedding: a list of 1 to 16384 numbers is needed"),
    ({"key": "k", "value": "x", "embedding": [True]}, "embedding: a list of 1 to 16384 numbers is needed"),
    ({"key": "k", "value": "x", "embedding": [10**400]}, "embedding: a number of the embedding is too large"),
    ({"key": "k", "value": "x", "embedding": [1e39]}, "the numbers of an embedding must be finite and fit 32 bits"),
    ({"key": "k", "value": "x", "embedding": [0, 0]}, "an embedding must not be all zeros"),
    ([], "Invalid data. Expected a dictionary, but got list."),
]  # fmt: skip


@pytest.mark.parametrize(("body", "reason"), BAD)
def test_bad_input_is_refused_with_its_reason(api: Api, body: Any, reason: str) -> None:
    assert error(api.call("POST", "bot/store", body)) == (400, reason)
    assert api.keys() == []


@pytest.mark.parametrize("key", ["search", "list", "reflections", "clear", "store", "vector-search"])
def test_steps_of_the_paths_are_no_keys(api: Api, key: str) -> None:
    assert error(api.store(key)) == (400, f"key: {key!r} is part of the API's own paths and cannot be a key")


def test_a_key_too_long_for_a_file_is_refused(api: Api) -> None:
    assert error(api.store("钥" * 1000))[0] == 400


@pytest.mark.parametrize("agent", ["a" * 128, "代理", "a b", "ag%2Fent"])
def test_agents_have_any_name(api: Api, agent: str) -> None:
    from urllib.parse import quote

    api.store("lesson", agent=quote(agent, safe=""))
    assert api.keys(agent=quote(agent, safe="")) == ["lesson"]


def test_an_agents_name_has_128_characters_at_most(api: Api) -> None:
    assert error(api.store("lesson", agent="a" * 129)) == (
        400,
        "at most 128 characters are possible",
    )


def test_nothing_leaks_between_agents(api: Api) -> None:
    api.store("lesson", agent="bot")
    assert api.keys(agent="other") == []
    assert api.get("lesson", agent="other")[0] == 404
