"""Operations on rows, used by the admin and the operators' API; the admin's log records who performed them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from memory.models import MemCell
from memory.scope import Scope

if TYPE_CHECKING:
    # Commands, which load the admin, need not wait for this import.
    from rest_framework.request import Request

LOGGED_SINGLY = 100  # beyond this, one line covers all: an action on a whole table must not flood the log
NAME = 200

# The log messages.
REBUILD = "Rebuild requested."
MADE = "Created."
ROTATED = "Rotated."
FORGET = "Requested."
CORRECTED = "Corrected."
VERIFIED = "Verified."
REEMBED = "Rebuild requested, with new vectors."
TRY_AGAIN = "Another attempt requested."


@dataclass(frozen=True, slots=True)
class Operation:
    """`possible` narrows the chosen rows to those that allow the operation; `act` performs it and counts the rows."""

    words: str
    possible: Callable[[QuerySet[Any]], QuerySet[Any]]
    act: Callable[[QuerySet[Any]], int]

    def perform(self, request: "HttpRequest | Request", chosen: QuerySet[Any]) -> int:
        rows = self.possible(chosen)
        with logged(request, rows, self.words):
            return self.act(rows)


@contextmanager
def logged(request: "HttpRequest | Request", chosen: QuerySet[Any], what: str) -> Iterator[None]:
    """Records what is done in this block in the log of each of these rows, unless it fails."""
    rows: list[Model] = list(chosen[: LOGGED_SINGLY + 1])
    number = len(rows) if len(rows) <= LOGGED_SINGLY else chosen.count()
    yield
    log(request, rows, number, what)


def log(request: "HttpRequest | Request", rows: Sequence[Model], number: int, what: str) -> None:
    """`rows` are all rows that were affected, or the first of very many; `number` is the total."""
    if number > LOGGED_SINGLY:
        model = type(rows[0])
        log_on(request, model, f"{number} {model._meta.verbose_name_plural}", what)
    elif rows:
        LogEntry.objects.log_actions(_user(request), rows, CHANGE, what)


def log_on(request: "HttpRequest | Request", model: type[Model], name: str, what: str) -> None:
    """For something without a row of its own that belongs to the rows of `model`."""
    LogEntry.objects.create(
        user_id=_user(request),
        content_type=ContentType.objects.get_for_model(model),
        object_repr=name[:NAME],
        action_flag=CHANGE,
        change_message=what,
    )


def _user(request: "HttpRequest | Request") -> int:
    key = request.user.pk
    assert key is not None  # reached only by users who have logged in
    return int(key)


def session_name(scope: Scope, session_id: str) -> str:
    """As the log of cells has it."""
    return f"session {session_id} of {scope.app_id}/{scope.project_id}"


def flush(request: "HttpRequest | Request", scope: Scope, session_id: str) -> int:
    """Leaves the buffered messages of a session to workers. Returns the number of cells. Raises LockTimeout."""
    from memory.ingest.flush import flush_soon

    number = flush_soon(scope, session_id)
    log_on(request, MemCell, session_name(scope, session_id), f"Flushed: {number} cells for the workers.")
    return number


def _extract(cells: QuerySet[MemCell]) -> int:
    from memory.ingest import retry  # a quarter of a second that no other command should wait for

    return retry.soon(cells)


EXTRACT_AGAIN = Operation(
    "Extraction requested.", lambda cells: cells.filter(status=MemCell.Status.PENDING), _extract
)
REVOKE = Operation(
    "Revoked.", lambda keys: keys.filter(revoked=False), lambda keys: keys.update(revoked=True)
)
