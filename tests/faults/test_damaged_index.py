"""Files of the index are overwritten, cut short or deleted while the server works and clients go on: a search may be
refused for a moment, but what is answered is all that is remembered, and the index comes back by itself."""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from tests.faults.witness import RECOVERY_SECONDS, Record, Witness, account, reasons, refused_with, well
from tests.system.client import Answer, Client, connected
from tests.system.disk import marker_counts
from tests.system.server import Server
from tests.system.speech import Speech

pytestmark = pytest.mark.long

ROUNDS_OF_WRITES = 5
MOST_BYTES = 8 * 2**30
SETTINGS = {
    "EVEROS_CASCADE__OPTIMIZE_AFTER_COMMITS": "1",  # what has just been written is in the files of an index, too
    "EVEROS_CASCADE__SCAN_INTERVAL_SECONDS": "3600",  # a scan would find out, but not soon
}
Damage = Callable[[Path, Random], None]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With a bound on its memory: LanceDB may take a number out of rubbish for the size of something."""
    server = Server(tmp_path_factory.mktemp("index") / "memory", SETTINGS)
    server.wrapper = ("prlimit", f"--as={MOST_BYTES}")
    yield server.start()
    server.kill()


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with connected(server.port) as client:
        yield client


def rubbish(file: Path, random: Random) -> None:
    file.write_bytes(random.randbytes(200))


def all_of_it(file: Path, random: Random) -> None:
    _overwrite(file, random.randbytes(file.stat().st_size))


def zeros(file: Path, random: Random) -> None:
    _overwrite(file, bytes(file.stat().st_size))


def half(file: Path, random: Random) -> None:
    os.truncate(file, file.stat().st_size // 2)


def deleted(file: Path, random: Random) -> None:
    file.unlink()


def _overwrite(file: Path, data: bytes) -> None:
    """In place, as a disk does it."""
    with file.open("r+b") as opened:
        opened.write(data)


def spoil(server: Server, part: str, damage: Damage, seed: str) -> None:
    """Every table's, of every kind; those that were made a moment ago may have none yet."""
    random = Random(seed)
    tables = sorted(index_of(server).glob("*.lance"))
    files = [file for table in tables for file in sorted((table / part).rglob("*")) if file.is_file()]
    for file in files:
        try:
            damage(file, random)
        except FileNotFoundError:  # tidied away by the server just now
            continue


def index_of(server: Server) -> Path:
    return server.root / ".index" / "lancedb"


def heard(witness: Witness) -> list[str]:
    """Words of what was accepted."""
    refused = " ".join(message["content"] for _, batch in witness.refused for message in batch)
    return [marker for marker in witness.speech.markers if marker not in refused]


def answered(answer: Answer) -> list[str] | None:
    """The texts of a 200; None of a refusal, which says why."""
    if answer.status != 200:
        refused_with(answer, "index")
        return None
    return [episode["episode"] for episode in answer.body["data"]["episodes"]]


def look(client: Client, witness: Witness) -> bool:
    """Whether all of it is answered. While something is refused /health says why."""
    if answers(client, witness):
        return True
    if not reasons(client):  # it was mended between the two
        assert answers(client, witness), "refused, and /health has no reason"
    return False


def answers(client: Client, witness: Witness) -> bool:
    """Lists all and searches some of what was accepted, by word and by both; whether nothing was refused."""
    user, markers = witness.speech.sender_id, heard(witness)
    body = {"user_id": user, "memory_type": "episode", "page_size": 100}
    listed = answered(client.post("get", body))
    if listed is not None:
        assert marker_counts(listed, set(markers)) == Counter(markers)
    refused = listed is None
    for marker in {*markers[:2], *markers[-2:]}:
        for method in ("keyword", "hybrid"):
            found = answered(client.post("search", {"user_id": user, "query": marker, "method": method}))
            assert found is None or sum(marker in text for text in found) == 1
            refused |= found is None
    return not refused


def go_on(client: Client, witness: Witness, writes: int) -> float:
    """Until all is well, and nothing is found out any more; the seconds until then."""
    began = recovered = monotonic()
    calm = 0
    while writes or calm < 3:
        assert monotonic() - began < RECOVERY_SECONDS, client.health()
        if writes:
            assert witness.say(client), witness.refusals[-1]
            writes -= 1
        if look(client, witness) and not reasons(client):
            calm += 1
        else:
            calm, recovered = 0, monotonic()
        sleep(0.1)
    return recovered - began


def told(server: Server, client: Client, user: str) -> Witness:
    witness = Witness(Speech(user, user))
    for _ in range(3):
        assert witness.say(client)
    server.ready()
    return witness


QUICK = ("data", rubbish)
ALL = [
    pytest.param(
        part,
        damage,
        id=f"{part}-{damage.__name__}",
        marks=() if (part, damage) == QUICK else pytest.mark.long,
    )
    for part in ("data", "_versions", "_indices")
    for damage in (rubbish, all_of_it, zeros, half, deleted)
]


@pytest.mark.parametrize(("part", "damage"), ALL)
def test_a_client_goes_on_to_write_and_to_search(
    server: Server, client: Client, part: str, damage: Damage, record_property: Record
) -> None:
    """The files are spoiled, and the server has much of the index in memory: it finds out when it needs them."""
    user = f"{part.strip('_')}-{damage.__name__}"
    witness = told(server, client, user)
    assert list(index_of(server).glob(f"episode*.lance/{part}/*"))
    spoil(server, part, damage, user)
    seconds = go_on(client, witness, ROUNDS_OF_WRITES)
    account(server, [witness], record_property, f"{part.strip('_')} of the index damaged", seconds)


def test_who_only_searches_is_not_refused_for_long(
    server: Server, client: Client, record_property: Record
) -> None:
    """Nothing is written by which the server would find out."""
    witness = told(server, client, "reader")
    spoil(server, "data", rubbish, "reader")
    seconds = go_on(client, witness, writes=0)
    account(server, [witness], record_property, "index damaged while it is only read", seconds)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_bytes_that_nobody_foresaw(
    server: Server, client: Client, seed: int, record_property: Record
) -> None:
    """LanceDB knows where a column begins, and finds something else there: its own code may give up in a panic. That is
    told as any other damage."""
    witness = told(server, client, f"bytes-{seed}")
    spoil(server, "data", all_of_it, f"bytes {seed}")
    seconds = go_on(client, witness, ROUNDS_OF_WRITES)
    account(server, [witness], record_property, "bytes of the index are rubbish", seconds)


@pytest.mark.long
def test_all_of_the_index_is_deleted(server: Server, client: Client, record_property: Record) -> None:
    witness = told(server, client, "deleted")
    shutil.rmtree(index_of(server))
    seconds = go_on(client, witness, ROUNDS_OF_WRITES)
    account(server, [witness], record_property, "index deleted", seconds)


@pytest.mark.long
@pytest.mark.parametrize("part", ["data", "_versions", "_indices"])
def test_damaged_again_while_it_comes_back(
    server: Server, client: Client, part: str, record_property: Record
) -> None:
    witness = told(server, client, f"again-{part.strip('_')}")
    for time in range(3):
        spoil(server, part, rubbish if time % 2 else deleted, f"again {part} {time}")
        look(client, witness)
        assert witness.say(client)
    seconds = go_on(client, witness, ROUNDS_OF_WRITES)
    account(server, [witness], record_property, "index damaged again and again", seconds)


@pytest.mark.long
@pytest.mark.parametrize("part", ["data", "_versions", "_indices"])
def test_the_process_dies_before_it_finds_out(
    server: Server, client: Client, part: str, record_property: Record
) -> None:
    """What was in memory is not any more."""
    witness = told(server, client, f"dies-{part.strip('_')}")
    spoil(server, part, rubbish, f"dies {part}")
    began = monotonic()
    server.kill_worker()
    server.risen()
    with connected(server.port) as another:
        go_on(another, witness, ROUNDS_OF_WRITES)
    well(server)
    account(server, [witness], record_property, "index damaged, then the process dies", monotonic() - began)
