"""What was accepted is found by the next request of every dialect. Nothing is indexed here unless a test does it."""

import os
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from cascade import queue, waiting
from cascade.drain import drain
from cascade.reading import Content, read_content
from memory.ingest import pending
from memory.retrieval import candidates
from memory.signals import memcell_extracted
from tests.contract.bodies import add, flush, get, message, search
from tests.contract.conftest import Post

METHODS = ["keyword", "vector", "hybrid", "agentic"]


def data(post: Post, call: str, body: dict[str, Any]) -> dict[str, Any]:
    response = post(call, body)
    assert response.status_code == 200, response.content
    answer: dict[str, Any] = response.json()["data"]
    return answer


def found(post: Post, **changes: Any) -> list[dict[str, Any]]:
    episodes: list[dict[str, Any]] = data(post, "search", search(**changes))["episodes"]
    return episodes


@pytest.mark.parametrize("method", METHODS)
def test_what_waits_in_the_buffer(post: Post, method: str) -> None:
    data(post, "add", add(message(content="I love climbing in Yosemite.")))
    answer = data(post, "search", search(method=method))
    [episode] = answer["episodes"]
    assert "I love climbing in Yosemite." in episode["episode"]
    assert (episode["pending"], episode["session_id"], episode["sender_ids"]) == (True, "demo", ["alice"])
    assert 0 < episode["score"] <= 1
    assert answer["pending"] == 1


def test_what_waits_is_found_by_other_forms_of_its_words(post: Post) -> None:
    data(post, "add", add(message(content="Ich habe eine Allergie gegen Katzen.")))
    [episode] = found(post, query="Allergien", method="keyword")
    assert episode["pending"]


@pytest.mark.parametrize("method", METHODS)
def test_what_is_on_disk_and_not_indexed(post: Post, method: str) -> None:
    data(post, "add", add(message(content="I love climbing in Yosemite.")))
    data(post, "flush", flush())
    [before] = found(post, method=method)
    assert before["pending"]
    drain()
    [after] = found(post, method=method)
    assert (after["id"], after["pending"]) == (before["id"], False)


@pytest.mark.parametrize("is_flushed", [False, True])
def test_both_are_listed(post: Post, is_flushed: bool) -> None:
    for number in range(3):
        said = message(content=f"Climb {number}", timestamp=1_748_390_400_000 + number * 86_400_000)
        data(post, "add", add(said, session_id=f"s{number}"))
        if number == 0 or is_flushed:
            data(post, "flush", flush(session_id=f"s{number}"))
        if number == 0:
            drain()
    pages = [data(post, "get", get(page=page, page_size=2, sort_order="asc")) for page in (1, 2)]
    listed = [episode for page in pages for episode in page["episodes"]]
    assert [episode["session_id"] for episode in listed] == ["s0", "s1", "s2"]
    assert [episode["pending"] for episode in listed] == [False, True, True]
    assert [page["total_count"] for page in pages] == [3, 3]


@pytest.mark.parametrize("changes", [{"user_id": "bob"}, {"app_id": "other"}, {"project_id": "other"}])
def test_nobody_else_finds_it(post: Post, changes: dict[str, str]) -> None:
    data(post, "add", add(message()))
    assert found(post, **changes) == []
    assert data(post, "get", {**get(), **changes})["total_count"] == 0
    data(post, "flush", flush())
    assert found(post, **changes) == []


def test_a_session_of_the_same_name_elsewhere_is_another(post: Post) -> None:
    for project in ("default", "other"):
        data(post, "add", add(message(content=f"I climb in {project}."), project_id=project))
    for project in ("default", "other"):
        [episode] = found(post, query="climb", project_id=project)
        assert [line for line in ("default", "other") if line in episode["episode"]] == [project]


@pytest.mark.parametrize(
    ("filters", "matches"),
    [
        ({"session_id": "demo"}, True),
        ({"session_id": "other"}, False),
        ({"sender_id": "alice"}, True),
        ({"sender_id": "bot"}, False),
        ({"timestamp": {"gte": 1_748_390_400_000}}, True),
        ({"timestamp": {"gt": 1_748_390_400_000}}, False),
        ({"OR": [{"session_id": "it's"}, {"timestamp": "2025-05-28T00:00:00Z"}]}, True),
    ],
)
def test_filters_hold(post: Post, filters: dict[str, Any], matches: bool) -> None:
    data(post, "add", add(message()))
    assert bool(found(post, filters=filters)) is matches
    data(post, "flush", flush())
    assert bool(found(post, filters=filters)) is matches


def test_no_word_in_common_is_no_answer(post: Post) -> None:
    data(post, "add", add(message()))
    assert found(post, query="What is the capital of France?", method="hybrid") == []


def test_what_a_failure_left_twice_is_answered_once(post: Post) -> None:
    """The episode is on disk, and its messages are still in the buffer."""

    def disk_is_full(**_: object) -> None:
        raise OSError("no space left on device")

    data(post, "add", add(message()))
    memcell_extracted.connect(disk_is_full)
    try:
        assert post("flush", flush()).status_code >= 500
    finally:
        memcell_extracted.disconnect(disk_is_full)
    for is_indexed in (False, True):
        if is_indexed:
            drain()
        [episode] = found(post)
        assert episode["pending"] is not is_indexed
        assert data(post, "get", get())["total_count"] == 1


def test_an_edited_file_is_found_as_it_is(post: Post, root: Path) -> None:
    data(post, "add", add(message()))
    data(post, "flush", flush())
    drain()
    [file] = root.rglob("episode-*.md")
    file.write_text(file.read_text().replace("climbing", "sailing"))
    queue.enqueue([file.relative_to(root).as_posix()])
    [episode] = found(post, query="sailing")
    assert episode["pending"]
    assert found(post, query="climbing") == []
    file.unlink()
    queue.enqueue([file.relative_to(root).as_posix()])
    assert found(post, query="climbing sailing") == []
    assert data(post, "get", get())["total_count"] == 0


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that searches have read, each of which takes a while."""
    paths: list[Path] = []

    def counted(path: Path) -> Content | None:
        paths.append(path)
        time.sleep(0.3)
        return read_content(path)

    monkeypatch.setattr(waiting, "read_content", counted)
    return paths


def test_a_changed_file_is_read_once_for_all_searches(post: Post, root: Path, read: list[Path]) -> None:
    for day in range(2):
        said = message(timestamp=1_748_390_400_000 + day * 86_400_000)
        data(post, "add", add(said, session_id=f"s{day}"))
        data(post, "flush", flush(session_id=f"s{day}"))
    kept, gone = sorted(root.rglob("episode-*.md"))
    settle(kept)
    gone.unlink()
    answers = [found(post) for _ in range(3)]
    assert len(answers[0]) == 1
    assert answers[0] == answers[1] == answers[2]
    assert read == [gone, kept]


@pytest.mark.django_db(transaction=True)
def test_searches_at_the_same_time_read_a_changed_file_once(post: Post, root: Path, read: list[Path]) -> None:
    data(post, "add", add(message()))
    data(post, "flush", flush())
    [file] = root.rglob("episode-*.md")
    settle(file)
    answers: list[dict[str, Any]] = []

    def look() -> None:
        answers.extend(found(post))
        connections.close_all()

    searches = [threading.Thread(target=look) for _ in range(4)]
    for one in searches:
        one.start()
    for one in searches:
        one.join()
    assert [answer["pending"] for answer in answers] == [True] * 4
    assert read == [file]


def test_of_a_large_file_the_last_entries_are_read(
    post: Post, root: Path, read: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "MOST_BYTES", 100)
    monkeypatch.setattr(waiting, "END_BYTES", 1)
    for number, sport in enumerate(("climbing", "sailing", "rowing")):
        data(post, "add", add(message(content=f"I love {sport}."), session_id=f"s{number}"))
        data(post, "flush", flush(session_id=f"s{number}"))
        if number == 0:
            drain()
    [file] = root.rglob("episode-*.md")
    settle(file)
    for _ in range(2):
        assert [episode["pending"] for episode in found(post, query="rowing")] == [True]
        assert [episode["pending"] for episode in found(post, query="climbing")] == [False]
        assert found(post, query="sailing") == []
    assert read == [file]
    drain()
    assert [episode["pending"] for episode in found(post, query="sailing")] == [False]


def test_each_change_of_what_waits_is_seen_by_the_next_search(post: Post, root: Path) -> None:
    data(post, "add", add(message()))
    assert "bees" not in found(post)[0]["episode"]
    data(post, "add", add(message(content="I climb to the bees.", timestamp=1_748_390_401_000)))
    [both] = found(post)
    assert "I love climbing." in both["episode"]
    assert "bees" in both["episode"]
    data(post, "flush", flush())
    [file] = root.rglob("episode-*.md")
    for before, after in (("bees", "wasps"), ("wasps", "ants")):
        file.write_text(file.read_text().replace(before, after))
        settle(file)
        [edited] = found(post)
        assert after in edited["episode"]
        assert before not in edited["episode"]
    drain()
    assert found(post)[0]["pending"] is False


def settle(file: Path) -> None:
    """It was written long enough ago for its time to tell it from a later writing."""
    changed = file.stat().st_mtime_ns - 10**9
    os.utime(file, ns=(changed, changed))


def test_of_many_sessions_the_latest_are_searched_and_those_with_the_words(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pending, "MOST_SESSIONS", 2)
    monkeypatch.setattr(pending, "MOST_MATCHING", 1)
    for number, sport in enumerate(("rowing", "Zürich", "rowing", "sailing", "climbing")):
        said = [message(content=text) for text in (f"I love {sport}.", "Every spring.")]
        data(post, "add", add(*said, session_id=f"s{number}"))
    for query, sessions in (("Where do I row?", {"s2"}), ("zurich", {"s1"}), ("love", {"s2", "s3", "s4"})):
        answer = data(post, "search", search(query=query, method="keyword"))
        assert {episode["session_id"] for episode in answer["episodes"]} == sessions
        assert "Every spring." in answer["episodes"][0]["episode"]
        assert answer["pending"] == 5
    assert data(post, "get", get())["total_count"] == 2


def test_of_a_long_stretch_the_latest_messages_are_searched_and_those_with_the_words(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pending, "MOST_MESSAGES", 2)
    monkeypatch.setattr(pending, "NEIGHBOURS", 1)
    sports = ("climb", "ski", "run", "swim", "sail")
    said = [
        message(content=f"I {sport}.", timestamp=1_748_390_400_000 + number)
        for number, sport in enumerate(sports)
    ]
    data(post, "add", add(*said))
    for query, texts in (("sail", ["swim", "sail"]), ("climb", ["climb", "ski"])):
        [episode] = found(post, query=query)
        assert [sport for sport in sports if sport in episode["episode"]] == texts
        assert episode["session_id"] == "demo"


@pytest.mark.parametrize(("most", "count"), [(48, 2), (1, 1)])
def test_the_latest_are_found_by_meaning_alone(
    post: Post, monkeypatch: pytest.MonkeyPatch, most: int, count: int
) -> None:
    monkeypatch.setattr(candidates, "MOST_EMBEDDED", most)
    for number in range(2):
        data(post, "add", add(message(content="I love climbing in Yosemite."), session_id=f"s{number}"))
    assert len(found(post, query="bouldering up steep rock walls", method="vector")) == count


def ask(path: str, body: dict[str, Any]) -> dict[str, Any]:
    response = Client().post(path, body, content_type="application/json")
    assert response.status_code in (200, 201), response.content
    return dict(response.json())


V3 = "/api/v3/agentic/"


def memorized(sender: str, text: str, group_id: str | None = None) -> None:
    now = datetime.now(UTC).isoformat()
    body = {"message_id": f"{sender}-{text}", "create_time": now, "sender": sender, "content": text}
    ask(f"{V3}memorize", {**body, "group_id": group_id})


@pytest.mark.parametrize("mode", ["rrf", "embedding", "bm25"])
def test_v3_finds_the_last_message(post: Post, mode: str) -> None:
    memorized("alice", "I love tea.")
    for user, count in (("alice", 1), ("bob", 0)):
        body = {"query": "tea", "user_id": user, "retrieval_mode": mode}
        memories = ask(f"{V3}retrieve_lightweight", body)["result"]["memories"]
        assert [memory["pending"] for memory in memories] == [True] * count


def test_v3_shows_a_groups_messages_to_its_members_alone(post: Post) -> None:
    memorized("alice", "The picnic is on Sunday.", "team")
    memorized("bob", "I bring the picnic basket.", "team")

    def of(user_id: str | None, scope: str) -> list[tuple[str | None, str | None]]:
        body = {"query": "picnic", "user_id": user_id, "group_id": "team", "memory_scope": scope}
        memories = ask(f"{V3}retrieve_lightweight", body)["result"]["memories"]
        return [(memory["user_id"], memory["group_id"]) for memory in memories]

    for is_flushed in (False, True):
        if is_flushed:
            data(post, "flush", flush(session_id="team"))
        assert of("alice", "all") == [("alice", "team")]
        assert of("alice", "personal") == []
        assert of("alice", "group") == [(None, "team")]
        assert of(None, "all") == [(None, "team")]
        assert of("carol", "all") == []
