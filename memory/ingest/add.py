"""Accepts messages: stores them at once, and makes a memory when they complete a stretch of conversation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from logging import getLogger
from typing import Literal

from memory.conversation.messages import IncomingMessage
from memory.coordination import processes
from memory.coordination.locks import session_lock
from memory.errors import InvalidInput
from memory.ingest import boundary, buffer, cells, work
from memory.ingest.content import Reader, carries_payloads, check_sizes, cleaned, new_reader, with_texts
from memory.ingest.full_days import full_day
from memory.models import MemCell
from memory.providers.attribution import attributed
from memory.scope import Scope

log = getLogger(__name__)

# When completed stretches become a memory: within the call; by workers, after the call was answered; or at the
# session's next call.
Extraction = Literal["now", "behind", "later"]

Check = Callable[[], None]


def anybody() -> None:
    """No restriction on whose session it is."""


@dataclass(frozen=True, slots=True)
class AddResult:
    """The result of adding messages.

    `extracted` are the cells whose episodes this call wrote to disk; `duplicates` is the number of messages that had
    been accepted before. The status is `accepted` if extraction is left to the background, and `extracted` for a repeat
    of what is on disk.
    """

    message_count: int
    status: Literal["accumulated", "extracted", "accepted"]
    extracted: Sequence[MemCell]
    duplicates: int

    @property
    def new(self) -> int:
        return self.message_count - self.duplicates


@processes.freeing_claims()
def add_messages(
    scope: Scope,
    session_id: str,
    messages: Sequence[IncomingMessage],
    reader: Reader | None = None,
    of_group: bool = False,
    extraction: Extraction = "now",
    check: Check = anybody,
) -> AddResult:
    """Stores the batch durably before anything else; the status is `extracted` if a memory is on disk because of it.

    Once the messages are stored, a failing model, a full disk or a held lock does not fail the call. Raises
    UnsupportedContent, ContentUnavailable, MessageIdTaken or InvalidInput if nothing was accepted.

    `reader` reads attachments; the default one reads no local files. `of_group`: the messages were said in the group
    whose id is the session's, and the group will remember them beside its members. `check` raises if the session is not
    the caller's; it is called first of all, and again under the session's lock.
    """
    group_id = session_id if of_group else None
    check()
    prepared, is_repeat = _prepared(scope, session_id, messages, reader, group_id)
    with session_lock(scope, session_id):
        check()
        new = 0 if is_repeat else buffer.store(scope, session_id, prepared, group_id)
        duplicates = len(messages) - new
        if extraction == "later":
            return AddResult(len(messages), "accumulated", [], duplicates)
        rows = buffer.waiting(scope, session_id, group_id)
        stretches = boundary.stretches(rows, boundary.closed_ends(rows, boundary.configured_limits()))
        behind = extraction == "behind" or work.leaves_to_workers(scope, session_id, stretches)
        carved = cells.create_cells(scope, session_id, stretches, behind)
    if any(cell.behind for cell in carved) or (not new and work.left(scope, session_id).exists()):
        return AddResult(len(messages), "accepted", [], duplicates)
    # A repeat completes what its interrupted original began.
    completes = extraction == "now" and not new and not work.is_too_much(scope, session_id)
    left_over = work.due(scope, session_id) if completes else []
    outcome = _extract(session_id, [*left_over, *(cell.pk for cell in carved)], carved)
    is_told = outcome.done or (not new and buffer.are_extracted(scope, session_id, prepared))
    extracted = [cell for cell in outcome.extracted if cell.group_id == group_id]
    return AddResult(len(messages), "extracted" if is_told else "accumulated", extracted, duplicates)


def _prepared(
    scope: Scope,
    session_id: str,
    messages: Sequence[IncomingMessage],
    reader: Reader | None,
    group_id: str | None,
) -> tuple[list[IncomingMessage], bool]:
    """The messages as they are stored; and whether their documents need not be read because all were accepted before.

    Documents are fetched and parsed before the session's lock is taken.
    """
    check_sizes(messages)
    prepared = cleaned(messages)
    if carries_payloads(prepared) and buffer.is_repeat(scope, session_id, prepared, group_id):
        return prepared, True
    with attributed(scope):
        prepared = with_texts(prepared, reader or new_reader())
    problem = full_day(scope, prepared, group_id)
    if problem is not None and not buffer.is_repeat(scope, session_id, prepared, group_id):
        raise InvalidInput(problem)
    return prepared, False


def _extract(session_id: str, cell_ids: Sequence[str], carved: Sequence[MemCell]) -> work.Outcome:
    """Failures with a temporary cause are retried later; others are raised."""
    outcome = work.extract_in_order(cell_ids, carved)
    if isinstance(outcome.failure, work.PASSING):
        log.warning("the messages of session %s are safe and wait: %s", session_id, outcome.failure)
    elif outcome.failure is not None:
        raise outcome.failure
    return outcome
