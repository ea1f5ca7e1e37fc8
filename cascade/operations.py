"""Operations that operators can perform on rows of the queue."""

from django.db.models import QuerySet

from cascade import queue
from cascade.models import MdChangeState
from memory.admin.operations import Operation
from memory.batches import batches
from memory.coordination import wake_ups


def _enqueue(changes: QuerySet[MdChangeState]) -> int:
    number = queue.enqueue(_paths(changes), recheck=True)
    wake_ups.INDEX_TEXTS.send()
    return number


def _retry(changes: QuerySet[MdChangeState]) -> int:
    number = sum(queue.retry_failed(batch) for batch in batches(_paths(changes), queue.ROWS_A_STATEMENT))
    wake_ups.INDEX_TEXTS.send()
    return number


def _paths(rows: QuerySet[MdChangeState]) -> list[str]:
    return list(rows.values_list("path", flat=True))


ENQUEUE = Operation("Put into the queue to be compared with the index.", QuerySet.all, _enqueue)
RETRY_FAILED = Operation(
    "Put into the queue again after it had failed.",
    lambda changes: changes.filter(status=MdChangeState.Status.FAILED),
    _retry,
)
