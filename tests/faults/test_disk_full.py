"""The disk of the memory root is full: what cannot be kept is refused in words, what was accepted stays, and with room
again all goes on."""

from collections.abc import Iterator
from time import monotonic

import pytest

from tests.faults.places import SmallDisk, small_disk
from tests.faults.witness import Record, Witness, account, reasons, refused_with, well
from tests.system.client import Client, connected, eventually
from tests.system.server import Server
from tests.system.speech import Speech

MEGABYTES = 160
KB = 1024
# Where a write fails depends on what is left for it: in the database, in a file, in the index, in what is derived.
LEFT = (0, 8, 24, 48, 64, 96, 128, 192, 256, 384)
FULL = "disk is full"


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallDisk]:
    with small_disk(tmp_path_factory.mktemp("small") / "memory", MEGABYTES) as disk:
        yield disk


@pytest.fixture(scope="module")
def server(disk: SmallDisk) -> Iterator[Server]:
    server = Server(disk.folder)
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with connected(server.port) as client:
        yield client


@pytest.fixture
def filled(disk: SmallDisk) -> Iterator[SmallDisk]:
    yield disk
    disk.make_room()


def test_every_call_says_so_and_nothing_is_lost(
    server: Server, client: Client, filled: SmallDisk, record_property: Record
) -> None:
    witness = Witness(Speech("full", "full"))
    assert witness.say(client)
    assert witness.say(client, flush=False)
    server.ready()
    [episode] = client.episodes("full")
    filled.fill()
    assert not witness.say(client)
    refused_with(witness.refusals[-1], FULL)
    refused_with(client.flush(witness.sessions[1]), FULL)
    refused_with(client.post("delete", {"session_id": witness.sessions[0], "user_id": "full"}), FULL)
    edit = {"content": "full wrote:\nfull: nothing."}
    refused_with(client.request("PATCH", f"/api/v1/memory/{episode['id']}", edit), FULL)
    assert client.search("full", witness.speech.markers[0], method="keyword"), "what can be read is answered"
    assert FULL in reasons(client)
    filled.make_room()
    account(server, [witness], record_property, "disk full at each call", well(server))


@pytest.mark.long
@pytest.mark.parametrize("left", LEFT)
def test_it_becomes_full_in_the_middle_of_work(
    server: Server, client: Client, filled: SmallDisk, left: int, record_property: Record
) -> None:
    """Whatever is written when the room ends: a row, a file, the index, what is derived behind the call."""
    witness = Witness(Speech(f"left {left}", f"left-{left}"))
    assert witness.say(client)
    server.ready()
    filled.leave(left * KB)
    for _ in range(20):
        witness.say(client)
    assert FULL in reasons(client)
    for refusal in witness.refusals:
        refused_with(refusal, FULL)
    filled.make_room()
    account(server, [witness], record_property, "disk full in the middle of work", well(server))


@pytest.mark.long
@pytest.mark.parametrize("left", LEFT[:3])
def test_it_is_full_while_something_is_forgotten(
    server: Server, client: Client, filled: SmallDisk, left: int, record_property: Record
) -> None:
    """Once asked for it is done, by itself, as soon as there is room, also where not even the claim could be given
    back: that would count for two minutes."""
    user = f"leaves-{left}"
    stays = Witness(Speech(f"stays {left}", user))
    goes = Witness(Speech(f"goes {left}", user), prefix=f"goes-{left}")
    assert stays.say(client)
    assert goes.say(client)
    server.ready()
    filled.leave(left * KB)
    wish = {"session_id": goes.sessions[0], "user_id": user}
    answer = client.post("delete", wish)
    if answer.status not in (200, 202):
        refused_with(answer, FULL)
    filled.make_room()
    began = monotonic()
    with connected(server.port) as client:
        asked = client.post("delete", wish)
        assert asked.status in (200, 202), asked
        eventually(lambda: client.health()["forgetting"]["waiting"] == 0, "forgotten", within=60)
    well(server)
    with connected(server.port) as client:
        for marker in goes.speech.markers:
            assert marker not in written(server, user)
            assert not client.search(user, marker, pending=True, method="keyword")
    account(server, [stays], record_property, "disk full while forgetting", monotonic() - began)


@pytest.mark.long
@pytest.mark.parametrize("left", LEFT[:6])
def test_it_is_full_while_something_is_corrected(
    server: Server, client: Client, filled: SmallDisk, left: int, record_property: Record
) -> None:
    """The old text or the new one, and never both, or half of one."""
    user = f"edits-{left}"
    witness = Witness(Speech(f"edits {left}", user))
    assert witness.say(client)
    server.ready()
    [episode] = client.episodes(user)
    filled.leave(left * KB)
    path, edit = f"/api/v1/memory/{episode['id']}", {"content": f"{episode['episode']}\nIt was corrected."}
    answer = client.request("PATCH", path, edit)
    if answer.status != 200:
        refused_with(answer, FULL)
    filled.make_room()
    seconds = well(server)
    assert client.request("PATCH", path, edit).status == 200
    server.ready()
    assert written(server, user).count("It was corrected.") >= 1
    [now] = eventually(
        lambda: client.search(user, "corrected", method="keyword"), "the corrected text is found"
    )
    assert now["id"] == episode["id"]
    account(server, [witness], record_property, "disk full while editing", seconds)


def written(server: Server, user: str) -> str:
    """All files of a user, also hidden ones."""
    return "\n".join(path.read_text("utf-8") for path in server.root.glob(f"*/*/users/{user}/**/*.md"))
