"""Sessions that nobody has used for `EVEROS_STM__KEEP_DAYS` are forgotten, by the clock or by Redis."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from memory import redis
from memory.models import SessionMessage, SessionSettings
from memory.stm import database_buffer
from memory.stm.sessions import configure, newest_messages
from memory.tasks import prune
from tests.conftest import change_settings
from tests.stm.conftest import say

DAY = 86_400


def age(session_id: str, days: float) -> None:
    """Its messages and its configuration become so old, in the database."""
    SessionMessage.objects.filter(session_id=session_id).update(timestamp=time.time() - days * DAY)
    SessionSettings.objects.filter(pk=session_id).update(changed_at=timezone.now() - timedelta(days=days))


@pytest.mark.django_db
def test_the_database_forgets_what_is_old() -> None:
    for session_id in ("old", "older", "used", "young"):
        say("hello", session_id=session_id)
        configure(session_id, {"max_messages": 3})
    age("old", 91)
    age("older", 92)
    age("used", 91)
    say("again", session_id="used")
    age("young", 89)
    prune()
    assert [len(newest_messages(name)) for name in ("old", "older", "used", "young")] == [0, 0, 2, 1]
    assert set(SessionSettings.objects.values_list("pk", flat=True)) == {"used", "young"}


@pytest.mark.django_db
def test_a_configuration_is_forgotten_though_nobody_has_ever_said_anything() -> None:
    for session_id in ("old", "changed"):
        configure(session_id, {"max_messages": 3})
        age(session_id, 91)
    configure("changed", {"max_tokens": 900})
    prune()
    assert list(SessionSettings.objects.values_list("pk", "max_messages")) == [("changed", 3)]


@pytest.mark.django_db
def test_who_speaks_while_her_session_is_chosen_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    lock = database_buffer.one_at_a_time

    def and_she_was_first(name: str) -> None:
        monkeypatch.setattr(database_buffer, "one_at_a_time", lock)
        say("again")
        lock(name)

    say("hello")
    age("s1", 91)
    monkeypatch.setattr(database_buffer, "one_at_a_time", and_she_was_first)
    prune()
    assert len(newest_messages("s1")) == 2


@pytest.mark.django_db
def test_the_database_keeps_everything_where_that_is_wanted(settings: Any) -> None:
    change_settings(settings, "stm", keep_days=0)
    say("hello")
    age("s1", 5000)
    prune()
    assert len(newest_messages("s1")) == 1


@pytest.mark.parametrize("store", ["redis"], indirect=True)
def test_in_redis_each_message_puts_the_end_off(store: str, settings: Any) -> None:
    def left() -> list[int]:
        return [redis.client().ttl(f"stm:s1:{part}") for part in ("messages", "config")]  # type: ignore[misc]

    configure("s1", {"max_messages": 3})
    assert left()[1] > 90 * DAY - 60, "nobody may ever say anything in it"
    say("hello")
    assert all(90 * DAY - 60 < seconds <= 90 * DAY for seconds in left())
    redis.client().expire("stm:s1:messages", 60)
    redis.client().expire("stm:s1:config", 60)
    say("again")
    assert all(90 * DAY - 60 < seconds <= 90 * DAY for seconds in left())
    change_settings(settings, "stm", keep_days=0)
    say("for ever")
    assert left() == [-1, -1]
    assert [message.content for message in newest_messages("s1")] == ["hello", "again", "for ever"]
