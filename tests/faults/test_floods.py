"""More than usual comes at once, or more than can be watched: thousands of files, a file of a hundred thousand entries,
more folders than the system lets a program watch. All of it is found, and nobody else is held up."""

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from tests.fakes.openai_server import FakeOpenAI
from tests.faults.watches import Limit
from tests.faults.witness import Record, Witness, account, reasons, well
from tests.system.client import Client, connected, eventually
from tests.system.conftest import Launch
from tests.system.server import Server
from tests.system.speech import CONSONANTS, Speech

pytestmark = pytest.mark.long

DAY = "2026-05-01"
FLOOD = Path("flood_app", "default_project", "users")
FLOOD_SECONDS = 3600  # on a busy machine; ten thousand texts are to be embedded
SAMPLE = 40  # of the owners are asked for what is theirs
MANY = 500  # from so many owners on nothing is derived from what they have, which would take an hour

HEAD = """---
id: episode_log_{owner}_{day}
type: episode_daily
file_type: episode_daily
schema_version: 1
user_id: {owner}
track: user
date: '{day}'
entry_count: {entries}
last_appended_at: '{day}T12:00:00.000000+00:00'
---
"""
ENTRY = """<!-- entry:{id} -->
## {id}

**owner_id**: {owner}
**session_id**: by-hand
**timestamp**: {day}T12:00:00.000000+00:00
**sender_ids**: [{owner}]

### Subject
The word {word}

### Content
{owner}: I noted the word {word} today.
<!-- /entry:{id} -->
"""
NOTHING_DERIVED = "".join(
    f"[strategies.{name}]\nenabled = false\n"
    for name in ("extract_atomic_facts", "extract_foresight", "extract_user_profile", "redraw_episodes")
)


def words(seed: str) -> Iterator[str]:
    random = Random(seed)
    return ("".join(random.choices(CONSONANTS, k=9)) for _ in count())


def day_of(owner: str, said: list[str]) -> str:
    """A file of episodes, as the server would write it."""
    entries = [
        ENTRY.format(id=f"ep_{DAY.replace('-', '')}_{number:08d}", owner=owner, day=DAY, word=word)
        for number, word in enumerate(said, 1)
    ]
    return HEAD.format(owner=owner, day=DAY, entries=len(said)) + "".join(entries)


def file_of(users: Path, owner: str) -> Path:
    return users / owner / "episodes" / f"episode-{DAY}.md"


def found(client: Client, owner: str, word: str, app_id: str = "default") -> list[str]:
    """Ids of the episodes in which the index finds the word."""
    episodes = client.search(owner, word, method="keyword", app_id=app_id)
    return [episode["id"] for episode in episodes if word in episode["episode"]]


def go_on(client: Client, witness: Witness, is_over: Callable[[], bool]) -> float:
    """Says something now and then, and finds it at once each time; the seconds until it is over."""
    began = monotonic()
    for turn in count():
        assert monotonic() - began < FLOOD_SECONDS, client.health()
        if turn % 10 == 0:
            assert witness.say(client), witness.refusals[-1]
        user, marker = witness.speech.sender_id, witness.speech.markers[-1]
        episodes = client.search(user, marker, pending=True, method="keyword")
        assert sum(marker in episode["episode"] for episode in episodes) == 1
        if is_over():
            break
        sleep(0.1)
    return monotonic() - began


def moved_in(stage: Path, target: Path) -> None:
    stage.rename(target)


def copied_in(stage: Path, target: Path) -> None:
    shutil.copytree(stage, target)


@pytest.mark.parametrize("arrive", [moved_in, copied_in], ids=lambda arrive: arrive.__name__)
@pytest.mark.parametrize("owners", [30, pytest.param(10_000, marks=pytest.mark.long)])
def test_many_files_appear_at_once(
    launch: Launch, tmp_path: Path, owners: int, arrive: Callable[[Path, Path], None], record_property: Record
) -> None:
    spoken = dict(zip((f"owner-{number}" for number in range(owners)), words("flood"), strict=False))
    for owner, word in spoken.items():
        file = file_of(tmp_path / FLOOD, owner)
        file.parent.mkdir(parents=True)
        file.write_text(day_of(owner, [word]))
    server, witness = launch(), Witness(Speech("flood", "dora"))
    if owners >= MANY:
        (server.root / "ome.toml").write_text(NOTHING_DERIVED)
    server.start()
    with connected(server.port) as client:
        assert witness.say(client)
        server.ready()
        arrive(tmp_path / FLOOD.parts[0], server.root / FLOOD.parts[0])
        eventually(lambda: "changed files wait to be indexed" in reasons(client), "/health tells of it")
        seconds = go_on(client, witness, lambda: client.health()["queue"].get("done", 0) >= owners)
        server.ready()
        for owner in list(spoken)[:: max(1, owners // SAMPLE)]:
            assert len(found(client, owner, spoken[owner], app_id="flood_app")) == 1, owner
        rows = client.health()["index"]["tables"]["episode"]["rows"]
        assert rows == owners + len(client.episodes("dora")), "every entry has one row"
    account(
        server, [witness], record_property, f"{owners:,} files {arrive.__name__.replace('_', ' ')}", seconds
    )


@pytest.mark.parametrize("entries", [1_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_a_file_of_many_entries(
    launch: Launch, fake_llm: FakeOpenAI, tmp_path: Path, entries: int, record_property: Record
) -> None:
    """One owner's day; others are found meanwhile, and an edit of one of its entries is followed."""
    endpoint = {
        "BASE_URL": fake_llm.url,
        "API_KEY": "none",
        "MODEL": "m",
        "DIMENSIONS": "16",
        "BATCH_SIZE": "500",
    }
    server = launch(**{f"EVEROS_EMBEDDING__{name}": value for name, value in endpoint.items()})
    (server.root / "ome.toml").write_text(NOTHING_DERIVED)
    said, witness = (
        [word for word, _ in zip(words("day"), range(entries), strict=False)],
        Witness(Speech("day", "dora")),
    )
    (tmp_path / "day.md").write_text(day_of("large", said))
    server.start()

    def total() -> int:
        asked = {"user_id": "large", "memory_type": "episode", "page_size": 1}
        return int(client.post("get", asked).ok()["total_count"])

    with connected(server.port, timeout=180) as client:
        assert witness.say(client)
        server.ready()
        file = file_of(server.root / "default_app" / "default_project" / "users", "large")
        file.parent.mkdir(parents=True)
        (tmp_path / "day.md").rename(file)
        seconds = go_on(client, witness, lambda: total() == entries)
        well(server, FLOOD_SECONDS)
        client.close()  # idle meanwhile: the server may have closed its side
        middle = said[entries // 2]
        [edited] = found(client, "large", middle)
        file.write_text(file.read_text().replace(f"noted the word {middle}", "noted the word zvbcrn"))
        go_on(client, witness, lambda: found(client, "large", "zvbcrn") == [edited])
        well(server, FLOOD_SECONDS)
        client.close()
        assert total() == entries
        for word in (said[0], said[-1]):
            assert len(found(client, "large", word)) == 1
    account(server, [witness], record_property, f"a file of {entries:,} entries", seconds)


LIMITS = pytest.mark.parametrize(
    ("name", "number"),
    [
        ("max_inotify_watches", 3),  # those below are passed over
        ("max_inotify_watches", 0),
        ("max_inotify_instances", 0),
    ],
)
UNWATCHED = "not all folders can be watched"


def edit(server: Server, witness: Witness, word: str) -> None:
    """A person puts a word into the first text of the first day."""
    file = file_of(server.root / "default_app" / "default_project" / "users", witness.speech.sender_id)
    first = witness.speech.markers[0]
    file.write_text(file.read_text().replace(f"the word {first}", f"the word {first} and {word}"))


@pytest.mark.long
@LIMITS
def test_more_folders_than_may_be_watched(
    launch: Launch, name: str, number: int, record_property: Record
) -> None:
    """What people change is found by the scans."""
    server, witness = launch(EVEROS_CASCADE__SCAN_INTERVAL_SECONDS="2"), Witness(Speech("watch", "dora"))
    limit = Limit(name, number)
    server.wrapper = limit.wrapper
    server.start()
    with connected(server.port) as client:
        assert witness.say(client)
        eventually(lambda: UNWATCHED in reasons(client), "/health tells of it")
        assert "found by the scans" in reasons(client)
        edit(server, witness, "zvbcrn")
        eventually(lambda: found(client, "dora", "zvbcrn"), "the edit is found")
        limit.set(server, 1000)
        seconds = well(server)
    account(server, [witness], record_property, f"{name} reached", seconds)


@pytest.mark.long
@LIMITS
def test_all_folders_are_watched_when_they_may_be(
    launch: Launch, name: str, number: int, record_property: Record
) -> None:
    """Also those that are there already: no scan comes by which the edit would be found."""
    server, witness = launch(EVEROS_CASCADE__SCAN_INTERVAL_SECONDS="3600"), Witness(Speech("again", "dora"))
    limit = Limit(name, number)
    server.wrapper = limit.wrapper
    server.start()
    with connected(server.port) as client:
        assert witness.say(client)
        eventually(lambda: UNWATCHED in reasons(client), "/health tells of it")
        limit.set(server, 1000)
        seconds = well(server)
        scanned = client.health()["index"]["scan"]["finished_at"]
        edit(server, witness, "zvbcrn")
        eventually(lambda: found(client, "dora", "zvbcrn"), "the edit is found")
        assert client.health()["index"]["scan"]["finished_at"] == scanned
    account(server, [witness], record_property, f"{name} raised again", seconds)


def test_folders_that_come_when_no_more_may_be_watched(launch: Launch, record_property: Record) -> None:
    """The server has been watching all that was there."""
    server, witness = launch(EVEROS_CASCADE__SCAN_INTERVAL_SECONDS="2"), Witness(Speech("come", "dora"))
    limit = Limit("max_inotify_watches", 1000)
    server.wrapper = limit.wrapper
    server.start()
    with connected(server.port) as client:
        assert witness.say(client)
        server.ready()
        limit.set(server, 1)
        eventually(lambda: UNWATCHED in reasons(client), "/health tells of it")
        file = file_of(server.root / FLOOD, "eve")
        file.parent.mkdir(parents=True)
        file.write_text(day_of("eve", ["zvbcrn"]))
        eventually(lambda: found(client, "eve", "zvbcrn", app_id="flood_app"), "the new folder is found")
        limit.set(server, 1000)
        seconds = well(server)
    account(server, [witness], record_property, "new folders cannot be watched", seconds)
