"""What a client sends does not take over the terminal in which the log is read, and no log shows a password."""

import http.client
from collections.abc import Iterator

import pytest

from tests.system.server import Server

pytestmark = pytest.mark.long

ESCAPES = (
    "%1b%5b2J%1b%5d0;owned%07%0d%0aforged%20line%9b31m"  # clears the screen, sets a title, begins a line
)
PASSWORD = "s3cret-of-redis"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(
        tmp_path_factory.mktemp("logs") / "memory",
        env={"EVEROS_REDIS__URL": f"redis://:{PASSWORD}@127.0.0.1:1/0", "EVEROS_LOG__LEVEL": "DEBUG"},
    )
    try:
        yield running.start()
    finally:
        running.kill()


def asked(server: Server, path: str) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse().read()
    connection.close()
    return answer


def test_control_characters_are_written_out(server: Server) -> None:
    asked(server, f"/nothing/{ESCAPES}")
    log = server.log.read_bytes()
    assert b"\\x1b[2J" in log  # it is there, to be read
    assert not {0x1B, 0x07, 0x0D} & set(log)
    assert not any(line.startswith(b"forged line") for line in log.splitlines())


def test_a_password_in_an_address_is_in_no_log_and_no_answer(server: Server) -> None:
    answers = [asked(server, path) for path in ("/health", "/metrics", "/stm/x/messages")]
    assert b"Redis does not answer" in answers[0]
    assert not any(PASSWORD.encode() in text for text in (*answers, server.log.read_bytes()))
