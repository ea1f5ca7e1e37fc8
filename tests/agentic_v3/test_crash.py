"""SIGKILL while a group's message is taken in, and sixteen clients in one group: nothing is lost, nothing doubled."""

import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.agentic_v3.conftest import LATER, PREFIX, answered, entries, said
from tests.system.client import NoAnswer, connected
from tests.system.server import Server

POINTS = ["after-buffer-commit:3", "after-cells:1", "after-rename:1", "before-rename:3", "before-cell-done:1"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("crash") / "memory", mortal=True)
    yield made.start()
    made.kill()


def send(server: Server, group: str) -> None:
    with connected(server.port) as client:
        for number, text in enumerate(("I adopted a cat.", "I live in Porto.", "Good morning!")):
            at = LATER if number == 2 else number
            body = said(text, f"{group}-{'ab'[number % 2]}", at, group)
            client.request("POST", f"{PREFIX}memorize", body)


@pytest.mark.long
@pytest.mark.parametrize("point", POINTS)
def test_killed_while_it_memorizes(server: Server, point: str) -> None:
    group = point.partition(":")[0]
    server.die_at(point)
    with contextlib.suppress(NoAnswer):
        send(server, group)
    server.risen()
    send(server, group)
    server.ready()
    for owner in (f"users/{group}-a", f"users/{group}-b", f"groups/{group}"):
        [episode] = entries(server.root, owner)
        assert "cat" in str(episode.values["content"])
        assert "Porto" in str(episode.values["content"])
    assert len(entries(server.root, f"groups/{group}", "atomic_fact")) == 2


@pytest.mark.long
def test_sixteen_at_once_in_one_group(server: Server) -> None:
    def talk(who: int) -> None:
        for number in range(6):
            body = said(f"Word {who}x{number}.", f"user{who}", LATER * number + who, "crowd")
            assert answered(server, "memorize", body)["status_info"] in ("extracted", "accumulated")

    with ThreadPoolExecutor(16) as clients:
        list(clients.map(talk, range(16)))
    with connected(server.port) as client:
        client.flush("crowd").ok()
    told = "\n".join(str(episode.values["content"]) for episode in entries(server.root, "groups/crowd"))
    assert sorted(told.count(f"Word {who}x{number}.") for who in range(16) for number in range(6)) == [1] * 96
