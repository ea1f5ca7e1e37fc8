"""Memory cells: the durable unit between accepted messages and an episode on disk.

The steps of a cell are: the row with its messages (one transaction); the text of the episode, stored in the row; one
file for each user, and one for the group whose conversation it is; then, in one transaction, the cell done and its
messages deleted. A crash between any two replays to the same entry: the text is kept, and the store appends once for
each cell and file.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date, datetime, timedelta
from logging import getLogger
from time import perf_counter
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from memory import times
from memory.conversation.messages import Turn, agent_ids, owner_ids, source_of, speaker_ids
from memory.conversation.reading import PURPOSE
from memory.coordination import locks, processes, wake_ups
from memory.coordination.backoff import Backoff, unclaimed
from memory.coordination.isolation import doing
from memory.errors import AnswerUnusable, LockLost, LockTimeout
from memory.ingest import buffer, extraction, model_extraction
from memory.ingest.extraction import Extraction, episode_values
from memory.ingest.metadata import metadata_of
from memory.kinds.episode import EPISODE
from memory.markdown import store
from memory.markdown.files import together
from memory.models import BufferedMessage, MemCell
from memory.prepared import Prepared, insert_rows
from memory.providers import budget
from memory.providers.attribution import attributed, current
from memory.providers.registry import get_language_model
from memory.scope import Owner, Scope, group, user
from memory.signals import memcell_extracted
from memory.text.cleaning import describe
from memory.tracing import span

WRITING = timedelta(seconds=60)  # longer than files and transactions take, including locks
AT_ONCE = timedelta(seconds=1)  # a claim that is not older is new
LONG_CELL_CHARS = 50_000
# Answers of a model that were refused, cut off or malformed; then rules extract the cell.
MOST_UNUSABLE_ANSWERS = 3
RETRY = Backoff(first=timedelta(seconds=5), longest=timedelta(hours=1))

log = getLogger(__name__)
_long_cell = threading.Lock()


def pending(**of: object) -> QuerySet[MemCell]:
    """The cells that are not extracted yet, of those with these values."""
    return MemCell.objects.filter(status=MemCell.Status.PENDING, **of)


_MESSAGES = Prepared(
    BufferedMessage,
    lambda cell_id: BufferedMessage.objects.filter(cell_id=cell_id).order_by(*buffer.ORDER).defer("content"),
)


def create_cells(
    scope: Scope, session_id: str, stretches: Sequence[Sequence[BufferedMessage]], behind: bool = False
) -> list[MemCell]:
    """Makes a cell of each stretch of waiting messages, all of one group or of none. The caller has claimed the cells.

    Cells that are left to workers (`behind`) are not claimed. Hold the session lock.
    """
    if not stretches:
        return []
    claim = {"behind": True} if behind else {"attempts": 1, **_claim()}
    cells = [_new_cell(scope, session_id, rows, claim) for rows in stretches]
    with transaction.atomic():
        insert_rows(cells)
        for cell, rows in zip(cells, stretches, strict=True):
            free = BufferedMessage.objects.filter(pk__in=[row.pk for row in rows], cell=None)
            if free.update(cell=cell) != len(rows):
                raise LockTimeout
        locks.verify()
    if behind:
        wake_ups.EXTRACT_CELLS.send()
    return cells


def _claim() -> dict[str, Any]:
    return {"lease_until": _lease_end(), "claimed_by": processes.current().token}


class _Claim:
    """Whoever was suspended meanwhile does not write what others have written or forgotten."""

    def __init__(self, cell: MemCell) -> None:
        self._cell = cell

    def verify(self) -> None:
        if not _CLAIMED.rows(self._cell.pk, self._cell.claimed_by, self._cell.attempts):
            raise LockLost


def _claimed(cell_id: str, claimed_by: str, attempts: int) -> QuerySet[MemCell]:
    """The row, unless it was claimed by another process since, or again by this one, or is finished."""
    return pending(pk=cell_id, claimed_by=claimed_by, attempts=attempts)


_CLAIMED = Prepared(MemCell, lambda *claim: _claimed(*claim).values_list("pk"))


def claim(cell_id: str) -> MemCell | None:
    """Claims the cell for this caller until it is extracted or the lease ends; None if somebody else has it."""
    claimed = pending(pk=cell_id).filter(unclaimed()).update(**_claim(), attempts=F("attempts") + 1)
    return MemCell.objects.get(pk=cell_id) if claimed else None


def renew(cell: MemCell) -> bool:
    """Extends the claim; False if it has run out and somebody else has the cell, or has finished it."""
    return bool(_claimed(cell.pk, cell.claimed_by, cell.attempts).update(lease_until=_lease_end()))


def is_held(cell: MemCell) -> bool:
    """Whether a claim that may have waited for other cells is still this caller's; it is renewed then."""
    is_new = cell.lease_until is not None and _lease_end() - cell.lease_until < AT_ONCE
    return is_new or renew(cell)


def release(claimed: Sequence[MemCell]) -> None:
    """Gives up claims on cells that were not attempted."""
    for cell in claimed:
        untried = _claimed(cell.pk, cell.claimed_by, cell.attempts)
        untried.update(lease_until=None, attempts=F("attempts") - 1)


def extract(cell: MemCell) -> bool:
    """Extracts a claimed cell. On failure the cell waits for its next attempt, and the error is raised.

    False if somebody else has finished it, because the claim ran out while it waited for its turn.
    """
    started = perf_counter()
    with span("extraction", cell=cell.pk, attempt=cell.attempts):
        try:
            with doing(f"cell {cell.pk}", cell.deaths), attributed(cell.scope, cell.requester):
                rows = _MESSAGES.instances(cell.pk)
                is_finished = not rows and not pending(pk=cell.pk).exists()
                composed = None if is_finished else _composed(cell, rows)
                if composed is None:
                    return False
                _write(cell, rows, composed)
                _finish(cell, rows, composed)
        except Exception as error:
            _release_failed(cell, error)
            raise
    log.info("memory cell extracted", extra=_log_fields(cell, perf_counter() - started))
    return True


def _lease_end() -> datetime:
    """Later than any extraction can end, so that an expired claim means a crash."""
    model = settings.EVEROS.llm
    return timezone.now() + WRITING + timedelta(seconds=model.timeout_seconds if model.configured else 0)


def _new_cell(
    scope: Scope, session_id: str, rows: Sequence[BufferedMessage], claim: Mapping[str, Any]
) -> MemCell:
    now = timezone.now()
    return MemCell(
        id=f"mc_{uuid4().hex[:12]}",
        **buffer.columns(scope, session_id),
        message_count=len(rows),
        first_timestamp_ms=rows[0].timestamp_ms,
        last_timestamp_ms=rows[-1].timestamp_ms,
        message_ids=[row.message_id for row in rows],
        owners=owner_ids(rows),
        agents=agent_ids(rows),
        group_id=_group_of(rows),
        requester=current().requester,
        available_at=now,
        **claim,
    )


def _group_of(rows: Sequence[BufferedMessage]) -> str | None:
    """Messages of a group never share an episode with others."""
    [group_id] = {row.group_id for row in rows}
    return group_id


def _composed(cell: MemCell, rows: Sequence[BufferedMessage]) -> Extraction | None:
    """The episode, by rules or with the model; of two answers, the first one stored is kept.

    Made only once the cell is a row: if the process dies because of a text, it is known which. None if somebody else
    has finished the cell meanwhile.
    """
    if cell.extraction is None:
        uses_model = cell.unusable_answers < MOST_UNUSABLE_ANSWERS
        if not uses_model:
            log.warning(
                "memory cell %s is extracted by rules: the model's answers could not be used", cell.pk
            )
        with _turn(rows):
            # The claim may be old because of waiting for others, or for an earlier answer.
            made = compose(rows, uses_model, lambda: renew(cell)).model_dump()
        row = pending(pk=cell.pk)
        is_first = row.filter(extraction__isnull=True).update(extraction=made)
        cell.extraction = made if is_first else row.values_list("extraction", flat=True).first()
    return None if cell.extraction is None else Extraction.model_validate(cell.extraction)


def _turn(rows: Sequence[BufferedMessage]) -> AbstractContextManager[Any]:
    """Rules hold the GIL all the time: working on several long cells at once gains nothing, and delays everything."""
    if settings.EVEROS.llm.configured or sum(len(row.text) for row in rows) < LONG_CELL_CHARS:
        return nullcontext()
    return _long_cell


def _write(cell: MemCell, rows: Sequence[BufferedMessage], extraction: Extraction) -> None:
    scope, day = cell.scope, date.fromisoformat(extraction.day)
    values = episode_values(
        extraction,
        cell.session_id,
        cell.first_timestamp_ms,
        speaker_ids(rows),
        cell.pk,
        source_of(rows),
        metadata_of(cell),
    )

    def written(owner: Owner) -> str:
        return store.append(EPISODE, scope, owner, day, cell.pk, [{"owner_id": owner.id, **values}])[0]

    with together(), locks.under(_Claim(cell)):
        for owner_id in cell.owners:
            cell.entries[owner_id] = written(user(owner_id))
        if cell.group_id is not None:
            cell.group_entry = written(group(cell.group_id))


def _finish(cell: MemCell, rows: Sequence[BufferedMessage], extraction: Extraction) -> None:
    """In one transaction: whoever has work with the messages records it before they are deleted."""
    cell.status, cell.finished_at = MemCell.Status.DONE, timezone.now()
    with transaction.atomic():
        finished = _claimed(cell.pk, cell.claimed_by, cell.attempts).update(
            status=cell.status,
            finished_at=cell.finished_at,
            entries=cell.entries,
            group_entry=cell.group_entry,
            extraction=None,
            note=extraction.note,
            lease_until=None,
            deaths=0,
            error="",
        )
        if finished:
            memcell_extracted.send(
                sender=MemCell, cell=cell, rows=rows, content=extraction.content, reading=extraction.reading
            )
            BufferedMessage.objects.filter(cell=cell).delete()


def _log_fields(cell: MemCell, seconds: float) -> dict[str, Any]:
    """Log fields: what became of the messages, with the ids for following them."""
    return {
        "cell": cell.pk,
        "session": cell.session_id,
        "messages": cell.message_count,
        "episodes": list(cell.episodes.values()),
        "attempt": cell.attempts,
        "seconds": round(seconds, 3),
    }


def _release_failed(cell: MemCell, error: Exception) -> None:
    text = describe(error)
    log.warning(
        "memory cell %s waits for attempt %d: %s",
        cell.pk, cell.attempts + 1, text,
        extra={"cell": cell.pk, "session": cell.session_id},
    )  # fmt: skip
    try:
        with processes.freeing_claims():
            _claimed(cell.pk, cell.claimed_by, cell.attempts).update(
                lease_until=None,
                behind=False,
                available_at=RETRY.next_attempt(cell.attempts),
                error=text,
                unusable_answers=F("unusable_answers") + int(isinstance(error, AnswerUnusable)),
            )
    except DatabaseError:  # perhaps a full disk; the claim is released when it can be written
        log.exception("the failure of memory cell %s could not be recorded", cell.pk)


def compose(
    turns: Sequence[Turn], uses_model: bool = True, before_call: Callable[[], object] = lambda: None
) -> Extraction:
    """Raises ModelUnavailable. `before_call` is called before each question to the model."""
    model = get_language_model(PURPOSE) if uses_model else None
    if model is None:
        why = budget.why_by_rules(PURPOSE) if uses_model and settings.EVEROS.llm.configured else ""
        return extraction.compose(turns, times.display_zone()).model_copy(update={"note": why})
    return model_extraction.compose(
        turns, times.display_zone(), model, before_call, *model_extraction.within_budget()
    )
