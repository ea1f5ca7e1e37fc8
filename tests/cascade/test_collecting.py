"""Changes that come shortly after each other are indexed together; searches read them from the files until then."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.signals import worker_ready, worker_shutdown
from django.utils import timezone

from cascade.drain import drain
from cascade.models import MdChangeState
from memory.coordination import wake_ups
from tests.cascade.conftest import tell
from tests.cascade.test_pace import asked_for
from tests.conftest import change_settings
from tests.system.client import eventually
from tests.system.server import Server


@pytest.fixture
def worker_here(transactional_db: None) -> Iterator[None]:
    asked_for()
    worker_ready.send(sender=None)
    yield
    worker_shutdown.send(sender=None)


@pytest.fixture
def one_at_a_time(root: Path, settings: Any) -> None:
    """A batch is one file; two files wait."""
    change_settings(settings, "cascade", batch_files=1, collect_seconds=4)
    tell("Alice bought a red bicycle.")
    tell("Bob went to Lisbon.", owner="bob")


@pytest.mark.usefixtures("worker_here", "one_at_a_time")
def test_what_has_only_just_come_is_left_to_another_drain():
    asked_for()
    wake_ups.INDEX_VECTORS.heard()
    assert drain(collect=True) == 1
    assert MdChangeState.objects.filter(status="pending").count() == 1
    assert asked_for() == ["cascade.tasks.drain"]
    assert drain(collect=True) == 1  # the first batch of each drain takes what there is


@pytest.mark.usefixtures("worker_here", "one_at_a_time")
def test_what_has_waited_is_indexed_at_once():
    MdChangeState.objects.update(enqueued_at=timezone.now() - timedelta(seconds=5))
    assert drain(collect=True) == 2
    assert not MdChangeState.objects.filter(status="pending").exists()


@pytest.mark.usefixtures("one_at_a_time")
def test_a_command_leaves_nothing():
    assert drain() == 2


def test_sessions_that_end_together_are_indexed_together(tmp_path: Path) -> None:
    server = Server(
        tmp_path / "memory", {"EVEROS_LOG__FORMAT": "json", "EVEROS_CASCADE__COLLECT_SECONDS": "4"}
    ).start()
    try:
        server.ready()
        client = server.client()
        for name in ("alice", "bob"):
            message = {"sender_id": name, "role": "user", "timestamp": 1763700000000}
            client.add(f"of {name}", [message | {"content": f"{name} adopted a tortoise called Rex."}]).ok()
            client.flush(f"of {name}").ok()
            [found] = client.search(name, "tortoise", pending=True, method="keyword")
            assert found["pending"]  # read from its file
        client.close()
        server.ready()
        batches = eventually(lambda: _batches(server), "the index has them")
        assert [batch["files"] for batch in batches if batch["kind"] == "episode"] == [2]
    finally:
        server.stop()


def _batches(server: Server) -> list[dict[str, Any]]:
    lines = map(json.loads, server.log.read_text("utf-8").splitlines())
    return [line for line in lines if line["event"] == "files indexed"]
