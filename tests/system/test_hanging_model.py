"""A language model that hangs, asked from within many requests: it holds some threads, and never all of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from typing import Any

import pytest

from tests.fakes.openai_server import FakeOpenAI, Hang
from tests.system.client import Answer, Client, Json, connected
from tests.system.server import Server
from tests.system.speech import Speech

pytestmark = pytest.mark.long


CALLERS = 20  # more than the server has threads
WITH_THE_MODEL = 6  # of 16 threads
PATIENCE = 60  # seconds that others may wait on a busy machine; the model's own time is not over by then


@pytest.fixture(scope="module")
def endpoint() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        yield fake


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, endpoint: FakeOpenAI) -> Iterator[Server]:
    settings = {
        "EVEROS_LLM__BASE_URL": endpoint.url,
        "EVEROS_LLM__API_KEY": "secret",
        "EVEROS_LLM__MODEL": "test-model",
        "EVEROS_LLM__TIMEOUT_SECONDS": "120",
        "EVEROS_LLM__MAX_RETRIES": "0",
    }
    running = Server(tmp_path_factory.mktemp("hanging") / "memory", settings).start()
    with connected(running.port) as client:
        client.add("known", Speech("known").messages(3)).ok()
        client.flush("known").ok()
        for number in range(CALLERS):
            talk(client, number)
    running.ready()
    yield running
    running.kill()


def talk(client: Client, number: int) -> None:
    """A buffer over its threshold, and a conversation that is not extracted yet."""
    client.request("PUT", f"/stm/s{number}/config", {"strategy": "token_threshold", "max_tokens": 20}).done()
    messages = [{"role": "user", "content": f"Number {part} is about Lisbon."} for part in range(10)]
    client.request("POST", f"/stm/s{number}/messages", {"messages": messages}).done()
    client.add(f"v{number}", Speech(f"v{number}", f"user{number}").messages(2)).ok()


def context(client: Client, number: int) -> Answer:
    return client.request("GET", f"/stm/s{number}/context")


def note(client: Client, number: int) -> Answer:
    body = {"messages": f"I moved to Lisbon in {1990 + number}.", "category": "fact", "user_id": "bob"}
    return client.request("POST", "/ltm/memories", body)


def flush(client: Client, number: int) -> Answer:
    return client.flush(f"v{number}")


def agentic_search(client: Client, number: int) -> Answer:
    return client.post("search", {"user_id": "alice", "query": f"word {number}", "method": "agentic"})


def retrieve_agentic(client: Client, number: int) -> Answer:
    body: Json = {"user_id": "alice", "query": f"word {number}"}
    return client.request("POST", "/api/v3/agentic/retrieve_agentic", body)


@pytest.mark.parametrize(
    ("ask", "statuses"),
    [
        (context, {200}),  # by rules, for the moment
        (note, {200}),
        (agentic_search, {200}),
        (retrieve_agentic, {500}),
        (flush, {503}),
    ],
)
def test_who_does_not_get_to_the_model_is_answered_and_so_is_everybody_else(
    server: Server, endpoint: FakeOpenAI, ask: Callable[[Client, int], Answer], statuses: set[int]
) -> None:
    endpoint.fail_always(Hang())

    def answered(number: int) -> Answer:
        with connected(server.port, 180) as client:
            return ask(client, number)

    with ThreadPoolExecutor(CALLERS) as pool:
        try:
            asked = [pool.submit(answered, number) for number in range(CALLERS)]
            first = list(islice(as_completed(asked, PATIENCE), CALLERS - WITH_THE_MODEL))
            assert {answer.result().status for answer in first} <= statuses
            others_are_answered(server)
            assert sum(not one.done() for one in asked) == WITH_THE_MODEL, "the model still hangs"
        finally:
            endpoint.recover()


def test_of_one_session_one_call_is_with_the_model_and_one_waits(
    server: Server, endpoint: FakeOpenAI
) -> None:
    endpoint.fail_always(Hang())
    with connected(server.port) as client:
        client.add("one", Speech("one").messages(2)).ok()

    def answered(_: Any) -> Answer:
        with connected(server.port, 180) as client:
            return client.flush("one")

    with ThreadPoolExecutor(CALLERS) as pool:
        try:
            asked = [pool.submit(answered, number) for number in range(CALLERS)]
            first = list(islice(as_completed(asked, PATIENCE), CALLERS - 2))
            assert {answer.result().status for answer in first} == {503}
            others_are_answered(server)
        finally:
            endpoint.recover()
    with connected(server.port) as client:
        assert client.flush("one").status == 200


def others_are_answered(server: Server) -> None:
    with connected(server.port, PATIENCE) as client:
        for _ in range(5):
            client.request("GET", "/stm/somebody/messages").done()
            client.request("GET", "/ltm/memories?user_id=nobody").done()
            client.search("alice", "Lisbon", method="keyword")
            assert "ready" in client.health()
