"""The values of v3 requests: taken as they are, never turned from one type into another."""

import re
from datetime import UTC, date, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.api import times
from memory.api.rest.limits import refuse_excess
from memory.ingest.prepare import LAST_MS

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
KEY = re.compile(r"[\x21-\x7e]{1,1000}")


@extend_schema_field(OpenApiTypes.STR)
class Text(serializers.Field[str, Any, str, Any]):
    """Any text; `says_something`: not only white space."""

    default_error_messages = {"type": "a string is needed", "blank": "something must stand here"}

    def __init__(self, *, says_something: bool = False, **more: Any) -> None:
        super().__init__(**more)
        self.says_something = says_something

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("type")
        if self.says_something and not data.strip():
            self.fail("blank")
        return str(data)

    def to_representation(self, value: str) -> str:
        return value


class Query(Text):
    """Its length is looked at before anything in it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(says_something=True, **more)

    def to_internal_value(self, data: Any) -> str:
        if isinstance(data, str):
            refuse_excess("query_chars", len(data))
        return super().to_internal_value(data)


class ReferList(serializers.ListField):
    """Their number is looked at before any of them is."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list):
            refuse_excess("items", len(data))
        return list(super().to_internal_value(data))


class Identifier(Text):
    """The id of somebody or something, which may become the name of a folder."""

    default_error_messages = {
        "length": "1 to {longest} characters are needed",
        "control": "control characters are not allowed in an id",
        "path": "{id!r} cannot be used as an id",
    }

    def __init__(self, *, longest: int = 256, **more: Any) -> None:
        super().__init__(**more)
        self.longest = longest

    def to_internal_value(self, data: Any) -> str:
        identifier = super().to_internal_value(data)
        if not 0 < len(identifier) <= self.longest:
            self.fail("length", longest=self.longest)
        if CONTROL.search(identifier):
            self.fail("control")
        if identifier in (".", ".."):
            self.fail("path", id=identifier)
        return identifier


class Key(Text):
    """A secret: no message ever repeats it."""

    default_error_messages = {"key": "this cannot be a key; copy it again"}

    def to_internal_value(self, data: Any) -> str:
        key = super().to_internal_value(data)
        if not KEY.fullmatch(key):
            self.fail("key")
        return key


@extend_schema_field(OpenApiTypes.INT)
class WholeNumber(serializers.Field[int, Any, int, Any]):
    default_error_messages = {
        "type": "a whole number is needed",
        "range": "a number from {lowest} to {highest} is needed",
    }

    def __init__(self, *, lowest: int, highest: int, **more: Any) -> None:
        super().__init__(**more)
        self.lowest, self.highest = lowest, highest

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("type")
        if not self.lowest <= data <= self.highest:
            self.fail("range", lowest=self.lowest, highest=self.highest)
        return int(data)

    def to_representation(self, value: int) -> int:
        return value


@extend_schema_field(OpenApiTypes.DOUBLE)
class Cosine(serializers.Field[float, Any, float, Any]):
    """A similarity; with another `lowest`, a part of that scale."""

    default_error_messages = {"range": "a number from {lowest} to 1 is needed"}

    def __init__(self, *, lowest: int = -1, **more: Any) -> None:
        super().__init__(**more)
        self.lowest = lowest

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool) or not isinstance(data, int | float) or not self.lowest <= data <= 1:
            self.fail("range", lowest=self.lowest)
        return float(data)

    def to_representation(self, value: float) -> float:
        return value


@extend_schema_field(OpenApiTypes.DATETIME)
class Instant(serializers.Field[Any, Any, Any, Any]):
    """ISO 8601 to milliseconds since 1970; without a time zone it is a time of the server's display zone."""

    default_error_messages = {
        "invalid": "an ISO 8601 time such as 2025-01-15T10:00:00+00:00 is needed",
        "range": "this is not an instant after 1970 that a calendar can show",
    }

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, str):
            self.fail("invalid")
        try:
            moment = times.read(data)
        except ValueError:
            self.fail("invalid")
        milliseconds = (moment - datetime.fromtimestamp(0, UTC)).total_seconds() * 1000
        if not 0 < milliseconds <= LAST_MS:
            self.fail("range")
        return round(milliseconds)

    def to_representation(self, value: str) -> str:
        return value


@extend_schema_field(OpenApiTypes.DATE)
class Day(serializers.Field[Any, Any, Any, Any]):
    default_error_messages = {"invalid": "a day such as 2025-01-15 is needed"}

    def to_internal_value(self, data: Any) -> date:
        if not isinstance(data, str) or not DAY.fullmatch(data):
            self.fail("invalid")
        try:
            return date.fromisoformat(data)
        except ValueError:
            self.fail("invalid")

    def to_representation(self, value: str) -> str:
        return value
