"""Long queries, large messages, many of either: what one request may bring has an end, and the refusal names it."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.system.client import Answer, Client
from tests.system.server import Server

V1 = "/api/v1/memory"
V3 = "/api/v3/agentic"
NOON = 1_748_347_200_000  # 2025-05-27T12:00Z
DAY_MS = 86_400_000
LIMITS = {
    "query_chars": 3_000,
    "message_chars": 500_000,
    "messages": 5,
    "items": 3,
    "document_chars": 2_000,
    "value_chars": 2_000,
    "note_chars": 1_500,
    "stm_message_chars": 1_000,
    "metadata_chars": 300,
    "day_file_bytes": 600_000,
}
BODY = 31 * 1024 * 1024  # just below the limit of bodies
GROWTH = 300 * 1024  # kB of memory for such a body: read, decoded and parsed, and nothing more

Json = dict[str, Any]
Call = Callable[[Client, int], Answer]


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    env = {f"EVEROS_LIMITS__{name.upper()}": str(value) for name, value in LIMITS.items()}
    env["EVEROS_MEMORY__CALL_MAX_CHARS"] = "10000000"  # however large, its memory is written within the call
    server = Server(tmp_path_factory.mktemp("narrow") / "memory", env).start()
    yield server
    server.kill()


@pytest.fixture
def client(narrow: Server) -> Iterator[Client]:
    client = narrow.client()
    yield client
    client.close()


@dataclass(frozen=True)
class Door:
    """A call that brings so much of what the setting limits; `refusal` is its dialect's status for bad input."""

    name: str
    limit: str
    refusal: int
    call: Call

    def __str__(self) -> str:
        return self.name


def post(path: str, body: Callable[[int], Json]) -> Call:
    return lambda client, size: client.request("POST", path, body(size))


def search(size: int) -> Json:
    return {"user_id": "alice", "query": "q" * size}


def said(**changes: Any) -> Json:
    return {"sender_id": "alice", "role": "user", "timestamp": NOON, "content": "Hello.", **changes}


def adding(session: str, message: Callable[[int], Json]) -> Callable[[int], Json]:
    """Each by a speaker of its own, whose day is empty."""
    return lambda size: {
        "session_id": f"{session}-{size}",
        "messages": [{**message(size), "sender_id": session * 5}],
    }


def text_item(size: int) -> Json:
    return {"type": "text", "text": "x" * size}


def tool_call(number: int, arguments: str = "") -> Json:
    return {"id": f"c{number}", "function": {"name": "f", "arguments": arguments}}


def document(size: int) -> Json:
    return {"type": "doc", "ext": "txt", "base64": b64encode(b"d" * size).decode()}


def memorized(**changes: Any) -> Json:
    moment = "2025-05-27T12:00:00Z"
    return {"message_id": "m", "create_time": moment, "sender": "alice", "content": "Hello.", **changes}


def noted(**changes: Any) -> Json:
    return {"messages": "I like tea.", "category": "fact", "user_id": "alice", **changes}


def in_json(size: int) -> Json:
    """An object of so many characters as it is written."""
    return {"k": "x" * (size - len('{"k": ""}'))}


def revised(client: Client, size: int) -> Answer:
    identifier = client.request("POST", "/ltm/memories", noted()).done()["id"]
    return client.request("PUT", f"/ltm/memories/{identifier}", {"data": "x" * size})


def beside_content(size: int) -> Json:
    """What stands beside the content has so many characters as it is written."""
    body = memorized(message_id=f"b{size}", more="")
    rest = {name: value for name, value in body.items() if name != "content"}
    return {**body, "more": "x" * (size - len(str(rest)))}


DOORS = [
    Door("v1 search", "query_chars", 422, post(f"{V1}/search", search)),
    Door("v2 search", "query_chars", 422, post("/api/v2/memory/search", search)),
    Door(
        "agentic search",
        "query_chars",
        422,
        post(f"{V1}/search", lambda size: {**search(size), "method": "agentic"}),
    ),
    Door("v3 lightweight", "query_chars", 400, post(f"{V3}/retrieve_lightweight", search)),
    Door(
        "keyed search",
        "query_chars",
        400,
        lambda client, size: client.request("GET", f"{V1}/bot/search?q={quote('q' * size)}"),
    ),
    Door("vector search", "query_chars", 400, post(f"{V1}/bot/vector-search", lambda n: {"text": "q" * n})),
    Door("notes search", "query_chars", 422, post("/ltm/memories/search", search)),
    Door("text", "message_chars", 422, post(f"{V1}/add", adding("t", lambda n: said(content="x" * n)))),
    Door(
        "text items",
        "message_chars",
        422,
        post(
            f"{V1}/add",
            adding("i", lambda n: said(content=[text_item(9), text_item(n - 9 - 2 * len("text"))])),
        ),
    ),
    Door(
        "tool arguments",
        "message_chars",
        422,
        post(
            f"{V1}/add",
            adding(
                "a",
                lambda n: said(
                    role="assistant",
                    content="",
                    tool_calls=[tool_call(1, "x" * (n - len(str(tool_call(1)))))],
                ),
            ),
        ),
    ),
    Door(
        "v3 content",
        "message_chars",
        400,
        post(
            f"{V3}/memorize", lambda n: memorized(message_id=f"m{n}", sender="carol", content="x" * (n - 5))
        ),
    ),
    Door(
        "messages",
        "messages",
        422,
        post(f"{V1}/add", lambda n: {"session_id": f"m-{n}", "messages": [said()] * n}),
    ),
    Door(
        "buffer messages",
        "messages",
        422,
        post("/stm/few/messages", lambda n: {"messages": [{"role": "user", "content": "x"}] * n}),
    ),
    Door(
        "chat of a note",
        "messages",
        422,
        post("/ltm/memories", lambda n: noted(messages=[{"role": "user", "content": "I like tea."}] * n)),
    ),
    Door("items", "items", 422, post(f"{V1}/add", adding("n", lambda n: said(content=[text_item(2)] * n)))),
    Door(
        "tool calls",
        "items",
        422,
        post(
            f"{V1}/add",
            adding(
                "c",
                lambda n: said(
                    role="assistant", content="", tool_calls=[tool_call(each) for each in range(n)]
                ),
            ),
        ),
    ),
    Door(
        "refer_list",
        "items",
        400,
        post(f"{V3}/memorize", lambda n: memorized(message_id=f"r{n}", refer_list=["m"] * n)),
    ),
    Door(
        "documents",
        "document_chars",
        422,
        post(f"{V1}/add", adding("d", lambda n: said(content=[document(n - 900), document(900)]))),
    ),
    Door(
        "keyed value", "value_chars", 400, post(f"{V1}/bot/store", lambda n: {"key": "k", "value": "v" * n})
    ),
    Door(
        "note",
        "note_chars",
        422,
        post("/ltm/memories", lambda n: noted(messages="I like tea. " + "x" * (n - 12))),
    ),
    Door(
        "note of a chat",
        "note_chars",
        422,
        post(
            "/ltm/memories",
            lambda n: noted(messages=[{"role": "user", "content": "x " * (n // 2) + "x" * (n % 2)}]),
        ),
    ),
    Door("revised note", "note_chars", 422, revised),
    Door(
        "buffer message",
        "stm_message_chars",
        422,
        post("/stm/long/messages", lambda n: {"messages": [{"role": "user", "content": "x" * n}]}),
    ),
    Door(
        "buffer metadata",
        "metadata_chars",
        422,
        post(
            "/stm/meta/messages",
            lambda n: {"messages": [{"role": "user", "content": "x", "metadata": in_json(n)}]},
        ),
    ),
    Door("note metadata", "metadata_chars", 422, post("/ltm/memories", lambda n: noted(metadata=in_json(n)))),
    Door("beside content", "metadata_chars", 400, post(f"{V3}/memorize", beside_content)),
]


def test_every_limit_has_a_door() -> None:
    assert {door.limit for door in DOORS} == LIMITS.keys() - {"day_file_bytes"}


@pytest.mark.parametrize("door", DOORS, ids=str)
def test_at_the_limit_it_passes_and_beyond_it_is_refused_by_name(door: Door, client: Client) -> None:
    most = LIMITS[door.limit]
    assert door.call(client, most).status == 200
    refused = door.call(client, most + 1)
    assert refused.status == door.refusal
    assert f"EVEROS_LIMITS__{door.limit.upper()}" in str(refused.body)
    assert str(most) in str(refused.body)


def test_what_is_refused_is_not_kept(client: Client) -> None:
    client.add("refused", [said(sender_id="rita", content="x" * 500_001)])
    client.add("refused", [said(sender_id="rita")] * 6)
    assert client.unprocessed("rita", "refused") == []


def test_a_full_day_refuses_new_messages_and_writes_what_was_accepted(narrow: Server, client: Client) -> None:
    long = [said(sender_id="dora", content="word " * 80_000)]
    client.add("waiting", [said(sender_id="dora", content="The kettle is blue.", timestamp=NOON + 5)]).ok()
    client.add("first", long).ok()
    client.flush("first").ok()
    refused = client.add("second", [said(sender_id="dora", content="again " * 60_000)])
    assert refused.status == 422
    message = refused.body["error"]["message"]
    assert "EVEROS_LIMITS__DAY_FILE_BYTES" in message
    assert "dora" in message
    assert "2025-05-27" in message
    assert client.add("first", long).ok()["message_count"] == 1, "a repeat was accepted before"
    other_day = [said(sender_id="dora", content="again " * 60_000, timestamp=NOON + DAY_MS)]
    client.add("other day", other_day).ok()
    client.flush("waiting").ok()
    [file] = narrow.root.glob("**/users/dora/episodes/episode-2025-05-27.md")
    assert "The kettle is blue." in file.read_text()


@pytest.mark.long
@pytest.mark.parametrize("piece", ["q", "word ", "語"], ids=["one word", "many words", "characters"])
def test_a_query_as_large_as_a_body_costs_no_more_than_its_body(
    piece: str, narrow: Server, client: Client
) -> None:
    client.search("alice", "warm")
    Path(f"/proc/{narrow.worker}/clear_refs").write_text("5")  # the peak begins anew
    before = memory_of(narrow, "VmRSS")
    refused = client.post(
        "search", {"user_id": "alice", "query": piece * (BODY // (len(json.dumps(piece)) - 2))}
    )
    assert refused.status == 422
    assert memory_of(narrow, "VmHWM") - before < GROWTH


@pytest.mark.parametrize(
    "filters",
    [
        {"session_id": "x" * 1_001},
        {"session_id": {"in": ["x" * 1_001]}},
        {"sender_id": "x" * BODY},
        {"timestamp": {"gt": "2" * BODY}},
        {"x" * BODY: 1},
        {"session_id": {"x" * BODY: 1}},
    ],
)
def test_long_filters_are_refused_with_a_short_answer(filters: Json, client: Client) -> None:
    refused = client.post("search", {"user_id": "alice", "query": "tea", "filters": filters})
    assert refused.status == 422
    assert len(str(refused.body)) < 1_000


@pytest.mark.parametrize("path", [f"{V1}/search", f"{V3}/retrieve_lightweight", "/ltm/memories/search"])
def test_a_field_with_a_name_as_long_as_a_body_is_not_repeated_in_the_answer(
    path: str, client: Client
) -> None:
    answer = client.request("POST", path, {"x" * BODY: 1})
    assert answer.status in (400, 422)
    assert len(str(answer.body)) < 2_000


MANY = 150_000


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "body"),
    [
        (f"{V1}/search", {f"f{number}": 0 for number in range(MANY)}),
        (f"{V1}/search", {"user_id": "alice", "query": "tea", "filters": {"OR": [0] * MANY}}),
        (
            f"{V1}/search",
            {"user_id": "alice", "query": "tea", "filters": {"session_id": {"in": ["s"] * MANY}}},
        ),
        (f"{V1}/add", {"session_id": "s", "messages": [0] * MANY}),
        (f"{V1}/add", {"session_id": "s", "messages": [said(content=[0] * MANY)]}),
        (f"{V1}/bot/vector-search", {"embedding": [0] * MANY}),
        (f"{V3}/memorize", memorized(refer_list=[0] * MANY)),
        ("/stm/s/messages", {"messages": [0] * MANY}),
        ("/ltm/memories", noted(messages=[0] * MANY)),
        ("/ltm/memories/search", {"user_id": "alice", "query": "tea", "categories": [0] * MANY}),
    ],
)
def test_many_mistakes_are_one_refusal(path: str, body: Json, client: Client) -> None:
    refused = client.request("POST", path, body)
    assert refused.status in (400, 422)
    assert len(str(refused.body)) < 10_000


def memory_of(server: Server, line: str) -> int:
    """In kB."""
    status = Path(f"/proc/{server.worker}/status").read_text()
    return int(status.split(f"{line}:")[1].split()[0])
