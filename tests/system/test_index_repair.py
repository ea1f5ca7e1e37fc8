"""Deleted, emptied, damaged or built by another model, the index comes back from markdown by itself.

One server for all; only the last tests change files.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import lancedb
import pytest

from tests.fakes.openai_server import FakeOpenAI, Hang
from tests.system.client import Client, Json, connected, eventually
from tests.system.conversation import QUESTIONS, SESSIONS, tell
from tests.system.server import Server

pytestmark = pytest.mark.long

TOLD = [SESSIONS[number] for number in (1, 3, 4)]
ASKED = [q for q in QUESTIONS if q["session_id"] in {session["session_id"] for session in TOLD}]
Answers = list[tuple[str, list[str]]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It has been told three sessions."""
    server = Server(tmp_path_factory.mktemp("told") / "memory").start()
    with connected(server.port) as client:
        tell(client, TOLD)
    server.ready()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def before(server: Server) -> Answers:
    return answers_of(server)


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with connected(server.port) as client:
        yield client


def answers_of(server: Server, questions: list[Json] = ASKED) -> Answers:
    """For every question and method the ids found, in order, when all is indexed."""
    server.ready()
    with connected(server.port) as client:
        return all_answers(client, questions)


def all_answers(client: Client, questions: list[Json] = ASKED) -> Answers:
    return [
        (
            f"{method}: {q['query']}",
            [e["id"] for e in client.search(q["user_id"], q["query"], method=method, top_k=5)],
        )
        for q in questions
        for method in ("keyword", "vector", "hybrid")
    ]


def answers_after(server: Server, damage: Callable[[], None]) -> Answers:
    """Done between two workers: the next needs a second until it looks at the index."""
    server.kill_worker()
    damage()
    return answers_of(server.risen())


def index_of(server: Server) -> Path:
    return server.root / ".index" / "lancedb"


def episode_tables(server: Server) -> list[Path]:
    return sorted(index_of(server).glob("episode*.lance"))


def delete_rows(server: Server, where: str) -> None:
    database = lancedb.connect(index_of(server))
    for path in episode_tables(server):
        database.open_table(path.stem).delete(where)


@pytest.mark.long
def test_deleted_tables(server: Server, before: Answers) -> None:
    assert answers_after(server, lambda: shutil.rmtree(index_of(server))) == before


@pytest.mark.long
def test_deleted_index_folder(server: Server, before: Answers) -> None:
    """Database, locks and queue are gone as well."""
    server.stop()
    shutil.rmtree(server.root / ".index")
    server.start()
    with connected(server.port) as client:
        first = client.post("get", {"user_id": ASKED[0]["user_id"], "memory_type": "episode"})
    assert first.status == 503 or first.ok()["total_count"], "never an empty answer"
    assert answers_of(server) == before


@pytest.mark.long
def test_emptied_table(server: Server, before: Answers) -> None:
    assert answers_after(server, lambda: delete_rows(server, "true")) == before


def test_rows_missing_from_a_table(server: Server, before: Answers) -> None:
    assert answers_after(server, lambda: delete_rows(server, "session_id = '05-bike-breaks'")) == before


@pytest.mark.long
@pytest.mark.parametrize("part", ["data", "_versions", "_indices"])
def test_damaged_table_files(server: Server, before: Answers, part: str) -> None:
    files = [path for table in episode_tables(server) for path in (table / part).rglob("*") if path.is_file()]
    assert files

    def damage() -> None:
        for file in files:
            file.write_bytes(b"rubbish" * 20)

    assert answers_after(server, damage) == before


@pytest.mark.long
def test_tables_deleted_under_a_running_server(server: Server, client: Client, before: Answers) -> None:
    shutil.rmtree(index_of(server))
    server.manage("cascade_sync")
    eventually(lambda: all_answers(client) == before, "the old answers", within=60)


@pytest.mark.long
def test_another_embedding_model_and_back(server: Server, before: Answers, fake_llm: FakeOpenAI) -> None:
    """While it is taken into use, /health says that the index is incomplete."""
    usual = server.env
    server.stop()
    server.env = usual | other_embedder(fake_llm)
    fake_llm.fail_always(Hang())
    with connected(server.start().port, timeout=5) as client:
        health = client.health()
        assert not health["ready"]
        assert health["reasons"]
        fake_llm.recover()
        server.ready()
        assert any("parrot" in str(call.body["input"]) for call in fake_llm.calls), (
            "everything was embedded again"
        )
        found = [e["session_id"] for e in client.search("maya", "parrot", method="vector")]
        assert "04-quark-diagnosis" in found
    server.stop()
    server.env = usual
    assert answers_of(server.start()) == before


def other_embedder(endpoint: FakeOpenAI) -> dict[str, str]:
    return {
        "EVEROS_EMBEDDING__BASE_URL": endpoint.url,
        "EVEROS_EMBEDDING__API_KEY": "none",
        "EVEROS_EMBEDDING__MODEL": "other-model",
        "EVEROS_EMBEDDING__TIMEOUT_SECONDS": "2",
    }


@pytest.mark.long
def test_rebuild_while_the_server_answers(server: Server, client: Client, before: Answers) -> None:
    wrong: list[Answers] = []
    finished = Event()

    def ask() -> None:
        with connected(server.port) as client:
            while not finished.wait(0.1):
                answers = all_answers(client, ASKED[:1])
                if answers != before[: len(answers)]:
                    wrong.append(answers)

    asking = Thread(target=ask)
    asking.start()
    try:
        for _ in range(2):
            server.manage("rebuild_index")
    finally:
        finished.set()
        asking.join(60)
    assert not wrong
    assert all_answers(client) == before


def test_a_damaged_entry_keeps_its_last_good_row_until_it_is_mended(server: Server, client: Client) -> None:
    [file] = server.root.glob("*/*/users/maya/episodes/episode-2026-02-05.md")
    good = file.read_text("utf-8")
    file.write_text(good.replace("<!-- /entry:", "<!-- entry "), "utf-8")
    eventually(lambda: failed_files(client) == 1, "the damage is reported")
    assert "02-pottery-begins" in sessions(client)
    file.write_text(good.replace("Lindenau", "Stötteritz"), "utf-8")
    eventually(lambda: client.search("maya", "Stötteritz", method="keyword"), "the mended file is indexed")
    assert sessions(client).count("02-pottery-begins") == 1


def test_a_copied_file_steals_nothing_and_takes_over_when_the_original_goes(
    server: Server, client: Client
) -> None:
    [original] = server.root.glob("*/*/users/maya/episodes/episode-2026-02-05.md")
    copy = original.with_name("episode-2026-02-06.md")
    shutil.copy(original, copy)
    eventually(lambda: failed_files(client) == 1, "the copy is reported")
    assert "02-06" in server.manage("cascade_status")
    assert sessions(client).count("02-pottery-begins") == 1
    original.unlink()
    eventually(lambda: failed_files(client) == 0, "the copy is tried again")
    eventually(lambda: sessions(client).count("02-pottery-begins") == 1, "the copy is accepted")


def test_a_renamed_owner_is_served_under_the_new_name_only(server: Server, client: Client) -> None:
    [folder] = server.root.glob("*/*/users/maya")
    known = sorted(sessions(client))
    folder.rename(folder.with_name("maja"))
    eventually(lambda: not sessions(client), "the old name is empty")
    eventually(lambda: sorted(sessions(client, "maja")) == known, "the new name has everything")


def failed_files(client: Client) -> int:
    return int(client.health()["queue"]["failed"])


def sessions(client: Client, user_id: str = "maya") -> list[str]:
    return [episode["session_id"] for episode in client.episodes(user_id)]
