"""A language model that errs, babbles or hangs: nothing is lost, nobody else waits, it is tried again."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from tests.fakes.openai_server import Call, FakeOpenAI, Garbage, HalfJson, Hang, Says, Status
from tests.system.client import Client, connected, eventually
from tests.system.conftest import Launch
from tests.system.ledger import check_exactly_once
from tests.system.server import Server
from tests.system.speech import CONSONANTS, Speech

FAULTS = [Status(500), Status(429), Garbage(), Says("I'd rather not."), Hang()]
MARKER = re.compile(rf"\b[{CONSONANTS}]{{9}}\b")
PATIENCE = 20  # seconds that a client waits for an answer: far more than the model's timeout below


def model(endpoint: FakeOpenAI, **more: str) -> dict[str, str]:
    return {
        "EVEROS_LLM__BASE_URL": endpoint.url,
        "EVEROS_LLM__API_KEY": "secret",
        "EVEROS_LLM__MODEL": "test-model",
        "EVEROS_LLM__TIMEOUT_SECONDS": "1.5",
        "EVEROS_LLM__MAX_RETRIES": "0",
        **more,
    }


def taught(fake: FakeOpenAI) -> FakeOpenAI:
    """Answers with an episode that names every marker word of its prompt once."""

    def episode(call: Call) -> dict[str, Any]:
        words = dict.fromkeys(MARKER.findall(str(call.body["messages"])))
        return {"subject": "Words", "summary": "Words were noted.", "content": f"Noted: {', '.join(words)}."}

    fake.answer("EpisodeDraft", episode)
    fake.answer("BoundaryAnswer", {"last_before_shift": None})
    return fake


@pytest.fixture
def endpoint(fake_llm: FakeOpenAI) -> FakeOpenAI:
    return taught(fake_llm)


@pytest.fixture(scope="module")
def shared_endpoint() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        yield taught(fake)


@pytest.fixture
def faulty(shared_endpoint: FakeOpenAI) -> Iterator[FakeOpenAI]:
    """What the shared server asks; it answers again when the test is over."""
    yield shared_endpoint
    shared_endpoint.recover()


@pytest.fixture(scope="module")
def embedder() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        yield fake


@pytest.fixture(scope="module")
def shared(
    tmp_path_factory: pytest.TempPathFactory, shared_endpoint: FakeOpenAI, embedder: FakeOpenAI
) -> Iterator[Server]:
    """One server that asks the endpoints; every test has a session and words of its own."""
    settings = model(shared_endpoint) | embedding(embedder)
    server = Server(tmp_path_factory.mktemp("faults") / "memory", settings).start()
    yield server
    server.kill()


def embedding(endpoint: FakeOpenAI) -> dict[str, str]:
    return {
        "EVEROS_EMBEDDING__BASE_URL": endpoint.url,
        "EVEROS_EMBEDDING__API_KEY": "secret",
        "EVEROS_EMBEDDING__MODEL": "test-embedding",
        "EVEROS_EMBEDDING__TIMEOUT_SECONDS": "1.5",
    }


@pytest.mark.long
def test_answers_that_are_always_cut_off_end_in_rules(shared: Server, faulty: FakeOpenAI) -> None:
    """Asked about less and less, and in the end not at all: the flush makes a memory."""
    speech = Speech("cut off")
    with connected(shared.port, PATIENCE) as client:
        client.add("cut", speech.messages(4)).ok()
        faulty.fail_always(HalfJson())
        assert client.flush("cut").ok()["status"] == "extracted"
        assert waiting(client, "cut") == []
    check_exactly_once(shared, [speech])


@pytest.mark.long
def test_whatever_a_model_does_nothing_is_lost_and_all_is_retried(shared: Server, faulty: FakeOpenAI) -> None:
    server, speeches = shared, [Speech(str(fault)) for fault in FAULTS]
    with connected(server.port, PATIENCE) as client:
        for fault, speech in zip(FAULTS, speeches, strict=True):
            faulty.fail_always(fault)
            expect_503(client, str(fault), speech)
        faulty.recover()
        for fault, speech in zip(FAULTS, speeches, strict=True):
            found = partial(client.search, "alice", speech.markers[0], method="keyword")
            eventually(found, f"after {fault} it is retried by itself", within=60)
            assert waiting(client, str(fault)) == []
            assert client.flush(str(fault)).ok()["status"] == "no_extraction"
    check_exactly_once(server, speeches)


def expect_503(client: Client, session_id: str, speech: Speech) -> None:
    """The messages are accepted, the flush fails in time and in the envelope, and what waits can be seen."""
    added = client.add(session_id, speech.messages(4))
    assert added.ok() == {"message_count": 4, "status": "accumulated"}
    flushed = client.flush(session_id)
    assert flushed.status == 503
    assert flushed.body["error"]["code"] == "SYSTEM_ERROR"
    assert waiting(client, session_id) == speech.markers


def waiting(client: Client, session_id: str) -> list[str]:
    """The marker words of the messages that are not a memory yet."""
    return [word for m in client.unprocessed("alice", session_id) for word in MARKER.findall(m["content"])]


def test_the_next_flush_picks_up_what_failed(shared: Server, faulty: FakeOpenAI) -> None:
    speech = Speech("picked up")
    with connected(shared.port, PATIENCE) as client:
        client.add("picked", speech.messages(3)).ok()
        faulty.fail_always(Status(500))
        assert client.flush("picked").status == 503
        client.add("picked", speech.messages(3)).ok()
        faulty.recover()
        assert client.flush("picked").ok()["status"] == "extracted"
    check_exactly_once(shared, [speech])


@pytest.mark.long
def test_a_hanging_model_blocks_nobody_else(launch: Launch, endpoint: FakeOpenAI) -> None:
    server = launch(**model(endpoint, EVEROS_LLM__TIMEOUT_SECONDS="15")).start()
    slow, quick = Speech("slow"), Speech("quick", "bob")
    with (
        connected(server.port, 60) as hanging,
        connected(server.port, PATIENCE) as client,
        ThreadPoolExecutor() as pool,
    ):
        hanging.add("slow", slow.messages(3)).ok()
        endpoint.fail(Hang())
        flush = pool.submit(hanging.flush, "slow")
        endpoint.wait_for_calls(1)
        assert client.add("quick", quick.messages(3)).status == 200
        assert client.flush("quick").ok()["status"] == "extracted"
        eventually(lambda: client.search("bob", quick.markers[0], method="keyword"), "bob's words")
        assert client.add("slow", slow.messages(1)).status == 200, "the hanging session still takes messages"
        assert not flush.done(), "the model still hangs"
        endpoint.recover()
        assert flush.result().status in (200, 503)
        assert client.flush("slow").status == 200
    check_exactly_once(server, [slow, quick])


def test_a_hanging_model_does_not_delay_the_answer_of_add(shared: Server, faulty: FakeOpenAI) -> None:
    """The model may be asked for a boundary: what was accepted is safe, whatever it does."""
    speech = Speech("boundary")
    faulty.fail_always(Hang())
    with connected(shared.port, PATIENCE) as client:
        added = client.add("boundary", speech.messages(30)).ok()
        assert added == {"message_count": 30, "status": "accumulated"}
        assert waiting(client, "boundary") == speech.markers
        faulty.recover()
        assert client.flush("boundary").status == 200
    check_exactly_once(shared, [speech])


@pytest.mark.long
def test_what_a_failing_model_left_is_extracted_after_a_restart(shared: Server, faulty: FakeOpenAI) -> None:
    speech = Speech("restarted")
    faulty.fail_always(Status(503))
    with connected(shared.port, PATIENCE) as client:
        client.add("restarted", speech.messages(3)).ok()
        assert client.flush("restarted").status == 503
    shared.kill()
    faulty.recover()
    shared.start()
    with connected(shared.port) as client:
        eventually(
            lambda: client.search("alice", speech.markers[0], method="keyword"),
            "retried by itself",
            within=60,
        )
    check_exactly_once(shared, [speech])


def test_a_failing_embedder_delays_the_index_and_not_the_file(shared: Server, embedder: FakeOpenAI) -> None:
    speech = Speech("embedded")
    shared.ready()
    embedder.fail_always(Status(500))
    with connected(shared.port, PATIENCE) as client:
        client.add("embedded", speech.messages(3)).ok()
        assert client.flush("embedded").ok()["status"] == "extracted"
        eventually(lambda: not_ready(shared), "/health says that the index is behind")
        embedder.recover()
    check_exactly_once(shared, [speech])


def not_ready(server: Server) -> bool:
    with connected(server.port) as client:
        return not client.health()["ready"]
