"""The clock of periodic work, which goes on when somebody sets the machine's clock back."""

import time
from typing import Any

import structlog
from celery.beat import Scheduler

log = structlog.get_logger(__name__)

NOTICED_SECONDS = 2.0  # what a clock that is corrected little by little is never off by at once


class SteadyScheduler(Scheduler):
    """Celery's holds what was done last against the time of day: after an hour is set back it would do nothing for
    an hour. This one then takes everything for done just now, and counts from there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._offset = _offset()
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        offset = _offset()
        if offset < self._offset - NOTICED_SECONDS:
            log.warning("the clock was set back", seconds=round(self._offset - offset))
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self._heap = None
        self._offset = offset
        return float(super().tick(*args, **kwargs))


def _offset() -> float:
    """Between the time of day, which can be set, and the time since the start of the machine."""
    return time.time() - time.monotonic()
