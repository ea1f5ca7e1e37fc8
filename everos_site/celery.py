"""The Celery app: wake-ups and schedule. The work itself is stored in rows, so a lost message loses nothing."""

import os
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from celery import Celery
from celery.contrib.django.task import DjangoTask
from django.conf import settings
from django.db import Error as DatabaseError
from kombu.entity import Exchange, Queue

from everos_site import celery_signals  # noqa: F401  (connects them)
from everos_site.sections import BrokerSection
from everos_site.within_process import WITHIN_PROCESS
from memory.coordination import processes
from memory.coordination.request_ids import bind_request_id, current_request_id

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
# They import the views, and with them much that a worker does not need; everos_site.worker checks the settings.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")


@dataclass(slots=True)
class Turn:
    """How often a task is running in this process, and whether a message has arrived that no run has covered yet."""

    running: int = 0
    repeat: bool = False
    asked_by: str | None = None  # the request id of the latest such message


class WakeUp(DjangoTask):
    """A message only says that there may be work, so a task runs at most `at_once` times in parallel in a process.

    Messages that arrive meanwhile are covered by one more run. A hundred writes make few large commits to the index,
    and a slow task never occupies more than its share of the worker's threads.
    """

    abstract = True
    Request = "everos_site.worker:Unacknowledged"
    at_once = 1
    _turns: dict[str, Turn] = {}
    _guard = threading.Lock()

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        turn = self._turns.setdefault(self.name, Turn())
        with self._guard:
            turn.repeat = turn.running >= self.at_once
            if turn.repeat:
                turn.asked_by = current_request_id()
                return
            turn.running += 1
        try:
            while True:
                super().__call__(*args, **kwargs)
                with self._guard:
                    if not turn.repeat:
                        turn.running -= 1
                        return
                    turn.repeat = False
                    asked_by = turn.asked_by
                bind_request_id(asked_by)
        except BaseException as error:
            if isinstance(error, DatabaseError):  # claims may not have been returned
                processes.renew_identity()
            with self._guard:
                turn.running -= 1
            raise


def beat_schedule(scan_interval_seconds: int) -> dict[str, dict[str, Any]]:
    """Seconds between two messages of each periodic task. A message that is not consumed in time is dropped."""
    seconds = {
        "cascade.tasks.index_texts": 5,  # changes whose wake-up was lost, or whose next attempt is due
        "cascade.tasks.scan_if_due": scan_interval_seconds,  # files that the watcher missed; health of the index
        "cascade.tasks.optimize": 60,
        "memory.tasks.retry_cells": 5,  # cells waiting for a model
        "memory.tasks.flush_idle": 15,  # sessions that nobody flushes: a silence does
        "memory.tasks.prune": 3600,
        "memory.tasks.forget_expired": 30,  # expired keyed entries
        "memory.tasks.decay": 600,  # decay of unused keyed entries; rarely due
        "ome.tasks.drain": 5,  # runs whose wake-up was lost, or whose next attempt is due
        "ome.tasks.tick": 5,  # runs held for a silence or a time of day
        "ome.tasks.prune": 3600,
        "everos_site.tasks.forget": 5,  # requests to forget that were interrupted
        "everos_site.tasks.sample": 60,  # the state of the server, for charts
        "everos_site.tasks.settle_sessions": 15,  # items of agents' sessions not yet added to memory
        "everos_site.tasks.prune": 3600,  # expired logins and sessions
        "everos_site.tasks.release_dead_claims": 5,  # work of a killed process
    }
    return {
        name: {"task": name, "schedule": every, "options": {"expires": every}}
        for name, every in seconds.items()
    }


def broker(section: BrokerSection) -> dict[str, Any]:
    """Messages stay within the one server process, or go through Redis to workers on any machine."""
    if section.url is None:
        return {"broker_url": f"{WITHIN_PROCESS}://localhost/"}
    return {
        "broker_url": section.url.get_secret_value(),
        "broker_connection_retry_on_startup": True,
        # An unavailable broker delays a request no longer than this; periodic tasks find what was not announced.
        "broker_transport_options": {"socket_connect_timeout": 2.0, "socket_timeout": 30.0},
    }


QUEUES = ("cascade", "ome", "memory", "everos_site")  # of the apps: a worker may serve some of them (`-Q`)

app = Celery("everos", task_cls=WakeUp, include=["everos_site.worker"])
app.conf.update(
    **broker(settings.EVEROS.broker),
    task_ignore_result=True,
    # Without acknowledgements: a wake-up may get lost, and a worker with unacknowledged ones would exit when Redis goes
    # away.
    task_queues=[Queue(name, Exchange(name), routing_key=name, no_ack=True) for name in QUEUES],
    task_default_queue="memory",
    task_routes={f"{name}.*": {"queue": name} for name in QUEUES},
    worker_pool="threads",
    CELERY_DB_REUSE_MAX=sys.maxsize,  # tasks after which Celery closes a thread's connections (celery_signals)
    worker_hijack_root_logger=False,
    beat_scheduler="everos_site.beat:SteadyScheduler",  # no file: what is due is stored in rows
    beat_schedule=beat_schedule(settings.EVEROS.cascade.scan_interval_seconds),
    timezone="UTC",
)
app.set_default()
app.autodiscover_tasks(QUEUES)


def threads_for(scheduled: Iterable[str]) -> int:
    """As many that each scheduled task, and a scan that was asked for, always finds a free thread."""
    app.loader.import_default_modules()
    return sum(app.tasks[name].at_once for name in [*scheduled, "cascade.tasks.scan"])
