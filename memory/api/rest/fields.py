"""Strict serializer fields for requests: they take JSON values as they are and convert no type into another.

In a query string numbers, flags and times are text, which is accepted if the serializer's context has `in_query`.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory import times
from memory.errors import InvalidInput
from memory.limits import Limit, excess, size_of_json
from memory.markdown.root import CONTROL, check_scope
from memory.scope import LONGEST_ID

CODE = "too_long"
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
SCOPE_NAME = re.compile(r"[a-zA-Z0-9_.-]+")
OPTIONAL: dict[str, Any] = {"required": False, "allow_null": True}  # left out or null; without a default
LARGEST = 2**63 - 1  # of a database column
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)

# For `extend_schema_field`: a text, or a list of objects such as the parts of a content.
TEXT_OR_OBJECTS = {
    "oneOf": [
        {"type": "string"},
        {"type": "array", "items": {"type": "object", "additionalProperties": True}},
    ]
}


def refuse_excess(limit: Limit, size: int) -> None:
    """Raises ValidationError if the size exceeds the limit."""
    problem = excess(limit, size)
    if problem is not None:
        raise serializers.ValidationError(problem, code=CODE)


def json_within(limit: Limit) -> Callable[[Any], None]:
    """A validator of the length of a value written as JSON."""

    def check(value: Any) -> None:
        refuse_excess(limit, size_of_json(value))

    return check


class FewMessages(serializers.ListSerializer[Any]):
    """A list of messages whose number is checked before any of them is validated."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list):
            refuse_excess("messages", len(data))
        values: list[Any] = super().to_internal_value(data)
        return values


class Plain(serializers.Field[Any, Any, Any, Any]):
    """A field whose validated value is shown as it is."""

    def to_representation(self, value: Any) -> Any:
        return value


class Text(Plain):
    """A string, which is not trimmed. `not_blank` refuses strings of white space alone."""

    default_error_messages = {
        "text": "a string is needed",
        "blank": "something must stand here",
        "min_length": "at least {shortest} character is needed",
        "max_length": "at most {longest} characters are possible",
    }

    def __init__(
        self,
        *,
        not_blank: bool = False,
        shortest: int = 0,
        longest: int | None = None,
        limit: Limit | None = None,
        **more: Any,
    ) -> None:
        super().__init__(**more)
        self.not_blank, self.shortest, self.longest, self.limit = not_blank, shortest, longest, limit

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("text")
        if self.limit is not None:
            refuse_excess(self.limit, len(data))
        if self.longest is not None and len(data) > self.longest:
            self.fail("max_length", longest=self.longest)
        if len(data) < self.shortest:
            self.fail("min_length", shortest=self.shortest)
        if self.not_blank and not data.strip():
            self.fail("blank")
        return str(data)


class Identifier(Text):
    """A string of 1 to `longest` characters that can be the name of a folder, unless `names_folder` is off."""

    default_error_messages = {
        "control": "control characters are not allowed here",
        "path": "{id!r} cannot be used as an id",
    }

    def __init__(self, *, longest: int = LONGEST_ID, names_folder: bool = True, **more: Any) -> None:
        super().__init__(shortest=1, longest=longest, **more)
        self.names_folder = names_folder

    def to_internal_value(self, data: Any) -> str:
        identifier: str = super().to_internal_value(data)
        if CONTROL.search(identifier):
            self.fail("control")
        if self.names_folder and identifier in (".", ".."):
            self.fail("path", id=identifier)
        return identifier


class ScopeName(Identifier):
    """An app or a project: letters, digits, `_`, `.` and `-`, and no reserved name."""

    default_error_messages = {
        "pattern": "an app or a project is named by letters, digits, '.', '_' and '-'",
        "reserved": "{reason}",
    }

    def __init__(self, **more: Any) -> None:
        super().__init__(longest=128, **more)

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        if not SCOPE_NAME.fullmatch(name):
            self.fail("pattern")
        try:
            check_scope(name)
        except InvalidInput as refusal:
            self.fail("reserved", reason=refusal)
        return name


class Integer(serializers.IntegerField):
    default_error_messages = {"integer": "a whole number is needed"}

    def __init__(self, *, min_value: int = 0, max_value: int = LARGEST, **more: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **more)

    def to_internal_value(self, data: Any) -> int:
        if in_query(self):
            if not re.fullmatch(r"-?[0-9]{1,18}", str(data)):
                self.fail("integer")
        elif not isinstance(data, int) or isinstance(data, bool):
            self.fail("integer")
        return int(data)


class Number(serializers.FloatField):
    default_error_messages = {"invalid": "a number is needed"}

    def to_internal_value(self, data: Any) -> float:
        if not isinstance(data, int | float) or isinstance(data, bool):
            self.fail("invalid")
        try:
            return float(data)
        except OverflowError:
            self.fail("invalid")


class Flag(serializers.BooleanField):
    default_error_messages = {"flag": "true or false is needed"}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool) and not (in_query(self) and data in ("true", "false")):
            self.fail("flag")
        return data in (True, "true")


@extend_schema_field(OpenApiTypes.DATETIME)
class Moment(serializers.DateTimeField):
    """A time in ISO 8601. Without a zone it is in the server's display zone, in which times are shown."""

    default_error_messages = {
        "invalid": "an ISO 8601 time such as 2026-11-21T10:00:00Z is needed",
        "range": "a time from 1970 to 9999 is needed",
    }

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str):
            self.fail("invalid")
        try:
            moment = times.read(data)
        except ValueError:
            self.fail("invalid")
        if not EARLIEST <= moment <= LATEST:
            self.fail("range")
        return moment

    def to_representation(self, value: datetime) -> str:
        return times.render(value)


@extend_schema_field(OpenApiTypes.DATE)
class Day(Plain):
    default_error_messages = {"invalid": "a day such as 2025-01-15 is needed"}

    def to_internal_value(self, data: Any) -> date:
        if not isinstance(data, str) or not DAY.fullmatch(data):
            self.fail("invalid")
        try:
            return date.fromisoformat(data)
        except ValueError:
            self.fail("invalid")


@extend_schema_field(OpenApiTypes.OBJECT)
class Object(Plain):
    """Any JSON object."""

    default_error_messages = {"object": "an object is needed"}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("object")
        return dict(data)


def in_query(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    return bool(field.context.get("in_query"))
