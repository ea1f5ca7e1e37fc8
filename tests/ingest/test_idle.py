"""Sessions that nobody closes, closed by a silence."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from memory.ingest.idle import flush_idle
from memory.models import BufferedMessage, MemCell
from tests.conftest import change_settings
from tests.ingest.talk import add, episodes, said, waiting

pytestmark = pytest.mark.django_db


def silent_for(minutes: int) -> None:
    """As if everything that waits had come so long ago."""
    BufferedMessage.objects.update(accepted_at=timezone.now() - timedelta(minutes=minutes))


def test_never_unless_it_is_wanted(root: Path) -> None:
    add(said("I moved to Oslo"))
    silent_for(minutes=10_000)
    assert flush_idle() == 0
    assert not MemCell.objects.exists()


def test_after_the_silence(root: Path, settings: Settings) -> None:
    change_settings(settings, "memory", flush_idle_minutes=10)
    add(said("I moved to Oslo"))
    silent_for(minutes=11)
    assert flush_idle() == 1
    assert "Oslo" in episodes(root)[0].values["content"]
    assert waiting() == []
    assert flush_idle() == 0


def test_not_while_somebody_talks(root: Path, settings: Settings) -> None:
    change_settings(settings, "memory", flush_idle_minutes=10)
    add(said("I moved to Oslo"))
    silent_for(minutes=11)
    add(said("and I like it there", at=60_000))
    assert flush_idle() == 0
    assert len(waiting()) == 2
