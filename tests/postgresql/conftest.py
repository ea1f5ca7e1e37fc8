"""Tests of what PostgreSQL does otherwise than SQLite.

tests/distributed/test_on_postgresql.py runs them, as does `TEST_DATABASE_URL=postgresql://… make test`; where the
tests run on SQLite, they are not collected.
"""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connections

from tests.ome.conftest import register
from tests.postgresql.other import Other

__all__ = ["register"]

collect_ignore_glob = [] if "TEST_DATABASE_URL" in os.environ else ["test_*.py"]


@pytest.fixture(autouse=True)
def _own_root(root: Path, transactional_db: None) -> None:
    """What a test writes is committed: other connections and processes are to see it."""


@pytest.fixture(scope="module")
def _waiting(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[list[Other]]:
    """Processes that have nothing to do. To start one costs as much as several tests."""
    waiting: list[Other] = []
    yield waiting
    for other in waiting:
        other.kill()


@pytest.fixture
def start(_waiting: list[Other], tmp_path: Path) -> Iterator[Callable[[], Other]]:
    """`start()` gives another process that shares the database."""
    address = urlsplit(os.environ["TEST_DATABASE_URL"])
    database = urlunsplit(address._replace(path=f"/{connections['default'].settings_dict['NAME']}"))
    others: list[Other] = []

    def begin() -> Other:
        others.append(_waiting.pop() if _waiting else Other(tmp_path, database))
        return others[-1]

    yield begin
    for other in others:
        if other.running and other.ask("rest") == "yes":
            _waiting.append(other)
        else:
            other.kill()


def in_threads(work: Callable[[Any], Any], arguments: Iterable[Any]) -> list[Any]:
    """All at the same moment, each with a connection of its own."""
    things = list(arguments)
    ready = threading.Barrier(len(things))

    def one(thing: Any) -> Any:
        ready.wait(30)
        try:
            return work(thing)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(things)) as pool:
        return list(pool.map(one, things))
