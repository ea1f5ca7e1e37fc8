"""Periodic work: retries cells, releases claims that a crash left behind, and deletes old rows."""

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
from memory.models import AcceptedKey, MemCell, SessionItem

BATCH = 100


def retry_pending() -> int:
    """Extracts cells whose next attempt is due; returns how many are done. Errors are stored in the cells.

    Sessions take turns: of the cells that a session has left to workers, only the first is considered each time.
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
    """Cells that are due and first in their session, longest waiting first."""
    pending = cells.pending()
    same_session = {name: OuterRef(name) for name in ("app_id", "project_id", "session_id")}
    before = pending.filter(**same_session, behind=True).filter(
        Q(first_timestamp_ms__lt=OuterRef("first_timestamp_ms"))
        | Q(first_timestamp_ms=OuterRef("first_timestamp_ms"), created_at__lt=OuterRef("created_at"))
    )
    due = pending.filter(backoff.unclaimed(), backoff.due())
    return due.filter(Q(behind=False) | ~Exists(before)).order_by("available_at", "first_timestamp_ms")


def retry(cell_ids: Sequence[str]) -> Outcome:
    """Extracts these cells now, even if their next attempt is later; cells in progress are left out."""
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
    """Has workers extract these cells next, even if their next attempt is later. Returns how many are pending."""
    pending = chosen.filter(status=MemCell.Status.PENDING).update(available_at=timezone.now())
    if pending:
        wake_ups.EXTRACT_CELLS.send()
    return pending


def release_claims(of: str = "", blames: Verdict = verdict_on_all) -> int:
    """Releases the claims of a dead process (by its token); without a token, all claims, because a server that runs
    alone has just started.

    For cells that are to blame for the death, this counts as a failed attempt.
    """
    pending = cells.pending().exclude(lease_until=None)
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
    """Deletes records of repeats and finished cells after memory.repeat_window_days, and group histories after a day.
    Returns the number of rows.

    Cells of a session with items stay: they tell which of these to delete with an episode that is forgotten.
    """
    oldest = timezone.now() - timedelta(days=settings.EVEROS.memory.repeat_window_days)
    keys, _ = AcceptedKey.objects.filter(accepted_at__lt=oldest).delete()
    of_session = {name: OuterRef(name) for name in ("app_id", "project_id", "session_id")}
    finished = MemCell.objects.filter(status=MemCell.Status.DONE, finished_at__lt=oldest)
    done, _ = finished.exclude(Exists(SessionItem.objects.filter(**of_session))).delete()
    return keys + done + history.prune()
