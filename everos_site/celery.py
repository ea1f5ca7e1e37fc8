"""The Celery app: the wake-up and the clock. What is to be done stands in rows; a lost message loses nothing."""

import os
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
from memory.coordination import processes
from memory.coordination.request_ids import asking_request, log_for

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
# They import the views, and with them much that a worker does not need; everos_site.worker checks the settings.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")


@dataclass(slots=True)
class Turn:
    """How often a task runs in this process just now, and whether a message came that no run has begun after."""

    running: int = 0
    again: bool = False
    asked_by: str | None = None  # the request of the latest such message


class WakeUp(DjangoTask):
    """A message says only that there may be work, so a task runs `at_once` times at a time in a process.

    Messages that come while it runs are answered together by one more run. A hundred writes make few large
    commits of the index, and a slow task never takes more than its threads of the worker.
    """

    abstract = True
    at_once = 1
    _turns: dict[str, Turn] = {}
    _guard = threading.Lock()

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        turn = self._turns.setdefault(self.name, Turn())
        with self._guard:
            turn.again = turn.running >= self.at_once
            if turn.again:
                turn.asked_by = asking_request()
                return
            turn.running += 1
        try:
            while True:
                super().__call__(*args, **kwargs)
                with self._guard:
                    if not turn.again:
                        turn.running -= 1
                        return
                    turn.again = False
                    asked_by = turn.asked_by
                log_for(asked_by)
        except BaseException as error:
            if isinstance(error, DatabaseError):  # what was claimed may not have been given back
                processes.renew_identity()
            with self._guard:
                turn.running -= 1
            raise


def beat_schedule(scan_interval_seconds: int) -> dict[str, dict[str, Any]]:
    """Seconds between two messages of each periodic task. A message that nobody took in time is dropped."""
    seconds = {
        "cascade.tasks.index_texts": 5,  # changes whose wake-up was lost, or whose next attempt is due
        "cascade.tasks.scan": scan_interval_seconds,  # files that the watcher missed; the health of the index
        "cascade.tasks.optimize": 60,
        "memory.tasks.retry_cells": 5,  # cells that wait for a model
        "memory.tasks.flush_idle": 15,  # sessions that nobody closes: a silence does it
        "memory.tasks.prune": 3600,
        "memory.tasks.forget_expired": 30,  # keyed entries whose time is over
        "memory.tasks.decay": 600,  # keyed entries that nobody reads; most times it is not due
        "ome.tasks.drain": 5,  # runs whose wake-up was lost, or whose next attempt is due
        "ome.tasks.tick": 5,  # runs that wait for a silence or a time of day
        "ome.tasks.prune": 3600,
        "everos_site.tasks.forget": 5,  # what is being forgotten, and what stopped it is over
        "everos_site.tasks.settle_sessions": 15,  # items of agents' sessions of which memory was not told
        "everos_site.tasks.prune": 3600,  # log-ins and sessions that are over
        "everos_site.tasks.release_dead_claims": 5,  # what a killed process of several was working on
    }
    return {
        name: {"task": name, "schedule": every, "options": {"expires": every}}
        for name, every in seconds.items()
    }


def broker(section: BrokerSection) -> dict[str, Any]:
    """Messages stay within the one server process, or go through Redis to the workers of all machines."""
    if section.url is None:
        return {
            "broker_url": "memory://localhost/",
            "broker_transport_options": {"polling_interval": 0.01},
        }
    return {
        "broker_url": section.url.get_secret_value(),
        "broker_connection_retry_on_startup": True,
        # A broker that is away costs a request no more than this; the sweeps find what was not announced.
        "broker_transport_options": {"socket_connect_timeout": 2.0, "socket_timeout": 30.0},
    }


QUEUES = ("cascade", "ome", "memory", "everos_site")  # of an app each: a worker may serve some of them (`-Q`)

app = Celery("everos", task_cls=WakeUp, include=["everos_site.worker"])
app.conf.update(
    **broker(settings.EVEROS.broker),
    task_ignore_result=True,
    # Without acknowledgements: a wake-up may get lost, and a worker that owes some when Redis goes away ends by itself.
    task_queues=[Queue(name, Exchange(name), routing_key=name, no_ack=True) for name in QUEUES],
    task_default_queue="memory",
    task_routes={f"{name}.*": {"queue": name} for name in QUEUES},
    worker_pool="threads",
    worker_hijack_root_logger=False,
    beat_scheduler="everos_site.beat:SteadyScheduler",  # keeps no file: what is due is in rows
    beat_schedule=beat_schedule(settings.EVEROS.cascade.scan_interval_seconds),
    timezone="UTC",
)
app.set_default()
app.autodiscover_tasks(QUEUES)


def threads_for(tasks: Iterable[str]) -> int:
    """So many that each task always finds a free thread."""
    app.loader.import_default_modules()
    return sum(app.tasks[name].at_once for name in tasks)
