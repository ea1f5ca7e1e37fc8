"""The values of operators' requests and answers. In a body nothing is turned from one type into another."""

import re
from datetime import UTC, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.api import times
from memory.api.everos_v1.fields import CONTROL
from memory.errors import InvalidInput
from memory.markdown.names import check_scope

SCOPE_NAME = re.compile(r"[a-zA-Z0-9_.-]+")
LARGEST = 2**63 - 1  # what a column holds
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)


class Strict(serializers.Serializer[Any]):
    """Fields that are not known are refused: a filter with a slip of the pen would choose every row."""

    default_error_messages = {"unknown": "this is not known here; known are {known}"}

    def to_internal_value(self, data: Any) -> Any:
        values = super().to_internal_value(data)
        known = ", ".join(self.fields)
        unknown = [name for name in data if name not in self.fields]
        if unknown:
            message = self.error_messages["unknown"].format(known=known)
            raise serializers.ValidationError({name: [message] for name in unknown})
        return values


class Text(serializers.CharField):
    default_error_messages = {"invalid": "a string is needed"}

    def __init__(self, *, max_length: int = 256, **more: Any) -> None:
        super().__init__(trim_whitespace=False, max_length=max_length, **more)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class ScopeName(Text):
    """An app or a project: the name of a folder, as it is."""

    default_error_messages = {
        "pattern": "letters, digits, `_`, `.` and `-` are possible",
        "reserved": "{reason}",
    }

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=128, **more)

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        if not SCOPE_NAME.fullmatch(name):
            self.fail("pattern")
        try:
            check_scope(name)
        except InvalidInput as refusal:
            self.fail("reserved", reason=refusal)
        return name


class Identifier(Text):
    """The id of an owner or a session, which becomes the name of a folder."""

    default_error_messages = {
        "control": "control characters are not allowed in an id",
        "path": "{id!r} cannot be used as an id",
    }

    def to_internal_value(self, data: Any) -> str:
        identifier = super().to_internal_value(data)
        if CONTROL.search(identifier):
            self.fail("control")
        if identifier in (".", ".."):
            self.fail("path", id=identifier)
        return identifier


class Number(serializers.IntegerField):
    default_error_messages = {"invalid": "a whole number is needed"}

    def __init__(self, *, min_value: int = 0, max_value: int = LARGEST, **more: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **more)

    def to_internal_value(self, data: Any) -> int:
        if not _in_query(self) and (not isinstance(data, int) or isinstance(data, bool)):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    default_error_messages = {"invalid": "true or false is needed"}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool) and not (_in_query(self) and data in ("true", "false")):
            self.fail("invalid")
        return data in (True, "true")


@extend_schema_field(OpenApiTypes.DATETIME)
class Moment(serializers.DateTimeField):
    """Read with a time zone, or as a time of the display zone, in which it is shown."""

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


def _in_query(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    return bool(field.context.get("in_query"))
