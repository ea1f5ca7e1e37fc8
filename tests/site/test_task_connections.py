"""Tasks go on with the connections of their thread, unless those are broken."""

from collections.abc import Iterator
from queue import Queue
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.db import connection

from everos_site.celery import app


@pytest.fixture
def seen(transactional_db: None) -> Iterator[Queue[int]]:
    """Which connection each run of the task `look` has found."""
    found: Queue[Any] = Queue()

    @app.task(name="memory.tasks.look")
    def look(breaks: bool) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        found.put(connection.connection)
        if breaks:
            connection.errors_occurred = True
            connection.is_usable = lambda: False

    with start_worker(app, pool="threads", concurrency=1, perform_ping_check=False):
        yield found
    del app.tasks[look.name]


def run(found: Queue[Any], breaks: bool = False) -> Any:
    app.send_task("memory.tasks.look", [breaks])
    return found.get(timeout=20)


def test_a_connection_is_kept(seen: Queue[Any]) -> None:
    assert run(seen) is run(seen)


def test_a_broken_one_is_replaced(seen: Queue[Any]) -> None:
    broken = run(seen, breaks=True)
    assert run(seen) is not broken
