"""What is not extracted within a request, but behind it."""

from collections.abc import Sequence

from django.conf import settings

from memory import roll_call
from memory.ingest import cells
from memory.ingest.wake import wake
from memory.models import MemCell


def no_worker() -> bool:
    """Nobody would index what a request writes, where workers are processes of their own and none is running."""
    return not settings.EVEROS.alone and bool(roll_call.missing("worker"))


def leave(claimed: Sequence[MemCell]) -> None:
    """Workers extract these cells as soon as they can."""
    cells.release(claimed)
    wake()
