"""GET /:agent_id/list and /reflections, DELETE /:agent_id/clear"""

from pathlib import Path
from typing import Any

import pytest

from tests.agent_kv.conftest import Api, error


def test_the_latest_come_first(api: Api) -> None:
    for key in ("a", "b", "c"):
        api.store(key)
    status, answer = api.call("GET", "bot/list")
    assert status == 200
    assert [entry["key"] for entry in answer["entries"]] == ["c", "b", "a"]
    assert answer["entries"][0].keys() == {"key", "value", "created_at"}


def test_pages_follow_each_other(api: Api) -> None:
    for key in "abcde":
        api.store(key)
    assert [api.keys(limit=2, offset=offset) for offset in (0, 2, 4, 6)] == [
        ["e", "d"],
        ["c", "b"],
        ["a"],
        [],
    ]


def test_a_page_has_fifty(api: Api) -> None:
    for number in range(51):
        api.store(f"k{number}")
    assert len(api.keys()) == 50


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({"limit": 0}, "limit: Ensure this value is greater than or equal to 1."),
        ({"limit": 1001}, "limit: Ensure this value is less than or equal to 1000."),
        ({"limit": "x"}, "limit: A valid integer is required."),
        ({"offset": -1}, "offset: Ensure this value is greater than or equal to 0."),
        ({"offset": 10**30}, "offset: Ensure this value is less than or equal to 2147483647."),
    ],
)
def test_bad_pages_are_refused(api: Api, query: dict[str, Any], reason: str) -> None:
    assert error(api.call("GET", "bot/list", **query)) == (400, reason)


def test_reflections_have_keys_that_begin_so(api: Api) -> None:
    api.store("reflection:session_42", "The user prefers concise explanations")
    for key in ("reflection", "Reflection:x", "my reflection:", "lesson"):
        api.store(key)
    told = {"key": "reflection:session_42", "value": "The user prefers concise explanations"}
    assert api.call("GET", "bot/reflections") == (200, {"reflections": [told]})


def test_clear_removes_an_agents_entries_and_their_files(api: Api, root: Path) -> None:
    for key in ("a", "b"):
        api.store(key)
    api.store("c", agent="other")
    assert api.call("DELETE", "bot/clear") == (200, {"status": "ok"})
    assert (api.keys(), api.keys(agent="other")) == ([], ["c"])
    assert [path.name for path in root.rglob("*.md")] == ["%2Fc.md"]


def test_clearing_nothing_is_no_error(api: Api) -> None:
    assert api.call("DELETE", "bot/clear")[0] == 200


def test_a_damaged_file_is_left_out_of_a_list(api: Api, root: Path) -> None:
    api.store("a")
    api.store("b")
    next(root.rglob("*a.md")).write_text("---\nkey: [\n---\nx")
    assert api.keys() == ["b"]
