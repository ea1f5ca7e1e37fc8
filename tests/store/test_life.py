"""How long items live, who may do what with them, and how they are forgotten and moved."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from cascade.models import MdChangeState
from memory import tasks
from memory.api_keys import ApiKey
from memory.errors import DocumentChanged, LockTimeout
from memory.grants import limited
from memory.keyed import documents
from memory.models import Forgetting, KeyedDocument
from tests.store.conftest import FOOD, Store, settle


def after(minutes: float) -> Any:
    return time_machine.travel(timezone.now() + timedelta(minutes=minutes), tick=False)


def test_an_item_is_gone_when_its_time_is_over(store: Store, file: Path) -> None:
    store.put("tea", {"n": 1}, ttl=10)
    store.put("rice", {"n": 2})
    with after(9.9):
        assert store.keys(refresh_ttl=False) == ["tea", "rice"]
    with after(10.1):
        assert store.get("tea") is None
        assert store.keys() == ["rice"]
        assert store.keys(query="tea") == ["rice"]
        assert store.namespaces(prefix=[*FOOD]) == [[*FOOD]]
        assert file.exists()
        tasks.forget_expired()
    assert not file.exists()


def test_what_is_over_is_in_no_namespace_and_begins_anew(store: Store) -> None:
    store.put("tea", {"n": 1}, ttl=10)
    began = store.get("tea")["created_at"]
    with after(20):
        assert store.namespaces() == []
        store.put("tea", {"n": 2})
        assert store.get("tea")["created_at"] > began


def test_a_hand_ends_an_item_before_the_register_knows(store: Store, file: Path) -> None:
    store.put("tea", {"n": 1}, ttl=10)
    lines = [line for line in file.read_text().splitlines() if not line.startswith("expires_at")]
    file.write_text("\n".join(lines).replace("created_at:", "expires_at: 2020-01-01T00:00:00Z\ncreated_at:"))
    assert (store.get("tea"), store.keys(), store.keys(query="n")) == (None, [], [])


def test_an_item_that_is_being_changed_is_read_all_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put("tea", {"n": 1}, ttl=10)
    for error in (LockTimeout, DocumentChanged):
        monkeypatch.setattr(documents, "change", Mock(side_effect=error))
        with after(5):
            assert store.get("tea")["value"] == {"n": 1}
            assert store.keys() == ["tea"]


def test_the_clock_removes_items_of_every_scope(store: Store, root: Path) -> None:
    Store(user_id="alice", app_id="other", project_id="x").put("tea", {}, ttl=1)
    [file] = root.glob("other/x/users/alice/.store/*.md")
    with after(2):
        tasks.forget_expired()
    assert not file.exists()


@pytest.mark.parametrize("way", ["get", "search", "batch"])
def test_what_is_read_lives_on(store: Store, way: str) -> None:
    def read(refresh: bool) -> list[Any]:
        get = {"op": "get", "namespace": FOOD, "key": "tea", "refresh_ttl": refresh}
        match way:
            case "get":
                return [store.get("tea", refresh_ttl="true" if refresh else "false")]
            case "search":
                return store.search(refresh_ttl=refresh) or [None]
        return store.batch(get)

    store.put("tea", {"n": 1}, ttl=10)
    with after(6):
        assert read(True) != [None]
    with after(12):
        assert read(False) != [None]
    with after(17):
        assert read(False) == [None]


def test_reading_writes_only_what_makes_a_difference(store: Store, file: Path) -> None:
    store.put("tea", {"n": 1}, ttl=1000)
    with after(1):
        store.get("tea")
    refreshed = file.read_bytes()
    with after(5):
        store.get("tea")
    assert file.read_bytes() == refreshed


def test_an_item_without_an_end_is_not_written_when_it_is_read(store: Store, file: Path) -> None:
    store.put("tea", {"n": 1})
    written = file.read_bytes()
    store.get("tea")
    store.search()
    assert file.read_bytes() == written


def test_a_deleted_item_leaves_a_receipt_and_no_words(store: Store, root: Path) -> None:
    store.put("tea", {"likes": "quixotic oolong"})
    settle()
    store.delete("tea")
    for _ in range(3):
        settle()
        Client().get("/health")
    assert Forgetting.objects.count() == 1
    assert not [p for p in root.rglob("*.md") if "quixotic" in p.read_text()]
    assert store.keys(query="quixotic oolong") == []


def test_forgetting_a_user_takes_the_items_along(db: None, root: Path) -> None:
    store = Store(user_id="alice")
    store.put("tea", {"n": 1})
    body = {"user_id": "alice"}
    answer = Client().post("/api/v1/memory/delete", body, content_type="application/json")
    assert answer.json()["data"]["counts"] == {"store_item": 1}
    assert store.search() == []
    assert store.namespaces() == []


def test_items_are_found_again_when_the_database_is_lost(store: Store) -> None:
    store.put("tea", {"n": 1})
    KeyedDocument.objects.all().delete()
    MdChangeState.objects.all().delete()
    assert store.get("tea")["value"] == {"n": 1}
    settle()
    assert store.keys() == ["tea"]


def key(*actions: Any, **limits: Any) -> str:
    user, _ = User.objects.get_or_create(username="owner")
    return str(ApiKey.objects.make(user, "test", limited(actions, **limits))[1])


def test_a_batch_needs_what_its_operations_do(store: Store) -> None:
    put = {"op": "put", "namespace": FOOD, "key": "tea", "value": {"n": 2}}
    get = {"op": "get", "namespace": FOOD, "key": "tea"}
    store.put("tea", {"n": 1})
    for actions, ops, status in (
        (["read"], [get], 200),
        (["read"], [get, put], 403),
        (["write"], [get, put], 403),
        (["read", "write"], [get, {**put, "value": None}], 403),
        (["forget"], [get], 403),
    ):
        assert Store(key(*actions)).call("POST", "batch", {"ops": ops})[0] == status
        assert store.get("tea")["value"] == {"n": 1}
    assert Store(key("write")).call("POST", "batch", {"ops": [put]}) == (200, {"results": [None]})
    assert Store(key("forget")).call("POST", "batch", {"ops": [{**put, "value": None}]})[0] == 200
    assert store.search() == []


def test_a_key_for_others_finds_nothing_and_stores_nothing(store: Store) -> None:
    Store(user_id="alice").put("tea", {"n": 1})
    bob = Store(key("read", "write", users=["bob"]), user_id="alice")
    assert bob.get("tea") is None
    assert bob.search() == bob.namespaces() == []
    status, answer = bob.put("tea", {"n": 2})
    assert (status, "alice" in answer["detail"]) == (403, True)


@pytest.mark.django_db(transaction=True)
def test_writers_at_once_lose_nothing(root: Path) -> None:
    def write(number: int) -> int:
        try:
            return Store().put(f"k{number % 10}", {"n": number})[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(write, range(40))) == {204}
    found = {item["key"]: item["value"]["n"] for item in Store().search(limit=100)}
    assert {name: number % 10 for name, number in found.items()} == {f"k{n}": n for n in range(10)}


def test_times_are_those_of_the_item(store: Store) -> None:
    before = timezone.now()
    store.put("tea", {})
    item = store.get("tea")
    at = datetime.fromisoformat(item["updated_at"])
    assert before <= at <= timezone.now()
    assert item["created_at"] == item["updated_at"]
