"""The scheduler of periodic work, which keeps running when somebody sets the machine's clock back."""

import time
from typing import Any

import structlog
from celery.beat import Scheduler

log = structlog.get_logger(__name__)

NOTICED_SECONDS = 2.0  # more than gradual corrections of a clock ever amount to at once


class SteadyScheduler(Scheduler):
    """Celery's scheduler compares the last runs with the time of day: set back by an hour, it would do nothing for an
    hour.

    This one then treats every task as just done, and continues from there.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._offset = _offset()
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        offset = _offset()
        if offset < self._offset - NOTICED_SECONDS:
            log.warning("the clock was set back", seconds=round(self._offset - offset))
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self.populate_heap()
        self._offset = offset
        return float(super().tick(*args, **kwargs))

    def schedules_equal(self, old_schedules: Any, new_schedules: Any) -> bool:
        """Celery compares every entry at every tick; this schedule never changes."""
        return old_schedules is not None


def _offset() -> float:
    """The difference between the time of day, which can be set, and the time since boot."""
    return time.time() - time.monotonic()
