"""The key that a request brings is used for its call to the model, and is found nowhere afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agentic_v3.conftest import PREFIX, conversation, told_server
from tests.fakes.openai_server import FakeOpenAI, Fault, Garbage, Says, Status, TellsKey
from tests.system.client import connected
from tests.system.server import Server

KEY = "sk-Tm9ib2R5TWF5S25vd1RoaXM"
FAULTS = [
    None,
    TellsKey(400),
    TellsKey(500),
    Status(401),
    Status(400),
    Status(429),
    Status(500),
    Garbage(),
    Says("no JSON"),
]


@pytest.fixture(scope="module")
def endpoint() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, endpoint: FakeOpenAI) -> Iterator[Server]:
    root = tmp_path_factory.mktemp("key") / "memory"
    talk = conversation("team", ("alice", "I adopted a cat."), ("bob", "I live in Porto."))
    named = {"EVEROS_LLM__MAX_RETRIES": "0", "EVEROS_LLM__REQUEST_BASE_URLS": endpoint.url}
    with told_server(root, talk, EVEROS_LOG__LEVEL="DEBUG", **named) as running:
        yield running


def holders(server: Server) -> list[str]:
    """Files below the memory root, databases and index included, and the server's log."""
    return [str(path) for path in (*server.files(), server.log) if KEY.encode() in read(path)]


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:  # a temporary file of the database
        return b""


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_the_key_is_nowhere(server: Server, endpoint: FakeOpenAI, fault: Fault | None) -> None:
    endpoint.recover()
    endpoint.calls.clear()
    if fault is not None:
        endpoint.fail_always(fault)
    config = {"api_key": KEY, "base_url": endpoint.url, "model": "m"}
    body = {"query": "cat", "user_id": "alice", "llm_config": config}
    with connected(server.port) as client:
        answer = client.request("POST", f"{PREFIX}retrieve_agentic", body)
        expected = 200 if fault is None else 400 if fault == Garbage() else 500
        assert answer.status == expected, answer.body
        client.connection.request("GET", "/metrics")
        told = client.connection.getresponse().read().decode()
        health = client.health()
    assert endpoint.calls[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in str(answer.body) + told + str(health)
    assert holders(server) == []


@pytest.mark.parametrize(
    "wrong", [{"query": ""}, {"llm_config": {"api_key": KEY, "base_url": "ftp://x"}}, {"top_k": 0}]
)
def test_nor_after_a_refusal(server: Server, wrong: dict[str, object]) -> None:
    body = {"query": "cat", "user_id": "alice", "llm_config": {"api_key": KEY}, **wrong}
    with connected(server.port) as client:
        answer = client.request("POST", f"{PREFIX}retrieve_agentic", body)
    assert answer.status == 400
    assert KEY not in str(answer.body)
    assert holders(server) == []
