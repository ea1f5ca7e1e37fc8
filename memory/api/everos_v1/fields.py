"""The field types of v1's requests, with their limits and error messages."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, FailFast, Field, StringConstraints, WithJsonSchema

from memory import times
from memory.errors import InvalidInput
from memory.ingest.content import LAST_MS
from memory.limits import Limit, excess
from memory.markdown.root import CONTROL, check_scope
from memory.scope import LONGEST_ID

FIRST_MS = 10**12  # numbers from here on are milliseconds, smaller ones seconds


def _printable(value: str) -> str:
    if CONTROL.search(value):
        raise ValueError("control characters are not allowed in an id")
    return value


def _not_a_path(value: str) -> str:
    if value in (".", ".."):
        raise ValueError(f"{value!r} cannot be used as an id")
    return value


def _a_scope(value: str) -> str:
    try:
        check_scope(value)
    except InvalidInput as refusal:
        raise ValueError(str(refusal)) from refusal
    return value


def _not_bool(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("a number is needed, not true or false")
    return value


def _to_milliseconds(value: int) -> int:
    milliseconds = value if value >= FIRST_MS else value * 1000
    if milliseconds > LAST_MS:
        raise ValueError("this time is after the year 9999; milliseconds since 1970 are expected")
    return milliseconds


def _known_cap(value: int) -> int:
    if value == -1 or 1 <= value <= 100:
        return value
    raise ValueError("top_k must be -1 or between 1 and 100")


def _within(limit: Limit) -> BeforeValidator:
    """Checks the length of a string or a list before its content."""

    def check(value: Any) -> Any:
        problem = excess(limit, len(value)) if isinstance(value, str | list) else None
        if problem is not None:
            raise ValueError(problem)
        return value

    return BeforeValidator(check)


class FirstMistake(FailFast):
    """Stops at the first error in a list, so that a hundred thousand invalid items do not become as many errors."""

    __hash__ = object.__hash__  # pydantic hashes the members of a union


FewMessages = _within("messages")
FewItems = _within("items")
Query = Annotated[str, StringConstraints(min_length=1), _within("query_chars")]
ScopeId = Annotated[
    str,
    StringConstraints(min_length=1, max_length=128, pattern=r"^[a-zA-Z0-9_.-]+$"),
    AfterValidator(_a_scope),
]
OwnerId = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LONGEST_ID),
    AfterValidator(_printable),
    AfterValidator(_not_a_path),
]
SessionId = Annotated[str, StringConstraints(min_length=1, max_length=128), AfterValidator(_printable)]
MessageId = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_ID), AfterValidator(_printable)]
Number = Annotated[int, BeforeValidator(_not_bool)]
# Bounds come before the validators; after them they would be missing in the JSON Schema.
EpochMs = Annotated[int, Field(gt=0), BeforeValidator(_not_bool), AfterValidator(_to_milliseconds)]
TokenLife = Annotated[int, Field(ge=1, le=86_400), BeforeValidator(_not_bool)]  # seconds
TopK = Annotated[
    Number,
    AfterValidator(_known_cap),
    WithJsonSchema(
        {"anyOf": [{"type": "integer", "const": -1}, {"type": "integer", "minimum": 1, "maximum": 100}]}
    ),
]
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
SKEW = timedelta(minutes=1)  # by which a client's clock may be fast
LONGEST_MOMENT = 64  # characters


def _moment(value: Any) -> datetime:
    """Milliseconds since 1970, or ISO-8601."""
    try:
        if isinstance(value, int) and not isinstance(value, bool):
            moment = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=_to_milliseconds(value))
        elif isinstance(value, str) and len(value) <= LONGEST_MOMENT:
            moment = times.read(value).astimezone(UTC)
        else:
            raise ValueError
    except (ValueError, OverflowError):
        raise ValueError("milliseconds since 1970 or an ISO-8601 time are needed") from None
    if moment < EARLIEST:
        raise ValueError("a time from 1900 on is needed")
    if moment > datetime.now(UTC) + SKEW:
        raise ValueError("this time is in the future")
    return moment


def _day(value: Any) -> Any:
    if value in (None, ""):
        return value
    try:
        if isinstance(value, str) and len(value) == len("2026-11-21"):
            return date.fromisoformat(value).isoformat()
    except ValueError:
        pass
    raise ValueError("a day is needed, as YYYY-MM-DD")


PastMoment = Annotated[
    datetime,
    BeforeValidator(_moment),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": LONGEST_MOMENT}]}),
]
Day = Annotated[str, BeforeValidator(_day)]
Actor = Annotated[
    str,
    StringConstraints(max_length=LONGEST_ID, pattern=r"^(?:human|process):.+$"),
    AfterValidator(_printable),
]
MemoryId = Annotated[str, StringConstraints(min_length=1, max_length=400), AfterValidator(_printable)]
Radius = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False), BeforeValidator(_not_bool)]
