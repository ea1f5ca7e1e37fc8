"""From the id of an answer, the log leads to what became of the request; what nobody asked for has no id."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.system.client import eventually
from tests.system.server import Server

Line = dict[str, Any]
TALK = [
    {
        "sender_id": "alice",
        "role": "user",
        "timestamp": 1763700000000,
        "content": "I moved to Lisbon with my dog Bruno.",
    },
    {"sender_id": "bot", "role": "assistant", "timestamp": 1763700010000, "content": "Lovely!"},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("ids") / "memory", {"EVEROS_LOG__FORMAT": "json"}).start()
    running.ready()  # the scan at the start is over: what follows is indexed by the drain that it woke
    yield running
    running.kill()


def lines(server: Server) -> list[Line]:
    return [json.loads(line) for line in server.log.read_text("utf-8").splitlines()]


def said(server: Server, event: str, **facts: Any) -> list[Line]:
    return [line for line in lines(server) if line["event"] == event and facts.items() <= line.items()]


def flushed(server: Server, session_id: str) -> str:
    """The request id of the flush that made a memory of this conversation."""
    client = server.client()
    client.add(session_id, TALK).ok()
    answer = client.flush(session_id)
    assert answer.ok() == {"status": "extracted"}
    client.close()
    return str(answer.body["request_id"])


def test_the_log_leads_from_an_answer_to_what_became_of_it(server: Server) -> None:
    request_id = flushed(server, "s-1")
    server.ready()
    [cell] = said(server, "memory cell extracted", session="s-1")
    assert cell["request_id"] == request_id
    assert (cell["messages"], len(cell["episodes"]), cell["attempt"]) == (2, 1, 1)

    runs = said(server, "run done", source=f"cell:{cell['cell']}")
    assert {run["strategy"] for run in runs} >= {"extract_atomic_facts", "extract_foresight"}
    assert {run["owner"] for run in runs} == {"alice", "bot"}
    assert {run["request_id"] for run in runs} == {request_id}

    path = "default_app/default_project/users/alice/episodes/episode-2025-11-21.md"
    [indexed] = eventually(
        lambda: [line for line in said(server, "files indexed") if path in line["paths"]], "the index has it"
    )
    assert (indexed["kind"], indexed["files"], indexed["task"]) == ("episode", 1, "cascade.tasks.drain")


def test_every_run_has_the_id_of_its_own_request(server: Server) -> None:
    """Whoever woke the worker, and though one wake-up answers many; what follows from a run has the id, too."""
    asked = {session_id: flushed(server, session_id) for session_id in ("s-2", "s-3", "s-4")}
    server.ready()
    for session_id, request_id in asked.items():
        [cell] = said(server, "memory cell extracted", session=session_id)
        runs = said(server, "run done", source=f"cell:{cell['cell']}")
        assert {run["request_id"] for run in runs} == {request_id}
    followed = said(server, "run done", strategy="extract_user_profile")
    assert {run["request_id"] for run in followed} & set(asked.values())


def test_what_a_person_writes_into_a_file_was_no_request(server: Server) -> None:
    flushed(server, "s-5")
    server.ready()
    path = "default_app/default_project/users/alice/episodes/episode-2025-11-21.md"
    before = len(lines(server))
    file: Path = server.root / path
    file.write_text(file.read_text("utf-8").replace("Bruno", "Otto"), "utf-8")

    def indexed() -> list[Line]:
        return [line for line in lines(server)[before:] if path in line.get("paths", [])]

    eventually(lambda: bool(indexed()), "the edit is indexed")
    assert [line.get("request_id") for line in indexed()] == [None]
    assert indexed()[0]["task"] == "cascade.tasks.drain"
