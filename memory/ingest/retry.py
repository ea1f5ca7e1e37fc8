"""What the clock does: cells that wait for another attempt, claims that a crash left behind, and old rows."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from memory.coordination import backoff, wake_ups
from memory.coordination.isolation import DIED, Verdict, verdict_on_all
from memory.coordination.request_priority import yield_to_requests
from memory.errors import is_model_away
from memory.ingest import cells, history
from memory.ingest.work import Outcome, extract_in_order
from memory.models import AcceptedKey, MemCell

BATCH = 100


def retry_pending() -> int:
    """Extracts cells whose next attempt has come; returns how many are done. Errors are in the cells.

    Sessions take turns: of what a session has left to workers, the first cell alone is looked at each time.
    """
    done = 0
    while heads := list(_next().values_list("pk", flat=True)[:BATCH]):
        for cell_id in heads:
            yield_to_requests()
            outcome = retry([cell_id])
            done += outcome.done
            if is_model_away(outcome.failure):
                return done
    return done


def _next() -> QuerySet[MemCell]:
    """Cells that are due and have nothing before them, those that wait longest first."""
    pending = MemCell.objects.filter(status=MemCell.Status.PENDING)
    same_session = {name: OuterRef(name) for name in ("app_id", "project_id", "session_id")}
    before = pending.filter(**same_session, behind=True).filter(
        Q(first_timestamp_ms__lt=OuterRef("first_timestamp_ms"))
        | Q(first_timestamp_ms=OuterRef("first_timestamp_ms"), created_at__lt=OuterRef("created_at"))
    )
    due = pending.filter(cells.unclaimed(), backoff.due())
    return due.filter(Q(behind=False) | ~Exists(before)).order_by("available_at", "first_timestamp_ms")


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
        if is_model_away(outcome.failure):
            break
    return Outcome(done, failure)


def soon(chosen: QuerySet[MemCell]) -> int:
    """Has workers extract these cells next, whatever their next attempt was set to. Returns how many are pending."""
    pending = chosen.filter(status=MemCell.Status.PENDING).update(available_at=timezone.now())
    if pending:
        wake_ups.EXTRACT_CELLS.send()
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
                cell.behind = False
                cell.available_at = cells.RETRY.next_after_deaths(cell.deaths)
                cell.error = DIED.format(deaths=cell.deaths)
            else:
                cell.attempts = max(0, cell.attempts - 1)
            cell.lease_until = None
        fields = ["deaths", "behind", "available_at", "error", "attempts", "lease_until"]
        MemCell.objects.bulk_update(claimed, fields)
    return len(claimed)


def prune() -> int:
    """Forgets repeats, and cells that are done, after memory.repeat_window_days, and what groups said, after a day.

    Returns the number of rows.
    """
    oldest = timezone.now() - timedelta(days=settings.EVEROS.memory.repeat_window_days)
    keys, _ = AcceptedKey.objects.filter(accepted_at__lt=oldest).delete()
    done, _ = MemCell.objects.filter(status=MemCell.Status.DONE, finished_at__lt=oldest).delete()
    return keys + done + history.prune()
