"""Tells workers that there is something to do. A lost wake-up costs time, never work."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress

import structlog
from celery import current_app
from celery.signals import worker_ready, worker_shutdown
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from memory import redis
from memory.errors import RedisUnavailable

log = structlog.get_logger(__name__)
# A wake-up that has not arrived after this many seconds counts as lost.
LOST_AFTER_SECONDS = 5.0


class Pending:
    """Whether a wake-up of this process is on its way; the work that it starts will see later changes too."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked_at: float | None = None

    def ask(self, now: float) -> bool:
        """True if a wake-up must be sent because none is on its way."""
        with self._lock:
            if self._asked_at is not None and now - self._asked_at < LOST_AFTER_SECONDS:
                return False
            self._asked_at = now
            return True

    def begin(self) -> None:
        with self._lock:
            self._asked_at = None


class SharedPending:
    """Whether a wake-up is on its way, known to all processes, so that the broker does not fill up without a worker.

    Raises RedisUnavailable.
    """

    def __init__(self, url: str, task: str) -> None:
        self._url, self._key = url, f"everos:pending:{task}"

    def ask(self, now: float) -> bool:
        with redis.answering():
            asked = redis.client_of(self._url).set(self._key, now, nx=True, px=int(LOST_AFTER_SECONDS * 1000))
        return bool(asked)

    def begin(self) -> None:
        with redis.answering():
            redis.client_of(self._url).delete(self._key)


class WakeUp:
    """Wakes a worker for one task, which reports that it has `heard`: at once, or `delay()` seconds after the first of
    several that are sent meanwhile.
    """

    def __init__(self, task: str, delay: Callable[[], float] = lambda: 0.0) -> None:
        self._task = task
        self._delay = delay
        self._here = Pending()
        _wake_ups.append(self)

    def send(self) -> None:
        """Sends the wake-up once the current transaction is committed, if a worker can receive it."""
        transaction.on_commit(self._deliver)

    def heard(self) -> None:
        """Whatever arrives from now on needs a wake-up of its own."""
        with suppress(RedisUnavailable):  # logged; a wake-up on its way soon counts as lost
            self._pending().begin()

    def _deliver(self) -> None:
        # Nobody reads this process's messages unless a worker runs in it: commands and tests send none.
        if settings.EVEROS.alone and not _worker_here.is_set():
            return
        try:
            if self._pending().ask(time.monotonic()):
                countdown = self._delay() or None
                current_app.send_task(self._task, countdown=countdown, retry=False, ignore_result=True)
        except (OperationalError, RedisUnavailable, OSError) as error:
            self._here.begin()
            log.warning("the broker cannot be reached; the work waits for the next sweep", error=str(error))

    def _pending(self) -> Pending | SharedPending:
        url = settings.EVEROS.broker.url
        return self._here if url is None else SharedPending(url.get_secret_value(), self._task)


_wake_ups: list[WakeUp] = []
_worker_here = threading.Event()

EXTRACT_CELLS = WakeUp("memory.tasks.retry_cells")
INDEX_TEXTS = WakeUp("cascade.tasks.index_texts")  # or run a rebuild
INDEX_VECTORS = WakeUp("cascade.tasks.drain", delay=lambda: settings.EVEROS.cascade.collect_seconds)
SCAN_FILES = WakeUp("cascade.tasks.scan")
RUN_STRATEGIES = WakeUp("ome.tasks.drain")
FORGET = WakeUp("everos_site.tasks.forget")


@worker_ready.connect
def _worker_started(**_: object) -> None:
    _worker_here.set()


@worker_shutdown.connect
def _worker_stopped(**_: object) -> None:
    _worker_here.clear()
    for wake_up in _wake_ups:
        wake_up.heard()
