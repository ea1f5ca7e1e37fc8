"""What the client tries again, what it does not, and how it tells of failures; the server does as it is told."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import everos._sending
import pytest
from everos import (
    AsyncEverOS,
    EverOS,
    EverOSError,
    RateLimited,
    ServerError,
    TimedOut,
    Unavailable,
    UnexpectedAnswer,
    Unreachable,
)

OK = (200, {}, json.dumps({"request_id": "r", "data": {"status": "extracted", "message_count": 1}}))
CUT = (0, {}, "")  # the connection is cut when the request is there
HANG = (-1, {}, "")
SAID = [{"sender_id": "alice", "role": "user", "content": "Hello"}]

Answer = tuple[int, dict[str, str], str]


class Scripted:
    """Gives one answer after the other, and keeps what was asked."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.asked: list[tuple[str, str, Any]] = []
        self.released = threading.Event()
        script = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                script.handle(self)

            do_GET = do_PATCH = do_DELETE = do_POST

            def log_message(self, *words: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_port}"

    def handle(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        self.asked.append((request.command, request.path, json.loads(body or b"null")))
        status, headers, text = self.answers.pop(0)
        if status == HANG[0]:
            self.released.wait(20)
        if status <= 0:
            request.close_connection = True
            return
        request.send_response(status)
        for name, value in {"Content-Length": str(len(text.encode())), **headers}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(text.encode())

    def stop(self) -> None:
        self.released.set()
        self.http.shutdown()
        self.http.server_close()


@pytest.fixture
def script() -> Iterator[Scripted]:
    scripted = Scripted()
    yield scripted
    scripted.stop()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client would have waited."""
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("everos.client.time.sleep", waited.append)
    monkeypatch.setattr("everos.client.asyncio.sleep", wait)
    return waited


def refused(status: int, message: str = "not now", **headers: str) -> Answer:
    body = {"request_id": "r", "error": {"code": "SYSTEM_ERROR", "message": message}}
    return (status, {"X-Request-Id": "ab" * 16, **headers}, json.dumps(body))


@pytest.mark.parametrize("fault", [refused(502), refused(503), refused(504), refused(429), CUT])
def test_what_can_be_repeated_is(script: Scripted, pauses: list[float], fault: Answer):
    script.answers = [fault, fault, OK]
    assert EverOS(script.url).add("s", SAID)["message_count"] == 1
    bodies = [body for _, _, body in script.asked]
    assert bodies[0] == bodies[1] == bodies[2]
    assert bodies[0]["messages"][0]["message_id"].startswith("sdk_")
    assert len(pauses) == 2
    assert pauses[0] < pauses[1] <= 2 * everos._sending.FIRST_PAUSE


async def test_awaited_it_is_the_same(script: Scripted, pauses: list[float]):
    script.answers = [refused(503), CUT, OK]
    assert (await AsyncEverOS(script.url).flush("s"))["status"] == "extracted"
    assert len(script.asked) == 3
    script.answers = [refused(503)] * 4
    with pytest.raises(Unavailable):
        await AsyncEverOS(script.url).flush("s")
    assert len(script.asked) == 7


@pytest.mark.parametrize(
    "call",
    [
        lambda client: client.delete(session_id="s"),
        lambda client: client.edit("alice_ep_20250528_00000001", content="x", expected_hash="h"),
        lambda client: client.request("POST", "/stm/s/messages", body={}),
    ],
)
def test_what_must_not_be_done_twice_is_not(
    script: Scripted, pauses: list[float], call: Callable[[EverOS], Any]
):
    client = EverOS(script.url)
    for fault, error in ((refused(503), Unavailable), (CUT, Unreachable)):
        script.answers, script.asked = [fault, OK], []
        with pytest.raises(error) as failure:
            call(client)
        assert len(script.asked) == 1
    assert failure.value.sent
    script.answers, script.asked = [refused(429, **{"Retry-After": "1"}), OK], []
    call(client)
    assert len(script.asked) == 2


def test_a_dry_run_can_be_repeated(script: Scripted, pauses: list[float]):
    script.answers = [CUT, OK]
    EverOS(script.url).delete(session_id="s", dry_run=True)
    script.answers = [CUT, OK]
    EverOS(script.url).delete(user_id="alice", query="x")
    assert len(script.asked) == 4


def test_the_server_says_when_to_come_again(script: Scripted, pauses: list[float]):
    script.answers = [refused(429, **{"Retry-After": "3"}), OK]
    EverOS(script.url).flush("s")
    assert 3 < pauses[0] < 4
    script.answers = [refused(429, **{"Retry-After": "3600"}), OK]
    with pytest.raises(RateLimited) as failure:
        EverOS(script.url).flush("s")
    assert failure.value.retry_after == 3600
    assert len(pauses) == 1


@pytest.mark.parametrize("soon", ["Wed, 21 Oct 2026 07:28:00 GMT", "-1", "١", "nan", ""])
def test_what_is_no_number_of_seconds_counts_as_none(script: Scripted, pauses: list[float], soon: str):
    script.answers = [(429, {"Retry-After": soon.encode().decode("latin-1")}, "{}"), OK]
    EverOS(script.url).flush("s")
    assert pauses[0] < 1


def test_retries_end(script: Scripted, pauses: list[float]):
    script.answers = [refused(503, "the index is being repaired")] * 4
    with pytest.raises(Unavailable, match="the index is being repaired") as failure:
        EverOS(script.url).flush("s")
    assert (len(script.asked), failure.value.request_id, failure.value.code) == (4, "ab" * 16, "SYSTEM_ERROR")
    script.answers = [refused(503)]
    with pytest.raises(Unavailable):
        EverOS(script.url, retries=0).flush("s")


def test_a_fault_of_the_server_is_not_tried_again(script: Scripted, pauses: list[float]):
    script.answers = [refused(500)]
    with pytest.raises(ServerError):
        EverOS(script.url).flush("s")
    assert pauses == []


def test_the_time_is_up(script: Scripted, pauses: list[float]):
    script.answers = [HANG]
    with pytest.raises(TimedOut, match="in time"):
        EverOS(script.url, timeout=0.2).flush("s")
    assert len(script.asked) == 1


@pytest.mark.parametrize(
    "answer",
    [
        (200, {}, "<html>log in</html>"),
        (200, {}, "[]"),
        (200, {}, '{"result": 1}'),
        (200, {}, "null"),
        (302, {"Location": "http://127.0.0.1:9/"}, ""),
        (204, {}, ""),
    ],
)
def test_something_else_answers(script: Scripted, pauses: list[float], answer: Answer):
    script.answers = [answer]
    with pytest.raises(UnexpectedAnswer, match="no answer of EverOS"):
        EverOS(script.url, "secret-key").search("x", user_id="alice")
    assert len(script.asked) == 1


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('{"error": {"code": "X", "message": "v1"}}', "v1"),
        ('{"status": "error", "error": "agent memory"}', "agent memory"),
        ('{"detail": "maas"}', "maas"),
        (
            '{"detail": [{"loc": ["body", "user_id"], "msg": "Field required"}]}',
            "Field required: body.user_id",
        ),
        ('{"message": "v3"}', "v3"),
        ("<h1>Bad gateway</h1>", "<h1>Bad gateway</h1>"),
        ("", "Bad Request"),
        ("[1]", "[1]"),
        ('{"error": {"message": null}}', "None"),
    ],
)
def test_the_words_of_each_dialect(script: Scripted, body: str, message: str):
    script.answers = [(400, {}, body)]
    with pytest.raises(EverOSError) as failure:
        EverOS(script.url).health()
    assert failure.value.message == message  # type: ignore[attr-defined]


def test_an_export_that_breaks_off_leaves_no_file(script: Scripted, pauses: list[float], tmp_path: Path):
    half = (200, {"Content-Length": "1000"}, "PK half of it")
    script.answers = [half, half, half, half]
    with pytest.raises(Unreachable):
        EverOS(script.url, timeout=2).export(tmp_path / "all.zip")
    assert list(tmp_path.iterdir()) == []
    script.answers = [half, (200, {}, "PK all of it")]
    assert EverOS(script.url, timeout=2).export(tmp_path / "all.zip").read_text() == "PK all of it"
