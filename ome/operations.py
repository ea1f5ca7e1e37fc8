"""Operations that operators can perform on runs."""

from collections.abc import Callable

from django.db.models import QuerySet

from memory.admin.operations import Operation
from memory.coordination import wake_ups
from ome.engine import queue
from ome.models import StrategyRun

Status = StrategyRun.Status
Runs = QuerySet[StrategyRun]


def _then_wake(act: Callable[[Runs], int]) -> Callable[[Runs], int]:
    def acted(runs: Runs) -> int:
        number = act(runs)
        wake_ups.RUN_STRATEGIES.send()
        return number

    return acted


RUN_AGAIN = Operation(
    "Put into the queue for another attempt now.",
    lambda runs: runs.filter(status__in=[Status.DEAD, Status.PENDING]),
    _then_wake(queue.run_again),
)
RUN_HELD = Operation(
    "Run without waiting for its trigger.",
    lambda runs: runs.filter(status=Status.HELD),
    _then_wake(queue.make_pending),
)
CANCEL = Operation(
    "Cancelled.",
    lambda runs: runs.filter(status__in=[Status.HELD, Status.PENDING, Status.DEAD]).exclude(
        queue.under_way()
    ),
    _then_wake(queue.cancel),
)
