"""A client names addresses, and the server calls none of the inside for it; nor can be told from the answers what is
there."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from memory.errors import UnsupportedContent
from memory.payloads.fetch import NOT_PUBLIC, fetch
from tests.fakes.openai_server import FakeOpenAI, Garbage, Hang
from tests.payloads.web import Page, Web, open_rules
from tests.system.client import Answer, connected
from tests.system.server import Server, free_port

KEY = "sk-of-the-request"


class Banner:
    """A listener that speaks first, and no HTTP."""

    def __init__(self, banner: bytes) -> None:
        self.banner = banner
        self.visits = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/v1"

    def _serve(self) -> None:
        while True:
            try:
                visitor, _ = self.listener.accept()
            except OSError:  # closed
                return
            self.visits += 1
            with visitor:
                visitor.sendall(self.banner)


@pytest.fixture(scope="module")
def inside() -> Iterator[FakeOpenAI]:
    """A model endpoint of the own network that nobody has opened to requests."""
    with FakeOpenAI() as endpoint:
        yield endpoint


@pytest.fixture(scope="module")
def opened() -> Iterator[FakeOpenAI]:
    """One that a setting opens to them."""
    with FakeOpenAI() as endpoint:
        yield endpoint


@pytest.fixture(scope="module")
def ssh() -> Iterator[Banner]:
    listener = Banner(b"SSH-2.0-OpenSSH_9.6\r\n")
    yield listener
    listener.listener.close()


@pytest.fixture(scope="module")
def opened_ssh() -> Iterator[Banner]:
    listener = Banner(b"SSH-2.0-OpenSSH_9.6\r\n")
    yield listener
    listener.listener.close()


@pytest.fixture(scope="module")
def closed() -> str:
    return f"http://127.0.0.1:{free_port()}/v1"


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, opened: FakeOpenAI, opened_ssh: Banner, closed: str
) -> Iterator[Server]:
    """On loopback and without keys, where most is allowed."""
    env = {
        "EVEROS_LLM__REQUEST_BASE_URLS": ",".join(
            [opened.url, opened_ssh.url, closed, "http://no-such-name.invalid"]
        ),
        "EVEROS_LLM__TIMEOUT_SECONDS": "3",
        "EVEROS_LLM__MAX_RETRIES": "0",
    }
    running = Server(tmp_path_factory.mktemp("ssrf") / "memory", env)
    try:
        yield running.start()
    finally:
        running.kill()


def asked(server: Server, base_url: str) -> Answer:
    config = {"api_key": KEY, "base_url": base_url, "model": "m"}
    with connected(server.port) as client:
        return client.request(
            "POST", "/api/v3/agentic/retrieve_agentic", {"query": "cat", "llm_config": config}
        )


def told(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.body["message"]


def test_an_opened_endpoint_is_asked(server: Server, opened: FakeOpenAI) -> None:
    for url in (opened.url, opened.url + "/"):
        assert asked(server, url).status == 200


def test_one_answer_for_all_that_cannot_be_had(
    server: Server, inside: FakeOpenAI, opened: FakeOpenAI, ssh: Banner, opened_ssh: Banner, closed: str
) -> None:
    port = inside.url.split(":")[2]
    spellings = (
        "localhost",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "LOCALHOST.",
    )
    refused = [
        inside.url,
        *(f"http://{host}:{port}" for host in spellings),
        f"{opened.url}/other",  # the setting names one address and not the whole server
        opened.url.replace("127.0.0.1", "localhost"),
        ssh.url,
        f"http://127.0.0.1:{free_port()}/v1",
        "http://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/v1",
        "http://[fd00:ec2::254]/",
        "http://unknown.invalid/v1",
    ]
    unreachable = [
        closed,
        "http://no-such-name.invalid",
        opened_ssh.url,
        opened.url.replace("http:", "https:"),
    ]
    opened.fail(Garbage())
    answers = {url: told(asked(server, url)) for url in [opened.url, *refused, *unreachable]}
    assert len(set(answers.values())) == 1, answers
    status, message = answers[inside.url]
    assert status == 400
    assert "llm_config.base_url" in message
    assert "EVEROS_LLM__REQUEST_BASE_URLS" in message
    assert inside.calls == []
    assert ssh.visits == 0
    assert opened_ssh.visits == 1, "the answer of a server that speaks no HTTP was among them"


def test_an_endpoint_that_does_not_answer_in_time_is_told_alike(
    server: Server, inside: FakeOpenAI, opened: FakeOpenAI
) -> None:
    opened.fail(Hang())
    assert told(asked(server, opened.url)) == told(asked(server, inside.url))
    opened.recover()


def test_it_is_told_alike_in_the_account_of_calls(server: Server, inside: FakeOpenAI, closed: str) -> None:
    """What other callers may read says no more than the answer."""
    told_before = told(asked(server, inside.url))
    assert KEY not in str(told_before)
    with connected(server.port) as client:
        health = client.health()
    assert inside.url not in str(health)
    assert closed not in str(health)


# Payload addresses pass the same door.


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """A name server: what each name leads to, at the first look-up, at the second, …; the last answer stays."""
    known: dict[str, list[list[str]]] = {}
    resolve = socket.getaddrinfo

    def look_up(host: Any, port: Any, *more: Any, **options: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name not in known:
            return resolve(host, port, *more, **options)
        answers = known[name]
        addresses = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


@pytest.fixture
def two_webs() -> Iterator[tuple[Web, Web]]:
    """One port of two addresses: 127.0.0.1, which stands for the public internet, and 127.0.0.2 for the inside."""
    with ExitStack() as running:
        public = running.enter_context(Web())
        within = running.enter_context(Web("127.0.0.2", public.port))
        public.pages["/"], within.pages["/"] = Page(b"public"), Page(b"secret")
        yield public, within


Names = dict[str, list[list[str]]]


@pytest.mark.parametrize("order", [["127.0.0.1", "127.0.0.2"], ["127.0.0.2", "127.0.0.1"]])
def test_a_name_with_a_public_and_a_private_address_is_refused(
    names: Names, two_webs: tuple[Web, Web], order: list[str]
) -> None:
    public, within = two_webs
    names["both.example"] = [order]
    with pytest.raises(UnsupportedContent, match=NOT_PUBLIC):
        fetch(public.url("/", "both.example"), open_rules())
    assert public.requests == within.requests == []


def test_the_address_that_was_checked_is_the_one_connected_to(
    names: Names, two_webs: tuple[Web, Web]
) -> None:
    """A name that leads outside when it is looked at, and inside a moment later."""
    public, within = two_webs
    names["moves.example"] = [["127.0.0.1"], ["127.0.0.2"]]
    assert fetch(public.url("/", "moves.example"), open_rules()).data == b"public"
    assert within.requests == []
    assert public.requests[0][1]["Host"] == f"moves.example:{public.port}"


def test_a_redirect_is_looked_up_anew(names: Names, two_webs: tuple[Web, Web]) -> None:
    public, within = two_webs
    names["moves.example"] = [["127.0.0.1"], ["127.0.0.2"]]
    public.pages["/"] = Page(status=302, headers={"Location": "/again", "Connection": "close"})
    with pytest.raises(UnsupportedContent, match=NOT_PUBLIC):
        fetch(public.url("/", "moves.example"), open_rules())
    assert within.requests == []
