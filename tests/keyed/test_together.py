"""Many at once: one key, many keys, and somebody who removes."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connections

from memory.keyed import documents, entries
from memory.keyed.entries import Caller
from memory.models import KeyedDocument
from tests.keyed.conftest import absolute, entry_path

ALICE = Caller("alice")
MANY = 50

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def root(root: Path, transactional_db: None) -> Path:
    return root


def at_once(act: Callable[[int], object]) -> None:
    """Whatever one of them raises is raised here."""

    def closing(number: int) -> None:
        try:
            act(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(MANY) as threads:
        list(threads.map(closing, range(MANY)))


def test_one_key(root: Path) -> None:
    at_once(lambda number: entries.store("bot", ALICE, "lesson", f"value {number}"))
    [row] = KeyedDocument.objects.all()
    file = entries.retrieve("bot", ALICE, "lesson")
    assert str(file.path) == row.path
    assert str(file.values["value"]).startswith("value ")
    assert len(list(root.rglob("*.md"))) == 1


def test_many_keys(root: Path) -> None:
    at_once(lambda number: entries.store("bot", ALICE, f"{'k' * 300}{number}", str(number)))
    assert KeyedDocument.objects.filter(removed_at=None).count() == MANY
    assert {file.values["value"] for file in entries.listed("bot", ALICE, MANY, 0)} == {
        str(n) for n in range(MANY)
    }


def test_every_change_counts(root: Path) -> None:
    path = entry_path("count")
    entries.store("bot", ALICE, "count", "")
    at_once(
        lambda _: documents.change(path, lambda values: values and {**values, "value": f"{values['value']}."})
    )
    assert entries.retrieve("bot", ALICE, "count").values["value"] == "." * MANY


def test_the_register_agrees_with_the_files_in_the_end(root: Path) -> None:
    def store_or_remove(number: int) -> None:
        key = f"{'k' * 300}{number % 5}"
        if number % 2:
            entries.store("bot", ALICE, key, "x")
        else:
            documents.remove(entry_path(key))

    at_once(store_or_remove)
    rows = KeyedDocument.objects.all()
    assert {row.path for row in rows if row.removed_at is None} == {
        row.path for row in rows if absolute(entry_path(row.name)).exists()
    }
