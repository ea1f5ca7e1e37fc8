"""What the clock does to entries."""

from datetime import timedelta
from pathlib import Path, PurePosixPath

import pytest
from celery import current_app
from django.utils import timezone
from pytest_django.fixtures import Settings

from everos_site.celery import beat_schedule
from memory import tasks
from memory.errors import LockTimeout
from memory.keyed import documents, retention
from memory.keyed.documents import Revise
from memory.models import KeyedDocument
from tests.conftest import change_settings
from tests.keyed.conftest import NOON, absolute, note, store


@pytest.fixture(autouse=True)
def never_decayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "_decayed_at", None)


def faded(key: str) -> None:
    path = store(key).path
    long_ago = timezone.now() - timedelta(days=1000)
    KeyedDocument.objects.filter(path=str(path)).update(accessed_at=long_ago)


def test_the_clock_removes_what_has_expired(root: Path) -> None:
    path = store("lesson", expires_at=NOON).path
    tasks.forget_expired()
    assert not absolute(path).exists()


def test_an_entry_that_is_locked_holds_up_no_other(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked, other = (store(key, expires_at=NOON).path for key in ("a", "b"))
    change = documents.change

    def changed(path: PurePosixPath, revise: Revise) -> object:
        if path == locked:
            raise LockTimeout
        return change(path, revise)

    monkeypatch.setattr(documents, "change", changed)
    assert retention.forget_expired() == 1
    assert (absolute(locked).exists(), absolute(other).exists()) == (True, False)


def test_notes_neither_expire_nor_fade(root: Path) -> None:
    path = note("n-1", "Tea.").path
    KeyedDocument.objects.update(accessed_at=NOON - timedelta(days=1000), expires_at=NOON)
    assert (retention.forget_expired(), retention.decay()) == (0, 0)
    assert absolute(path).exists()


def test_tombstones_of_notes_stay(root: Path) -> None:
    absolute(path := note("n-1", "Tea.").path).unlink()
    KeyedDocument.objects.filter(path=str(path)).update(removed_at=NOON - timedelta(days=1000))
    retention.forget_expired()
    assert KeyedDocument.objects.count() == 1


def test_decay_comes_once_in_its_interval(root: Path, settings: Settings) -> None:
    change_settings(settings, "agent_memory", forget_below=0.1)
    faded("one")
    assert retention.decay_if_due() == 1
    faded("two")
    assert retention.decay_if_due() == 0


def test_nothing_fades_while_nobody_can_read(root: Path, settings: Settings) -> None:
    change_settings(settings, "agent_memory", enabled=False)
    faded("lesson")
    assert retention.decay_if_due() == 0
    assert KeyedDocument.objects.get().importance == 1.0
    change_settings(settings, "agent_memory", enabled=True)
    retention.decay_if_due()
    assert KeyedDocument.objects.get().importance < 0.01


def test_a_clock_that_goes_back_makes_nothing_more_important(settings: Settings) -> None:
    assert retention.importance(NOON + timedelta(days=1), NOON) == 1.0


def test_the_beat_asks_for_both() -> None:
    schedule = beat_schedule(30)
    for name in ("memory.tasks.forget_expired", "memory.tasks.decay"):
        assert name in schedule
        assert name in current_app.tasks
