"""How often all files are compared with the index: rarely, if that takes long; at once, if somebody asks."""

import os
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from celery import current_app
from django.utils import timezone

from cascade import tasks
from cascade.models import SCAN_PAUSE_FACTOR, IndexRepair, MdChangeState, ScanReport
from cascade.scanner import is_due, scan
from cascade.status import status
from tests.cascade.conftest import edit, indexed, settle
from tests.conftest import change_settings


def scanned(seconds: float, ago: timedelta = timedelta()) -> datetime:
    """The latest scan took so much of a processor, and ended then."""
    ended = timezone.now() - ago
    ScanReport.objects.update_or_create(
        pk=1,
        defaults={
            "finished_at": ended,
            "documents": 1,
            "changed": 0,
            "seconds": 9,
            "processor_seconds": seconds,
        },
    )
    return ended


def asked_for() -> list[str]:
    """The tasks that wait in the broker, taken out."""
    names: list[str] = []
    with current_app.connection_for_read() as connection:
        queue = connection.SimpleQueue("cascade")
        with suppress(queue.Empty):
            while True:
                message = queue.get(block=False)
                message.ack()
                names.append(message.headers["task"])
        queue.close()
    return names


def test_a_scan_of_few_files_is_due_whenever_the_clock_asks(db):
    scanned(0.001, ago=timedelta(seconds=1))
    assert is_due()


def test_the_first_scan_is_due(db):
    assert is_due()


def test_a_long_scan_is_followed_by_a_long_pause(db):
    scanned(3, ago=timedelta(seconds=3 * SCAN_PAUSE_FACTOR - 60))
    assert not is_due()
    scanned(3, ago=timedelta(seconds=3 * SCAN_PAUSE_FACTOR + 1))
    assert is_due()


def test_a_clock_that_was_set_back_delays_no_scan(db):
    scanned(3, ago=timedelta(hours=-1))
    assert is_due()


def test_health_tells_when_the_next_scan_comes(db):
    ended = scanned(3)
    assert status()["scan"]["next_at"] == (ended + timedelta(seconds=3 * SCAN_PAUSE_FACTOR)).isoformat()
    ended = scanned(0.1)
    assert status()["scan"]["next_at"] == (ended + timedelta(seconds=60)).isoformat()


@pytest.mark.parametrize("broker", [None, "redis://nowhere:6379/0"])
def test_scans_are_not_called_late_during_the_pause_after_a_long_one(db, settings, monkeypatch, broker):
    change_settings(settings, "broker", url=broker)
    monkeypatch.setattr("cascade.status.STARTED_AT", timezone.now() - timedelta(days=1))
    assert settings.EVEROS.alone == (broker is None)
    scanned(3, ago=timedelta(seconds=3 * SCAN_PAUSE_FACTOR))
    assert status()["complete"]
    scanned(0.1, ago=timedelta(seconds=3 * SCAN_PAUSE_FACTOR))
    assert any("lately" in reason for reason in status()["reasons"])


def test_between_scans_no_file_is_compared(told):
    scanned(3)
    other = told.with_name("episode-2026-11-22.md")
    other.write_text(told.read_text())
    asked_for()
    tasks.scan_if_due()
    assert asked_for() == ["cascade.tasks.drain"]
    assert not MdChangeState.objects.filter(path__endswith=other.name).exists()


def test_between_scans_what_is_wrong_with_the_index_is_looked_at_again(told):
    scanned(3)
    IndexRepair.objects.create(kind="episode", reason="an operator asked for it", files_total=9)
    tasks.scan_if_due()
    assert status()["complete"]
    ScanReport.objects.update(problems=["index of episode could not be checked: the model is away"])
    tasks.scan_if_due()
    assert status()["complete"]


def test_between_scans_failed_files_get_another_attempt(told):
    scanned(3)
    past = timezone.now() - timedelta(minutes=1)
    MdChangeState.objects.update(status="failed", available_at=past)
    tasks.scan_if_due()
    assert MdChangeState.objects.get().status == "pending"


def test_the_clock_asks_for_a_scan_that_is_due(told):
    scanned(0.001, ago=timedelta(seconds=1))
    asked_for()
    tasks.scan_if_due()
    assert asked_for() == ["cascade.tasks.scan"]


def test_what_was_edited_and_deleted_while_nobody_watched_is_found_by_the_next_scan(told):
    other = told.with_name("episode-2026-11-22.md")
    other.write_text(told.read_text().replace("2026-11-21", "2026-11-22").replace("20261121", "20261122"))
    settle()
    other.unlink()
    edit(told, "red bicycle", "green tandem")
    os.utime(told.parent, ns=(0, 0))  # the times of folders say nothing about it
    scanned(3, ago=timedelta(days=1))
    assert is_due()
    assert scan() == 2
    settle()
    assert len(indexed()) == 1
    assert MdChangeState.objects.count() == 1
