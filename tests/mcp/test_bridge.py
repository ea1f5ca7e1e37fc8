"""`everos mcp`: lines in, lines out, and a server behind it that is found, started, waited for and shared."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from everos_site import engine_lock
from everos_site.demo import answers
from tests.mcp.conftest import META, Json, request
from tests.system.client import eventually
from tests.system.server import PROJECT, Server, free_port

INITIALIZE = request(
    "initialize",
    {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
)


class Bridge:
    """A client's end of one: each message is a line."""

    def __init__(self, env: dict[str, str], *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "everos_site.cli", "mcp", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, cwd=PROJECT,
        )  # fmt: skip

    def send(self, message: Any) -> None:
        assert self.process.stdin is not None
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), self.last_words()
        return json.loads(line)

    def ask(self, message: Any) -> Any:
        self.send(message)
        return self.read()

    def remember(self, text: str, id: int = 1) -> Json:
        result: Json = self.ask(request("tools/call", {"name": "remember", "arguments": {"text": text}}, id))
        return result

    def close(self) -> int:
        """What it has still to say is read; its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(30)

    def last_words(self) -> str:
        assert self.process.stderr is not None
        self.process.kill()
        return self.process.stderr.read().decode()


@contextmanager
def bridges(env: dict[str, str], number: int, *options: str) -> Iterator[list[Bridge]]:
    started = [Bridge(env, *options) for _ in range(number)]
    try:
        yield started
    finally:
        for each in started:
            each.process.kill()
            each.process.wait()


@pytest.fixture
def bridge(server: Server) -> Iterator[Bridge]:
    with bridges(server.env, 1) as [one]:
        yield one


@contextmanager
def home(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Settings of a user on whose machine nothing runs yet; what was started there is ended."""
    root = tmp_path / "memory"
    root.mkdir()
    env = {name: value for name, value in os.environ.items() if not name.startswith("EVEROS_")}
    env |= {
        "HOME": str(tmp_path),
        "EVEROS_MEMORY__ROOT": str(root),
        "EVEROS_API__PORT": str(free_port()),
        "DJANGO_SETTINGS_MODULE": "everos_site.settings",
    }
    try:
        yield env
    finally:
        pid = engine_lock.holder(root / ".index" / "engine.lock")
        if pid is not None:
            os.killpg(pid, signal.SIGKILL)


def test_lines_in_and_lines_out(bridge: Bridge) -> None:
    assert bridge.ask(INITIALIZE)["result"]["protocolVersion"] == "2025-06-18"
    bridge.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    bridge.send(b"")
    assert bridge.ask(request("ping", id="a b")) == {"jsonrpc": "2.0", "id": "a b", "result": {}}
    assert bridge.remember("Two\nlines, and 茶.")["result"]["structuredContent"]["status"] == "remembered"
    assert bridge.ask(b"{not json")["error"]["code"] == -32700
    assert bridge.ask(request("no/such", id=7))["error"]["code"] == -32601
    assert bridge.ask([request("ping", id=8)])["error"]["code"] == -32600  # of this revision
    assert bridge.ask({"jsonrpc": "2.0", "id": 9})["id"] == 9
    assert bridge.ask(b"5")["error"]["code"] == -32600
    assert bridge.close() == 0


@pytest.mark.long
def test_a_message_that_says_what_it_speaks(bridge: Bridge) -> None:
    """Over HTTP headers say so, too."""
    params = {"name": "recall", "arguments": {"query": "茶"}, "_meta": META}
    assert bridge.ask(request("tools/call", params))["result"]["resultType"] == "complete"
    uri = {"uri": "memory://memories/小明", "_meta": META}
    assert bridge.ask(request("resources/read", uri))["error"]["code"] == -32602
    params = {"_meta": {**META, "io.modelcontextprotocol/protocolVersion": "2031-01-01"}}
    assert bridge.ask(request("tools/list", params))["error"]["code"] == -32022


@pytest.mark.long
def test_requests_are_answered_though_others_take_their_time(bridge: Bridge) -> None:
    for number in range(30):
        bridge.send(
            request("tools/call", {"name": "recall", "arguments": {"query": f"tea {number}"}}, number)
        )
    assert sorted(bridge.read()["id"] for _ in range(30)) == list(range(30))


@pytest.mark.long
def test_what_was_asked_is_answered_before_it_ends(bridge: Bridge) -> None:
    for number in range(5):
        bridge.send(
            request(
                "tools/call", {"name": "remember", "arguments": {"text": f"Last words {number}."}}, number
            )
        )
    assert bridge.close() == 0
    assert bridge.process.stdout is not None
    assert len(bridge.process.stdout.readlines()) == 5


@pytest.mark.long
def test_it_is_for_whom_its_options_name(server: Server) -> None:
    with bridges(server.env, 1, "--user", "小明", "--app", "shop", "--tools", "graph") as [bridge]:
        assert len(bridge.ask(request("tools/list"))["result"]["tools"]) == 9
        entity = {"name": "Anna", "entityType": "person", "observations": []}
        bridge.ask(request("tools/call", {"name": "create_entities", "arguments": {"entities": [entity]}}))
    assert [path.name for path in server.root.glob("shop/default_project/users/*/.graph/*.md")] == ["Anna.md"]


@pytest.mark.long
def test_a_server_that_dies_meanwhile(tmp_path: Path) -> None:
    """Its worker is replaced: who waits for an answer gets one, and what is written is there once."""
    server = Server(tmp_path / "memory", mortal=True).start()
    try:
        with bridges(server.env, 1) as [bridge]:
            bridge.remember("Before.")
            server.die_at("after-rename:1")
            kept = bridge.remember("While it dies.", 2)
            assert kept["result"]["structuredContent"]["status"] in ("remembered", "known")
            server.risen()
            assert len(list(server.root.rglob(".notes/*.md"))) == 2
    finally:
        server.kill()


def test_where_no_server_is_one_is_started(tmp_path: Path) -> None:
    with home(tmp_path) as env, bridges(env, 3) as several:
        with ThreadPoolExecutor() as pool:
            kept = list(pool.map(lambda one: one[1].remember(f"From {one[0]}."), enumerate(several)))
        assert all(each["result"]["structuredContent"]["status"] == "remembered" for each in kept)
        assert len(list((tmp_path / "memory").rglob(".notes/*.md"))) == 3
        assert [one.close() for one in several] == [0, 0, 0]
        assert answers(f"http://127.0.0.1:{env['EVEROS_API__PORT']}"), "it goes on running"
        log = tmp_path / "memory" / ".index" / "mcp-server.log"
        assert log.stat().st_mode & 0o077 == 0


@pytest.mark.long
def test_a_server_that_was_stopped_is_started_again(tmp_path: Path) -> None:
    with home(tmp_path) as env, bridges(env, 1) as [bridge]:
        bridge.remember("Before.")
        pid = engine_lock.holder(tmp_path / "memory" / ".index" / "engine.lock")
        assert pid is not None
        os.kill(pid, signal.SIGTERM)
        eventually(lambda: not answers(f"http://127.0.0.1:{env['EVEROS_API__PORT']}"), "it stops")
        sleep(0.5)
        assert bridge.remember("After.", 2)["result"]["structuredContent"]["status"] == "remembered"


@pytest.mark.long
def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    with home(tmp_path) as env:
        env["EVEROS_MEMORY__TIMEZONE"] = "Nowhere/Land"
        with bridges(env, 1) as [bridge]:
            assert bridge.process.wait(60) == 1
            assert bridge.process.stdout is not None
            assert bridge.process.stdout.read() == b""
            assert "EVEROS_MEMORY__TIMEZONE" in bridge.last_words()


def test_a_server_elsewhere_is_never_started(tmp_path: Path) -> None:
    with home(tmp_path) as env, bridges(env, 1, "--url", f"http://127.0.0.1:{free_port()}") as [bridge]:
        assert bridge.process.wait(30) == 1
        assert "Start one there: everos server start" in bridge.last_words()
    assert list(tmp_path.iterdir()) == [tmp_path / "memory"]


@pytest.mark.long
def test_twenty_bridges_share_one_memory(server: Server) -> None:
    """A thousand writes, on entities that all of them share and on their own, and nothing is lost."""
    turns = 10
    with bridges(server.env, 20, "--tools", "full", "--user", "team") as several:

        def work(worker: int) -> int:
            bridge, done = several[worker], 0

            def call(tool: str, **arguments: Any) -> None:
                nonlocal done
                done += 1
                result = bridge.ask(request("tools/call", {"name": tool, "arguments": arguments}, done))[
                    "result"
                ]
                assert not result["isError"], result

            for turn in range(turns):
                name = f"{worker}-{turn}"
                call("remember", text=f"The code of door {name} is {worker * 100 + turn}.")
                call("create_entities", entities=[_entity(name), _entity("Everybody")])
                call(
                    "add_observations",
                    observations=[{"entityName": "Everybody", "contents": [f"seen by {name}"]}],
                )
                call(
                    "add_observations", observations=[{"entityName": name, "contents": [f"made by {worker}"]}]
                )
                call("create_relations", relations=[{"from": "Everybody", "to": name, "relationType": "has"}])
            return done

        with ThreadPoolExecutor(20) as pool:
            assert sum(pool.map(work, range(20))) == 1000
        graph = several[0].ask(request("tools/call", {"name": "read_graph", "arguments": {}}))["result"][
            "structuredContent"
        ]
        entities = {each["name"]: each["observations"] for each in graph["entities"]}
        assert len(entities) == 201
        assert sorted(entities["Everybody"]) == sorted(
            f"seen by {w}-{t}" for w in range(20) for t in range(turns)
        )
        assert all(entities[f"{w}-{t}"] == [f"made by {w}"] for w in range(20) for t in range(turns))
        assert len(graph["relations"]) == 200
        for worker in range(20):
            found = several[worker].ask(
                request(
                    "tools/call",
                    {"name": "recall", "arguments": {"query": f"code of door {worker}-7", "k": 50}},
                )
            )["result"]["structuredContent"]["memories"]
            assert any(f"door {worker}-7 is {worker * 100 + 7}" in each["text"] for each in found)
    assert len(list(server.root.rglob("users/team/.notes/*.md"))) == 200


def _entity(name: str) -> Json:
    return {"name": name, "entityType": "door", "observations": []}
