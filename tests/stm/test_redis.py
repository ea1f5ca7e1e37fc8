"""What only a Redis can do: go away, come back, and be asked by other programs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory import redis
from memory.errors import RedisUnavailable
from memory.stm.sessions import configure, context, delete_session, newest_messages
from tests.conftest import change_settings
from tests.redis_server import RedisServer
from tests.stm.conftest import say


@pytest.fixture
def own_server(tmp_path: Path, settings: Any) -> Iterator[RedisServer]:
    """A Redis that this test may stop."""
    server = RedisServer(tmp_path).start()
    change_settings(settings, "redis", url=server.url)
    yield server
    server.stop()


def test_while_it_is_away_everything_is_refused_and_then_goes_on(own_server: RedisServer) -> None:
    say("before")
    own_server.stop()
    for call in (newest_messages, context, delete_session, say):
        with pytest.raises(RedisUnavailable, match=r"^Redis not initialized$"):
            call("s1")
    with pytest.raises(RedisUnavailable):
        configure("s1", {"max_messages": 3})
    own_server.start()
    say("after")
    assert [message.content for message in newest_messages("s1")] == ["after"]


def test_a_restart_between_two_calls_is_not_noticed(own_server: RedisServer) -> None:
    say("before")
    own_server.stop()
    own_server.start()
    say("after")
    assert [message.content for message in newest_messages("s1")] == ["after"]


def test_its_trouble_is_told(own_server: RedisServer) -> None:
    assert redis.trouble(own_server.url) is None
    own_server.stop()
    assert "refused" in (redis.trouble(own_server.url) or "")


def test_one_that_refuses_is_as_good_as_away(own_server: RedisServer) -> None:
    redis.client().set("stm:s1:messages", "somebody else's")
    with pytest.raises(RedisUnavailable):
        say("hello")


def test_a_password_is_not_told(settings: Any, own_server: RedisServer) -> None:
    own_server.stop()
    assert "hunter2" not in (redis.trouble(own_server.url.replace("redis://", "redis://:hunter2@")) or "")


def test_sessions_lie_under_documented_keys(own_server: RedisServer) -> None:
    say("hello")
    configure("s1", {"max_messages": 3})
    assert set(redis.client().keys()) == {b"stm:s1:messages", b"stm:s1:config"}
    assert redis.client().type("stm:s1:messages") == b"zset"
    assert redis.client().hgetall("stm:s1:config") == {b"max_messages": b"3"}
    [(_, score)] = redis.client().zrange("stm:s1:messages", 0, -1, withscores=True)
    assert score == newest_messages("s1")[0].timestamp
