"""An import: what `flush` called extracted is found at once, however far behind the vectors are."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

import pytest

from tests.system.client import Client, Message, connected
from tests.system.server import Server

WRITERS = 4
# 2 s are promised; a machine on which many tests run at once is given more.
SECONDS = 15.0


def said(number: int) -> list[Message]:
    """With a word that no other session has."""
    moment = 1_748_390_400_000 + number * 60_000
    text = f"I keep marker{number} beside the blue lamp, and the spare keys in the second drawer of the desk."
    return [
        {"sender_id": f"user{number % 40}", "role": "user", "timestamp": moment + n, "content": f"{text} {n}"}
        for n in range(3)
    ]


def write(server: Server, numbers: range) -> Iterator[tuple[int, float]]:
    """Each session, and when its flush was answered."""
    with connected(server.port) as client:
        for number in numbers:
            client.add(f"s{number}", said(number)).ok()
            assert client.flush(f"s{number}").ok()["status"] == "extracted"
            yield number, monotonic()


def wait_until_found(client: Client, number: int, written: float) -> None:
    while not client.search(f"user{number % 40}", f"marker{number}", method="keyword", top_k=1):
        assert monotonic() - written < SECONDS, f"session {number} is not found after {SECONDS} s"
        sleep(0.02)


def import_and_look(server: Server, numbers: range) -> None:
    """Every tenth is looked for at once, all of them at the end."""
    with connected(server.port) as client:
        written = {}
        for number, moment in write(server, numbers):
            written[number] = moment
            if number % 10 == 0:
                wait_until_found(client, number, moment)
        for number in written:
            wait_until_found(client, number, max(written.values()))


@pytest.mark.parametrize(
    "sessions", [12, *(pytest.param(many, marks=pytest.mark.long) for many in (160, 2_400))]
)
def test_each_session_of_an_import_is_found_within_its_bound(server: Server, sessions: int) -> None:
    with ThreadPoolExecutor(WRITERS) as pool:
        parts = [range(first, sessions, WRITERS) for first in range(WRITERS)]
        list(pool.map(lambda part: import_and_look(server, part), parts))
    with connected(server.port) as client:
        assert client.health()["queue"]["failed"] == 0
