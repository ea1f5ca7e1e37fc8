"""A caller who asks or sends without end: told to wait, in the dialect's own words, and nobody else pays for it."""

from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from json import dumps, loads
from typing import Any

import pytest

from tests.api.dialects import DIALECTS, Dialect
from tests.system.client import Client
from tests.system.server import Server

NOON = 1_748_347_200_000
RATES = {
    "EVEROS_AUTH__REQUIRED": "true",
    "EVEROS_RATES__READS_PER_MINUTE": "4",
    "EVEROS_RATES__WRITES_PER_MINUTE": "12",
    "EVEROS_RATES__SEARCHES_PER_MINUTE": "3",
    "EVEROS_RATES__MESSAGES_PER_DAY": "5",
    "EVEROS_RATES__BYTES_PER_DAY": "4000",
}
Json = dict[str, Any]


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("strict") / "memory", RATES).start()
    yield server
    server.kill()


class Caller:
    """Of one key, made for one test."""

    def __init__(self, server: Server, name: str, *options: str) -> None:
        self.server = server
        self.key = server.manage("token", name, *options).split()[-1]

    def call(self, method: str, path: str, body: Json | None = None) -> tuple[HTTPResponse, Json]:
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        headers = {"Authorization": f"Token {self.key}", "Content-Type": "application/json"}
        connection.request(method, path, dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        told = loads(answer.read() or b"{}")
        connection.close()
        return answer, told

    def refused(self, path: str, body: Json) -> tuple[HTTPResponse, Json]:
        """The first refusal; a minute may end once meanwhile."""
        for _ in range(30):
            answer, told = self.call("POST", path, body)
            if answer.status == 429:
                return answer, told
        raise AssertionError("nothing was refused")

    def statuses(self, times: int, method: str, path: str, body: Json | None = None) -> list[int]:
        return [self.call(method, path, body)[0].status for _ in range(times)]


def search(user: str) -> Json:
    return {"user_id": user, "query": "tea", "method": "keyword"}


def adding(session: str, count: int, text: str = "Hello.", user: str = "alice") -> Json:
    message = {"sender_id": user, "role": "user", "content": text}
    messages = [{**message, "timestamp": NOON + number} for number in range(count)]
    return {"session_id": session, "messages": messages}


@pytest.mark.long
def test_one_caller_waits_and_another_does_not(strict: Server) -> None:
    hasty, calm = Caller(strict, "hasty"), Caller(strict, "calm")
    statuses = hasty.statuses(9, "POST", "/api/v1/memory/search", search("alice"))
    assert statuses.count(200) in (3, 6), "at most one minute may end meanwhile"
    assert set(statuses) == {200, 429}
    assert calm.statuses(3, "POST", "/api/v1/memory/search", search("alice")) == [200] * 3


def test_the_refusal_says_which_limit_and_when_to_come_again(strict: Server) -> None:
    answer, body = Caller(strict, "told").refused("/api/v2/memory/search", search("alice"))
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert answer.headers["RateLimit-Limit"] == "3"
    assert answer.headers["RateLimit-Remaining"] == "0"
    assert "EVEROS_RATES__SEARCHES_PER_MINUTE" in body["error"]["message"]


def test_kinds_of_calls_are_counted_apart_and_all_dialects_together(strict: Server) -> None:
    both = Caller(strict, "both")
    seen = [
        *both.statuses(3, "POST", "/api/v3/agentic/retrieve_lightweight", search("alice")),
        *both.statuses(3, "POST", "/ltm/memories/search", search("alice")),
        *both.statuses(3, "POST", "/api/v1/memory/flush", {"session_id": "none"}),
    ]
    assert seen.count(200) in (3, 6)
    assert both.statuses(4, "GET", "/stm/none/messages") == [200] * 4
    both.refused("/api/v1/memory/get", {"user_id": "alice", "memory_type": "episode"})


@pytest.mark.parametrize(
    "dialect",
    [*DIALECTS[:2], *(pytest.param(dialect, marks=pytest.mark.long) for dialect in DIALECTS[2:])],
    ids=str,
)
def test_each_dialect_refuses_in_its_own_shape(dialect: Dialect, strict: Server) -> None:
    caller = Caller(strict, f"of-{dialect}")
    _, body = caller.refused(dialect.call, {})
    assert "EVEROS_RATES__" in dialect.reason(body)


def test_probes_are_never_refused(strict: Server) -> None:
    client = Client(strict.port)
    assert {client.request("GET", "/health").status for _ in range(30)} == {200}
    client.close()


def test_a_write_beyond_the_quota_is_refused_and_not_stored(strict: Server) -> None:
    writer = Caller(strict, "writer")
    assert writer.call("POST", "/api/v1/memory/add", adding("quota", 5, user="wilma"))[0].status == 200
    answer, body = writer.call("POST", "/api/v1/memory/add", adding("quota", 1, "Too much.", "wilma"))
    assert answer.status == 429
    assert int(answer.headers["Retry-After"]) <= 86_400
    message = body["error"]["message"]
    assert "EVEROS_RATES__MESSAGES_PER_DAY" in message
    assert "quota of 5 messages" in message
    assert "00:00Z" in message
    waiting = {**search("wilma"), "filters": {"session_id": "quota"}}
    _, found = Caller(strict, "reader").call("POST", "/api/v1/memory/search", waiting)
    assert len(found["data"]["unprocessed_messages"]) == 5


def test_bytes_have_a_quota_and_what_is_refused_costs_nothing(strict: Server) -> None:
    heavy = Caller(strict, "heavy")
    for path, body in (
        ("/api/v1/memory/bot/store", {"key": "k", "value": "x" * 5_000}),
        ("/stm/heavy/messages", {"messages": [{"role": "user", "content": "x" * 5_000}]}),
    ):
        answer, told = heavy.call("POST", path, body)
        assert answer.status == 429
        assert "EVEROS_RATES__BYTES_PER_DAY" in str(told)
    assert heavy.call("POST", "/api/v1/memory/bot/store", {"key": "k", "value": "x"})[0].status == 200


def test_refusals_are_counted(strict: Server) -> None:
    counted = Caller(strict, "counted")
    counted.refused("/api/v1/memory/search", search("alice"))
    connection = HTTPConnection("127.0.0.1", strict.port, timeout=60)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    line = next(line for line in text.splitlines() if 'http_refused_total{reason="searches"}' in line)
    assert float(line.split()[-1]) >= 1


@pytest.mark.long
def test_on_loopback_without_keys_nobody_is_counted(tmp_path: Any) -> None:
    env = {name: value for name, value in RATES.items() if name != "EVEROS_AUTH__REQUIRED"}
    server = Server(tmp_path / "memory", env).start()
    try:
        client = server.client()
        for _ in range(8):
            client.search("alice", "tea", method="keyword")
        client.add("free", adding("free", 9)["messages"]).ok()
        client.add("free", adding("free", 1, "One more.")["messages"]).ok()
        client.close()
    finally:
        server.kill()
