"""What items say becomes memory; what is popped before that is taken back; a crash loses and doubles nothing."""

import json
import threading
from typing import Any

import pytest
from django.db import connections

from memory.agent_sessions import items as kept
from memory.agent_sessions import work
from memory.ingest import cells
from memory.models import MemCell, SessionItem
from memory.scope import Scope
from tests.agent_sessions.conftest import Sessions, known_keys, said, waiting

CALL = {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": '{"city": "Lisbon"}'}
RESULT = {"type": "function_call_output", "call_id": "c1", "output": "sunny"}


def test_what_is_said_and_done_becomes_memory(sessions: Sessions):
    parts = [
        {"type": "output_text", "text": "It is", "annotations": []},
        {"type": "output_text", "text": "sunny."},
    ]
    seen = [
        {"type": "input_text", "text": "And this?"},
        {"type": "input_image", "image_url": "data:image/png;base64,"},
    ]
    sessions.added(
        said("system", "You are helpful."),
        said("user", "I moved to Lisbon. How is the weather?"),
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "hidden"}]},
        CALL,
        RESULT,
        {"type": "message", "role": "assistant", "content": parts},
        said("user", "   "),
        {"role": "user", "content": seen},
        {"type": "function_call", "call_id": 7, "name": None},
        {"type": "file_search_call", "queries": ["x"]},
        agent_id="helper",
    )
    assert waiting() == [
        ("alice", "user", "I moved to Lisbon. How is the weather?"),
        ("helper", "assistant", ""),
        ("helper", "tool", "sunny"),
        ("helper", "assistant", "It is\nsunny."),
        ("alice", "user", "And this?"),
    ]
    assert sessions.memory("flush", {"session_id": "s1"})["status"] == "extracted"
    [episode] = sessions.memory("search", {"user_id": "alice", "query": "Lisbon"})["episodes"]
    assert "helper called weather" in episode["episode"]
    assert "hidden" not in episode["episode"]
    assert len(sessions.items()) == 10


@pytest.mark.parametrize("content", ["lone \ud800 half", "NUL \x00 inside", "e\u0301 and \u2028"])
def test_awkward_words_reach_memory(sessions: Sessions, content: str):
    sessions.added(said("user", content))
    assert len(waiting()) == 1
    sessions.memory("flush", {"session_id": "s1"})
    assert sessions.items() == [json.dumps(said("user", content))]


def test_pop_takes_back_what_waits(sessions: Sessions):
    sessions.added(said("user", "Keep this."), said("assistant", "Take this back."))
    assert sessions.pop() == json.dumps(said("assistant", "Take this back."))
    assert waiting() == [("alice", "user", "Keep this.")]
    assert known_keys() == 1
    sessions.added(said("assistant", "Take this back."))
    assert [text for _, _, text in waiting()] == ["Keep this.", "Take this back."]


def test_pop_takes_back_what_waits_in_a_cell(sessions: Sessions, monkeypatch: pytest.MonkeyPatch):
    """A stretch that is closed, and left to workers."""
    sessions.added(said("user", "Keep this."), said("user", "Take this back."))
    sessions.memory("flush", {"session_id": "s1", "async_mode": True})
    assert MemCell.objects.get().status == MemCell.Status.PENDING
    sessions.pop()
    assert waiting() == [("alice", "user", "Keep this.")]
    claimed = cells.claim(MemCell.objects.get().pk)
    assert claimed is not None
    assert claimed.message_count == 1


def test_what_is_being_extracted_is_taken_back_when_that_has_failed(sessions: Sessions):
    sessions.added(said("user", "Keep this."), said("user", "Take this back."))
    sessions.memory("flush", {"session_id": "s1", "async_mode": True})
    cell = cells.claim(MemCell.objects.get().pk)
    assert cell is not None
    sessions.pop()
    assert len(waiting()) == 2
    MemCell.objects.update(lease_until=None)  # as when its worker has given it back
    work.settle()
    assert waiting() == [("alice", "user", "Keep this.")]


def test_pop_of_what_is_a_memory_leaves_the_memory(sessions: Sessions):
    sessions.added(said("user", "I live in Lisbon."))
    sessions.memory("flush", {"session_id": "s1"})
    assert sessions.pop() is not None
    assert sessions.items() == []
    assert sessions.memory("search", {"user_id": "alice", "query": "Lisbon"})["episodes"]


def test_a_repeated_pop_takes_one_item(sessions: Sessions):
    sessions.added(*[said("user", str(number)) for number in range(3)])
    assert [sessions.pop(pop_id="again") for _ in range(3)] == [json.dumps(said("user", "2"))] * 3
    assert sessions.pop() == json.dumps(said("user", "1"))
    SessionItem.objects.filter(popped_at_ms__isnull=False).update(
        popped_at_ms=kept.now_ms() - kept.REPEATED_MS - 1
    )
    sessions.added(said("user", "new"))
    assert SessionItem.objects.count() == 2
    assert [sessions.pop() is None for _ in range(3)] == [False, False, True]


def test_clearing_keeps_the_memory(sessions: Sessions):
    sessions.added(said("user", "I live in Lisbon."))
    assert sessions.clear() == 1
    assert sessions.items() == []
    assert len(waiting()) == 1


@pytest.mark.parametrize("broken", ["add_messages", "items.mark"])
def test_what_a_crash_left_between_item_and_memory_is_made_good(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch, broken: str
):
    def die(*given: Any, **more: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(f"memory.agent_sessions.work.{broken}", die)
        with pytest.raises(KeyboardInterrupt):
            work.append(
                Scope(), "s1", "alice", "assistant", [json.dumps(said("user", "Hello"))], "b1", lambda: None
            )
    assert len(sessions.items()) == 1
    assert work.settle() == 1
    assert waiting() == [("alice", "user", "Hello")]
    assert work.settle() == 0
    assert sessions.added(said("user", "Hello"), batch="b1") == 0
    assert len(waiting()) == 1


def test_what_a_crash_left_of_a_pop_is_made_good(sessions: Sessions, monkeypatch: pytest.MonkeyPatch):
    def die(*given: Any, **more: Any) -> None:
        raise KeyboardInterrupt

    sessions.added(said("user", "Hello"))
    with monkeypatch.context() as patch:
        patch.setattr("memory.agent_sessions.work.waiting.forget_messages", die)
        with pytest.raises(KeyboardInterrupt):
            work.pop(Scope(), "s1", "alice", "p1", lambda: None)
    assert (sessions.items(), len(waiting())) == ([], 1)
    work.settle()
    assert waiting() == []
    assert sessions.pop(pop_id="p1") == json.dumps(said("user", "Hello"))


@pytest.mark.django_db(transaction=True)
def test_many_pop_and_add_at_once(root: Any):
    sessions = Sessions()
    sessions.added(*[said("user", f"old {number}") for number in range(20)])
    popped: list[str] = []
    begin = threading.Barrier(8)

    def work_at_once(number: int) -> None:
        begin.wait()
        for step in range(5):
            if number % 2:
                item = sessions_of[number].pop(pop_id=f"{number}-{step}")
                assert item is not None
                popped.append(item)
            else:
                sessions_of[number].added(said("user", f"{number} {step}"), batch=f"{number}-{step}")
        connections.close_all()

    sessions_of = [Sessions() for _ in range(8)]
    threads = [threading.Thread(target=work_at_once, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    left = sessions.items()
    assert len(popped) == len(set(popped)) == 20
    assert len(left) == len(set(left)) == 20
    assert not set(popped) & set(left)
    assert sorted(text for _, _, text in waiting()) == sorted(json.loads(item)["content"] for item in left)
