"""What the clock does: cells that wait for another attempt, claims that a crash left behind, and old rows."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memory.errors import ModelUnavailable
from memory.ingest import cells, history
from memory.ingest.wake import wake
from memory.ingest.work import Outcome, extract_in_order
from memory.isolation import DIED, Verdict, next_attempt, verdict_on_all
from memory.models import AcceptedKey, MemCell

BATCH = 100


def retry_pending() -> int:
    """Extracts cells whose next attempt has come; returns how many are done. Errors are in the cells."""
    waiting = MemCell.objects.filter(
        cells.unclaimed(), status=MemCell.Status.PENDING, available_at__lte=timezone.now()
    )
    return retry(list(waiting.order_by("available_at").values_list("pk", flat=True)[:BATCH])).done


def retry(cell_ids: Sequence[str]) -> Outcome:
    """Extracts these cells now, whatever their next attempt was set to; those that somebody works at are left out."""
    done, failure = 0, None
    for cell_id in cell_ids:
        cell = cells.claim(cell_id)
        if cell is None:
            continue
        outcome = extract_in_order([cell_id], [cell])
        done += outcome.done
        failure = failure or outcome.failure
        if isinstance(outcome.failure, ModelUnavailable):
            break
    return Outcome(done, failure)


def soon(chosen: QuerySet[MemCell]) -> int:
    """Has workers extract these cells next, whatever their next attempt was set to. Returns how many are pending."""
    pending = chosen.filter(status=MemCell.Status.PENDING).update(available_at=timezone.now())
    if pending:
        wake()
    return pending


def release_claims(of: str = "", blames: Verdict = verdict_on_all) -> int:
    """What a dead process (its token) had claimed; without one, everything: a server that is alone has started.

    Extracting those that are to blame has failed: they wait for their next attempt.
    """
    pending = MemCell.objects.filter(status=MemCell.Status.PENDING).exclude(lease_until=None)
    with transaction.atomic():
        claimed = list(pending.filter(claimed_by__startswith=of).select_for_update())
        for cell in claimed:
            if blames(f"cell {cell.pk}"):
                cell.deaths += 1
                cell.available_at = next_attempt(cell.deaths, cells.backoff)
                cell.error = DIED.format(deaths=cell.deaths)
            else:
                cell.attempts = max(0, cell.attempts - 1)
            cell.lease_until = None
        MemCell.objects.bulk_update(claimed, ["deaths", "available_at", "error", "attempts", "lease_until"])
    return len(claimed)


def prune() -> int:
    """Forgets repeats, and cells that are done, after memory.repeat_window_days, and what groups said, after a day.

    Returns the number of rows.
    """
    oldest = timezone.now() - timedelta(days=settings.EVEROS.memory.repeat_window_days)
    keys, _ = AcceptedKey.objects.filter(accepted_at__lt=oldest).delete()
    done, _ = MemCell.objects.filter(status=MemCell.Status.DONE, finished_at__lt=oldest).delete()
    return keys + done + history.prune()
