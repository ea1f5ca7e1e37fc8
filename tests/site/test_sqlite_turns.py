"""Writers of one process take turns: nobody asks a busy SQLite, which would refuse at once here."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction

from everos_site.sqlite.base import DatabaseWrapper
from memory.models import EmptyTable

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has many writers"),
]


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


def impatient(write: Callable[[], object]) -> None:
    """On a connection of its own, to which SQLite answers at once that the database is locked."""
    try:
        connection.cursor().execute("PRAGMA busy_timeout = 0")
        write()
    finally:
        connection.close()


def write(name: str) -> None:
    EmptyTable.objects.create(kind=name)


def write_in_transaction(name: str) -> None:
    with transaction.atomic():
        write(name)
        EmptyTable.objects.filter(kind=name).update(kind=f"{name}!")


def begun_by_another(
    pool: ThreadPoolExecutor, end: threading.Event, ending: Callable[[], object]
) -> Future[None]:
    """A transaction in another thread, which has written and waits."""
    writing = threading.Event()

    def hold() -> None:
        with transaction.atomic():
            write("first")
            writing.set()
            assert end.wait(10)
            ending()

    held = pool.submit(impatient, hold)
    assert writing.wait(10)
    return held


def fail() -> None:
    raise DatabaseError("for the test")


@pytest.mark.parametrize("second", [write, write_in_transaction])
@pytest.mark.parametrize("ending", [lambda: None, fail, connection.close])
def test_a_writer_waits_until_another_has_ended(
    pool: ThreadPoolExecutor, second: Callable[[str], None], ending: Callable[[], object]
) -> None:
    end = threading.Event()
    first = begun_by_another(pool, end, ending)
    later = [pool.submit(impatient, lambda name=f"{number}": second(name)) for number in range(4)]  # type: ignore[misc]
    assert not any(future.done() for future in later)
    end.set()
    for future in later:
        future.result(10)
    first.exception(10)
    assert EmptyTable.objects.exclude(kind="first").count() == 4


def test_readers_do_not_wait(pool: ThreadPoolExecutor) -> None:
    end = threading.Event()
    first = begun_by_another(pool, end, lambda: None)
    assert not EmptyTable.objects.exists()
    end.set()
    first.result(10)
    assert EmptyTable.objects.exists()


def test_many_writers_at_once(pool: ThreadPoolExecutor) -> None:
    def often(writer: int) -> None:
        for number in range(10):
            write_in_transaction(f"{writer} {number}")
            write(f"{writer} {number}")

    for future in [pool.submit(impatient, lambda writer=writer: often(writer)) for writer in range(8)]:  # type: ignore[misc]
        future.result(30)
    assert EmptyTable.objects.count() == 160


def test_a_statement_that_fails_ends_its_turn(pool: ThreadPoolExecutor) -> None:
    write("one")
    with pytest.raises(DatabaseError):
        connection.cursor().execute("INSERT INTO no_such_table VALUES (1)")
    pool.submit(impatient, lambda: write("two")).result(10)


def test_who_gets_no_turn_in_time_asks_sqlite(
    pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = connection.settings_dict["OPTIONS"]
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options | {"timeout": 0.05})
    end = threading.Event()
    first = begun_by_another(pool, end, lambda: None)
    with pytest.raises(DatabaseError, match="locked"):
        pool.submit(impatient, lambda: write("second")).result(10)
    end.set()
    first.result(10)


@pytest.mark.parametrize("replacement", [None, b""], ids=["removed", "replaced"])
def test_nobody_goes_on_with_a_file_that_is_gone(tmp_path: Path, replacement: bytes | None) -> None:
    file = tmp_path / "some.db"
    described = {**connection.settings_dict, "NAME": file}
    opened, later = (DatabaseWrapper(described, "some") for _ in range(2))
    opened.cursor().execute("CREATE TABLE words (word)")
    file.rename(tmp_path / "away")
    if replacement is not None:
        file.write_bytes(replacement)
    for each in (opened, later):
        for statement in ("INSERT INTO words VALUES ('lost')", "SELECT word FROM words", "BEGIN"):
            with pytest.raises(DatabaseError, match="removed or replaced"):
                each.cursor().execute(statement)
        each.close()
