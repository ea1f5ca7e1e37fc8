"""Requests of mem0's clients, and the request fields that this server does not support."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory import times
from memory.api.mem0.changing import MOST_AT_ONCE
from memory.api.rest.fields import (
    EARLIEST,
    LATEST,
    OPTIONAL,
    TEXT_OR_OBJECTS,
    Day,
    FewMessages,
    Flag,
    Identifier,
    Integer,
    Number,
    Object,
    Plain,
    ScopeName,
    Text,
    json_within,
    refuse_excess,
)
from memory.conversation.messages import AGENT_ROLES, USER_ROLES

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
ROLES = (*USER_ROLES, *AGENT_ROLES, "system", "developer")
LONGEST_RUN = 128
MOST_FOUND = 1_000
DEFAULT_FOUND = 10
DEFAULT_LISTED = 100
DEFAULT_THRESHOLD = 0.0  # scores are lower here than in mem0, whose default is 0.1

Fields = serializers.Serializer[Any]


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


class LooseFlag(Flag):
    """A flag in a URL, in upper or lower case."""

    def to_internal_value(self, data: Any) -> bool:
        return super().to_internal_value(data.lower() if isinstance(data, str) else data)


@extend_schema_field({})
class Anything(Plain):
    """Any JSON value."""

    def to_internal_value(self, data: Any) -> Any:
        return data


@extend_schema_field(TEXT_OR_OBJECTS)
class Content(Plain):
    """A text, or its parts: `{"type": "text", "text": …}`, `{"type": "image_url", "image_url": {"url": …}}`."""

    default_error_messages = {"content": "a text, or a list of parts, is needed"}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, str):
            refuse_excess("message_chars", len(data))
            return data
        parts = [data] if isinstance(data, dict) else data
        if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
            self.fail("content")
        refuse_excess("items", len(parts))
        return parts


class Message(Fields):
    role = serializers.ChoiceField(ROLES)
    content = Content()
    name = Identifier(**OPTIONAL, names_folder=False)
    tool_calls = serializers.ListField(child=Object(), **OPTIONAL)
    tool_call_id = Text(**OPTIONAL, longest=4_096)

    class Meta:
        list_serializer_class = FewMessages

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and data.get("role") == "assistant" and data.get("content") is None:
            data = {**data, "content": ""}
        return super().to_internal_value(data)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        calls = attrs.get("tool_calls") or ()
        refuse_excess("items", len(calls))
        if not all(_is_call(call) for call in calls):
            raise serializers.ValidationError(
                "each of tool_calls needs a function with a name and its arguments"
            )
        if attrs["role"] == "tool" and not attrs.get("tool_call_id"):
            raise serializers.ValidationError("a message of a tool needs its tool_call_id")
        return attrs


def _is_call(call: dict[str, Any]) -> bool:
    """Whether a tool call has the form of OpenAI's models."""
    function = call.get("function")
    return isinstance(function, dict) and all(
        isinstance(function.get(each), str) for each in ("name", "arguments")
    )


class Somebody(Fields):
    user_id = Identifier(**OPTIONAL)
    agent_id = Identifier(**OPTIONAL)
    run_id = Identifier(**OPTIONAL, longest=LONGEST_RUN)


class SomebodyInApp(Somebody):
    app_id = ScopeName(**OPTIONAL)


class Metadata(Object):
    def __init__(self, **more: Any) -> None:
        super().__init__(**OPTIONAL, validators=[json_within("metadata_chars")], **more)


class RefusesUnsupported(Fields):
    """Refuses fields that this server does not support, with a reason."""

    def to_internal_value(self, data: Any) -> Any:
        problem = unsupported_field(data)
        if problem is not None:
            raise serializers.ValidationError({problem[0]: [problem[1]]})
        return super().to_internal_value(data)


class Add(Somebody, RefusesUnsupported):
    messages = Message(many=True)
    metadata = Metadata()
    infer = Flag(**OPTIONAL, default=True)
    timestamp = Time(**OPTIONAL)
    expiration_date = LastDay(**OPTIONAL)

    def validate_messages(self, messages: list[Any]) -> list[Any]:
        if not messages:
            raise serializers.ValidationError("at least one message is needed")
        return messages


class AddToPlatform(Add, SomebodyInApp):
    async_mode = Flag(
        required=False,
        allow_null=True,
        default=True,
        help_text="false waits up to ten seconds for the extraction",
    )
    filters = Object(**OPTIONAL, help_text="May contain the ids.")

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("filters"), dict):
            data = {**data["filters"], **data}
        return super().to_internal_value(data)


class Update(RefusesUnsupported):
    text = Text(**OPTIONAL, not_blank=True, limit="note_chars")
    metadata = Metadata(help_text="Merged into the metadata of the memory.")
    timestamp = Time(**OPTIONAL, help_text="Notes only.")
    expiration_date = LastDay(**OPTIONAL, help_text="null: it never expires.")

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and data.get("text") is None:
            other = next((name for name in ("data", "memory") if isinstance(data.get(name), str)), None)
            data = {**data, "text": data[other]} if other else data
        return super().to_internal_value(data)


class UpdateOne(Update):
    memory_id = Text(longest=600)


class UpdateMany(Fields):
    memories = serializers.ListField(child=UpdateOne(), min_length=1, max_length=MOST_AT_ONCE)


class DeleteOne(Fields):
    memory_id = Text(longest=600)


class DeleteMany(Fields):
    memories = serializers.ListField(child=DeleteOne(), min_length=1, max_length=MOST_AT_ONCE)


class Search(RefusesUnsupported):
    query = Text(not_blank=True, limit="query_chars")
    filters = Object(**OPTIONAL)
    top_k = Integer(**OPTIONAL, min_value=1, max_value=MOST_FOUND)
    threshold = Number(**OPTIONAL, min_value=0.0, max_value=1.0)
    show_expired = Flag(**OPTIONAL)
    limit = Integer(**OPTIONAL, min_value=1, max_value=MOST_FOUND, help_text="top_k")


class SearchServer(Search, Somebody):
    explain = Flag(**OPTIONAL)


class Listing(Fields):
    filters = Object(**OPTIONAL)
    show_expired = Flag(**OPTIONAL)
    latest_only = Flag(**OPTIONAL)
    categories = serializers.ListField(child=Text(longest=256), **OPTIONAL, max_length=100)
    metadata = Metadata(help_text="Pairs that the memory's metadata must contain.")


class SearchPlatform(Search, Listing):
    rerank = Flag(**OPTIONAL, help_text="Ignored: results are always fully ranked.")
    keyword_search = Flag(**OPTIONAL, help_text="Ignored: words are always searched.")
    reference_date = Time(**OPTIONAL)
    fields = serializers.ListField(child=Text(longest=64), **OPTIONAL, max_length=100)  # type: ignore[assignment]


class ListPlatform(RefusesUnsupported, Listing):
    start_date = Bound(**OPTIONAL)
    end_date = Bound(**OPTIONAL)
    keywords = Text(**OPTIONAL, longest=1_000)
    fields = serializers.ListField(child=Text(longest=64), **OPTIONAL, max_length=100)  # type: ignore[assignment]


class Paged(Fields):
    page = Integer(required=False, default=1, min_value=1, max_value=1_000_000)
    page_size = Integer(required=False, default=DEFAULT_LISTED, min_value=1, max_value=1_000)


class ListServer(Somebody):
    top_k = Integer(**OPTIONAL, min_value=1, max_value=MOST_FOUND)
    limit = Integer(**OPTIONAL, min_value=1, max_value=MOST_FOUND, help_text="top_k")
    show_expired = Flag(required=False)


class DeleteQuery(Fields):
    delete_linked = LooseFlag(
        required=False, default=False, help_text="Whether to forget what it superseded, too."
    )


class AllPaged(Paged):
    """All on one page by default, because clients that delete all entities read only one."""

    page_size = Integer(required=False, default=1_000_000, min_value=1, max_value=1_000_000)


class AskSummary(Fields):
    filters = Object(**OPTIONAL)


class AskProfileJob(Fields):
    operation = serializers.ChoiceField(("trigger", "sample"))
    entity_type = serializers.ChoiceField(("user",))
    entity_id = Identifier(**OPTIONAL)
    limit = Integer(**OPTIONAL, min_value=1, max_value=10)


class SetProfiles(Fields):
    enabled = Flag(**OPTIONAL)
    entities = Object(**OPTIONAL)


class AskExport(SomebodyInApp):
    schema = Anything(required=False, help_text="Ignored.")
    filters = Object(**OPTIONAL)


class GetExport(SomebodyInApp):
    memory_export_id = Text(**OPTIONAL, longest=100_000)
    filters = Object(**OPTIONAL)


class GiveFeedback(Fields):
    memory_id = Text(longest=600)
    feedback = serializers.ChoiceField(("POSITIVE", "NEGATIVE", "VERY_NEGATIVE"), **OPTIONAL)
    feedback_reason = Text(**OPTIONAL, longest=10_000)
