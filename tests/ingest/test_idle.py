"""Sessions that nobody closes, closed by a silence."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from memory.conversation.messages import Turn
from memory.ingest import cells, flush
from memory.ingest.extraction import Extraction
from memory.ingest.flush import flush_idle
from memory.models import BufferedMessage, MemCell
from tests.conftest import change_settings
from tests.ingest.talk import add, episodes, said, waiting

pytestmark = pytest.mark.django_db


def silent_for(minutes: int) -> None:
    """As if everything that waits had come so long ago."""
    BufferedMessage.objects.update(accepted_at=timezone.now() - timedelta(minutes=minutes))


def test_after_a_minute_unless_something_else_is_wanted(root: Path) -> None:
    add(said("I moved to Oslo"))
    assert flush_idle() == 0
    silent_for(minutes=2)
    assert flush_idle() == 1


def test_what_came_while_the_clock_was_ahead_has_been_silent(root: Path) -> None:
    add(said("I moved to Oslo"))
    silent_for(minutes=-10_000)
    assert flush_idle() == 1


def test_never_where_it_is_not_wanted(root: Path, settings: Settings) -> None:
    change_settings(settings, "memory", flush_idle_minutes=0)
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


def test_many_sessions_do_not_wait_for_the_next_time(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flush, "SESSIONS_A_TURN", 2)
    for number in range(5):
        add(said("I moved to Oslo", by=f"user-{number}"), session=f"session-{number}")
    silent_for(minutes=2)
    assert flush_idle() == 5


def test_a_session_that_fails_holds_up_no_other(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(said("I moved to Oslo", by="alice"), session="first")
    add(said("I moved to Bergen", by="bob"), session="second")
    silent_for(minutes=2)
    compose = cells.compose

    def broken(turns: Sequence[Turn], *how: Any) -> Extraction:
        if turns[0].sender_id == "alice":
            raise RuntimeError("a defect")
        return compose(turns, *how)

    monkeypatch.setattr(cells, "compose", broken)
    assert flush_idle() == 1
    assert "Bergen" in episodes(root, "bob")[0].values["content"]
    assert "a defect" in MemCell.objects.get(session_id="first").error


def test_not_while_somebody_talks(root: Path, settings: Settings) -> None:
    change_settings(settings, "memory", flush_idle_minutes=10)
    add(said("I moved to Oslo"))
    silent_for(minutes=11)
    add(said("and I like it there", at=60_000))
    assert flush_idle() == 0
    assert len(waiting()) == 2
