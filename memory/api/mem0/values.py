"""Fields of mem0 alone, and the request fields of its clients that this server does not support."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field

from memory import times
from memory.api.rest.fields import EARLIEST, LATEST, Day, Flag, Plain

NO_INSTRUCTIONS = "extraction takes no instructions; with infer=false you decide what is stored"

# Fields with a reason, or what to do instead. false, null and empty values are allowed.
UNSUPPORTED = {
    "custom_instructions": NO_INSTRUCTIONS,
    "agent_custom_instructions": NO_INSTRUCTIONS,
    "custom_categories": "memories have no custom categories; put yours into metadata",
    "structured_data_schema": "extraction has no schema; put structured data into metadata",
    "prompt": NO_INSTRUCTIONS,
    "includes": NO_INSTRUCTIONS,
    "excludes": NO_INSTRUCTIONS,
    "memory_type": "procedural memories are learnt from the tool calls of agents, without a request",
    "immutable": "every memory can be changed and forgotten; use a key without `write` and `forget` instead",
    "enable_graph": "use the graph tools of MCP at /mcp?tools=graph",
}


def unsupported_field(body: Any) -> tuple[str, str] | None:
    """The first unsupported field of a body, and a message."""
    if not isinstance(body, dict):
        return None
    for name, reason in UNSUPPORTED.items():
        if body.get(name) not in (None, False, "", [], {}):
            return name, f"not supported here: {reason}"
    return None


@extend_schema_field(OpenApiTypes.DATE)
class LastDay(Plain):
    """The last day on which a memory is valid."""

    default_error_messages = {"late": "a day from 1970 to 9999 is needed"}

    def to_internal_value(self, data: Any) -> str:
        day = Day().run_validation(data)
        if not EARLIEST.date() <= day <= LATEST.date():
            self.fail("late")
        return str(day.isoformat())


@extend_schema_field({"oneOf": [{"type": "number"}, {"type": "string"}]})
class Time(Plain):
    """Seconds since 1970, or a day or a time in ISO 8601."""

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
    """The beginning or end of a period. The value stays as it was sent, since a day covers the whole day."""

    def to_internal_value(self, data: Any) -> Any:
        super().to_internal_value(data)
        return data


class Seconds(Time):
    """The time of a message."""


class Reference(Time):
    """The day to which words in a query such as `yesterday` refer."""


class LooseFlag(Flag):
    """A flag in a URL, in upper or lower case."""

    def to_internal_value(self, data: Any) -> bool:
        return super().to_internal_value(data.lower() if isinstance(data, str) else data)


@extend_schema_field({})
class Anything(Plain):
    """Any JSON value."""

    def to_internal_value(self, data: Any) -> Any:
        return data
