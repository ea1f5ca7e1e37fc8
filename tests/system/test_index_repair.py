"""Deleted, emptied, damaged or built by another model, the index comes back from markdown by itself."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import lancedb
import pytest

from tests.fakes.openai_server import FakeOpenAI, Hang
from tests.system.client import Client, connected, eventually
from tests.system.conftest import Launch
from tests.system.conversation import QUESTIONS, SESSIONS, tell
from tests.system.server import Server

TOLD = SESSIONS[:5]
ASKED = [q for q in QUESTIONS if q["session_id"] in {session["session_id"] for session in TOLD}]
Answers = list[tuple[str, list[str]]]


@pytest.fixture(scope="module")
def told_root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Answers]]:
    """A root with five sessions, its server stopped, and what it answered."""
    server = Server(tmp_path_factory.mktemp("told") / "memory").start()
    with connected(server.port) as client:
        tell(client, TOLD)
        server.ready()
        before = all_answers(client)
    server.stop()
    yield server.root, before
    server.kill()


@pytest.fixture
def root(told_root: tuple[Path, Answers], tmp_path: Path) -> Path:
    copy: Path = shutil.copytree(told_root[0], tmp_path / "memory")
    return copy


@pytest.fixture
def before(told_root: tuple[Path, Answers]) -> Answers:
    return told_root[1]


def all_answers(client: Client) -> Answers:
    """For every question and method the ids found, in order."""
    return [
        (
            f"{method}: {q['query']}",
            [e["id"] for e in client.search(q["user_id"], q["query"], method=method, top_k=5)],
        )
        for q in ASKED
        for method in ("keyword", "vector", "hybrid")
    ]


def answers_after_start(server: Server) -> Answers:
    server.start().ready()
    with connected(server.port) as client:
        return all_answers(client)


def episode_tables(root: Path) -> list[Path]:
    return sorted((root / ".index" / "lancedb").glob("episode*.lance"))


def test_deleted_tables(launch: Launch, root: Path, before: Answers) -> None:
    shutil.rmtree(root / ".index" / "lancedb")
    assert answers_after_start(launch(root)) == before


def test_deleted_index_folder(launch: Launch, root: Path, before: Answers) -> None:
    """Database, locks and queue are gone as well."""
    shutil.rmtree(root / ".index")
    assert answers_after_start(launch(root)) == before


def test_emptied_table(launch: Launch, root: Path, before: Answers) -> None:
    database = lancedb.connect(root / ".index" / "lancedb")
    for path in episode_tables(root):
        database.open_table(path.stem).delete("true")
    assert answers_after_start(launch(root)) == before


def test_rows_missing_from_a_table(launch: Launch, root: Path, before: Answers) -> None:
    database = lancedb.connect(root / ".index" / "lancedb")
    for path in episode_tables(root):
        database.open_table(path.stem).delete("session_id = '05-bike-breaks'")
    assert answers_after_start(launch(root)) == before


@pytest.mark.parametrize("part", ["data", "_versions", "_indices"])
def test_damaged_table_files(launch: Launch, root: Path, before: Answers, part: str) -> None:
    files = [file for table in episode_tables(root) for file in (table / part).rglob("*") if file.is_file()]
    assert files
    for file in files:
        file.write_bytes(b"rubbish" * 20)
    assert answers_after_start(launch(root)) == before


def test_tables_deleted_under_a_running_server(launch: Launch, root: Path, before: Answers) -> None:
    server = launch(root).start()
    server.ready()
    shutil.rmtree(root / ".index" / "lancedb")
    server.manage("cascade_sync")

    def same() -> bool:
        with connected(server.port) as client:
            return all_answers(client) == before

    eventually(same, "the old answers", within=60)


def test_health_is_not_ready_while_the_index_is_incomplete(
    launch: Launch, root: Path, fake_llm: FakeOpenAI
) -> None:
    shutil.rmtree(root / ".index" / "lancedb")
    fake_llm.fail_always(Hang())
    server = launch(root, **other_embedder(fake_llm)).start()
    with connected(server.port, timeout=5) as client:
        health = client.health()
        assert not health["ready"]
        assert health["reasons"]
        fake_llm.recover()
    server.ready()


def other_embedder(endpoint: FakeOpenAI) -> dict[str, str]:
    return {
        "EVEROS_EMBEDDING__BASE_URL": endpoint.url,
        "EVEROS_EMBEDDING__API_KEY": "none",
        "EVEROS_EMBEDDING__MODEL": "other-model",
        "EVEROS_EMBEDDING__TIMEOUT_SECONDS": "2",
    }


def test_another_embedding_model_and_back(
    launch: Launch, root: Path, before: Answers, fake_llm: FakeOpenAI
) -> None:
    server = launch(root, **other_embedder(fake_llm)).start()
    server.ready()
    assert any("parrot" in str(call.body["input"]) for call in fake_llm.calls), (
        "everything was embedded again"
    )
    with connected(server.port) as client:
        assert "04-quark-diagnosis" in [
            e["session_id"] for e in client.search("maya", "parrot", method="vector")
        ]
    server.stop()
    assert answers_after_start(launch(root)) == before


def test_rebuild_while_the_server_answers(launch: Launch, root: Path, before: Answers) -> None:
    server = launch(root).start()
    server.ready()
    wrong: list[Answers] = []
    finished = Event()

    def ask() -> None:
        with connected(server.port) as client:
            while not finished.is_set():
                answers = all_answers(client)
                if answers != before:
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
    with connected(server.port) as client:
        assert all_answers(client) == before


def test_a_copied_file_steals_nothing_and_takes_over_when_the_original_goes(
    launch: Launch, root: Path
) -> None:
    server = launch(root).start()
    server.ready()
    [original] = root.glob("*/*/users/maya/episodes/episode-2026-02-05.md")
    copy = original.with_name("episode-2026-02-06.md")
    shutil.copy(original, copy)
    with connected(server.port) as client:
        eventually(lambda: "02-06" in server.manage("cascade_status"), "the copy is reported")
        assert sessions(client).count("02-pottery-begins") == 1
        original.unlink()
        eventually(lambda: "02-06" not in server.manage("cascade_status"), "the copy is accepted")
        assert sessions(client).count("02-pottery-begins") == 1


def test_a_renamed_owner_is_served_under_the_new_name_only(launch: Launch, root: Path) -> None:
    server = launch(root).start()
    server.ready()
    [folder] = root.glob("*/*/users/maya")
    with connected(server.port) as client:
        known = sorted(sessions(client))
        folder.rename(folder.with_name("maja"))
        eventually(lambda: not sessions(client), "the old name is empty")
        eventually(lambda: sorted(sessions(client, "maja")) == known, "the new name has everything")


def test_a_damaged_entry_keeps_its_last_good_row_until_it_is_mended(launch: Launch, root: Path) -> None:
    server = launch(root).start()
    server.ready()
    [file] = root.glob("*/*/users/maya/episodes/episode-2026-02-05.md")
    good = file.read_text("utf-8")
    file.write_text(good.replace("<!-- /entry:", "<!-- entry "), "utf-8")
    with connected(server.port) as client:
        eventually(lambda: "02-05" in server.manage("cascade_status"), "the damage is reported")
        assert "02-pottery-begins" in sessions(client)
        file.write_text(good.replace("Lindenau", "Stötteritz"), "utf-8")
        eventually(
            lambda: client.search("maya", "Stötteritz", method="keyword"), "the mended file is indexed"
        )
        assert sessions(client).count("02-pottery-begins") == 1


def sessions(client: Client, user_id: str = "maya") -> list[str]:
    return [episode["session_id"] for episode in client.episodes(user_id)]
