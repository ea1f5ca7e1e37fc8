"""A key of the server goes to the server's own endpoints: not where a request points, not where a redirect leads,
not with what the environment holds for others, and into no text that anybody reads."""

from base64 import b64encode
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.fakes.openai_server import Call, FakeOpenAI, Redirect, TellsKey
from tests.payloads.web import Web
from tests.system.client import Answer, Json, connected
from tests.system.server import Server

pytestmark = pytest.mark.long

OWN_KEYS = {
    "LLM": "sk-own-llm",
    "EMBEDDING": "sk-own-emb",
    "RERANK": "sk-own-rank",
    "MULTIMODAL": "sk-own-eye",
}
# What the clients of model endpoints read from the environment by themselves.
ENVIRONMENT = {
    "OPENAI_API_KEY": "sk-env-openai",
    "OPENROUTER_API_KEY": "sk-env-openrouter",
    "OPENAI_ADMIN_KEY": "sk-env-admin",
    "OPENAI_ORG_ID": "sk-env-organisation",
    "OPENAI_PROJECT_ID": "sk-env-project",
    "OPENAI_CUSTOM_HEADERS": "Authorization: Bearer sk-env-custom\nX-Api-Key: sk-env-header\nUser-Agent: sk-env-agent",
}
REQUEST_KEY = "sk-of-the-request"
PNG = b64encode(b"\x89PNG\r\n\x1a\n").decode()


@pytest.fixture(scope="module")
def own() -> Iterator[FakeOpenAI]:
    """All model endpoints of the server."""
    with FakeOpenAI() as endpoint:
        yield endpoint


@pytest.fixture(scope="module")
def foreign() -> Iterator[FakeOpenAI]:
    """Somebody else's endpoint, to which a request may send its own key."""
    with FakeOpenAI() as endpoint:
        yield endpoint


@pytest.fixture(scope="module")
def proxy() -> Iterator[Web]:
    with Web() as running:
        yield running


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, own: FakeOpenAI, foreign: FakeOpenAI, proxy: Web
) -> Iterator[Server]:
    env = {
        **ENVIRONMENT,
        **dict.fromkeys(("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"), proxy.url()),
        "OPENAI_BASE_URL": foreign.url,
        "EVEROS_LLM__REQUEST_BASE_URLS": foreign.url,
        "EVEROS_LOG__LEVEL": "DEBUG",
    }
    for section, key in OWN_KEYS.items():
        env |= {f"EVEROS_{section}__{name}": value for name, value in section_of(section, own, key).items()}
    running = Server(tmp_path_factory.mktemp("keys") / "memory", env)
    try:
        running.start()
        with connected(running.port) as client:
            for session, text in enumerate(("I adopted a cat called Miso", "My cat Miso sleeps")):
                own.answer("EpisodeDraft", {"subject": text, "summary": text, "content": text})
                remember(client.add(f"s{session}", [said(text)]))
                remember(client.flush(f"s{session}"))
        running.ready()
        yield running
    finally:
        running.kill()


def section_of(section: str, own: FakeOpenAI, key: str) -> dict[str, str]:
    values = {"BASE_URL": own.url, "API_KEY": key, "MODEL": f"own-{section.lower()}"}
    return values | ({"DIMENSIONS": "8"} if section == "EMBEDDING" else {"MAX_RETRIES": "0"})


@pytest.fixture(autouse=True)
def _as_at_first(own: FakeOpenAI, foreign: FakeOpenAI) -> Iterator[None]:
    yield
    for endpoint in (own, foreign):
        endpoint.recover()
        endpoint.calls.clear()


def said(content: object) -> Json:
    return {"sender_id": "alice", "role": "user", "timestamp": 1748390400000, "content": content}


def remember(answer: Answer) -> None:
    assert answer.status == 200, answer.body


def agentic(server: Server, **config: str) -> Answer:
    body = {
        "query": "What is the cat called?",
        "user_id": "alice",
        "llm_config": config,
        "time_range_days": 36500,
    }
    with connected(server.port) as client:
        return client.request("POST", "/api/v3/agentic/retrieve_agentic", body)


def use_every_model(server: Server, session: str) -> list[Answer]:
    """The embedder and the reranker by a search, the language model by a flush, the multimodal one by a picture."""
    picture = {"type": "image", "base64": PNG, "ext": "png"}
    with connected(server.port) as client:
        return [
            client.post(
                "search", {"user_id": "alice", "query": f"cat {session}", "method": "agentic", "top_k": 5}
            ),
            client.post("search", {"user_id": "alice", "query": f"Miso {session}", "method": "vector"}),
            client.add(session, [said(f"I moved to Porto with {session}.")]),
            client.flush(session),
            client.add(session, [said([picture])]),
        ]


def arrived(endpoint: FakeOpenAI) -> str:
    return " ".join(f"{call.headers} {call.body}" for call in endpoint.calls)


def keys_of(calls: list[Call]) -> set[str]:
    return {
        value for call in calls for name, value in call.headers.items() if name.lower() == "authorization"
    }


def page(server: Server, path: str) -> str:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def test_a_request_that_names_an_address_gets_no_key_of_the_server(
    server: Server, foreign: FakeOpenAI
) -> None:
    for url in (
        foreign.url,
        foreign.url + "/",
        foreign.url.upper().replace("HTTP", "http").replace("/V1", "/v1"),
    ):
        answer = agentic(server, base_url=url, model="m")
        assert answer.status == 400
        assert "api_key" in answer.body["message"]
    assert foreign.calls == []


def test_a_key_of_the_request_travels_alone(server: Server, foreign: FakeOpenAI) -> None:
    assert agentic(server, base_url=foreign.url, api_key=REQUEST_KEY, model="m").status == 200
    [call] = foreign.calls
    assert keys_of(foreign.calls) == {f"Bearer {REQUEST_KEY}"}
    assert {name.lower() for name in call.headers} <= {
        *("host", "connection", "accept", "accept-encoding", "authorization", "user-agent"),
        *("content-type", "content-length", "x-stainless-raw-response"),
    }
    assert not [secret for secret in secrets() if secret in arrived(foreign)]


def test_each_endpoint_gets_its_own_key_and_nothing_of_the_environment(
    server: Server, own: FakeOpenAI, proxy: Web
) -> None:
    use_every_model(server, "plain")
    assert keys_of(own.calls) == {f"Bearer {key}" for key in OWN_KEYS.values()}
    assert "sk-env" not in arrived(own)
    assert proxy.requests == [], "a proxy sees what goes over plain http"


def test_a_redirect_is_not_followed(server: Server, own: FakeOpenAI, foreign: FakeOpenAI) -> None:
    own.fail_always(Redirect(f"{foreign.url}/chat/completions"))
    answers = use_every_model(server, "redirected")
    assert keys_of(own.calls) == {f"Bearer {key}" for key in OWN_KEYS.values()}, "every model was asked"
    assert foreign.calls == []
    assert "redirects elsewhere (307)" in str(answers[3].body)
    foreign.fail_always(Redirect(f"{own.url}/chat/completions"))
    own.calls.clear()
    assert agentic(server, base_url=foreign.url, api_key=REQUEST_KEY).status == 500
    assert f"Bearer {REQUEST_KEY}" not in keys_of(own.calls)


@pytest.mark.parametrize("code", [400, 401, 500])
def test_an_endpoint_that_repeats_the_key_tells_it_to_nobody(
    server: Server, own: FakeOpenAI, code: int
) -> None:
    own.fail_always(TellsKey(code))
    answers = use_every_model(server, f"told{code}")
    assert keys_of(own.calls) == {f"Bearer {key}" for key in OWN_KEYS.values()}, "every model was asked"
    texts = [str(answer.body) for answer in answers] + [
        page(server, path) for path in ("/health", "/metrics")
    ]
    texts += [read(path) for path in (*server.files(), server.log)]
    assert not [secret for secret in secrets() for text in texts if secret in text]


def secrets() -> list[str]:
    return [*OWN_KEYS.values(), *ENVIRONMENT.values(), "sk-env-custom", "sk-env-header", "sk-env-agent"]


def read(path: Path) -> str:
    try:
        return path.read_bytes().decode("latin-1")
    except FileNotFoundError:  # a temporary file of the database
        return ""
