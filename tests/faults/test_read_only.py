"""The memory root becomes read-only while the server works, or is so when it starts: what cannot be kept is refused in
words, what is there is found, and when it can be written again all goes on."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import pytest

from tests.faults.places import JournaledDisk, journaled_disk, read_only
from tests.faults.witness import Record, Witness, account, reasons, refused_start, refused_with, well
from tests.system.client import Answer, Client, connected, eventually
from tests.system.conftest import Launch
from tests.system.server import Server
from tests.system.speech import Speech

pytestmark = pytest.mark.long

MEGABYTES = 200
THREADS = 16  # of the server: each has connections to the databases
READ_ONLY = "read-only"
NAMED = "the memory root cannot be written"


def look(server: Server, witness: Witness) -> None:
    """Searches in every thread of the server, and lists: what is remembered is found."""
    user, marker = witness.speech.sender_id, witness.speech.markers[0]

    def search(_: int) -> bool:
        with connected(server.port) as client:
            found = client.search(user, marker, method="keyword")
            return [marker in episode["episode"] for episode in found] == [True]

    with ThreadPoolExecutor(THREADS) as pool:
        assert all(pool.map(search, range(4 * THREADS)))
    with connected(server.port) as client:
        assert client.search(user, marker, method="hybrid")
        assert client.episodes(user)


def every_write(client: Client, witness: Witness, forgets: Witness) -> Iterator[Answer]:
    """Of a witness that has said something in two sessions, and closed the first one only."""
    assert not witness.say(client)
    yield witness.refusals[-1]
    yield client.flush(witness.sessions[1])
    [episode] = client.episodes(witness.speech.sender_id)
    edit = {"content": f"{episode['episode']}\nNobody said this."}
    yield client.request("PATCH", f"/api/v1/memory/{episode['id']}", edit)
    yield client.post("delete", wish(forgets))


def wish(witness: Witness) -> dict[str, str]:
    return {"session_id": witness.sessions[0], "user_id": witness.speech.sender_id}


def prepared(server: Server, seed: str) -> tuple[Witness, Witness]:
    """One who is to go on, and one whose session is to be forgotten."""
    stays, goes = Witness(Speech(f"stays {seed}", "stays")), Witness(Speech(f"goes {seed}", "goes"))
    with connected(server.port) as client:
        assert stays.say(client)
        assert stays.say(client, flush=False)
        assert goes.say(client)
    server.ready()
    return stays, goes


def check_refusals(server: Server, stays: Witness, goes: Witness) -> None:
    """Only to forget may be accepted, where a thread of the server had the database open: it is done afterwards."""
    with connected(server.port) as client:
        *answers, forgotten = every_write(client, stays, goes)
        for answer in [*answers, *([] if forgotten.status == 202 else [forgotten])]:
            refused_with(answer, READ_ONLY)
        assert NAMED in reasons(client)
    look(server, stays)


def check_forgotten(server: Server, goes: Witness) -> None:
    """Also what was refused, when it is asked for once more."""
    with connected(server.port) as client:
        assert client.post("delete", wish(goes)).status in (200, 202, 404)
        eventually(lambda: client.health()["forgetting"]["waiting"] == 0, "forgotten")
        assert not client.search("goes", goes.speech.markers[0], pending=True, method="keyword")


def test_every_call_says_so_and_nothing_is_lost(launch: Launch, record_property: Record) -> None:
    server = launch().start()
    stays, goes = prepared(server, "read-only")
    with read_only(server.root):
        check_refusals(server, stays, goes)
    seconds = well(server)
    check_forgotten(server, goes)
    account(server, [stays], record_property, "root read-only at each call", seconds)


def test_every_thread_of_the_server_writes_again(launch: Launch, record_property: Record) -> None:
    """Also those whose connection to a database was opened meanwhile: it would be read-only for ever."""
    server = launch().start()
    witnesses = [Witness(Speech(f"thread {number}", f"thread-{number}")) for number in range(2 * THREADS)]
    with connected(server.port) as client:
        assert witnesses[0].say(client)
    server.ready()

    def say(witness: Witness) -> bool:
        with connected(server.port) as client:
            return witness.say(client)

    with ThreadPoolExecutor(THREADS) as pool:
        with read_only(server.root):
            look(server, witnesses[0])
            assert not any(pool.map(say, witnesses))
        seconds = well(server)
        assert all(pool.map(say, witnesses))
    account(server, witnesses, record_property, "root read-only for all threads", seconds)


@pytest.mark.long
def test_the_process_dies_meanwhile(launch: Launch, record_property: Record) -> None:
    """The next one finds nothing but a root that it cannot write: it answers from that, and begins when it can."""
    server = launch().start()
    stays, goes = prepared(server, "dies")
    with read_only(server.root):
        server.kill_worker()
        server.risen()
        check_refusals(server, stays, goes)
        assert "Traceback" not in server.log.read_text()
    seconds = well(server)
    check_forgotten(server, goes)
    account(server, [stays], record_property, "process dies on a read-only root", seconds)


@pytest.mark.long
def test_a_server_on_a_read_only_root_does_not_start_and_says_why(
    launch: Launch, record_property: Record
) -> None:
    server, witness = launch().start(), Witness(Speech("starts", "dora"))
    with connected(server.port) as client:
        assert witness.say(client)
    server.ready()
    server.stop()
    with read_only(server.root):
        words = refused_start(server)
    [line] = words.splitlines()
    assert f"The memory root {server.root} cannot be written" in line
    assert "EVEROS_MEMORY__ROOT" in line
    began = monotonic()
    server.start()
    well(server)
    account(server, [witness], record_property, "root read-only at the start", monotonic() - began)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[JournaledDisk]:
    with journaled_disk(tmp_path / "memory", MEGABYTES) as disk:
        yield disk


@pytest.mark.long
def test_ext4_closes_itself_after_an_error(
    launch: Launch, disk: JournaledDisk, record_property: Record
) -> None:
    """No file takes a byte any more, whoever has it open, and the disk has to be mended by a person."""
    server = launch(disk.folder)
    disk.sync()
    server.start()
    stays, goes = prepared(server, "ext4")
    disk.fail()
    check_refusals(server, stays, goes)
    server.kill_worker()
    server.risen()
    check_refusals(server, stays, goes)
    server.stop()
    disk.mend()
    began = monotonic()
    server.start()
    well(server)
    seconds = monotonic() - began
    check_forgotten(server, goes)
    account(server, [stays], record_property, "ext4 read-only after an error", seconds)
    server.stop()
