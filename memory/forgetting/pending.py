"""Figures about requests to forget that are not done."""

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Min
from django.utils import timezone

from memory.models import Forgetting


@dataclass(frozen=True, slots=True)
class Pending:
    waiting: int
    failing: int  # whose latest attempt failed
    oldest_seconds: float
    last_error: str  # of a failing one

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def status() -> Pending:
    open_work = Forgetting.objects.exclude(stage=Forgetting.Stage.DONE)
    failing = open_work.exclude(error="")
    oldest = open_work.aggregate(oldest=Min("created_at"))["oldest"]
    return Pending(
        waiting=open_work.count(),
        failing=failing.count(),
        oldest_seconds=(timezone.now() - oldest).total_seconds() if oldest else 0.0,
        last_error=failing.order_by("-available_at").values_list("error", flat=True).first() or "",
    )
