"""Who did what to which rows, in the admin's own log: on the history page of each row and under "recent actions"."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.http import HttpRequest

if TYPE_CHECKING:
    from rest_framework.request import Request  # commands, which load the admin, need not wait for it

LOGGED_SINGLY = 100  # beyond, one line tells of all: an action on a whole table must not fill the log
NAME = 200

# The same words, whether it was done here or through the operators' API.
FLUSHED = "Flushed: {number} cells for the workers."
EXTRACTION = "Extraction asked for."
ENQUEUED = "Put into the queue to be compared with the index."
RETRIED = "Put into the queue again after it had failed."
RUN_AGAIN = "Put into the queue for another attempt now."
RUN_HELD = "Run without waiting for its trigger."
CANCELLED = "Cancelled."
DERIVED_AGAIN = "Derived again from the files: {number} runs."
REBUILD = "Rebuild asked for."
REVOKED = "Revoked."
FORGOTTEN = "Failed log-ins forgotten."
REEMBED = "Rebuild asked for, with new vectors."


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
