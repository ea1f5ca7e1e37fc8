"""JSON that is nested deeply or holds very many values is refused at every door, and the process lives on."""

import http.client
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from memory.bounded_json import MAX_DEPTH, MAX_NODES
from memory.providers import structured
from tests.system.client import Client, eventually
from tests.system.server import Server

DEEP = 50_000
CALLS = {
    "/api/v1/memory/add": 422,
    "/api/v1/memory/flush": 422,
    "/api/v1/memory/search": 422,
    "/api/v1/memory/get": 422,
    "/api/v2/memory/search": 422,
    "/api/v3/agentic/memorize": 400,
    "/api/v3/agentic/retrieve_lightweight": 400,
    "/api/v3/agentic/retrieve_agentic": 400,
    "/api/v1/memory/bot/store": 400,
    "/api/v1/memory/bot/vector-search": 400,
    "/api/v1/memory/share": 400,
    "/stm/morning/messages": 422,
    "/ltm/memories": 422,
    "/ltm/memories/search": 422,
    "/api/ops/sessions/flush": 422,
}
HOSTILE = {
    "lists": '{"filters": ' + "[" * DEEP + "]" * DEEP + "}",
    "objects": '{"filters": ' + '{"OR": ' * DEEP + "1" + "}" * DEEP + "}",
    "filters": '{"user_id": "a", "query": "q", "filters": ' + '{"OR": [' * DEEP + "]}" * DEEP + "}",
    "mixed": '{"messages": ' + '[{"a": [' * DEEP + "]}]" * DEEP + "}",
    "never closed": '{"metadata": ' + '{"a": [' * DEEP,
    "just too deep": '{"extra": ' + "[" * MAX_DEPTH + "]" * MAX_DEPTH + "}",
    "behind texts": json.dumps({"query": '\\"[{' * 1000})[:-1] + ', "x": ' + "[" * DEEP + "]" * DEEP + "}",
    "wide": '{"filters": {"OR": [' + "{}," * MAX_NODES + "{}]}}",
    "one key over and over": "{" + '"a": [1],' * MAX_NODES + '"a": 1}',
    "numbers": '{"embedding": [' + "1," * 2 * MAX_NODES + "1]}",
}


class Facts(BaseModel):
    facts: list[str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server") / "memory").start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def token(server: Server) -> str:
    return server.manage("token", "carol", "--staff").strip()


@pytest.fixture(autouse=True)
def same_worker(server: Server) -> Iterator[None]:
    """The process that answered before answers afterwards."""
    before = server.worker
    yield
    assert server.client().health()["ready"] in (True, False)
    assert (server.worker, server.workers_started) == (before, 1)


def send(server: Server, path: str, body: str, token: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    headers = {"Content-Type": "application/json", "Authorization": f"Token {token}"}
    connection.request("POST", path, body.encode(), headers)
    response = connection.getresponse()
    told = response.read().decode()
    connection.close()
    json.loads(told)
    return response.status, told


@pytest.mark.parametrize("path", list(CALLS))
def test_it_is_refused_by_every_call(server: Server, token: str, path: str) -> None:
    for name, body in HOSTILE.items():
        status, told = send(server, path, body, token)
        assert status == CALLS[path], (name, told)
        assert "nested more than" in told or "holds more than" in told, (name, told)


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        ({"OR": [{}] * 5_000}, "more than 1024 nodes"),
        ({"OR": [{"OR": []}] * 5_000}, "more than 1024 nodes"),
        ({"AND": [{"AND": [{}] * 100}] * 100}, "more than 1024 nodes"),
        ({"OR": [{"AND": []}, {"OR": [{}, {"OR": [{}] * 2_000}]}]}, "more than 1024 nodes"),
        ({"OR": [{"session_id": f"s{n}"} for n in range(600)]}, "more than 512 conditions"),
        ({"OR": [{"session_id": {"in": ["a"] * 60}} for n in range(10)]}, "more than 512 conditions"),
    ],
)
def test_filters_that_say_little_count_as_well(server: Server, node: dict[str, Any], reason: str) -> None:
    for call, more in (("search", {"query": "tea"}), ("get", {"memory_type": "episode"})):
        answer = server.client().post(call, {"user_id": "alice", "filters": node, **more})
        assert answer.status == 422
        assert reason in answer.body["error"]["message"]


def test_the_largest_filters_that_are_taken_are_answered(server: Server) -> None:
    remember(server.client(), "filters", "I drink tea in the garden.")
    largest: list[dict[str, Any]] = [
        {"OR": [{"sender_id": f"s{n}"} for n in range(512)]},
        {"OR": [{"OR": []}] * 500 + [{"AND": [{"sender_id": "alice"}]}]},
        {"AND": [{}] * 1_000},
        deep_filter(15),
    ]
    eventually(lambda: server.client().search("alice", "tea"), "the episode can be found")
    for number, node in enumerate(largest):
        assert bool(server.client().search("alice", "tea", filters=node)) is (number > 0)


def test_what_is_deep_inside_of_fields_is_stored_and_told_again(server: Server) -> None:
    """As deep as a body may be: no writer of files, rows or answers stumbles over it."""
    metadata: dict[str, Any] = {"a": nested(MAX_DEPTH - 4)}
    client = server.client()
    stm = {"messages": [{"role": "user", "content": "tea", "metadata": metadata}]}
    assert client.request("POST", "/stm/deep/messages", stm).done()["added"] == 1
    assert client.request("GET", "/stm/deep/messages").done()["messages"][0]["metadata"] == metadata
    ltm = {"user_id": "dora", "messages": "Dora likes tea.", "category": "fact", "metadata": metadata}
    noted = client.request("POST", "/ltm/memories", ltm)
    assert noted.status in (200, 201), noted
    assert client.request("GET", f"/ltm/memories/{noted.body['id']}").done()["metadata"]["a"] == metadata["a"]
    changed = client.request("PUT", f"/ltm/memories/{noted.body['id']}", {"data": "Dora likes coffee."})
    assert changed.status == 200, changed
    server.ready()


def test_json_in_texts_of_tools_kills_no_run(server: Server, token: str) -> None:
    """Arguments and answers of tools are JSON within JSON: the door sees a text."""
    deep = "[" * DEEP + "]" * DEEP
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"a": ' + deep + "}"}}
    client = server.client()
    messages = [
        say("alice", "Please find my invoice.", 0),
        {**say("bot", "I look.", 1), "role": "assistant", "tool_calls": [call]},
        {**say("bot", '{"error": ' + deep + "}", 2), "role": "tool", "tool_call_id": "c1"},
        {**say("bot", "I have found your invoice, it is number 7.", 3), "role": "assistant"},
        say("alice", "Thank you, that is it.", 4),
    ]
    client.add("tools", messages).ok()
    client.flush("tools").ok()
    server.ready()
    runs = Client(server.port, token=token).request("GET", "/api/ops/runs?status=dead").done()
    assert runs["total"] == 0


@pytest.mark.long
@pytest.mark.parametrize(
    "header",
    {
        "flow": "metadata: " + "[" * DEEP + "]" * DEEP,
        "never closed": "metadata: " + "{a: " * DEEP * 4,
        "block": "metadata:\n " + "- " * DEEP * 4 + "x",
        "aliases": "a0: &a0 [x, x]\n" + "\n".join(f"a{n + 1}: &a{n + 1} [*a{n}, *a{n}]" for n in range(60)),
        "merged": "a0: &a0 {x: 1}\n"
        + "\n".join(f"a{n + 1}: &a{n + 1} {{<<: [*a{n}, *a{n}]}}" for n in range(60)),
        "holds itself": "metadata: &a [*a]",
        "base 60": "metadata: 1" + ":1" * 200_000,
        "wide": "metadata: [" + "1," * MAX_NODES + "1]",
    }.items(),
    ids=lambda item: item[0],
)
def test_a_file_with_such_a_header_is_reported(server: Server, header: tuple[str, str]) -> None:
    client = server.client()
    body = {"user_id": "fred", "messages": "Fred likes tea.", "category": "fact"}
    noted = client.request("POST", "/ltm/memories", body).body["id"]
    path = next(server.root.rglob(f"{noted}.md"))
    written = path.read_text()
    path.write_text(written.replace("---\n", f"---\n{header[1]}\n", 1))
    assert client.request("GET", f"/ltm/memories/{noted}").status in range(400, 504)
    eventually(lambda: failed(client, path), "the file is reported")
    path.write_text(written)
    eventually(lambda: not failed(client, path), "the file is well again")


@pytest.mark.long
def test_answers_of_models_that_are_broken_on_purpose_take_no_time() -> None:
    """The library that mends JSON needs a minute for 15 kB of this, and holds Python's lock."""
    words = [f"{number * 7919 % 100_003:x}" for number in range(20_000)]
    for broken in ('["' + '"b'.join(words) + "]", "[[{".join(words) + "]"):
        started = time.process_time()
        with pytest.raises(structured.NotTheShape):
            structured.read('{"facts": [' + broken, Facts)
        assert time.process_time() - started < 1  # of this process


def say(sender: str, content: str, number: int) -> dict[str, Any]:
    return {
        "sender_id": sender,
        "role": "user",
        "timestamp": 1_795_262_400_000 + number * 1_000,
        "content": content,
    }


def remember(client: Client, session: str, text: str) -> None:
    client.add(session, [say("alice", text, 0)]).ok()
    client.flush(session).ok()


def nested(levels: int) -> Any:
    value: Any = "x"
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


def deep_filter(levels: int) -> dict[str, Any]:
    node: dict[str, Any] = {"sender_id": "alice"}
    for level in range(levels):
        node = {"AND" if level % 2 else "OR": [node]}
    return node


def failed(client: Client, path: Path) -> bool:
    return client.health()["queue"]["failed"] > 0
