"""Sixteen requests at once, with documents, pictures or sound that take long: everybody else is answered as always."""

import base64
import http.client
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from time import sleep

import pytest

from memory.parsing.formats import by_name
from memory.parsing.sandbox import parse
from memory.parsing.text import Limits, Source
from tests.fakes.openai_server import FakeOpenAI, Hang
from tests.system.client import Client, Json, Message
from tests.system.server import Server

pytestmark = pytest.mark.long

AT_ONCE = 16
BROKEN = [b"<a ", b'<a b="', b"<a/", b"<!--", b"<!-- --", b"</", b"<?", b"<a b b ", b"<a =' ", b"<![CDATA["]
PIXEL = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
Refusals = list[tuple[int, str | None, Json]]


@pytest.fixture(scope="module")
def model() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as endpoint:
        yield endpoint


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, model: FakeOpenAI) -> Iterator[Server]:
    settings = {
        "EVEROS_MULTIMODAL__BASE_URL": model.url,
        "EVEROS_MULTIMODAL__MODEL": "eyes",
        "EVEROS_MULTIMODAL__API_KEY": "none",
    }
    running = Server(tmp_path_factory.mktemp("bombs") / "memory", settings).start()
    yield running
    running.kill()


def message(content: str | list[Json]) -> Message:
    return {"sender_id": "mallory", "role": "user", "timestamp": 1748390400000, "content": content}


def document(data: bytes, extension: str = "html") -> Json:
    return {"type": "html", "ext": extension, "base64": base64.b64encode(data).decode()}


def add(server: Server, session: str, content: list[Json]) -> tuple[int, str | None, Json]:
    """Status, Retry-After and body."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    body = json.dumps({"session_id": session, "messages": [message(content)]})
    connection.request("POST", "/api/v1/memory/add", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    try:
        return answer.status, answer.headers["Retry-After"], json.loads(answer.read())
    finally:
        connection.close()


def add_until_accepted(server: Server, session: str, content: list[Json]) -> Refusals:
    """What a client does that reads the answer; the refusals on the way."""
    refused: Refusals = []
    while True:
        answer = add(server, session, content)
        if answer[0] != 503:
            assert answer[0] in (200, 202), answer
            return refused
        refused.append(answer)
        sleep(float(answer[1] or 1) / 10)


def meanwhile(server: Server, attacks: list[Future[Refusals]]) -> int:
    """How often a good client was answered, by /health and add, while all attacks were under way."""
    client: Client = server.client()
    answered = 0
    while not any(attack.done() for attack in attacks):
        assert client.health()["status"] == "ok"
        client.add("good", [{**message(f"hello {answered}"), "sender_id": "alice"}]).ok()
        answered += 1
    return answered


def check_refusal(refused: tuple[int, str | None, Json]) -> None:
    status, retry_after, body = refused
    assert status == 503
    assert retry_after is not None
    assert int(retry_after) > 0
    assert body["error"]["code"] == "SYSTEM_ERROR"
    assert "nothing of the request was stored" in body["error"]["message"]


@pytest.mark.long
def test_sixteen_document_bombs_at_once(server: Server) -> None:
    """Each holds a parser for seconds: the refused come again and are accepted, once each."""
    page = b"<p>" + b"word &amp; " * 20_000
    with ThreadPoolExecutor(AT_ONCE) as pool:
        attacks = [
            pool.submit(add_until_accepted, server, f"bomb {number}", [document(page)] * 3)
            for number in range(AT_ONCE)
        ]
        answered = meanwhile(server, attacks)
        refused = [refusal for attack in attacks for refusal in attack.result()]
    assert answered >= 2
    assert refused
    for refusal in refused:
        check_refusal(refusal)
    for number in range(AT_ONCE):
        assert len(server.client().unprocessed("mallory", f"bomb {number}")) <= 1


@pytest.mark.long
def test_sixteen_pictures_for_a_model_that_does_not_answer(server: Server, model: FakeOpenAI) -> None:
    model.fail_always(Hang())
    picture = [{"type": "image", "ext": "png", "base64": PIXEL}]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        asked = len(model.calls)
        attacks = [pool.submit(add, server, f"picture {number}", picture) for number in range(AT_ONCE)]
        wait_for(lambda: sum(attack.done() for attack in attacks) == AT_ONCE - AT_ONCE // 4)
        client = server.client()
        assert client.health()["status"] == "ok"
        client.add("good", [{**message("while they wait"), "sender_id": "alice"}]).ok()
        for attack in attacks:
            if attack.done():
                check_refusal(attack.result())
        model.wait_for_calls(asked + AT_ONCE // 4)  # a quarter of the threads, and no more
        model.recover()
        model.released.set()
        assert {attack.result()[0] for attack in attacks} <= {200, 503}
    assert add(server, "picture again", picture)[0] == 200


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(600):
        if condition():
            return
        threading.Event().wait(0.05)
    raise AssertionError("it did not happen within half a minute")


@pytest.mark.parametrize("what", BROKEN, ids=repr)
def test_broken_html_costs_no_more_than_its_length(what: bytes) -> None:
    """600 kB of each used to take minutes; the limit is that of the processor's time, in the process that reads."""
    read = parse(by_name("html"), Source((what * 600_000)[:600_000] + b"<p>the end"), Limits(seconds=10))
    assert read.endswith("the end") or what in (b'<a b="', b"<a =' ")


@pytest.mark.long
def test_nothing_of_a_refused_request_is_kept(server: Server, model: FakeOpenAI) -> None:
    """One message of it is a plain text: it is not there either."""
    before = len(server.client().unprocessed("mallory", "half"))
    assert add(server, "half", [{"type": "text", "text": "half"}, document(b"\x00", "nothing")])[0] == 415
    assert len(server.client().unprocessed("mallory", "half")) == before == 0


@pytest.mark.long
def test_all_documents_of_a_request_share_one_budget(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("budget")
    server = Server(folder / "memory", {"EVEROS_MULTIMODAL__REQUEST_TIMEOUT_SECONDS": "1"}).start()
    try:
        status, _, body = add(server, "many", [document(b"<p>short")] * 90)
        assert status == 503
        assert "EVEROS_MULTIMODAL__REQUEST_TIMEOUT_SECONDS" in body["error"]["message"]
        assert server.client().unprocessed("mallory", "many") == []
    finally:
        server.kill()
