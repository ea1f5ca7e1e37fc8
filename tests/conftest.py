"""What every test may ask for: a memory root of its own, the real server, and a model endpoint that obeys."""

import gc
import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import hypothesis
import pytest
from django.core.management import call_command
from django.db import connections
from django.db.transaction import atomic
from django.test import TransactionTestCase
from pytest_django.fixtures import Settings
from pytest_django.plugin import DjangoDbBlocker
from xdist.remote import Producer
from xdist.scheduler.loadfile import LoadFileScheduling

from memory.errors import LockLost
from tests.fakes.openai_server import FakeOpenAI
from tests.redis_server import RedisServer
from tests.services.postgres import PostgresServer
from tests.services.s3 import S3Server
from tests.system.server import Server

# The same examples at each run: a failure that only luck finds belongs to a person at work, not to somebody's change.
# `make test-long` looks for new ones (`--hypothesis-profile explore`). No clock either: a busy machine is no failure.
_no_clock = hypothesis.settings(deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.register_profile("everos", _no_clock, derandomize=True, max_examples=25)
hypothesis.settings.register_profile("explore", _no_clock, max_examples=500)
hypothesis.settings.load_profile("everos")


BEGAN = time.monotonic()
gc.disable()  # until all tests are collected: most of what there is by then stays
# On a PostgreSQL whoever writes a file uses it, too: locks are rows there.
DATABASE_FIXTURES = {"db", "transactional_db", *(["root"] if "TEST_DATABASE_URL" in os.environ else [])}
# Folders whose tests share the processes that they talk to.
SHARED = ("tests/distributed/", "tests/oauth/")
# Folders and files that take half a minute and more.
LONG = {
    "distributed", "oauth", "ops", "real_model", "security", "site", "system",
    "test_current_first.py", "test_delete.py", "test_examples.py", "test_fuzz.py", "test_fuzz_dialects.py",
    "test_inbox.py", "test_talks.py", "test_transfer.py",
}  # fmt: skip


class FilesAndFolder(LoadFileScheduling):
    """A file goes to one worker, as with `--dist loadfile`; a folder whose tests share a server goes to one, too."""

    def _split_scope(self, nodeid: str) -> str:
        folder = next((shared for shared in SHARED if nodeid.startswith(shared)), None)
        return folder or str(super()._split_scope(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    return FilesAndFolder(config, log)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--minutes", type=float, help="begin no test after so long, in another order each day")


def pytest_runtest_setup(item: pytest.Item) -> None:
    minutes = item.config.getoption("--minutes")
    if minutes is not None and time.monotonic() - BEGAN > 60 * minutes:
        pytest.skip("no time is left in this share")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest files first, so that the workers end at about the same time; of a share, each day other ones."""
    if config.getoption("--minutes") is None:
        items.sort(key=lambda item: LONG.isdisjoint(item.path.parts))
    else:
        items.sort(
            key=lambda item: crc32(
                f"{datetime.now(UTC):%F} {item.path.relative_to(config.rootpath)}".encode()
            )
        )
    for item in items:
        _open_all_databases(item)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def _open_all_databases(item: pytest.Item) -> None:
    """Who uses a database uses that of the engine, too: a flush writes to both."""
    marker = item.get_closest_marker("django_db")
    if marker is not None or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
        arguments = {"databases": "__all__", **(marker.kwargs if marker else {})}
        item.add_marker(pytest.mark.django_db(**arguments), append=False)


class Lost:
    """A lock or a claim that somebody else has by now; see `locks.under`."""

    def verify(self) -> None:
        raise LockLost


@pytest.fixture(autouse=True, scope="session")
def _no_passage_is_embedded_twice() -> Iterator[None]:
    """One local embedder for all tests of this process, which remembers; it is loaded when a test first needs it."""
    from memory.providers import registry
    from tests.embedding import RememberingEmbedder

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_local_embedder", lru_cache(maxsize=1)(RememberingEmbedder))
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A test with transactions ends with empty databases. What migrations write into them (groups, permissions) is
    copied back: having them written again takes twenty times as long.
    """
    with django_db_blocker.unblock():
        written = {alias: _rows_by_insertion(alias) for alias in connections}

    def empty(case: TransactionTestCase) -> None:
        for alias in case._databases_names(include_mirrors=False):
            call_command("flush", verbosity=0, interactive=False, database=alias, inhibit_post_migrate=True)
            with atomic(using=alias), connections[alias].cursor() as cursor:
                for insertion, rows in written[alias]:
                    cursor.executemany(insertion, rows)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


def _rows_by_insertion(alias: str) -> list[tuple[str, list[tuple[Any, ...]]]]:
    """Each table that is not empty: the statement that writes a row, and the rows."""
    found = []
    with connections[alias].cursor() as cursor:
        for table in connections[alias].introspection.django_table_names(only_existing=True):
            cursor.execute(f'SELECT * FROM "{table}"')
            if rows := cursor.fetchall():
                values = ", ".join(["%s"] * len(rows[0]))
                found.append((f'INSERT INTO "{table}" VALUES ({values})', rows))
    return found


@pytest.fixture
def root(tmp_path: Path, settings: Settings) -> Path:
    """An empty memory root that is in force for this test."""
    from memory.markdown.root import current_root

    folder = tmp_path / "memory"
    change_settings(settings, "memory", root=folder)
    current_root().ensure()
    return folder


def change_settings(settings: Settings, section: str, **values: Any) -> None:
    """Puts other values in force until the end of the test, validated as if they had been configured."""
    model = getattr(settings.EVEROS, section)
    changed = type(model).model_validate({**model.model_dump(), **values})
    settings.EVEROS = settings.EVEROS.model_copy(update={section: changed})


@pytest.fixture(autouse=True)
def _life_of_its_own() -> Iterator[None]:
    """Where the tests run on a PostgreSQL: a test leaves its rows, that of this process among them, to no other."""
    yield
    from memory.coordination import processes

    processes.leave()


@pytest.fixture(autouse=True)
def _no_report_of_another_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine /health repeats its latest report for a while."""
    from everos_site import health

    monkeypatch.setattr(health, "latest", health.Latest())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The real server in a process group of its own, answering."""
    running = Server(tmp_path / "memory")
    try:
        yield running.start()
    finally:
        running.kill()


@pytest.fixture
def fake_llm() -> Iterator[FakeOpenAI]:
    """A model endpoint on loopback that answers, fails and hangs as the test says."""
    with FakeOpenAI() as endpoint:
        yield endpoint


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One real Redis for all tests that only read and write; who stops one starts one of its own."""
    running = RedisServer(tmp_path_factory.mktemp("redis")).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """One real PostgreSQL for all, with a database for each who asks; who stops it starts it again."""
    running = PostgresServer().start()
    yield running
    running.remove()


@pytest.fixture(scope="session")
def s3_server() -> Iterator[S3Server]:
    """One real S3 interface for all; who takes it away brings it back."""
    running = S3Server().start()
    yield running
    running.remove()
