"""The Celery app: the wake-up and the clock. What is to be done stands in rows; a lost message loses nothing."""

import os
import threading
from dataclasses import dataclass
from typing import Any

from celery import Celery
from celery.contrib.django.task import DjangoTask

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")


@dataclass(slots=True)
class Turn:
    """How often a task runs in this process just now, and whether a message came that no run has begun after."""

    running: int = 0
    again: bool = False


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
        except BaseException:
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
        "memory.tasks.prune": 3600,
        "memory.tasks.forget_expired": 30,  # keyed entries whose time is over
        "memory.tasks.decay": 600,  # keyed entries that nobody reads; most times it is not due
        "ome.tasks.drain": 5,  # runs whose wake-up was lost, or whose next attempt is due
        "ome.tasks.tick": 5,  # runs that wait for a silence or a time of day
        "ome.tasks.prune": 3600,
    }
    return {
        name: {"task": name, "schedule": every, "options": {"expires": every}}
        for name, every in seconds.items()
    }


app = Celery("everos", task_cls=WakeUp)
app.conf.update(
    broker_url="memory://localhost/",
    broker_transport_options={"polling_interval": 0.01},
    task_ignore_result=True,
    worker_hijack_root_logger=False,
    timezone="UTC",
)
app.set_default()
app.autodiscover_tasks(["cascade", "memory", "ome"])
