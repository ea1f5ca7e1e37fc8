"""Messages come in: kept at once, and made a memory when they complete a stretch of the conversation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from logging import getLogger
from typing import Literal

from memory.conversation.messages import IncomingMessage
from memory.coordination import processes
from memory.coordination.locks import session_lock
from memory.errors import InvalidInput
from memory.ingest import boundary, buffer, cells, deferral, work
from memory.ingest.content import Reader, carries_payloads, new_reader
from memory.ingest.full_days import full_day
from memory.ingest.limits import limits
from memory.ingest.prepare import check_sizes, cleaned, with_texts
from memory.models import BufferedMessage, MemCell
from memory.scope import Scope

log = getLogger(__name__)

# When what the messages complete is made a memory: within the call; by workers, when the call has been answered; or by
# whoever next adds to the session or flushes it.
Extraction = Literal["now", "behind", "later"]

Check = Callable[[], None]


def anybody() -> None:
    """The session is whoever's it may be."""


@dataclass(frozen=True, slots=True)
class AddResult:
    """`extracted` are the cells whose episodes this call has put on disk; `duplicates` is how many of the messages had
    been accepted before, and were not stored again.

    The status is `accepted` when extraction is left to the background, and `extracted` for a repeat of what is on disk.
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
    """Accepts the batch durably before anything else; `extracted` when a memory is on disk because of it.

    A failing model, a full disk or a lock that is held does not fail the call once the messages are safe.
    Raises UnsupportedContent, ContentUnavailable, MessageIdTaken or InvalidInput when nothing was accepted.
    `reader` reads what the messages carry besides text; by default one that reads no files of this machine.
    `of_group`: they were said in the group whose id is the session's, and it will remember them beside its members.
    `check` raises, before anything is looked at and once more when nobody else can write, where the session is not
    the caller's.
    """
    group_id = session_id if of_group else None
    check()
    check_sizes(messages)
    prepared = cleaned(messages)
    # Documents are fetched and read before the lock, and not again for a repeat.
    is_repeat = carries_payloads(prepared) and buffer.is_repeat(scope, session_id, prepared, group_id)
    if not is_repeat:
        prepared = with_texts(prepared, reader or new_reader())
        _refuse_full_days(scope, session_id, prepared, group_id)
    with session_lock(scope, session_id):
        check()
        new = 0 if is_repeat else buffer.store(scope, session_id, prepared, group_id)
        duplicates = len(messages) - new
        if extraction == "later":
            return AddResult(len(messages), "accumulated", [], duplicates)
        rows = buffer.waiting(scope, session_id, group_id)
        stretches = boundary.stretches(rows, boundary.closed_ends(rows, limits()))
        carved = _create_cells(scope, session_id, stretches, behind=extraction == "behind")
    if any(cell.behind for cell in carved) or (not new and deferral.left(scope, session_id).exists()):
        return AddResult(len(messages), "accepted", [], duplicates)
    # A repeat completes what its interrupted original had begun.
    completes = extraction == "now" and not new and not deferral.is_too_much(scope, session_id)
    left_over = work.due(scope, session_id) if completes else []
    outcome = _extract(session_id, [*left_over, *(cell.pk for cell in carved)], carved)
    is_told = outcome.done or (not new and buffer.are_extracted(scope, session_id, prepared))
    extracted = [cell for cell in outcome.extracted if cell.group_id == group_id]
    return AddResult(len(messages), "extracted" if is_told else "accumulated", extracted, duplicates)


def _extract(session_id: str, cell_ids: Sequence[str], carved: Sequence[MemCell]) -> work.Outcome:
    """What fails for a passing reason is tried again later; any other failure is raised."""
    outcome = work.extract_in_order(cell_ids, carved)
    if isinstance(outcome.failure, work.PASSING):
        log.warning("the messages of session %s are safe and wait: %s", session_id, outcome.failure)
    elif outcome.failure is not None:
        raise outcome.failure
    return outcome


def _refuse_full_days(
    scope: Scope, session_id: str, messages: Sequence[IncomingMessage], group_id: str | None
) -> None:
    """Raises InvalidInput, but not for what has been accepted before."""
    problem = full_day(scope, messages, group_id)
    if problem is not None and not buffer.is_repeat(scope, session_id, messages, group_id):
        raise InvalidInput(problem)


def _create_cells(
    scope: Scope, session_id: str, stretches: Sequence[Sequence[BufferedMessage]], behind: bool = False
) -> list[MemCell]:
    behind = behind or deferral.leaves_to_workers(scope, session_id, stretches)
    return cells.create_cells(scope, session_id, stretches, behind)
