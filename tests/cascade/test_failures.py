"""Models and tables that fail: nothing is lost, nothing is stuck, everything is seen."""

import shutil
from dataclasses import replace

from django.utils import timezone

from cascade import queue
from cascade.drain import drain
from cascade.models import MdChangeState
from cascade.scanner import scan
from memory.kinds.base import DailyLog
from memory.kinds.episode import EPISODE
from memory.kinds.registry import KINDS
from memory.markdown import store
from tests.cascade.conftest import (
    ALICE,
    DAY,
    FILE,
    HERE,
    NOON,
    change,
    embedded_texts,
    indexed,
    table,
    tell,
)
from tests.conftest import change_settings
from tests.fakes.openai_server import Status

DENIED = Status(401)


def now_is_the_time() -> None:
    MdChangeState.objects.filter(status="pending").update(available_at=timezone.now())


def test_without_its_model_a_change_waits_and_is_indexed_later(root, endpoint):
    [entry] = tell("Alice sings.")
    endpoint.fail_always(DENIED)
    drain()
    waiting = change()
    assert (waiting.status, waiting.attempts) == ("pending", 1)
    assert "Model" in waiting.error
    endpoint.recover()
    now_is_the_time()
    drain()
    assert indexed() == {str(FILE): [entry]}
    assert (change().status, change().error, change().attempts) == ("done", "", 0)


def test_after_the_last_attempt_it_has_failed_until_it_is_put_back(root, endpoint, settings):
    change_settings(settings, "cascade", max_attempts=2)
    tell("Alice sings.")
    endpoint.fail_always(DENIED)
    for _ in range(3):
        drain()
        now_is_the_time()
    assert change().status == "failed"
    MdChangeState.objects.update(available_at=timezone.now())
    assert queue.retry_after_outage() == 1
    drain()
    assert change().status == "failed", "it gets one more attempt, not all of them"
    endpoint.recover()
    assert queue.retry_failed() == 1
    drain()
    assert change().status == "done"


def test_an_outage_is_not_waited_for_by_every_file(root, endpoint):
    for owner in ("alice", "bob", "charlie", "dora", "emil"):
        tell("Somebody sings.", owner=owner)
    endpoint.fail_always(DENIED)
    drain()
    now_is_the_time()
    endpoint.calls.clear()
    drain()
    assert len(endpoint.calls) == 2
    assert MdChangeState.objects.filter(status="pending", attempts=2).count() == 5


def test_only_what_changed_is_embedded(root, endpoint):
    tell("Alice sings.", "Alice dances.")
    drain()
    assert len(embedded_texts(endpoint)) == 2
    tell("Alice paints.")
    drain()
    assert len(embedded_texts(endpoint)) == 3
    assert "paints" in embedded_texts(endpoint)[-1]


def test_a_moved_file_takes_its_vectors_along(root, endpoint):
    tell(*[f"Alice visits town {number}." for number in range(8)])
    drain()
    file = root / FILE
    file.rename(file.with_name("episode-2026-11-22.md"))
    endpoint.calls.clear()
    scan()
    drain()
    assert embedded_texts(endpoint) == []
    assert table().count() == 8


def test_a_large_batch_is_cut_so_that_others_get_their_turn(root, endpoint):
    for owner in ("alice", "bob", "charlie"):
        tell(*[f"{owner} counts {number}" for number in range(150)], owner=owner)
    drain()
    assert table().count() == 450
    assert not MdChangeState.objects.exclude(status="done").exists()


def test_an_unexpected_error_is_on_the_row_and_tried_again(root, monkeypatch):
    """A kind of memory with a mistake in its declaration."""
    riddle = replace(
        EPISODE,
        name="riddle",
        prefix="rd",
        layout=DailyLog(folder=".riddles", stem="riddle"),
        embedded=lambda values: str(1 / len(str(values["subject"]))),
    )
    monkeypatch.setitem(KINDS, "riddle", riddle)
    draft = {"timestamp": NOON, "content": "What is it?", "subject": ""}
    store.append(riddle, HERE, ALICE, DAY, "mc_1", [draft])
    tell("Alice sings.")
    drain()
    assert table().count() == 1
    waiting = MdChangeState.objects.get(kind="riddle")
    assert (waiting.status, waiting.attempts) == ("pending", 1)
    assert "ZeroDivisionError" in waiting.error


def test_a_table_that_is_gone_is_replaced_by_the_drain_that_misses_it(told, root):
    shutil.rmtree(root / ".index" / "lancedb")
    tell("Alice sings.")
    drain()
    now_is_the_time()
    drain()
    assert table(EPISODE).count() == 3
