"""`EverOSStore`: the same operations as on LangGraph's own `InMemoryStore` have the same results; and in a graph."""

import asyncio
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from typing import Any

import everos.langgraph
import pytest
from everos import EverOS
from everos.langgraph import EverOSStore
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore
from langgraph_sdk import get_sync_client

from examples import langgraph_store

LABELS = st.sampled_from(["users", "Users", "u%1", "a/b", "记忆", "*", "x y"])
NAMESPACES = st.lists(LABELS, min_size=1, max_size=3).map(tuple)
KEYS = st.sampled_from(["k", "K", "k2", "a/b", "ключ", "..", "k%2F", ""])
NAMES = st.sampled_from(["n", "s", "inner", "list", "$odd", "a.b"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False)
LEAVES = st.none() | st.booleans() | NUMBERS | TEXTS
VALUES = st.dictionaries(
    NAMES | TEXTS,
    st.recursive(
        LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
    ),
    max_size=4,
) | st.fixed_dictionaries({"n": st.integers(-3, 3) | st.floats(-3, 3), "s": st.sampled_from(["a", "b"])})
EQUAL = st.sampled_from(["a", "b", 0, 1, 1.0, True, None])
CONDITIONS = EQUAL | st.dictionaries(st.sampled_from(["$eq", "$ne"]), EQUAL, min_size=1)
COMPARED = st.dictionaries(
    st.sampled_from(["$gt", "$gte", "$lt", "$lte"]), st.integers(-3, 3), min_size=1, max_size=2
)
FILTERS = st.none() | st.dictionaries(st.sampled_from(["s", "inner", "missing"]), CONDITIONS, max_size=2)
SIZES = st.integers(0, 12)
MATCHES = st.builds(
    MatchCondition, st.sampled_from(["prefix", "suffix"]), st.lists(LABELS, min_size=1, max_size=2).map(tuple)
)

PUTS = st.builds(PutOp, NAMESPACES, KEYS, VALUES, st.none() | st.just(False) | st.just(["s"]), ttl=st.none())
DELETIONS = st.builds(PutOp, NAMESPACES, KEYS, st.none(), st.none(), ttl=st.none())
GETS = st.builds(GetOp, NAMESPACES, KEYS)
SEARCHES = st.builds(
    SearchOp, st.lists(LABELS, max_size=2).map(tuple), FILTERS, SIZES, SIZES, query=st.none()
)
LISTS = st.builds(
    ListNamespacesOp,
    st.none() | st.lists(MATCHES, max_size=2).map(tuple),
    st.none() | st.integers(1, 3),
    SIZES,
    SIZES,
)
BATCHES = st.lists(st.one_of(PUTS, PUTS, PUTS, DELETIONS, GETS, SEARCHES, LISTS), max_size=12)

# Shrinking takes minutes, for each example writes files.
EXAMPLES = settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)


class Reference(InMemoryStore):
    """Without two oddities: a namespace is no longer listed when it is empty (or was only asked for), and a search
    lists the oldest first also where it goes through several namespaces."""

    def __init__(self) -> None:
        super().__init__()
        self._clock, self._ages = count(), dict[tuple[tuple[str, ...], str], int]()

    def _handle_list_namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        for namespace in [namespace for namespace, items in self._data.items() if not items]:
            del self._data[namespace]
        return super()._handle_list_namespaces(op)

    def _filter_items(self, op: SearchOp) -> Any:
        found = super()._filter_items(op._replace(limit=10**6, offset=0))
        return sorted(found, key=lambda pair: self._ages[pair[0].namespace, pair[0].key])

    def _apply_put_ops(self, put_ops: Any) -> None:
        super()._apply_put_ops(put_ops)
        for place, op in put_ops.items():
            if op.value is None:
                self._ages.pop(place, None)
            else:
                self._ages.setdefault(place, next(self._clock))


@pytest.fixture(scope="module")
def client(url: str) -> Iterator[EverOS]:
    with EverOS(url) as client:
        yield client


def store_of(client: EverOS) -> EverOSStore:
    return EverOSStore(client, agent_id=f"oracle-{uuid.uuid4()}")


def told(result: Any) -> Any:
    """Without times; `repr` tells 1 from 1.0 and True, and keeps the order of keys."""
    if isinstance(result, Item):
        return result.namespace, result.key, repr(result.value)
    return [told(each) for each in result] if isinstance(result, list) else result


@EXAMPLES
@given(batches=st.lists(BATCHES, min_size=1, max_size=4))
def test_the_same_operations_have_the_same_results(client: EverOS, batches: list[list[Op]]):
    ours, reference = store_of(client), Reference()
    everything = [SearchOp((), limit=1000), ListNamespacesOp()]
    for ops in [*batches, everything]:
        assert told(ours.batch(ops)) == told(reference.batch(ops))


@EXAMPLES
@given(
    values=st.lists(st.fixed_dictionaries({"n": st.integers(-3, 3) | st.floats(-3, 3)}), max_size=6),
    condition=COMPARED,
)
def test_numbers_are_compared_alike(client: EverOS, values: list[dict[str, Any]], condition: dict[str, int]):
    ours, reference = store_of(client), Reference()
    puts = [PutOp(("n",), str(number), value) for number, value in enumerate(values)]
    search = SearchOp(("n",), {"n": condition}, 1000)
    for ops in (puts, [search]):
        assert told(ours.batch(ops)) == told(reference.batch(ops))


def test_a_query_finds_the_same_items(client: EverOS):
    ours, reference = store_of(client), Reference()
    puts = [
        PutOp(("a", str(n % 2)), str(n), {"text": text, "n": n})
        for n, text in enumerate(("tea", "rain", "go"))
    ]
    puts.append(PutOp(("a", "0"), "hidden", {"text": "green tea", "n": 9}, index=False))
    search = SearchOp(("a",), {"n": {"$gte": 0}}, 1000, query="a hot drink")
    for ops in (puts, [search]):
        answers = ours.batch(ops), reference.batch(ops)
    found, expected = (sorted(told(answer[0])) for answer in answers)
    assert found == expected


def test_a_graph_finds_what_another_run_has_stored(url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("EVEROS_URL", url)
    user = f"user-{uuid.uuid4()}"
    assert langgraph_store.ask(user, "I climb on Tuesdays") == []
    assert langgraph_store.ask(user, "What do I do on Tuesdays?") == ["I climb on Tuesdays"]


async def test_async_and_sync_see_one_store(client: EverOS):
    store = store_of(client)
    await asyncio.gather(*(store.aput(("n",), str(n), {"n": n}) for n in range(20)))
    assert sorted(item.value["n"] for item in store.search(("n",), limit=100)) == list(range(20))
    assert [item.key for item in await store.asearch(("n",), filter={"n": {"$gt": 18}})] == ["19"]
    assert await store.alist_namespaces(prefix=("*",)) == store.list_namespaces(suffix=["n"]) == [("n",)]
    await store.adelete(("n",), "3")
    store.delete(("n",), "4")
    assert store.get(("n",), "3") is await store.aget(("n",), "4") is None


def test_items_have_a_time_to_live(client: EverOS):
    store = EverOSStore(
        client, agent_id=f"a-{uuid.uuid4()}", ttl={"default_ttl": 60, "refresh_on_read": False}
    )
    store.put(("n",), "brief", {}, ttl=0.05)
    store.put(("n",), "long", {})
    while store.get(("n",), "brief"):
        time.sleep(0.2)
    assert [item.key for item in store.search(("n",))] == ["long"]


def test_a_batch_may_be_longer_than_a_request(client: EverOS, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(everos.langgraph, "MOST_OPERATIONS", 3)
    ours, reference = store_of(client), Reference()
    puts: list[Op] = [PutOp(("n",), str(n % 4), {"n": n}) for n in range(8)]
    for ops in ([*puts, SearchOp(())], [SearchOp(()), *puts, GetOp(("n",), "1"), GetOp(("n",), "2")], []):
        assert told(ours.batch(ops)) == told(reference.batch(ops))


def test_a_batch_may_have_more_searches_than_a_request(client: EverOS):
    store = store_of(client)
    ops: list[Op] = [SearchOp((), query=f"tea {n}") for n in range(51)]
    found = store.batch([*ops, PutOp(("n",), "k", {"text": "tea"})])
    assert found == [*([[]] * 51), None]
    assert store.get(("n",), "k").value == {"text": "tea"}


def test_what_a_namespace_may_not_be_is_said_before_anything_is_sent(client: EverOS):
    store = store_of(client)
    for op in (PutOp(("a.b",), "k", {}), GetOp(("",), "k"), SearchOp(("a\0",))):
        with pytest.raises(InvalidNamespaceError):
            store.batch([PutOp(("n",), "k", {}), op])
    with pytest.raises(TypeError):
        store.put(("n",), "k", {"at": datetime.now(UTC)})
    with pytest.raises(ValueError, match="JSON"):
        store.put(("n",), "k", {"n": float("nan")})
    assert store.search(()) == []


def test_the_client_of_a_langgraph_server_finds_the_same_items(client: EverOS, url: str):
    store = EverOSStore(client)  # of the agent that is called langgraph
    theirs = get_sync_client(url=url).store
    namespace = ["sdk", str(uuid.uuid4())]
    theirs.put_item(namespace, "tea", {"n": 1}, index=False, ttl=60)
    item = store.get(tuple(namespace), "tea")
    assert (item.value, item.key) == ({"n": 1}, "tea")
    assert theirs.get_item(namespace, "tea")["value"] == {"n": 1}
    assert [
        each["key"] for each in theirs.search_items(namespace, filter={"n": 1}, query="tea")["items"]
    ] == ["tea"]
    assert theirs.list_namespaces(prefix=namespace, max_depth=2) == {"namespaces": [namespace]}
    theirs.delete_item(namespace, "tea")
    assert store.get(tuple(namespace), "tea") is None
