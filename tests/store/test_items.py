"""Items as they are stored, found, listed and deleted."""

from pathlib import Path
from typing import Any

import pytest

from memory.kinds.store_item import STORE_ITEM, written
from tests.store.conftest import FOOD, Store, settle

ODD: list[dict[str, Any]] = [
    {},
    {"float": 0.1 + 0.2, "small": 5e-324, "zero": -0.0, "whole": 1.0, "big": 10**40},
    {"b": 1, "a": 2, "": None, "nul": "\u0000", "lines": "\r\n\u2028\u0085", "smile": "😀", "fence": "```json\n---\n"},
    {"deep": [[[{"list": [True, None, "<!-- entry:x -->"]}]]]},
]  # fmt: skip


@pytest.mark.parametrize("value", ODD)
def test_a_value_comes_back_as_it_was(store: Store, value: dict[str, Any]) -> None:
    assert store.put("tea", value) == (204, None)
    found = store.get("tea")["value"]
    assert repr(found) == repr(value)
    [found] = store.search()
    assert repr(found["value"]) == repr(value)


def test_an_item_is_a_file_that_people_read_and_edit(store: Store, file: Path) -> None:
    store.put("tea", {"likes": "green tea"})
    text = file.read_text()
    assert '"likes": "green tea"' in text
    file.write_text(text.replace("green tea", "oolong"))
    assert store.get("tea")["value"] == {"likes": "oolong"}
    settle()
    assert store.keys(filter={"likes": "oolong"}) == ["tea"]


def test_a_file_without_json_is_to_be_mended(store: Store, file: Path) -> None:
    store.put("tea", {"likes": "green tea"})
    store.put("rice", {"likes": "basmati"})
    file.write_text(file.read_text().replace('"green tea"', "NaN"))
    status, answer = store.call("GET", "items", namespace="alice.food", key="tea")
    assert status == 503
    assert "fix its JSON" in answer["detail"]
    settle()
    assert store.keys() == ["rice"]
    assert store.keys(query="tea") == ["rice"]
    store.put("tea", {"likes": "oolong"})
    assert store.get("tea")["value"] == {"likes": "oolong"}


def test_an_item_that_is_stored_again_keeps_its_age(store: Store) -> None:
    store.put("tea", {"n": 1})
    first = store.get("tea")
    store.put("tea", {"n": 2})
    second = store.get("tea")
    assert second["created_at"] == first["created_at"] < second["updated_at"]
    store.delete("tea")
    store.put("tea", {"n": 3})
    assert store.get("tea")["created_at"] > second["updated_at"]


def test_what_is_not_there_is_null_and_no_error(store: Store) -> None:
    assert store.get("tea") is None
    assert store.delete("tea") == (204, None)


def test_owners_and_scopes_are_kept_apart(store: Store, root: Path) -> None:
    others = [Store(user_id="alice"), Store(agent_id="bot"), Store(app_id="other"), Store(project_id="other")]
    for number, other in enumerate([store, *others]):
        other.put("tea", {"n": number})
    for number, other in enumerate([store, *others]):
        assert [item["value"] for item in other.search()] == [{"n": number}]
    assert (root / "default_app/default_project/users/alice/.store/alice%2Ffood%2Ftea.md").is_file()


def test_a_query_finds_by_meaning_and_the_others_come_behind(store: Store) -> None:
    store.put("weather", {"text": "It rained in Paris all week."})
    store.put("secret", {"text": "Alice drinks green tea every morning."}, index=False)
    store.put("tea", {"text": "Alice drinks green tea every morning.", "note": "x"}, index=["text"])
    for _ in ("waiting to be indexed", "indexed"):
        found = store.search(query="what hot drink does she like?", limit=3)
        assert found[0]["key"] == "tea"
        assert found[-1]["key"] == "secret"
        assert found[-1]["score"] is None
        assert 0 < found[0]["score"] <= 1
        settle()
    assert store.keys(query="green tea", limit=1, offset=2) == ["secret"]
    assert store.keys(FOOD, query="green tea", filter={"note": "x"}) == ["tea"]


@pytest.mark.long
def test_a_namespace_is_found_as_it_is_written(store: Store) -> None:
    for name in ("alice", "Alice", "alice2", "al%ce"):
        store.put(name, {"text": "green tea"}, namespace=(name, "food"))
    settle()
    for query in (None, "", "green tea"):
        assert store.keys(("alice",), query=query) == ["alice"], query
    assert store.keys(("al%ce",)) == ["al%ce"]
    assert [one["score"] for one in store.search(query="")] == [None] * 4


@pytest.mark.parametrize(
    ("tags", "fits"),
    [(["a", "b"], True), (["a"], False), (["a", "b", "c"], False), (["b", "a"], False), ("a", False)],
)
def test_a_filter_means_the_whole_list(store: Store, tags: Any, fits: bool) -> None:
    store.put("tea", {"tags": ["a", "b"]})
    assert store.keys(filter={"tags": tags}) == (["tea"] if fits else [])


@pytest.mark.parametrize(
    ("cups", "fits"), [(2, True), ("2", True), (1, False), ("many", False), ([2], False), (None, False)]
)
def test_only_numbers_are_more_or_less(store: Store, cups: Any, fits: bool) -> None:
    store.put("tea", {"cups": cups})
    store.put("rice", {})
    assert store.keys(filter={"cups": {"$gt": 1}}) == (["tea"] if fits else [])


def test_a_query_with_a_filter_finds_what_fits_however_rare(store: Store) -> None:
    """Also while the index still has the value of before."""
    puts = [
        {"op": "put", "namespace": FOOD, "key": f"k{n}", "value": {"text": f"tea {n}", "rare": n in (7, 31)}}
        for n in range(40)
    ]
    store.batch(*puts)
    store.put("hidden", {"rare": True}, index=False)
    settle()
    found = store.keys(query="tea", filter={"rare": True}, limit=5)
    assert (sorted(found[:2]), found[2:]) == (["k31", "k7"], ["hidden"])
    store.put("k7", {"text": "tea 7", "rare": False})
    store.put("k8", {"text": "tea 8", "rare": True})
    found = store.keys(query="tea", filter={"rare": True}, limit=5)
    assert (sorted(found[:2]), found[2:]) == (["k31", "k8"], ["hidden"])


@pytest.mark.parametrize("query", [" ", "\0", "😀" * 1000, "' OR 1=1 --", "%_\\", "<|endoftext|>"])
def test_any_text_can_be_looked_for(store: Store, query: str) -> None:
    store.put("a%_'", {"text": query})
    store.put("b", {"text": "pears"})
    settle()
    assert sorted(store.keys(query=query)) == ["a%_'", "b"]
    assert store.keys(query=query, offset=2**31 - 1, limit=10_000) == []
    assert store.keys(query=query, limit=0) == store.keys(limit=0) == []


def test_only_the_indexed_fields_are_searched(store: Store) -> None:
    store.put("a", {"text": "apples", "hidden": ["zanzibar"]}, index=["text"])
    store.put("b", {"text": "pears", "list": [{"x": "zanzibar"}]}, index=["list[*].x"])
    settle()
    assert store.keys(query="zanzibar", limit=1) == ["b"]


def test_a_path_finds_each_text_once_however_many_ways_lead_to_it() -> None:
    """Otherwise a path of a thousand characters would never end."""
    nested: Any = "zanzibar"
    for _ in range(12):
        nested = [nested]
    values = {"value": written({"a": nested}), "index": ["a" + "{*,[*]}" * 12, "{,}" * 12]}
    assert STORE_ITEM.embedded(values) == "zanzibar"


def test_in_a_batch_what_reads_sees_what_was_there_before(store: Store) -> None:
    item = {"namespace": FOOD, "key": "tea"}
    get, every = {"op": "get", **item}, {"op": "search", "namespace_prefix": []}
    put = [{"op": "put", **item, "value": {"n": n}} for n in (1, 2)]
    assert store.batch(*put, get, every, {"op": "list_namespaces"}) == [None, None, None, [], []]
    before = store.batch(get, {"op": "put", **item, "value": None}, every)
    assert before[0]["value"] == {"n": 2}
    assert len(before[2]) == 1
    assert store.batch(get, every) == [None, []]


def test_nothing_of_a_batch_is_done_where_one_operation_is_wrong(store: Store) -> None:
    put = {"op": "put", "namespace": FOOD, "key": "tea", "value": {}}
    for wrong in (
        {"op": "search", "namespace_prefix": [], "filter": {"n": {"$in": [1]}}},
        {**put, "key": 1},
        {},
        "x",
    ):
        status, answer = store.call("POST", "batch", {"ops": [put, wrong]})
        assert status == 422, answer
    too_long = {**put, "namespace": ["ж" * 1000] * 3}
    assert store.call("POST", "batch", {"ops": [put, too_long]})[0] == 422
    assert store.search() == []


def test_namespaces_are_listed_by_what_they_begin_and_end_with(store: Store) -> None:
    for namespace in (["a", "x"], ["a", "y"], ["b", "x"], ["b", "x", "deep"]):
        store.put("k", {}, namespace)
    assert store.namespaces() == [["a", "x"], ["a", "y"], ["b", "x"], ["b", "x", "deep"]]
    assert store.namespaces(prefix=["b"]) == [["b", "x"], ["b", "x", "deep"]]
    assert store.namespaces(prefix=["b", "x", "deep"]) == [["b", "x", "deep"]]
    assert store.namespaces(suffix=["*", "x"]) == [["a", "x"], ["b", "x"]]
    assert store.namespaces(prefix=["*", "x"], max_depth=1, limit=1, offset=1) == [["b"]]
    store.delete("k", ["a", "x"])
    assert store.namespaces(prefix=["a"]) == [["a", "y"]]


WRONG: list[tuple[str, str, Any]] = [
    ("PUT", "items", {"namespace": [], "key": "k", "value": {}}),
    ("PUT", "items", {"namespace": ["a", ""], "key": "k", "value": {}}),
    ("PUT", "items", {"namespace": "a", "key": "k", "value": {}}),
    ("PUT", "items", {"namespace": ["a"], "key": None, "value": {}}),
    ("PUT", "items", {"namespace": ["a"], "key": "k" * 1001, "value": {}}),
    ("PUT", "items", {"namespace": ["a"], "key": "k", "value": None}),
    ("PUT", "items", {"namespace": ["a"], "key": "k", "value": [1]}),
    ("PUT", "items", {"namespace": ["a"], "key": "k", "value": {"x": "x" * 1_000_001}}),
    ("PUT", "items", {"namespace": ["a"], "key": "k", "value": {}, "ttl": -1}),
    ("PUT", "items", {"namespace": ["a"], "key": "k", "value": {}, "ttl": 1e300}),
    ("PUT", "items", {"namespace": ["a"], "key": "k", "value": {}, "index": True}),
    ("PUT", "items?user_id=a&agent_id=b", {"namespace": ["a"], "key": "k", "value": {}}),
    ("PUT", "items?user_id=..", {"namespace": ["a"], "key": "k", "value": {}}),
    ("PUT", "items?app_id=default_app", {"namespace": ["a"], "key": "k", "value": {}}),
    ("GET", "items?key=k", None),
    ("GET", "items?key=k&namespace=a..b", None),
    ("DELETE", "items", {"namespace": ["a"]}),
    ("POST", "items/search", {}),
    ("POST", "items/search", {"namespace_prefix": [], "limit": -1}),
    ("POST", "items/search", {"namespace_prefix": [], "filter": {"n": {"$gt": "much"}}}),
    ("POST", "items/search", {"namespace_prefix": [], "filter": {"n": {"$gt": 1, "x": 2}}}),
    ("POST", "namespaces", {"max_depth": "1"}),
    ("POST", "batch", {"ops": [{"op": "drop"}]}),
    ("POST", "batch", {"ops": [{"op": "search", "namespace_prefix": []}] * 1001}),
    ("POST", "batch", {"ops": [{"op": "search", "namespace_prefix": [], "query": "x"}] * 51}),
    ("POST", "batch", []),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body"), WRONG)
def test_bad_input_is_refused_in_words(store: Store, method: str, path: str, body: Any) -> None:
    step, _, query = path.partition("?")
    status, answer = store.call(
        method, step, body, **dict(pair.split("=") for pair in query.split("&") if pair)
    )
    assert status == 422, answer
    assert isinstance(answer["detail"], str)
    assert store.search() == []


def test_errors_outside_the_calls_have_the_same_shape(store: Store) -> None:
    assert store.call("GET", "nothing")[1].keys() == {"detail"}
    status, answer = store.call("PATCH", "items", {})
    assert (status, answer.keys()) == (405, {"detail"})
