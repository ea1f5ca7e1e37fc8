"""A Redis that goes away and comes back, seen by clients; and what a server kill leaves of a session."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import change_settings
from tests.redis_server import RedisServer
from tests.system.client import NoAnswer
from tests.system.server import Server

Json = dict[str, Any]
AWAY = {"detail": "Redis not initialized"}
HELLO = {"messages": [{"role": "user", "content": "hello"}]}
NOTE = {"messages": "tea", "category": "fact", "user_id": "alice"}
CALLS = [
    ("POST", "/stm/s/messages", HELLO),
    ("GET", "/stm/s/messages", None),
    ("GET", "/stm/s/context", None),
    ("PUT", "/stm/s/config", {"max_messages": 3}),
    ("DELETE", "/stm/s", None),
]


@pytest.fixture
def lone_redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis that this test may stop."""
    redis = RedisServer(tmp_path)
    yield redis.start()
    redis.stop()


@pytest.fixture
def own_redis(lone_redis: RedisServer, settings: Any) -> RedisServer:
    """The same, and sessions are kept in it."""
    change_settings(settings, "redis", url=lone_redis.url)
    return lone_redis


@pytest.fixture(params=["database", "redis"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    settings = {}
    if request.param == "redis":
        settings["EVEROS_REDIS__URL"] = request.getfixturevalue("lone_redis").url
    running = Server(tmp_path / "memory", settings)
    try:
        yield running.start()
    finally:
        running.kill()


def test_while_it_is_away_sessions_are_refused_and_memories_go_on(
    call: Callable[..., Any], ok: Callable[..., Json], own_redis: RedisServer
) -> None:
    ok("POST", "/stm/s/messages", HELLO)
    own_redis.stop()
    for method, path, body in CALLS:
        response = call(method, path, body)
        assert (response.status_code, response.json()) == (503, AWAY)
    identifier = ok("POST", "/ltm/memories", NOTE)["id"]
    assert ok("GET", f"/ltm/memories/{identifier}")["memory"] == "tea"
    [reason] = [reason for reason in ok("GET", "/health")["reasons"] if "Redis" in reason]
    assert reason.startswith("Redis does not answer, and with it the session buffers: ")
    own_redis.start()
    assert ok("POST", "/stm/s/messages", HELLO)["added"] == 1
    assert not any("Redis" in reason for reason in ok("GET", "/health")["reasons"])


def test_bad_input_is_told_even_then(call: Callable[..., Any], own_redis: RedisServer) -> None:
    own_redis.stop()
    assert call("POST", "/stm/s/messages", {}).status_code == 422


def test_without_redis_in_the_settings_health_is_silent(ok: Callable[..., Json]) -> None:
    assert not any("Redis" in reason for reason in ok("GET", "/health")["reasons"])


def batch(number: int) -> Json:
    return {"messages": [{"role": "user", "content": f"{number}.{part}"} for part in range(10)]}


def talk_until_killed(server: Server, sessions: list[str]) -> dict[str, list[int]]:
    """Batches are sent without a pause until the worker dies; the numbers of those that were answered."""
    answered: dict[str, list[int]] = {session: [] for session in sessions}

    def send(session: str) -> None:
        client = server.client()
        try:
            for number in range(100_000):
                assert client.request("POST", f"/stm/{session}/messages", batch(number)).status == 200
                client.request("GET", f"/stm/{session}/context")
                answered[session].append(number)
        except NoAnswer:
            client.close()

    threads = [threading.Thread(target=send, args=(session,)) for session in sessions]
    for thread in threads:
        thread.start()
    while min(map(len, answered.values())) < 5:
        assert any(thread.is_alive() for thread in threads), server.last_words()
        threads[0].join(0.05)
    server.kill_worker()
    for thread in threads:
        thread.join()
    return answered


@pytest.mark.long
def test_after_a_kill_batches_are_whole_and_nothing_is_lost(server: Server) -> None:
    """Also of a session that is summarised again and again meanwhile."""
    config = {"strategy": "token_threshold", "max_tokens": 25}
    server.client().request("PUT", "/stm/bob/config", config)
    answered = talk_until_killed(server, ["alice", "bob"])
    server.risen()
    assert kept(server, "alice")[0] == "0.0"
    assert kept(server, "bob")[0].startswith("user: ")
    for session, numbers in answered.items():
        check(kept(server, session), len(numbers))


def kept(server: Server, session: str) -> list[str]:
    found = server.client().request("GET", f"/stm/{session}/messages").body["messages"]
    return [message["content"] for message in found]


def check(texts: list[str], answered: int) -> None:
    """Everything that came last, without a gap, behind a summary or from the very first."""
    said = texts[1:] if texts[0].startswith("user: ") else texts
    last = int(said[-1].split(".")[0])
    everything = [f"{number}.{part}" for number in range(last + 1) for part in range(10)]
    assert said == everything[-len(said) :]
    assert last >= answered - 1
