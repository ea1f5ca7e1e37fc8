"""What is forgotten is not found any more when the call returns, whoever is at work with it at that moment."""

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connections

from cascade import batch, queue
from cascade.drain import drain as index_changes
from cascade.drain import index_texts
from memory.forgetting import removal
from memory.index.handles import connect
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.markdown import store
from ome.engine.worker import drain as derive
from tests.forgetting.conftest import Service

LISBON = ("alice", "I moved to Lisbon in May because of the new job at the harbour.")
LONG = 30.0


def forget_alice(service: Service) -> None:
    """By a call that does not wait for the index and the databases to be purged."""
    assert service.http.delete("/v2/entities/user/alice/").status_code == 200


def elsewhere(task: Callable[[], object]) -> Thread:
    """Work of another thread, with database connections of its own."""

    def run() -> None:
        task()
        connections.close_all()

    thread = Thread(target=run)
    thread.start()
    return thread


def indexed_of_alice() -> list[str]:
    rows = connect().open_table("episode").to_arrow()["row_id"].to_pylist()
    assert any("/bob/" in row for row in rows)
    return [row for row in rows if "/alice/" in row]


@pytest.fixture
def said(service: Service) -> Service:
    service.remember("before", ("bob", "I play the cello on Sundays."))  # so that there is a table
    service.say("one", LISBON)
    service.ok("flush", {"session_id": "one"})
    return service


@pytest.mark.parametrize(
    ("index", "step", "end"),
    [
        (index_changes, "prepare", "finish"),
        (index_changes, "compare_files", "finish"),
        (index_texts, "compare_files", "note_read"),
    ],
)
def test_what_the_index_has_read_is_left_out_of_its_commit(
    said: Service, monkeypatch: pytest.MonkeyPatch, index: Callable[[], int], step: str, end: str
) -> None:
    function, after = getattr(batch, step), getattr(queue, end)
    left: list[list[str]] = []

    def late(*order: Any, **options: Any) -> Any:
        monkeypatch.setattr(batch, step, function)
        result = function(*order, **options)
        elsewhere(lambda: forget_alice(said)).join()
        return result

    def ended(*order: Any, **options: Any) -> Any:
        if getattr(batch, step) is function:
            left.append(indexed_of_alice())
        return after(*order, **options)

    monkeypatch.setattr(batch, step, late)
    monkeypatch.setattr(queue, end, ended)
    index()
    assert getattr(batch, step) is function
    assert left[0] == []


def test_an_edited_entry_is_indexed_as_it_is_now(said: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file changes while it is indexed: what it still says is committed, the rest at the next time."""
    prepare = batch.prepare

    def late(*order: Any, **options: Any) -> Any:
        monkeypatch.setattr(batch, "prepare", prepare)
        said.say("two", ("alice", "I bought a kayak."))
        said.ok("flush", {"session_id": "two"})
        return prepare(*order, **options)

    monkeypatch.setattr(batch, "prepare", late)
    said.settle()
    assert len(indexed_of_alice()) == 2


def test_a_commit_that_has_begun_is_waited_for(said: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    commit, begun, go_on = batch.commit, Event(), Event()
    order: list[str] = []

    def late(*given: Any, **options: Any) -> Any:
        monkeypatch.setattr(batch, "commit", commit)
        begun.set()
        assert go_on.wait(LONG)
        result = commit(*given, **options)
        order.append("committed")
        return result

    def forget() -> None:
        forget_alice(said)
        order.append("forgotten")

    monkeypatch.setattr(batch, "commit", late)
    indexing = elsewhere(index_changes)
    assert begun.wait(LONG)
    forgetting = elsewhere(forget)
    forgetting.join(1)  # it cannot end before the commit, however long this is
    go_on.set()
    indexing.join(LONG)
    forgetting.join(LONG)
    assert order == ["committed", "forgotten"]
    assert said.listed("episode") == []


def test_a_folder_that_another_request_removes_too(said: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    rmdir = Path.rmdir

    def twice(folder: Path) -> None:
        rmdir(folder)
        rmdir(folder)

    monkeypatch.setattr(Path, "rmdir", twice)
    said.forget(user_id="alice")
    assert not list(said.root.glob("*/*/users/alice"))


def test_a_run_that_writes_meanwhile_is_waited_for(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """The call has found what there is, and then a run derives more from it."""
    put, remove = store.put_children, removal.remove
    writing, removing, forgotten = Event(), Event(), Event()

    def late_put(kind: Kind, *order: Any) -> list[str]:
        if kind is EPISODE:
            writing.set()
            assert removing.wait(LONG)
        written = put(kind, *order)
        if kind is ATOMIC_FACT:
            forgotten.wait(0.5)  # the run is not over yet
        return written

    def late_remove(*order: Any) -> None:
        removing.set()
        remove(*order)

    note = {
        "messages": [{"role": "user", "content": "I moved to Lisbon in May."}],
        "user_id": "alice",
        "infer": False,
    }
    answer = service.http.post("/v3/memories/add/", note, content_type="application/json")
    assert answer.status_code == 200, answer.content
    index_changes()
    monkeypatch.setattr(store, "put_children", late_put)
    monkeypatch.setattr(removal, "remove", late_remove)
    deriving = elsewhere(derive)
    assert writing.wait(LONG)
    forget_alice(service)
    left = service.listed("episode"), service.listed("atomic_fact")
    forgotten.set()
    deriving.join(LONG)
    assert left == ([], [])
