"""Four months of conversation go in; markdown lies on disk; other words find it; edits are followed."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest

from tests.parsing.samples import docx, paragraph
from tests.system.client import Client, connected, eventually
from tests.system.conversation import QUESTIONS, SESSIONS, answers, says, tell
from tests.system.disk import episode_entries, episode_files
from tests.system.server import Served, Server

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def told(served: Served) -> Served:
    with connected(served.port) as client:
        tell(client)
    served.ready()
    return served


@pytest.fixture
def client(told: Served) -> Iterator[Client]:
    client = told.client()
    yield client
    client.close()


@pytest.fixture
def questions(told: Served) -> list[dict[str, Any]]:
    """Fewer of them where each search reads from the tests' own object store, which is slow."""
    return QUESTIONS if isinstance(told, Server) else QUESTIONS[::4]


def share_answered(client: Client, questions: list[dict[str, Any]], method: str) -> float:
    hits = [
        answers(client.search(question["user_id"], question["query"], method=method, top_k=10), question)
        for question in questions
    ]
    return sum(hits) / len(hits)


def test_every_session_is_on_disk_and_listed(told: Served, client: Client) -> None:
    sessions = {session["session_id"] for session in SESSIONS}
    assert {episode["session_id"] for episode in client.episodes("maya")} == sessions
    text = "\n".join(entry.text for entry in episode_entries(told.root, "maya"))
    assert all(f"**session_id**: {session}" in text for session in sessions)


def test_each_speaker_has_the_episodes_that_he_took_part_in(told: Served, client: Client) -> None:
    shared = {s["session_id"] for s in SESSIONS if "jonas" in {m["sender_id"] for m in s["messages"]}}
    assert {episode["session_id"] for episode in client.episodes("jonas")} == shared
    assert not episode_files(told.root, "juniper"), "the assistant is not a user"


def test_files_carry_the_day_of_the_messages(told: Served) -> None:
    [file] = [path for path in episode_files(told.root, "maya") if "2026-05-31" in path.name]
    assert "26-back-from-bohinj" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(("method", "least"), [("hybrid", 0.9), ("keyword", 0.6), ("vector", 0.6)])
def test_questions_in_other_words_find_the_session(
    client: Client, questions: list[dict[str, Any]], method: str, least: float
) -> None:
    assert share_answered(client, questions, method) >= least


def test_found_episodes_say_what_was_asked_for(client: Client, questions: list[dict[str, Any]]) -> None:
    silent = []
    for question in questions:
        found = client.search(question["user_id"], question["query"], top_k=10)
        if answers(found, question, first=10) and not says(found, question):
            silent.append(question["query"])
    assert not silent


def test_headings_code_and_emoji_come_back_as_they_were_said(client: Client) -> None:
    texts = "\n".join(episode["episode"] for episode in client.episodes("maya"))
    for said in (
        "## On the day",
        'with open("expenses.csv", newline="") as file:',
        "🎉",
        "郫县豆瓣酱",
        "«qué pena",
    ):
        assert said in texts


def test_sending_everything_again_changes_nothing(told: Served, client: Client) -> None:
    before = {path: path.read_bytes() for path in episode_files(told.root)}
    tell(client, SESSIONS[:3])
    assert {path: path.read_bytes() for path in episode_files(told.root)} == before


def test_a_hand_edit_is_found_and_the_old_words_are_gone(told: Served, client: Client) -> None:
    [file] = [path for path in episode_files(told.root, "maya") if "crane driver" in path.read_text("utf-8")][
        :1
    ]
    file.write_text(file.read_text("utf-8").replace("crane driver", "lighthouse keeper"), "utf-8")

    def found() -> bool:
        hits = client.search("maya", "lighthouse keeper", method="keyword", top_k=5)
        return any("lighthouse keeper" in hit["episode"] for hit in hits)

    eventually(found, "the edited text is found")
    edited = [e for e in client.episodes("maya") if e["session_id"] == "06-reading-group"]
    assert not any("crane driver" in episode["episode"] for episode in edited)


def test_an_entry_that_is_cut_out_of_its_file_is_forgotten(told: Served, client: Client) -> None:
    [entry] = [e for e in episode_entries(told.root, "maya") if "**session_id**: 10-bike-fixed" in e.text]
    text = entry.path.read_text("utf-8")
    start = text.index(f"<!-- entry:{entry.id} -->")
    end = text.index(f"<!-- /entry:{entry.id} -->") + len(f"<!-- /entry:{entry.id} -->\n")
    entry.path.write_text(text[:start] + text[end:], "utf-8")
    sessions = lambda: {e["session_id"] for e in client.episodes("maya")}  # noqa: E731
    eventually(lambda: "10-bike-fixed" not in sessions(), "the entry is no longer listed")
    found = client.search("maya", "pawl springs of the hub", method="keyword", top_k=10)
    assert "10-bike-fixed" not in [episode["session_id"] for episode in found]


def test_a_deleted_file_is_forgotten_and_a_new_session_of_that_day_is_not(
    told: Served, client: Client
) -> None:
    [file] = [path for path in episode_files(told.root, "maya") if "2026-02-13" in path.name]
    file.unlink()
    eventually(
        lambda: "04-quark-diagnosis" not in {e["session_id"] for e in client.episodes("maya")},
        "the file's episode is no longer listed",
    )
    day = next(s["messages"][0]["timestamp"] for s in SESSIONS if s["session_id"] == "04-quark-diagnosis")
    message = {
        "sender_id": "maya",
        "role": "user",
        "timestamp": day,
        "content": "The parrot was called Bismarck.",
    }
    assert client.add("04-parrot", [message]).status == 200
    assert client.flush("04-parrot").ok()["status"] == "extracted"
    eventually(lambda: client.search("maya", "Bismarck", method="keyword"), "the day's new file is indexed")


def test_a_document_in_a_message_is_found_by_its_words(client: Client) -> None:
    document = docx(paragraph("The greenhouse in Tromsø grows saffron under lamps."))
    item = {"type": "doc", "ext": "docx", "name": "report.docx", "base64": b64encode(document).decode()}
    message = {"sender_id": "nora", "role": "user", "timestamp": 1_780_390_800_000}
    client.add("documents", [message | {"content": [{"type": "text", "text": "Read this."}, item]}]).ok()
    assert client.flush("documents").ok()["status"] == "extracted"
    found = eventually(lambda: client.search("nora", "saffron", method="keyword"), "the document is found")
    assert "The greenhouse in Tromsø grows saffron" in found[0]["episode"]
