"""mem0's filters: every operator, on every sort of value."""

from collections.abc import Callable
from typing import Any

import pytest

Json = dict[str, Any]
NOTES: dict[str, Json] = {
    "red": {"metadata": {"n": 1, "s": "alpha", "flag": True, "list": ["x", "y"]}, "timestamp": 1_700_000_000},
    "green": {
        "metadata": {"n": 2.5, "s": "Beta", "flag": False, "deep": {"a": 1}},
        "timestamp": "2024-05-01T10:00:00Z",
    },
    "blue": {"agent_id": "bot", "run_id": "r1", "timestamp": "2024-05-02"},
    "gray": {"agent_id": "other", "expiration_date": "9999-01-01", "timestamp": 1_767_225_600},
}


@pytest.fixture
def matching(ok: Callable[..., Json], keep: Callable[..., str]) -> Callable[..., set[str]]:
    for text, more in NOTES.items():
        keep(text, **more)

    def asked(*conditions: Any) -> set[str]:
        body = {"filters": {"AND": [{"user_id": "ann"}, *conditions]}}
        return {one["memory"] for one in ok("POST", "/v3/memories/", body)["results"]}

    return asked


def test_every_operator(matching: Callable[..., set[str]]) -> None:
    everything = set(NOTES)
    cases: list[tuple[Any, set[str]]] = [
        ({"metadata": {"n": 1}}, {"red"}),
        ({"metadata": {"n": True}}, set()),
        ({"metadata": {"flag": True}}, {"red"}),
        ({"metadata": {"n": {"gt": 1}}}, {"green"}),
        ({"metadata": {"n": {"gte": 1, "lt": 2}}}, {"red"}),
        ({"metadata": {"n": {"lte": "x"}}}, set()),
        ({"metadata": {"n": {"ne": 1}}}, everything - {"red"}),
        ({"metadata": {"n": {"nin": [1, 2.5]}}}, {"blue", "gray"}),
        ({"metadata": {"n": "*"}}, {"red", "green"}),
        ({"metadata": {"s": {"contains": "eta"}}}, {"green"}),
        ({"metadata": {"s": {"icontains": "b"}}}, {"green"}),
        ({"metadata": {"s": {"gte": "a"}}}, {"red"}),
        ({"metadata": {"list": {"contains": "y"}}}, {"red"}),
        ({"metadata": {"list": ["x", "z"]}}, {"red"}),
        ({"metadata": {"deep": {"a": 1}}}, {"green"}),
        ({"metadata": {"s": None}}, {"blue", "gray"}),
        ({"s": "alpha"}, {"red"}),
        ({"n": {"in": [1, 2.5]}}, {"red", "green"}),
        ({"agent_id": "bot"}, {"blue"}),
        ({"agent_id": "*"}, {"blue", "gray"}),
        ({"agent_id": {"in": ["bot", "other"]}}, {"blue", "gray"}),
        ({"agent_id": {"ne": "bot"}}, everything - {"blue"}),
        ({"run_id": "r1"}, {"blue"}),
        ({"session_id": "r1"}, {"blue"}),
        ({"app_id": "default"}, everything),
        ({"app_id": "elsewhere"}, set()),
        ({"user_id": "somebody"}, set()),
        ({"created_at": {"gte": "2024-05-01", "lte": "2024-05-01"}}, {"green"}),
        ({"created_at": "2024-05-02"}, {"blue"}),
        ({"created_at": {"gt": "2024-05-02"}}, {"gray"}),
        ({"created_at": {"lt": 1_700_000_001}}, {"red"}),
        ({"created_at": {"ne": "2024-05-02"}}, everything - {"blue"}),
        ({"created_at": {"ne": None}}, everything),
        ({"expiration_date": "*"}, {"gray"}),
        ({"memory": {"contains": "re"}}, {"red", "green"}),
        ({"keywords": {"icontains": "BLU"}}, {"blue"}),
        ({"categories": {"contains": "fact"}}, everything),
        ({"categories": {"ne": "fact"}}, set()),
        ({"role": "user"}, everything),
        ({"OR": [{"memory": "red"}, {"agent_id": "bot"}]}, {"red", "blue"}),
        ({"OR": []}, set()),
        ({"AND": []}, everything),
        ({"NOT": {"memory": "red"}}, everything - {"red"}),
        ({"NOT": [{"memory": "red"}, {"memory": "blue"}]}, {"green", "gray"}),
        ({"AND": [{"OR": [{"n": 1}, {"n": 2.5}]}, {"NOT": [{"flag": True}]}]}, {"green"}),
    ]
    wrong = [(case, found) for case, expected in cases if (found := matching(case)) != expected]
    assert wrong == []


@pytest.mark.parametrize(
    ("filters", "told"),
    [
        ({}, "name at least one of user_id"),
        ({"NOT": [{"user_id": "ann"}]}, "name at least one"),
        ({"OR": [{"user_id": "ann"}, {"n": 1}]}, "name at least one"),
        ({"user_id": 7}, "user_id takes a text"),
        ({"user_id": "a\x00b"}, "printable"),
        ({"user_id": "x" * 257}, "256"),
        ({"app_id": "../x", "user_id": "ann"}, "cannot be used"),
        ({"app_id": "*", "user_id": "ann"}, "one by one"),
        ({"user_id": "ann", "AND": 7}, "AND takes a list"),
        ({"user_id": "ann", "OR": [7]}, "an object is needed"),
        ({"user_id": "ann", "metadata": 7}, "metadata takes an object"),
        ({"user_id": "ann", "created_at": {"gte": "yesterday"}}, "takes a time"),
        ({"user_id": "ann", "created_at": 10**30}, "takes a time"),
        ({"user_id": "ann", "n": {"gt": None}}, "a number, a text or a time"),
        ({"user_id": "ann", "n": {"in": 7}}, "a list"),
        ({"user_id": "ann", "n": {"contains": 7}}, "a text"),
        ({"user_id": "ann", "n": list(range(600))}, "512 conditions"),
        ({"user_id": "ann", "n": "x" * 1001}, "1000 characters"),
        ({"AND": [{"OR": [{"user_id": f"{a}{b}"} for b in range(40)]} for a in range(2)]}, "combinations"),
    ],
    ids=repr,
)
def test_what_is_no_filter_is_refused(refused: Callable[..., str], filters: Any, told: str) -> None:
    assert told in refused("POST", "/v3/memories/", {"filters": filters})
    assert told in refused("POST", "/v3/memories/search/", {"query": "x", "filters": filters})


def test_filters_that_are_nested_too_deep(refused: Callable[..., str]) -> None:
    tree: Any = {"user_id": "ann"}
    for _ in range(20):
        tree = {"AND": [tree]}
    assert "16 levels" in refused("POST", "/v3/memories/", {"filters": tree})


def test_two_people_and_everybody(ok: Callable[..., Json], keep: Callable[..., str]) -> None:
    for name in ("ann", "ben", "cleo"):
        keep(f"of {name}", user_id=name)

    def of(filters: Any) -> set[str]:
        return {one["user_id"] for one in ok("POST", "/v3/memories/", {"filters": filters})["results"]}

    assert of({"OR": [{"user_id": "ann"}, {"user_id": "ben"}]}) == {"ann", "ben"}
    assert of({"user_id": ["ann", "cleo"]}) == {"ann", "cleo"}
    assert of({"user_id": "*"}) == {"ann", "ben", "cleo"}
    assert of({"AND": [{"user_id": "ann"}, {"user_id": "ben"}]}) == set()
    assert of({"AND": [{"user_id": "*"}, {"NOT": [{"user_id": "ann"}]}]}) == {"ben", "cleo"}
