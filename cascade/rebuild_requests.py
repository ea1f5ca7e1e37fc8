"""What operators ask for stands in rows, which the next scan takes up: a lost message or a crash loses no request."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from cascade.models import RebuildRequest
from memory.coordination import wake_ups
from memory.kinds.base import Kind


def ask(kinds: Iterable[Kind], reembed: bool = False) -> int:
    """Has the index of these kinds built anew, soon, by a worker. Returns how many kinds.

    A kind that is being rebuilt just now is rebuilt once more. `reembed` holds for what has been asked before, too.
    """
    names = sorted({kind.name for kind in kinds})  # no two requests lock the same rows in different orders
    requests = [RebuildRequest(kind=name, asked_at=timezone.now()) for name in names]
    with transaction.atomic():
        RebuildRequest.objects.bulk_create(
            requests, update_conflicts=True, update_fields=["asked_at"], unique_fields=["kind"]
        )
        if reembed:
            RebuildRequest.objects.filter(kind__in=names).update(reembed=True)
        wake_ups.SCAN_FILES.send()
    return len(names)


def of(kind: Kind) -> RebuildRequest | None:
    return RebuildRequest.objects.filter(kind=kind.name).first()


def end(request: RebuildRequest) -> None:
    """Of a request that has been made again since it was read, nothing has been done yet: that one stays."""
    RebuildRequest.objects.filter(kind=request.kind, asked_at=request.asked_at).delete()
