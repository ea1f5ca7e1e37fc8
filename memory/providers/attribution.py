"""Which project a model is called for, and whose request caused the call; the usage records both."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

from memory.scope import Scope

REQUESTER = "requester"  # in the payload of recorded events
LONGEST_REQUESTER = 100


@dataclass(frozen=True, slots=True)
class Attribution:
    """Empty where it is not known: work of the server itself has no requester, work for several projects no scope.

    `requester` is the key or connector as receipts name it, such as `key ab12cd34`.
    """

    app_id: str = ""
    project_id: str = ""
    requester: str = ""


UNKNOWN = Attribution()
_current: ContextVar[Attribution] = ContextVar("attribution", default=UNKNOWN)


def current() -> Attribution:
    return _current.get()


@contextmanager
def attributed(scope: Scope | None = None, requester: str | None = None) -> Iterator[None]:
    """Model calls of this thread during the block are for this scope and requester; None keeps the outer one."""
    now = _current.get()
    if scope is not None:
        now = replace(now, app_id=scope.app_id, project_id=scope.project_id)
    if requester is not None:
        now = replace(now, requester=requester[:LONGEST_REQUESTER])
    token = _current.set(now)
    try:
        yield
    finally:
        _current.reset(token)


def set_requester(requester: str) -> None:
    """Until the end of the surrounding `attributed` block."""
    _current.set(replace(_current.get(), requester=requester[:LONGEST_REQUESTER]))
