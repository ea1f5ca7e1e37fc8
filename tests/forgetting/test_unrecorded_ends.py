"""The disk becomes full in the middle of work, so that not even its end can be written: when there is room again, it is
done at once, and does not wait until its claim has run out."""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.db import OperationalError, connections

from cascade import drain
from cascade.models import MdChangeState
from cascade.tasks import drain as index
from everos_site.tasks import forget, release_dead_claims
from memory.forgetting import removal
from memory.ingest import cells
from memory.models import Forgetting, MemCell
from memory.tasks import retry_cells
from ome.engine import ending
from ome.models import StrategyRun
from ome.tasks import drain as derive
from tests.forgetting.conftest import Service

SAID = ("alice", "I moved to Lisbon in May because of the new job at the harbour.")


class Disk:
    full = False

    def write(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if self.full and not sql.startswith("SELECT"):
            cause = sqlite3.OperationalError("database or disk is full")
            cause.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise OperationalError(str(cause)) from cause
        return execute(sql, *rest)

    def fill(self, *_: Any, **__: Any) -> None:
        self.full = True
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    with ExitStack() as stack:
        for connection in connections.all():
            stack.enter_context(connection.execute_wrapper(disk.write))
        yield disk


def test_of_a_memory_cell(service: Service, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    service.say("one", SAID)
    with monkeypatch.context() as patch:
        patch.setattr(cells.store, "append", disk.fill)
        service.refusal("flush", {"session_id": "one"}, 503)
    disk.full = False
    release_dead_claims()
    retry_cells()
    [cell] = MemCell.objects.all()
    assert (cell.status, cell.deaths) == ("done", 0)


def test_of_a_request_to_forget(service: Service, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    service.remember("one", SAID)
    with monkeypatch.context() as patch:
        patch.setattr(removal, "remove", disk.fill)
        service.refusal("delete", {"session_id": "one"}, 503)
    disk.full = False
    release_dead_claims()
    forget()
    assert Forgetting.objects.get().stage == "done"


def test_of_a_changed_file(service: Service, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    service.say("one", SAID)
    service.ok("flush", {"session_id": "one"})
    with monkeypatch.context() as patch:
        patch.setattr(drain, "index_batch", disk.fill)
        with pytest.raises(OperationalError):
            index()
    disk.full = False
    release_dead_claims()
    index()
    [change] = MdChangeState.objects.filter(kind="episode")
    assert (change.status, change.deaths) == ("done", 0)


def test_of_a_derivation(service: Service, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    service.say("one", SAID)
    service.ok("flush", {"session_id": "one"})
    with monkeypatch.context() as patch:
        patch.setattr(ending, "finish", disk.fill)
        with pytest.raises(OperationalError):
            derive()
    disk.full = False
    release_dead_claims()
    derive()
    [run] = StrategyRun.objects.filter(strategy="extract_atomic_facts")
    assert (run.status, run.deaths) == ("done", 0)
