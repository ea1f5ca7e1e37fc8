"""Pages of a database file are rubbish: the server says so, takes nothing that it could not keep, and the start says
what a person can do. Memories are files, so what had become one comes back."""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.faults.witness import (
    Record,
    Witness,
    account,
    note,
    reasons,
    refused_start,
    refused_with,
    well,
)
from tests.system.client import Client, connected, eventually
from tests.system.conftest import Launch
from tests.system.disk import content, episode_entries
from tests.system.ledger import check_exactly_once
from tests.system.server import Server
from tests.system.speech import Speech

pytestmark = pytest.mark.long

PAGE = 4096
TEA = {"user_id": "ann", "query": "tea"}
RUBBISH = Random("pages").randbytes(PAGE)


def spoil(damage: Callable[[Path], None], file: Path) -> None:
    """What a write-ahead log still holds would hide it."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damage(file)


def head(file: Path) -> None:
    with file.open("r+b") as database:
        database.write(RUBBISH)


def half(file: Path) -> None:
    with file.open("r+b") as database:
        database.truncate(file.stat().st_size // 2 // PAGE * PAGE)


def every_fourth_page(file: Path) -> None:
    with file.open("r+b") as database:
        for start in range(3 * PAGE, file.stat().st_size, 4 * PAGE):
            database.seek(start)
            database.write(RUBBISH)


def file_of(server: Server, name: str) -> Path:
    return server.root / ".index" / "sqlite" / f"{name}.db"


def move_away(file: Path) -> None:
    """As the start says."""
    for each in file.parent.glob(f"{file.name}*"):
        shutil.move(each, file.parents[2].with_name(f"damaged-{each.name}"))


DAMAGES = pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("system", half),
        pytest.param("system", head, marks=pytest.mark.long),
        pytest.param("system", every_fourth_page, marks=pytest.mark.long),
        pytest.param("ome", head, marks=pytest.mark.long),
        pytest.param("ome", every_fourth_page, marks=pytest.mark.long),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)


@DAMAGES
def test_a_server_on_a_damaged_database_does_not_start_and_says_what_to_do(
    launch: Launch, name: str, damage: Callable[[Path], None], record_property: Record
) -> None:
    """Lost is what only this database had, messages that waited; the words say so."""
    server, witness = launch().start(), Witness(Speech(f"{name} {damage.__name__}", "dora"))
    with connected(server.port) as client:
        for _ in range(3):
            assert witness.say(client)
        server.ready()
        server.stop()
    spoil(damage, file_of(server, name))
    words = refused_start(server)
    assert f"{file_of(server, name)} is damaged" in words
    assert "Memories are kept in their files" in words
    move_away(file_of(server, name))
    began = monotonic()
    server.start()
    well(server)
    account(server, [witness], record_property, f"{name}.db damaged, found at the start", monotonic() - began)


@pytest.mark.long
@pytest.mark.parametrize("damage", [head, half], ids=lambda damage: damage.__name__)
def test_damage_under_a_running_server(
    launch: Launch, damage: Callable[[Path], None], record_property: Record
) -> None:
    """Until a person has seen to it every call that needs it is refused: none is answered 200 and then not kept."""
    server, witness = launch().start(), Witness(Speech(f"running {damage.__name__}", "dora"))
    with connected(server.port) as client:
        for _ in range(3):
            assert witness.say(client)
        server.ready()
        spoil(damage, file_of(server, "system"))
        for _ in range(3):
            assert not witness.say(client)
            refused_with(witness.refusals[-1], "database is damaged")
        assert "database is damaged" in reasons(client)
    server.stop()
    assert "is damaged" in refused_start(server)
    move_away(file_of(server, "system"))
    began = monotonic()
    server.start()
    well(server)
    account(server, [witness], record_property, "system.db damaged while running", monotonic() - began)


@pytest.mark.long
def test_removed_under_a_running_server(launch: Launch, record_property: Record) -> None:
    """No connection goes on with the removed file, and nothing is accepted that a restart would not find."""
    server, witness = launch().start(), Witness(Speech("removed", "dora"))
    with connected(server.port) as client:
        for _ in range(3):
            assert witness.say(client)
        server.ready()
        for each in file_of(server, "system").parent.glob("system.db*"):
            each.unlink()
        for _ in range(3):
            assert not witness.say(client)
            refused_with(witness.refusals[-1], "database is damaged")
        assert "was removed or replaced" in reasons(client)
    server.stop()
    began = monotonic()
    server.start()
    well(server)
    account(server, [witness], record_property, "system.db removed while running", monotonic() - began)


@pytest.mark.parametrize("required", [True, False])
def test_accounts_removed_under_a_running_server(launch: Launch, required: bool) -> None:
    """Also with a new file in their place: /health and the log say what is wrong and what to do, until a restart."""
    server = launch(EVEROS_AUTH__REQUIRED=str(required)).start()
    stranger, ann = Client(server.port), Client(server.port, token=new_key(server))
    with closing(stranger), closing(ann):
        assert ann.post("search", TEA).status == 200
        for each in server.root.glob(".accounts.db*"):
            each.unlink()
        for _ in range(2):
            assert ann.post("search", TEA).status == 503
            eventually(lambda: stranger.health()["status"] == "degraded", "the loss is seen")
            health = ann.request("GET", "/health")
            assert (health.status, health.body["status"]) == (200, "degraded")
            assert "keys cannot be checked" in health.body["details"]
            seen = stranger.health()
            assert not (required and seen["ready"])
            if not required:
                [reason] = [each for each in seen["reasons"] if "accounts" in each]
                assert "accounts cannot be read" in reason
                assert "was removed or replaced" in reason
                assert reason.endswith("restart the server")
            new_key(server)  # makes a new file
    assert ".accounts.db was removed or replaced while this process used it" in server.log.read_text()
    server.stop()
    server.start()
    with closing(Client(server.port, token=new_key(server))) as ann:
        assert ann.post("search", TEA).status == 200
        eventually(lambda: ann.health()["status"] == "ok", "all is well")


def new_key(server: Server) -> str:
    """Of a superuser. In an accounts database that is gone, the commands make the tables first."""
    return server.manage("token", "ann", "--staff").strip()


@pytest.mark.long
def test_what_waited_in_a_damaged_database_is_all_that_is_lost(
    launch: Launch, record_property: Record
) -> None:
    server = launch().start()
    kept, waits = Witness(Speech("kept", "dora")), Witness(Speech("waits", "dora"), prefix="waits")
    with connected(server.port) as client:
        assert kept.say(client)
        assert waits.say(client, flush=False)
    server.ready()
    server.stop()
    spoil(head, file_of(server, "system"))
    assert "messages that were not yet a memory are lost" in refused_start(server)
    move_away(file_of(server, "system"))
    began = monotonic()
    server.start()
    well(server)
    seconds = monotonic() - began
    check_exactly_once(server, [kept.speech])
    texts = [content(entry.text) for entry in episode_entries(server.root, "dora")]
    markers = [*kept.speech.markers, *waits.speech.markers]
    counted = Counter({marker: sum(marker in text for text in texts) for marker in markers})
    note(record_property, "messages that waited in a damaged system.db", counted, seconds)


@pytest.mark.long
def test_runs_in_a_damaged_database_are_asked_for_again(launch: Launch) -> None:
    """As the start says: `everos ome run`."""
    server = launch().start()
    with connected(server.port) as client:
        assert Witness(Speech("derived", "dora")).say(client)
        server.ready()
        server.stop()
    spoil(head, file_of(server, "ome"))
    assert "`everos ome run`" in refused_start(server)
    move_away(file_of(server, "ome"))
    [facts] = server.root.glob("*/*/users/dora/.atomic_facts/*.md")
    facts.unlink()
    server.start()
    server.manage("ome_run", "extract_atomic_facts", "--user", "dora")
    server.ready()
    with connected(server.port) as client:
        eventually(lambda: facts_of(client), "facts are derived again")


def facts_of(client: Client) -> list[dict[str, object]]:
    found: list[dict[str, object]] = client.post(
        "get", {"user_id": "dora", "memory_type": "atomic_fact"}
    ).ok()["atomic_facts"]
    return found
