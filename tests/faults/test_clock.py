"""The machine's clock is set by a day, while the server works and while it is stopped: nothing waits for that day."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.fakes.openai_server import FakeOpenAI, Status
from tests.faults.clock import DAY, Clock
from tests.faults.witness import Record, Witness, account, well
from tests.system.client import Client, connected, eventually
from tests.system.ledger import check_exactly_once
from tests.system.server import Server
from tests.system.speech import Speech

pytestmark = pytest.mark.long

SCANS = {"EVEROS_CASCADE__SCAN_INTERVAL_SECONDS": "2"}


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path)


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Server]:
    server = Server(tmp_path / "memory", clock.env | SCANS)
    try:
        yield server
    finally:
        server.kill()


def scanned(client: Client) -> object:
    return client.health()["index"]["scan"]["finished_at"]


@pytest.mark.parametrize("days", [1, -1], ids=["forward", "back"])
def test_set_while_the_server_works_and_set_right_again(
    server: Server, clock: Clock, days: int, record_property: Record
) -> None:
    """Scans, retries and what else comes by the clock go on; nobody has to start anything anew."""
    witness = Witness(Speech(f"clock {days}", "tick"))
    server.start()
    with connected(server.port) as client:
        assert witness.say(client)
        assert witness.say(client, flush=False)
        server.ready()
        seconds = 0.0
        for shift in (days * DAY, 0):
            before = scanned(client)
            clock.set(shift)
            began = monotonic()
            assert witness.say(client)
            eventually(lambda before=before: scanned(client) != before, "a scan", within=20)  # type: ignore[misc]
            well(server)
            seconds = max(seconds, monotonic() - began)
    account(
        server, [witness], record_property, f"clock set {'forward' if days > 0 else 'back'} a day", seconds
    )


def test_what_was_put_off_does_not_wait_for_the_day_that_was_set_back(
    server: Server, clock: Clock, fake_llm: FakeOpenAI, record_property: Record
) -> None:
    """The clock is a day ahead when a model fails, and right again when it is back: cells, files and runs are due."""
    endpoint = {"BASE_URL": fake_llm.url, "API_KEY": "none", "MODEL": "m", "TIMEOUT_SECONDS": "2"}
    server.env |= {f"EVEROS_EMBEDDING__{name}": value for name, value in endpoint.items()}
    witness = Witness(Speech("put off", "tick"))
    clock.set(DAY)
    fake_llm.fail_always(Status(401))
    server.start()
    with connected(server.port) as client:
        assert witness.say(client)
        eventually(lambda: client.health()["queue"]["pending"], "files wait for their vectors")
    server.stop()
    clock.set(0)
    fake_llm.recover()
    began = monotonic()
    server.start()
    well(server)
    account(
        server, [witness], record_property, "clock set back while the server is stopped", monotonic() - began
    )


def test_what_is_forgotten_leaves_nothing_behind_that_is_younger_than_the_clock(
    server: Server, clock: Clock
) -> None:
    """Neither old versions of the index nor an unfinished file of a crash wait until the clock is there again."""
    speech = Speech("forgets", "tick")
    goes, stays = Witness(speech, prefix="goes"), Witness(Speech("remembers", "tick"))
    server.start()
    with connected(server.port) as client:
        assert goes.say(client)
        assert stays.say(client)
        server.ready()
        (server.root / ".tmp" / "left-by-a-crash").write_text(speech.markers[0])
        clock.set(-DAY)
        assert client.post("delete", {"session_id": goes.sessions[0]}).status in (200, 202)
        eventually(lambda: client.health()["forgetting"]["waiting"] == 0, "forgotten", within=60)
        assert [path for path in server.files() if says(path, speech)] == []
    well(server)
    check_exactly_once(server, [stays.speech])


def says(path: Path, speech: Speech) -> bool:
    return any(marker.encode() in path.read_bytes() for marker in speech.markers)
