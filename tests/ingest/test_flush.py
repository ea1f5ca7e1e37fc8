"""Closing a session."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from memory.models import BufferedMessage, MemCell
from memory.signals import memcell_extracted
from tests.conftest import change_settings
from tests.ingest.talk import HOUR, START, add, episodes, flush, said, talk, told, waiting

pytestmark = pytest.mark.django_db


def test_nothing_to_do() -> None:
    assert flush() == "no_extraction"


def test_what_an_episode_says(root: Path) -> None:
    add(
        said("I moved to Oslo yesterday", sender_name="Alice"),
        said("Congratulations!", by="bot", role="assistant", at=1000),
    )
    assert flush() == "extracted"
    [entry] = episodes(root)
    assert entry.id == "ep_20230508_00000001"
    cell = MemCell.objects.get()
    assert entry.values["owner_id"] == "alice"
    assert entry.values["session_id"] == "s"
    assert entry.values["timestamp"] == datetime.fromtimestamp(START / 1000, UTC)
    assert (entry.values["parent_type"], entry.values["parent_id"]) == ("memcell", cell.pk)
    assert entry.values["sender_ids"] == ["alice", "bot"]
    assert entry.values["content"] == (
        "On Monday, 8 May 2023 at 13:56 UTC, Alice and bot talked:\n"
        "Alice: I moved to Oslo yesterday (7 May 2023)\n"
        "bot: Congratulations!"
    )
    assert (cell.status, cell.entries) == ("done", {"alice": entry.id})
    assert flush() == "no_extraction"


def test_each_user_gets_the_episode(root: Path) -> None:
    add(said("Hi Bob"), said("Hi Alice", by="bob"), said("Hi all", by="bot", role="assistant"))
    flush()
    assert told(root, "alice") == told(root, "bob")
    assert not (root / "default_app/default_project/users/bot").exists()


def test_a_talk_without_users_is_done_without_a_file(root: Path) -> None:
    add(said("step one", by="bot", role="assistant"))
    assert flush() == "extracted"
    assert MemCell.objects.get().status == "done"
    assert waiting() == []
    assert not (root / "default_app").exists()


def test_one_flush_makes_a_memory_for_each_occasion(root: Path) -> None:
    add(said("Breakfast was good"))
    add(said("Lunch was late", at=10), said("Dinner is ready", at=6 * HOUR))
    flush()
    assert [len(text.splitlines()) for text in told(root)] == [3, 2]


def test_the_day_is_that_of_the_display_zone(root: Path, settings: Settings) -> None:
    change_settings(settings, "memory", timezone="Asia/Tokyo")
    add(said("Good night", at=3 * HOUR))
    flush()
    assert episodes(root)[0].id == "ep_20230509_00000001"
    assert told(root)[0].startswith("On Tuesday, 9 May 2023 at 01:56 UTC+09:00, alice wrote:")


def test_who_listens_can_read_the_messages() -> None:
    heard = []

    def listen(cell: MemCell, **_: object) -> None:
        heard.append((cell.pk, cell.status, [row.text for row in cell.messages.order_by("id")]))

    memcell_extracted.connect(listen)
    try:
        add(said("one"), said("two", at=1))
        flush()
    finally:
        memcell_extracted.disconnect(listen)
    assert heard == [(MemCell.objects.get().pk, "done", ["one", "two"])]
    assert not BufferedMessage.objects.exists()


def test_how_many_queries_a_flush_makes() -> None:
    add(said("one"), said("two", at=1))
    with CaptureQueriesContext(connection) as queries:
        flush()
    own = [q["sql"] for q in queries if "memory_" in q["sql"]]
    # how much there is; waiting rows; cell, rows into it; pending cells; its rows; its text and that read back;
    # metadata that its messages have; cell done, rows gone; no cell of which processes die
    assert len(own) <= 12


def test_a_flush_does_not_slow_down_with_the_day(root: Path) -> None:
    """The number of queries and files does not depend on what is there."""
    for number in range(20):
        add(*talk(2, about=f"visit {number}"), session=f"s{number}")
        flush(f"s{number}")
    assert len(episodes(root)) == 20
    assert [entry.id[-8:] for entry in episodes(root)] == [f"{number:08d}" for number in range(1, 21)]
