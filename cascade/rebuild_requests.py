"""Operators' requests to rebuild the index, stored as rows for the next scan, so that neither a lost message nor a
crash loses one.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from cascade.models import RebuildRequest
from memory.coordination import wake_ups
from memory.kinds.base import Kind


def ask(kinds: Iterable[Kind], reembed: bool = False) -> int:
    """Requests a rebuild of these kinds by a worker. Returns how many kinds.

    A kind that is being rebuilt right now is rebuilt once more. `reembed` stays set if an earlier request had it.
    """
    names = sorted({kind.name for kind in kinds})  # a fixed order, so that two requests cannot deadlock
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
    """Deletes a fulfilled request. One that was repeated since it was read stays, because nothing has been done for it
    yet.
    """
    RebuildRequest.objects.filter(kind=request.kind, asked_at=request.asked_at).delete()
