"""Claims on requests to forget: one process at a time works on one, and notices when it does no longer."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from memory.coordination.backoff import unclaimed
from memory.models import Forgetting

LEASE = timedelta(seconds=120)
RENEWED_AFTER = timedelta(seconds=15)


class ClaimLost(Exception):
    """The lease has run out or was released, and another process has claimed the request or is done with it."""


def free() -> QuerySet[Forgetting]:
    """Requests that nobody works on."""
    return Forgetting.objects.filter(unclaimed()).exclude(stage=Forgetting.Stage.DONE)


def claim(key: str, token: str) -> Forgetting | None:
    """The request, claimed until the lease ends; None if somebody else has it.

    `token` is one of `processes.claim_token()`. Requests that are worked on together may share it.
    """
    lease = timezone.now() + LEASE
    mine = free().filter(pk=key)
    if not mine.update(lease_until=lease, claimed_by=token, attempts=F("attempts") + 1):
        return None
    return Forgetting.objects.filter(pk=key, claimed_by=token).first()


def held(row: Forgetting) -> QuerySet[Forgetting]:
    """The row, as long as it is claimed as it was when it was read, and in the same stage."""
    return Forgetting.objects.filter(pk=row.pk, stage=row.stage, claimed_by=row.claimed_by)


def keep(rows: Sequence[Forgetting]) -> None:
    """To be called often while these requests are worked on. Extends their leases now and then, and those of others
    with the same token. Raises ClaimLost.
    """
    for row in rows:
        if not held(row).exists():
            raise ClaimLost
        left = timedelta() if row.lease_until is None else row.lease_until - timezone.now()
        if not LEASE - RENEWED_AFTER <= left <= LEASE:  # more is left if the clock was set back
            row.lease_until = timezone.now() + LEASE
            together = Forgetting.objects.filter(claimed_by=row.claimed_by).exclude(lease_until=None)
            together.update(lease_until=row.lease_until)


def change(row: Forgetting, **values: Any) -> None:
    """Stores new values, in the row as well. Raises ClaimLost."""
    if not held(row).update(**values):
        raise ClaimLost
    for name, value in values.items():
        setattr(row, name, value)


def give_back(rows: Sequence[Forgetting]) -> None:
    for row in rows:
        mine = Forgetting.objects.filter(pk=row.pk, claimed_by=row.claimed_by)
        mine.update(lease_until=None, claimed_by="")
