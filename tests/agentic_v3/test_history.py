"""The history of a group: in Redis, without one in the database, and what happens when Redis is away."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from memory import redis
from memory.ingest import history
from memory.ingest.retry import prune
from memory.models import BufferedMessage, GroupMessage
from tests.agentic_v3.conftest import Ok, said
from tests.conftest import change_settings
from tests.redis_server import RedisServer

KEY = "chat_history:team"


@pytest.fixture
def with_redis(settings: Any, redis_server: RedisServer) -> None:
    change_settings(settings, "redis", url=redis_server.url)
    redis.client().flushall()


@pytest.fixture
def redis_away(settings: Any) -> None:
    change_settings(settings, "redis", url="redis://127.0.0.1:9/0")  # the discard port: nothing listens there


@pytest.mark.usefixtures("with_redis")
def test_redis_has_the_raw_messages_the_latest_first(ok: Ok) -> None:
    bodies = [said(f"text {number}", at=number, group="team", refer_list=["m0"]) for number in range(3)]
    for body in bodies:
        ok("memorize", body)
    kept = redis.client().lrange(KEY, 0, -1)
    assert [json.loads(text) for text in kept] == bodies[::-1]
    assert 86_000 < redis.client().ttl(KEY) <= 86_400
    assert not GroupMessage.objects.exists()


@pytest.mark.usefixtures("with_redis")
def test_the_list_of_a_group_that_never_falls_silent_does_not_grow_for_ever(
    ok: Ok, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MOST_IN_REDIS", 2)
    bodies = [said(f"text {number}", at=number, group="team") for number in range(3)]
    for body in bodies:
        ok("memorize", body)
    assert [json.loads(text) for text in redis.client().lrange(KEY, 0, -1)] == [bodies[2], bodies[1]]


def test_without_redis_the_database_has_them(ok: Ok) -> None:
    bodies = [said(f"text {number}", at=number, group="team", group_name="The team") for number in range(3)]
    for body in bodies:
        ok("memorize", body)
    assert list(GroupMessage.objects.order_by("pk").values_list("group_id", "payload")) == [
        ("team", body) for body in bodies
    ]


def test_the_database_forgets_after_a_day(ok: Ok) -> None:
    ok("memorize", said(group="team"))
    with time_machine.travel(timezone.now() + timedelta(hours=23)):
        prune()
        assert GroupMessage.objects.count() == 1
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        prune()
        assert GroupMessage.objects.count() == 0
    assert BufferedMessage.objects.count() == 1


def test_a_repeat_is_no_second_entry(ok: Ok) -> None:
    for _ in range(2):
        ok("memorize", said(group="team"))
    assert GroupMessage.objects.count() == 1


def test_what_is_said_to_nobody_has_no_history(ok: Ok) -> None:
    ok("memorize", said())
    assert not GroupMessage.objects.exists()


def test_any_text_can_be_kept(ok: Ok) -> None:
    ok("memorize", said("a\x00b", group="team"))
    assert GroupMessage.objects.get().payload["content"] == "a b"


@pytest.mark.usefixtures("redis_away")
def test_a_redis_that_is_away_costs_no_message(ok: Ok) -> None:
    assert ok("memorize", said(group="team"))["status_info"] == "accumulated"
    assert BufferedMessage.objects.count() == 1


@pytest.mark.usefixtures("redis_away")
def test_and_it_is_seen(ok: Ok) -> None:
    before = missing()
    ok("memorize", said(group="team"))
    assert missing() == before + 1
    assert any("Redis" in reason for reason in Client().get("/health").json()["reasons"])


def missing() -> float:
    lines = Client().get("/metrics").content.decode().splitlines()
    [line] = [line for line in lines if line.startswith("everos_group_history_missing_total ")]
    return float(line.split()[1])
