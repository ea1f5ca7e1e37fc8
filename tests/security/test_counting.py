"""What counts against the limits of a caller: each operation of a batch, and quotas only for what is stored."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import caches
from django.db import DatabaseError
from django.http import HttpResponse
from django.test import Client
from pytest_django.fixtures import Settings

from everos_site import rate_limits
from memory.api_keys import ApiKey, user_named
from memory.errors import RedisUnavailable
from memory.models import CallerUsage
from tests.conftest import change_settings

pytestmark = pytest.mark.django_db

NOON = 1_795_262_400
RANKED = {"op": "search", "namespace_prefix": [], "query": "tea"}
LISTED = {"op": "search", "namespace_prefix": []}
PUT = {"op": "put", "namespace": ["a"], "key": "k", "value": {"n": 1}}
RECALL = {"name": "recall", "arguments": {"query": "tea"}}


@pytest.fixture(autouse=True)
def alone(root: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "clock", SimpleNamespace(time=lambda: NOON))  # no minute ends meanwhile
    caches["rates"].clear()
    change_settings(settings, "rates", enabled=True)


@pytest.fixture
def key() -> str:
    return ApiKey.objects.make(user_named("cora"), "test")[1]


def send(key: str, path: str, body: Any = None, method: str = "POST", **headers: str) -> HttpResponse:
    client = Client(headers={"Authorization": f"Bearer {key}", **headers})
    return client.generic(
        method, path, b"" if body is None else json.dumps(body), content_type="application/json"
    )


def batch(key: str, *ops: Any) -> HttpResponse:
    return send(key, "/store/batch?user_id=alice", {"ops": ops})


def left(answer: HttpResponse) -> tuple[int, int]:
    return int(answer["RateLimit-Remaining"]), int(answer["RateLimit-Limit"])


def limit(settings: Settings, reads: int = 100, writes: int = 100, searches: int = 100) -> None:
    change_settings(
        settings,
        "rates",
        reads_per_minute=reads,
        writes_per_minute=writes,
        searches_per_minute=searches,
    )


def test_each_search_of_a_batch_is_a_search(settings: Settings, key: str) -> None:
    limit(settings, searches=10)
    answer = batch(key, RANKED, RANKED, RANKED, LISTED, PUT)
    assert answer.status_code == 200
    assert left(answer) == (7, 10), "the limit with the fewest calls left is told"
    assert batch(key, *[RANKED] * 8).status_code == 429
    assert left(batch(key, *[RANKED] * 7)) == (0, 10), "what was refused has cost nothing"
    refused = send(key, "/store/items/search?user_id=alice", {"namespace_prefix": [], "query": "tea"})
    assert refused.status_code == 429


def test_each_write_of_a_batch_is_a_write(settings: Settings, key: str) -> None:
    limit(settings, writes=5)
    assert left(batch(key, PUT, {**PUT, "key": "l"}, {**PUT, "value": None})) == (2, 5)
    refused = batch(key, *[{**PUT, "key": "refused"}] * 3)
    assert refused.status_code == 429
    assert "5 writes" in refused.json()["detail"]
    answer = send(key, "/store/items?user_id=alice&namespace=a&key=refused", method="GET")
    assert answer.json() is None


def test_a_refusal_is_not_hidden_by_a_kind_with_fewer_calls_left(settings: Settings, key: str) -> None:
    limit(settings, writes=2, searches=10)
    assert batch(key, PUT, *[RANKED] * 11).status_code == 429


def test_kinds_are_counted_apart_and_the_fewest_calls_left_are_told(settings: Settings, key: str) -> None:
    limit(settings, writes=9, searches=9)
    assert left(batch(key, PUT, RANKED, RANKED)) == (7, 9)
    assert left(batch(key, RANKED, PUT, PUT)) == (6, 9)
    limit(settings, writes=0, searches=0)
    assert batch(key, PUT, RANKED).status_code == 200, "0 is no limit"


def test_what_stores_by_post_is_a_write_though_its_neighbour_reads(settings: Settings, key: str) -> None:
    limit(settings, reads=50, writes=60)
    assert left(send(key, "/v3/memories/", {"filters": {"user_id": "alice"}})) == (49, 50)
    assert left(send(key, "/v3/memories/add/", {})) == (59, 60)


def test_a_minute_ends_when_it_was_said(
    settings: Settings, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(settings, writes=1)
    other = ApiKey.objects.make(user_named("dora"), "test")[1]
    seconds = int(batch(key, PUT)["RateLimit-Reset"])
    assert seconds != int(batch(other, PUT)["RateLimit-Reset"]), "not all begin at the same moment"
    for later, status in ((seconds - 1, 429), (seconds, 200)):
        monkeypatch.setattr(rate_limits, "clock", SimpleNamespace(time=lambda later=later: NOON + later))
        assert batch(key, PUT).status_code == status


def test_callers_without_a_key_are_counted_by_their_network(settings: Settings) -> None:
    limit(settings, reads=1)

    def status(address: str) -> int:
        return Client(REMOTE_ADDR=address).get("/explorer/").status_code

    addresses = ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:0:1::1")
    assert [status(address) for address in addresses] == [200] * 4
    again = ("192.0.2.1", "::ffff:192.0.2.1", "2001:db8::2")
    assert [status(address) for address in again] == [429] * 3
    assert status("::ffff:192.0.2.3") == 200


@pytest.mark.parametrize("error", [RedisUnavailable, ValueError])
def test_what_cannot_be_counted_is_answered(
    settings: Settings, key: str, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """Redis is away, or the count expired at that moment."""

    def fail(*_: object) -> int:
        raise error

    limit(settings, writes=1)
    monkeypatch.setattr(type(caches["rates"]), "incr", fail)
    assert [batch(key, PUT).status_code for _ in range(2)] == [200, 200]


def test_a_batch_that_no_minute_can_hold_is_told_so(settings: Settings, key: str) -> None:
    limit(settings, searches=2)
    refused = batch(key, *[RANKED] * 3)
    assert refused.status_code == 429
    assert "this call counts as 3" in refused.json()["detail"]
    assert batch(key, RANKED, RANKED).status_code == 200


def test_a_batch_has_a_bounded_number_of_searches_with_a_query(key: str) -> None:
    refused = batch(key, *[RANKED] * 51)
    assert refused.status_code == 422
    assert "at most 50 searches" in refused.json()["detail"]
    assert batch(key, *[LISTED] * 51).status_code == 200


def test_each_message_of_an_mcp_batch_counts(settings: Settings, key: str) -> None:
    limit(settings, searches=10)
    calls = [{"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": RECALL} for n in range(4)]
    answer = send(key, "/mcp?user=alice", calls)
    assert answer.status_code == 200
    assert left(answer) == (6, 10)
    refused = send(key, "/mcp?user=alice", [*calls, *calls])
    assert refused.status_code == 429
    assert left(refused) == (6, 10)


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"ops": 7}', b'{"ops": [7, {"op": []}]}', b""])
def test_a_body_that_cannot_be_read_is_one_call(settings: Settings, key: str, body: bytes) -> None:
    limit(settings, reads=10)
    client = Client(headers={"Authorization": f"Bearer {key}"})
    answer = client.post("/store/batch", body, content_type="application/json")
    assert 400 <= answer.status_code < 429
    assert int(answer["RateLimit-Remaining"]) in (8, 9)


def usage() -> CallerUsage:
    return CallerUsage.objects.filter(caller="user:cora").first() or CallerUsage()


def used_up(settings: Settings) -> None:
    change_settings(settings, "rates", messages_per_day=1)
    rate_limits.note_use("user:cora", datetime.now(UTC).date(), 1, 0)


STORING = [
    ("POST", "/api/v1/memory/add", {}),
    ("PATCH", "/api/v1/memory/alice_af_20260101_00000001", {}),
    ("POST", "/api/v2/memory/add", {}),
    ("POST", "/api/v1/sessions/s/items", {}),
    ("POST", "/api/v1/memory/bot/store", {"key": "k", "value": "v"}),
    ("POST", "/api/v3/agentic/memorize", {}),
    ("POST", "/stm/s/messages", {}),
    ("POST", "/ltm/memories", {}),
    ("PUT", "/ltm/memories/mem_1", {}),
    ("POST", "/memories", {}),
    ("PUT", "/memories/mem_1", {}),
    ("POST", "/v3/memories/add/", {}),
    ("PUT", "/v1/memories/mem_1/", {}),
    ("PUT", "/v1/batch/", {}),
    ("PUT", "/store/items", {}),
    ("POST", "/store/batch", {"ops": [PUT]}),
    ("POST", "/v1/memory_stores", {}),
    ("POST", "/anthropic/memory", {"command": "create"}),
    ("POST", "/hooks/claude-code/capture", {}),
    ("POST", "/hooks/claude-code/flush", {}),
    (
        "POST",
        "/mcp",
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "remember"}},
    ),
]


@pytest.mark.parametrize(("method", "path", "body"), STORING, ids=lambda each: str(each)[:40])
def test_a_used_up_quota_refuses_what_stores(
    settings: Settings, key: str, method: str, path: str, body: Any
) -> None:
    used_up(settings)
    answer = send(key, path, body, method)
    assert answer.status_code == 429, answer.content
    assert "MESSAGES_PER_DAY" in answer.content.decode()


OTHERS = [
    ("POST", "/api/v1/memory/delete", {"user_id": "alice", "dry_run": True}),
    ("POST", "/api/v1/memory/export", {"user_id": "alice"}),
    ("POST", "/api/v1/memory/verify", {"id": "alice_af_20260101_00000001"}),
    ("POST", "/api/v1/memory/flush", {"session_id": "s"}),
    ("POST", "/api/v1/auth/token", {"user_id": "alice"}),
    ("POST", "/anthropic/memory", {"command": "delete", "path": "/memories/a.md"}),
    ("POST", "/anthropic/memory", {"command": "view", "path": "/memories"}),
    ("POST", "/reset", None),
    ("POST", "/v1/exports/", {"filters": {"user_id": "alice"}, "schema": {}}),
    ("POST", "/api/v1/memory/bot/k/pin", {"pinned": True}),
    ("PUT", "/stm/s/config", {"max_messages": 3}),
    ("POST", "/store/batch?user_id=alice", {"ops": [RANKED, {**PUT, "value": None}]}),
    (
        "POST",
        "/mcp?user=alice",
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "forget", "arguments": {"ids": ["alice_af_20260101_00000001"]}},
        },
    ),
]


@pytest.mark.parametrize(("method", "path", "body"), OTHERS, ids=lambda each: str(each)[:40])
def test_it_refuses_nothing_else_and_nothing_else_is_counted(
    settings: Settings, key: str, method: str, path: str, body: Any
) -> None:
    used_up(settings)
    assert send(key, path, body, method).status_code != 429
    used = usage()
    assert (used.messages, used.bytes) == (1, 0)


def test_what_is_stored_is_counted(key: str) -> None:
    assert batch(key, PUT, {**PUT, "key": "l"}, RANKED).status_code == 200
    assert usage().messages == 2
    body = {"key": "k", "value": "v"}
    assert send(key, "/api/v1/memory/bot/store", body).status_code == 200
    assert usage().messages == 3


def test_what_is_refused_is_not_counted(key: str) -> None:
    assert batch(key, {**PUT, "value": 7}).status_code == 422
    assert not CallerUsage.objects.exists()


def test_a_quota_is_of_one_caller_and_one_day(settings: Settings, key: str) -> None:
    today = datetime.now(UTC).date()
    change_settings(settings, "rates", messages_per_day=1)
    rate_limits.note_use("user:dora", today, 1, 0)
    rate_limits.note_use("user:cora", today - timedelta(days=1), 1, 0)
    assert batch(key, PUT).status_code == 200
    assert batch(key, PUT).status_code == 429


@pytest.mark.parametrize("quotas", [(0, 10_000), (10, 0)])
def test_a_quota_of_0_is_none(settings: Settings, key: str, quotas: tuple[int, int]) -> None:
    change_settings(settings, "rates", messages_per_day=quotas[0], bytes_per_day=quotas[1])
    assert batch(key, PUT).status_code == 200


def test_accounts_are_kept_for_a_week() -> None:
    today = datetime.now(UTC).date()
    for days in (8, 7, 0, 0):
        rate_limits.note_use("user:cora", today - timedelta(days=days), 1, 3)
    assert sorted((today - used.day).days for used in CallerUsage.objects.all()) == [0, 7]
    used = rate_limits.used("user:cora", today)
    assert (used.messages, used.bytes) == (2, 6)


def test_what_was_stored_stays_though_it_cannot_be_counted(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(rate_limits, "note_use", fail)
    assert batch(key, PUT).status_code == 200


def test_each_memory_of_mem0s_batch_counts(settings: Settings, key: str) -> None:
    said = {"user_id": "alice", "infer": False}
    ids = [
        send(key, "/memories", {**said, "messages": [{"role": "user", "content": text}]}).json()["results"][
            0
        ]["id"]
        for text in ("I like tea.", "I like cake.")
    ]
    limit(settings, writes=10)
    changes = [{"memory_id": each, "text": f"Changed: {each}"} for each in ids]
    answer = send(key, "/v1/batch/", {"memories": changes}, "PUT")
    assert answer.status_code == 200, answer.content
    assert left(answer) == (8, 10)
    assert usage().messages == 4
    assert left(send(key, "/v1/batch/", {"memories": changes}, "DELETE")) == (6, 10)
    assert usage().messages == 4


def test_a_person_reads_a_page(settings: Settings) -> None:
    limit(settings, searches=1)
    said = {"sender_id": "alice", "role": "user", "timestamp": 1_795_255_200_000, "content": "I drink tea."}
    body = {"session_id": "s", "messages": [said]}
    assert Client().post("/api/v1/memory/add", body, content_type="application/json").status_code == 200
    asked = {"user": "alice", "q": "tea"}
    assert Client().get("/explorer/ask/", asked).status_code == 200
    refused = Client().get("/explorer/ask/", asked)
    assert refused.status_code == 429
    assert refused["Content-Type"].startswith("text/html")
    assert "More than 1 searches in a minute" in refused.content.decode()
    assert int(refused["Retry-After"]) >= 1
