"""Figures about what is accepted and not yet a memory on disk."""

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils import timezone

from memory.models import BufferedMessage, MemCell

SESSION = ("app_id", "project_id", "session_id")  # columns


@dataclass(frozen=True, slots=True)
class Waiting:
    messages: int
    pending_cells: int
    failing_cells: int  # whose latest attempt failed; not those whose first attempt is running
    oldest_cell_seconds: float
    last_error: str  # of a failing cell

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def status() -> Waiting:
    pending = MemCell.objects.filter(status=MemCell.Status.PENDING)
    failing = pending.exclude(error="")
    oldest = pending.aggregate(oldest=Min("created_at"))["oldest"]
    return Waiting(
        messages=BufferedMessage.objects.count(),
        pending_cells=pending.count(),
        failing_cells=failing.count(),
        oldest_cell_seconds=(timezone.now() - oldest).total_seconds() if oldest else 0.0,
        last_error=failing.order_by("-available_at").values_list("error", flat=True).first() or "",
    )


def waiting_sessions() -> QuerySet[BufferedMessage, dict[str, Any]]:
    """Buffered messages by session. They stay until their cell is done, so their cells are those that are pending."""
    in_cell = Q(cell__isnull=False)
    return (
        BufferedMessage.objects.order_by()
        .values(*SESSION)
        .annotate(
            open_messages=Count("pk", filter=~in_cell),
            cell_messages=Count("pk", filter=in_cell),
            pending_cells=Count("cell", distinct=True),
            failing_cells=Count("cell", distinct=True, filter=Q(cell__error__gt="")),
            oldest_at=Min("accepted_at"),
            latest_at=Max("accepted_at"),
        )
    )
