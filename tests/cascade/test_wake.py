"""Wake-ups: sent when somebody can hear them, and not more than needed."""

from collections.abc import Iterator

import pytest
from celery import current_app
from celery.signals import worker_ready, worker_shutdown
from django.conf import settings
from kombu.exceptions import OperationalError

from memory.coordination import wake_ups
from memory.coordination.wake_ups import Pending, SharedPending
from memory.errors import RedisUnavailable
from tests.redis_server import RedisServer


@pytest.fixture
def worker_here() -> Iterator[None]:
    worker_ready.send(sender=None)
    yield
    worker_shutdown.send(sender=None)


def waiting_messages() -> int:
    """What lies in the broker, taken out."""
    with current_app.connection_for_read() as connection:
        queue = connection.SimpleQueue("cascade")
        count = 0
        while True:
            try:
                queue.get(block=False).ack()
            except queue.Empty:
                queue.close()
                return count
            count += 1


@pytest.fixture(autouse=True)
def _empty_broker() -> None:
    assert settings.EVEROS.alone
    waiting_messages()
    wake_ups.INDEX_TEXTS.heard()


def test_nobody_to_wake(transactional_db):
    for _ in range(100):
        wake_ups.INDEX_TEXTS.send()
    assert waiting_messages() == 0


def test_many_changes_are_one_wake_up(transactional_db, worker_here):
    for _ in range(100):
        wake_ups.INDEX_TEXTS.send()
    assert waiting_messages() == 1


def test_a_change_after_the_drain_began_needs_another(transactional_db, worker_here):
    wake_ups.INDEX_TEXTS.send()
    wake_ups.INDEX_TEXTS.heard()
    wake_ups.INDEX_TEXTS.send()
    assert waiting_messages() == 2


def test_one_that_the_broker_did_not_take_is_not_waited_for(transactional_db, worker_here, monkeypatch):
    def away(*_: object, **__: object) -> None:
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(current_app, "send_task", away)
        wake_ups.INDEX_TEXTS.send()
    wake_ups.INDEX_TEXTS.send()
    assert waiting_messages() == 1


def test_one_that_a_worker_did_not_hear_before_it_stopped_is_not_waited_for(transactional_db, worker_here):
    wake_ups.INDEX_TEXTS.send()
    worker_shutdown.send(sender=None)
    worker_ready.send(sender=None)
    wake_ups.INDEX_TEXTS.send()
    assert waiting_messages() == 2


def test_not_before_the_commit(django_capture_on_commit_callbacks, db, worker_here):
    with django_capture_on_commit_callbacks(execute=True):
        wake_ups.INDEX_TEXTS.send()
        assert waiting_messages() == 0
    assert waiting_messages() == 1


def test_a_wake_up_that_got_lost_is_sent_again():
    pending = Pending()
    assert pending.ask(now=0.0)
    assert not pending.ask(now=4.0)
    assert pending.ask(now=6.0)


def test_processes_that_share_a_broker_send_one_between_them(redis_server: RedisServer) -> None:
    one, other = (SharedPending(redis_server.url, "a task") for _ in range(2))
    assert one.ask(now=0.0)
    assert not other.ask(now=0.0)
    other.begin()
    assert one.ask(now=0.0)
    one.begin()


def test_a_broker_that_is_away_is_told() -> None:
    with pytest.raises(RedisUnavailable):
        SharedPending("redis://127.0.0.1:1/0", "a task").ask(now=0.0)
