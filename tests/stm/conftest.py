"""Each test of a session's behaviour runs twice: over the database, and over a real Redis."""

from typing import Any

import pytest

from memory import redis
from memory.stm.messages import Draft
from memory.stm.sessions import add_messages
from tests.conftest import change_settings
from tests.redis_server import RedisServer


@pytest.fixture(params=["database", "redis"])
def store(request: pytest.FixtureRequest, settings: Any, db: None) -> str:
    """Where sessions are kept in this test; nothing is there yet."""
    if request.param == "redis":
        server: RedisServer = request.getfixturevalue("redis_server")
        change_settings(settings, "redis", url=server.url)
        redis.client().flushall()
    return str(request.param)


def say(*texts: str, session_id: str = "s1", role: str = "user") -> None:
    add_messages(session_id, [Draft(role, text) for text in texts])
