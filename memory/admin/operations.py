"""What operators do to rows, in the admin and by the operators' API alike; the admin's log says who did it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from memory.models import MemCell

if TYPE_CHECKING:
    from rest_framework.request import Request  # commands, which load the admin, need not wait for it

LOGGED_SINGLY = 100  # beyond, one line tells of all: an action on a whole table must not fill the log
NAME = 200

# What the log says.
FLUSHED = "Flushed: {number} cells for the workers."
DERIVED_AGAIN = "Derived again from the files: {number} runs."
REBUILD = "Rebuild asked for."
MADE = "Made."
ROTATED = "Rotated."
REVOKED = "Revoked."
FORGOTTEN = "Failed log-ins forgotten."
FORGET = "Asked for."
CORRECTED = "Corrected."
VERIFIED = "Verified."
TRY_AGAIN = "Another attempt asked for."
REEMBED = "Rebuild asked for, with new vectors."


@dataclass(frozen=True, slots=True)
class Operation:
    """`possible` narrows the chosen rows to those that it can be done to; `act` does it and counts the rows."""

    words: str
    possible: Callable[[QuerySet[Any]], QuerySet[Any]]
    act: Callable[[QuerySet[Any]], int]

    def perform(self, request: "HttpRequest | Request", chosen: QuerySet[Any]) -> int:
        rows = self.possible(chosen)
        with logged(request, rows, self.words):
            return self.act(rows)


@contextmanager
def logged(request: "HttpRequest | Request", chosen: QuerySet[Any], what: str) -> Iterator[None]:
    """Notes what is done meanwhile with the log of each of these rows; of what fails there is none."""
    rows: list[Model] = list(chosen[: LOGGED_SINGLY + 1])
    number = len(rows) if len(rows) <= LOGGED_SINGLY else chosen.count()
    yield
    log(request, rows, number, what)


def log(request: "HttpRequest | Request", rows: Sequence[Model], number: int, what: str) -> None:
    """`rows` are all that were acted on, or the first of very many; `number` is how many there are."""
    if number > LOGGED_SINGLY:
        model = type(rows[0])
        log_on(request, model, f"{number} {model._meta.verbose_name_plural}", what)
    elif rows:
        LogEntry.objects.log_actions(_user(request), rows, CHANGE, what)


def log_on(request: "HttpRequest | Request", model: type[Model], name: str, what: str) -> None:
    """About what has no row of its own, but belongs to those of `model`."""
    LogEntry.objects.create(
        user_id=_user(request),
        content_type=ContentType.objects.get_for_model(model),
        object_repr=name[:NAME],
        action_flag=CHANGE,
        change_message=what,
    )


def _user(request: "HttpRequest | Request") -> int:
    key = request.user.pk
    assert key is not None  # nobody comes here without having logged in
    return int(key)


def _extract(cells: QuerySet[MemCell]) -> int:
    from memory.ingest import retry  # a quarter of a second that no other command need wait for

    return retry.soon(cells)


EXTRACT_AGAIN = Operation(
    "Extraction asked for.", lambda cells: cells.filter(status=MemCell.Status.PENDING), _extract
)
