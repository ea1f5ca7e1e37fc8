"""Fields that only mem0 has, and what its clients may ask for that this server does not do."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field

from memory.api import times
from memory.api.rest.fields import EARLIEST, LATEST, AnyField, Day, Flag, Identifier
from memory.errors import InvalidInput
from memory.markdown.names import check_scope

LONGEST_FOLDER = 128

# What a client asks for by it, and what to do instead. false, null and empty ask for nothing.
NOT_TAKEN = {
    "custom_instructions": "what is drawn from messages is not steered by instructions; with infer=false you decide",
    "agent_custom_instructions": "what is drawn is not steered by instructions; with infer=false you decide",
    "custom_categories": "memories are not put into categories of a client's own; put yours into metadata",
    "structured_data_schema": "nothing is extracted by a schema; put structured data into metadata",
    "prompt": "the prompts of this server are its own; with infer=false you decide what is kept",
    "includes": "what is drawn from messages is not steered by instructions; with infer=false you decide",
    "excludes": "what is drawn from messages is not steered by instructions; with infer=false you decide",
    "memory_type": "how agents go about tasks is learnt from their tool calls, not asked for",
    "immutable": "every memory can be corrected and forgotten; a key without `write` and `forget` changes none",
    "enable_graph": "entities and relations are kept by the graph tools of MCP, at /mcp?tools=graph",
}


def not_taken(body: Any) -> tuple[str, str] | None:
    """Which field of a body this server would not honour, and why."""
    if not isinstance(body, dict):
        return None
    asked = (name for name in NOT_TAKEN if body.get(name) not in (None, False, "", [], {}))
    return next(((name, f"not taken here: {NOT_TAKEN[name]}") for name in asked), None)


class Folder(Identifier):
    """An app or a project, as its folder may be called."""

    default_error_messages = {
        "folder": "an app or a project is named by letters, digits, '.', '_' and '-', and begins with no dot"
    }

    def __init__(self, **more: Any) -> None:
        super().__init__(longest=LONGEST_FOLDER, **more)

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        try:
            check_scope(name)
        except InvalidInput:
            self.fail("folder")
        if not name.isascii() or not all(letter.isalnum() or letter in "._-" for letter in name):
            self.fail("folder")
        return name


@extend_schema_field(OpenApiTypes.DATE)
class LastDay(AnyField):
    """The last day on which a memory counts."""

    default_error_messages = {"late": "a day from 1970 to 9999 is needed"}

    def to_internal_value(self, data: Any) -> str:
        day = Day().run_validation(data)
        if not EARLIEST.date() <= day <= LATEST.date():
            self.fail("late")
        return str(day.isoformat())

    def to_representation(self, value: str) -> str:
        return value


@extend_schema_field({"oneOf": [{"type": "number"}, {"type": "string"}]})
class Time(AnyField):
    """Seconds since 1970, or ISO 8601: a day, or a time."""

    default_error_messages = {
        "time": "seconds since 1970, or a time such as 2026-05-28T09:30:00Z, are needed",
        "range": "a time from 1970 to 9999 is needed",
    }

    def to_internal_value(self, data: Any) -> datetime:
        moment = self._read(data)
        if not EARLIEST <= moment <= LATEST:
            self.fail("range")
        return moment

    def to_representation(self, value: datetime) -> str:
        return times.render(value)

    def _read(self, data: Any) -> datetime:
        try:
            if isinstance(data, int | float) and not isinstance(data, bool):
                return datetime.fromtimestamp(data, UTC)
            if isinstance(data, str):
                return times.read(data).astimezone(UTC)
        except (ValueError, OverflowError, OSError):
            self.fail("time")
        self.fail("time")


class Bound(Time):
    """Of a period: as it was given, for a day counts whole."""

    def to_internal_value(self, data: Any) -> Any:
        super().to_internal_value(data)
        return data


class Seconds(Time):
    """When it was said."""


class Reference(Time):
    """The day to which words of a query such as `yesterday` refer."""


class LooseFlag(Flag):
    """In an address, where clients write true and false as they like."""

    def to_internal_value(self, data: Any) -> bool:
        return super().to_internal_value(data.lower() if isinstance(data, str) else data)


@extend_schema_field({})
class Anything(AnyField):
    """Whatever a client sends."""

    def to_internal_value(self, data: Any) -> Any:
        return data

    def to_representation(self, value: Any) -> Any:
        return value
