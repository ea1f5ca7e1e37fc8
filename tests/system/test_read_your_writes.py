"""What was accepted is found by the next request, whatever the background has got round to."""

import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from tests.system.client import Client, Json, NoAnswer, connected
from tests.system.server import PROJECT, Server

WHEN = 1748390400000


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("served") / "root", mortal=True)
    server.start()
    yield server
    server.stop()


def said(text: str, sender: str = "alice", after: int = 0, **more: object) -> dict[str, object]:
    return {"sender_id": sender, "role": "user", "timestamp": WHEN + after, "content": text, **more}


def readme_block() -> str:
    """The first block of shell commands in the README, as a reader pastes it."""
    return re.findall(r"^```bash\n(.*?)^```", (PROJECT / "README.md").read_text(), re.M | re.S)[0]


@pytest.mark.parametrize("times", [3, pytest.param(100, marks=pytest.mark.long)])
def test_the_readme_can_be_pasted_as_it_stands(server, times: int):
    block = readme_block()
    assert block.count("curl") == 3
    script = block.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    for number in range(times):
        fresh = script
        if number:
            fresh = script.replace('"hello"', f'"hello-{number}"').replace('"alice"', f'"alice-{number}"')
        told = subprocess.run(["bash", "-c", fresh], capture_output=True, text=True, check=True).stdout
        assert "I love climbing in Yosemite every spring." in told, f"paste {number}: {told}"


# The messages are committed; they are a cell; the file is written; the queue knows it; the cell is done.
@pytest.mark.parametrize(
    "point",
    [
        "after-buffer-commit",
        pytest.param("after-cells", marks=pytest.mark.long),
        pytest.param("after-rename", marks=pytest.mark.long),
        pytest.param("after-change-row", marks=pytest.mark.long),
        pytest.param("after-cell-done", marks=pytest.mark.long),
    ],
)
def test_it_holds_when_the_process_dies(server, point: str):
    who = point.replace("after-", "")
    server.die_at(f"{point}:1")
    with connected(server.port) as client, suppress(NoAnswer):
        client.add(who, [said("I keep bees behind the barn.", who)])
        client.flush(who)
    server.risen()
    with connected(server.port) as client:
        [found] = client.search(who, "bees", pending=True)
        assert "I keep bees behind the barn." in found["episode"]
        server.ready()
        [found] = client.search(who, "bees", pending=True)
        assert len(client.episodes(who, pending=True)) == 1


def memorize(client: Client, who: str) -> None:
    now = datetime.now(UTC).isoformat()
    body = {"message_id": who, "create_time": now, "sender": who, "content": BEES}
    client.request("POST", "/api/v3/agentic/memorize", body).done()


def memorized(client: Client, who: str) -> list[Json]:
    body = {"query": "bees", "user_id": who}
    answer = client.request("POST", "/api/v3/agentic/retrieve_lightweight", body).done()
    return list(answer["result"]["memories"])


def note(client: Client, who: str) -> None:
    client.request("POST", "/ltm/memories", {"messages": BEES, "category": "fact", "user_id": who}).done()


def noted(client: Client, who: str) -> list[Json]:
    answer = client.request("POST", "/ltm/memories/search", {"query": "bees", "user_id": who}).done()
    return list(answer["results"])


def store(client: Client, who: str) -> None:
    client.request("POST", f"/api/v1/memory/{who}/store", {"key": "hobby", "value": BEES}).done()


def stored(client: Client, who: str) -> list[Json]:
    answer = client.request("POST", f"/api/v1/memory/{who}/search", {"q": "bees"}).done()
    return list(answer["results"])


BEES = "I keep bees behind the barn"


# A note or an entry is stored when its row is, which comes after its file.
@pytest.mark.parametrize(
    ("point", "write", "search"),
    [
        ("after-buffer-commit", memorize, memorized),
        ("after-register", note, noted),
        pytest.param("after-register", store, stored, marks=pytest.mark.long),
    ],
)
def test_it_holds_in_the_other_dialects(
    server, point: str, write: Callable[[Client, str], None], search: Callable[[Client, str], list[Json]]
):
    who = f"{write.__name__}-{point}"
    server.die_at(f"{point}:1")
    with connected(server.port) as client, suppress(NoAnswer):
        write(client, who)
    server.risen()
    with connected(server.port) as client:
        assert BEES in str(search(client, who))
        server.ready()
        assert len(search(client, who)) == 1
