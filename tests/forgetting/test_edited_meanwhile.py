"""The index notices an edit of a file, and records what stood there before, while just that is being forgotten."""

from collections.abc import Collection
from pathlib import PurePosixPath
from threading import Thread

import pytest
from django.db import connections
from django.utils import timezone

from cascade.drain import drain as index_changes
from cascade.scanner import scan
from memory.forgetting import removal, work
from memory.markdown import store
from memory.models import Forgetting
from tests.forgetting.conftest import DAY_MS, Service


@pytest.fixture
def ill(service: Service) -> Service:
    service.remember("one", ("alice", "I was diagnosed with sarcoidosis last spring in Lyon."))
    service.remember("two", ("alice", "I play the cello on Sundays."), at=DAY_MS)
    return service


def test_an_edit_that_is_indexed_just_before_the_entry_goes(
    ill: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    delete_entries = store.delete_entries
    others: list[Thread] = []

    def delete_late(path: PurePosixPath, identifiers: Collection[str], revived: Collection[str] = ()) -> None:
        if not others:
            others.append(Thread(target=index_here))
            others[0].start()
            others[0].join(2)  # longer than it takes, unless it is kept waiting until the entry is gone
        delete_entries(path, identifiers, revived)

    [file] = ill.root.rglob("episode-2025-05-28.md")
    file.write_text(file.read_text().replace("sarcoidosis", "asthma"))
    scan()
    monkeypatch.setattr(store, "delete_entries", delete_late)
    assert ill.post("delete", {"session_id": "one"}).status_code in (200, 202)
    others[0].join()
    finish(ill)
    assert ill.places_of("sarcoidosis") == []
    assert ill.places_of("asthma") == []


def index_here() -> None:
    index_changes()
    connections.close_all()


def test_a_fact_that_is_cut_out_at_the_second_attempt(ill: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the first one its words are removed, and a strategy is still at work."""
    ill.say("one", ("alice", "I sold my motorbike."), ("alice", "I keep bees."), at=2 * DAY_MS)
    ill.ok("flush", {"session_id": "one"})
    ill.settle()
    [fact] = [one for one in ill.listed("atomic_fact") if "motorbike" in one["content"]]
    with monkeypatch.context() as patched:
        patched.setattr(removal, "forget_runs", lambda *_: False)
        assert ill.post("delete", {"id": fact["id"]}).status_code == 202
    finish(ill)
    assert "bees" in str(ill.listed("episode"))
    assert ill.places_of("motorbike") == []


def finish(service: Service) -> None:
    Forgetting.objects.update(available_at=timezone.now())
    work.resume()
    service.settle()
    assert Forgetting.objects.get().stage == Forgetting.Stage.DONE
