"""Requests and responses of MaaS."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.api.rest.errors import explain_missing
from memory.api.rest.fields import (
    OPTIONAL,
    TEXT_OR_OBJECTS,
    FewMessages,
    Flag,
    Identifier,
    Integer,
    Object,
    Plain,
    Text,
    json_within,
    refuse_excess,
)
from memory.conversation.messages import requests_of
from memory.keyed.distil import Said
from memory.stm.messages import ROLES, STRATEGIES

CHAT_ROLES = ("user", "assistant", "system", "developer", "tool", "function", "summary")
# Their content may be null or absent: they call tools, or answered nothing.
SILENT_ROLES = ("assistant", "function")
CATEGORIES = ("semantic", "episodic", "fact", "preference")
MOST_CATEGORIES = 100  # in one search: a client may repeat the four that there are
EVENTS = ("add", "update", "delete")
DEFAULT_LIMIT = 100
HIGHEST_LIMIT = 10_000
NO_SCOPE = "Value error, At least one of user_id, agent_id, or session_id must be provided"

UNREACHABLE = (
    "Value error, no part of an id between slashes may be empty, '.' or '..': many clients and proxies remove these "
    "from URLs, and the session could not be found again"
)

Fields = serializers.Serializer[Any]


class ChatMessage(serializers.Serializer[Any]):
    """A chat message in OpenAI's format.

    `content` becomes one text: the text of its parts, then its tool calls.
    """

    role = serializers.ChoiceField(CHAT_ROLES)
    name = Text(**OPTIONAL)
    content = serializers.JSONField()
    tool_calls = serializers.ListField(child=Object(), **OPTIONAL)
    function_call = Object(**OPTIONAL)

    class Meta:
        list_serializer_class = FewMessages

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and data.get("role") in SILENT_ROLES and data.get("content") is None:
            data = {**data, "content": ""}
        return super().to_internal_value(data)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        calls = list(attrs.get("tool_calls") or ())
        refuse_excess("items", len(calls))
        if attrs.get("function_call"):
            calls.append({"function": attrs["function_call"]})
        parts = [attrs["content"], *(f"called {request}" for request in requests_of(calls))]
        return {**attrs, "content": "\n".join(filter(None, parts))}

    def validate_content(self, value: Any) -> str:
        if isinstance(value, list):
            refuse_excess("items", len(value))
            parts = [part for part in value if isinstance(part, dict)]
            value = "\n".join(str(part.get("text") or part.get("refusal") or "") for part in parts)
        if not isinstance(value, str):
            raise serializers.ValidationError("Input should be a valid string", code="string_type")
        return value


@extend_schema_field(TEXT_OR_OBJECTS)
class Content(Plain):
    """A plain text, or a list of chat messages."""

    default_error_messages = {
        "content_type": "Input should be a string or a list of chat messages",
        "empty": "There is nothing to remember in it",
    }

    def to_internal_value(self, data: Any) -> str | list[Said]:
        if isinstance(data, str):
            return self._check_text(data, data)
        if not isinstance(data, list):
            self.fail("content_type")
        chat = ChatMessage(data=data, many=True)
        if not chat.is_valid():
            raise serializers.ValidationError(explain_missing(chat.errors, chat, data))
        messages = [Said(each["role"], each["content"], each.get("name")) for each in chat.validated_data]
        return self._check_text(messages, "".join(each.text + (each.name or "") for each in messages))

    def _check_text(self, value: Any, text: str) -> Any:
        refuse_excess("note_chars", len(text))
        if not text.strip():
            self.fail("empty")
        return value


class SessionId(Fields):
    session_id = Identifier(names_folder=False)


class NewSessionId(SessionId):
    """The id in a call that may create the session."""

    def validate_session_id(self, value: str) -> str:
        if {"", ".", ".."} & set(value.split("/")):
            raise serializers.ValidationError(UNREACHABLE, code="value_error")
        return value


class MessageIn(Fields):
    role = serializers.ChoiceField(ROLES)
    content = Text(limit="stm_message_chars")
    metadata = Object(**OPTIONAL, default=None, validators=[json_within("metadata_chars")])

    class Meta:
        list_serializer_class = FewMessages


class AddMessages(Fields):
    messages = MessageIn(many=True)


class MessageLimit(Fields):
    limit = Integer(required=False, default=None, min_value=1, help_text="by default all messages")


class ContextQuery(Fields):
    read_only = Flag(  # type: ignore[assignment]  # the framework takes fields out of the class
        required=False, default=False, help_text="true leaves the session unchanged"
    )


class SessionConfig(Fields):
    """A field that is left out stays unchanged; null resets it to the server's settings."""

    strategy = serializers.ChoiceField(STRATEGIES, **OPTIONAL)
    max_messages = Integer(**OPTIONAL, min_value=1, max_value=1_000_000)
    max_tokens = Integer(**OPTIONAL, min_value=1, max_value=1_000_000_000)


class MessageOut(Fields):
    id = serializers.UUIDField()
    role = serializers.ChoiceField(ROLES)
    content = Text()
    metadata = Object(allow_null=True)
    timestamp = serializers.FloatField(help_text="seconds since 1970")
    token_count = Integer()


class SessionMessages(Fields):
    session_id = Text()
    messages = MessageOut(many=True)


class AddedMessages(SessionMessages):
    added = Integer()


class SessionContext(SessionMessages):
    strategy = serializers.ChoiceField(STRATEGIES)
    total_tokens = Integer()


class DeletedSession(Fields):
    session_id = Text()
    deleted = serializers.BooleanField()


class EffectiveConfig(Fields):
    strategy = serializers.ChoiceField(STRATEGIES)
    max_messages = Integer()
    max_tokens = Integer()


class ConfiguredSession(Fields):
    session_id = Text()
    config = EffectiveConfig()


class About(Fields):
    user_id = Identifier(**OPTIONAL, default=None)
    agent_id = Identifier(**OPTIONAL, default=None)
    session_id = Identifier(**OPTIONAL, default=None)


class Scoped(About):
    """At least one of the three is needed."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not any(attrs.get(name) for name in ("user_id", "agent_id", "session_id")):
            raise serializers.ValidationError(NO_SCOPE, code="value_error")
        return attrs


class AddMemory(Scoped):
    messages = Content()
    category = serializers.ChoiceField(CATEGORIES)
    metadata = Object(**OPTIONAL, default=None, validators=[json_within("metadata_chars")])


class SearchMemories(Scoped):
    query = Text(not_blank=True, limit="query_chars")
    categories = serializers.ListField(
        child=serializers.ChoiceField(CATEGORIES), **OPTIONAL, default=None, max_length=MOST_CATEGORIES
    )
    limit = Integer(required=False, default=DEFAULT_LIMIT, min_value=1, max_value=HIGHEST_LIMIT)


class ListMemories(About):
    limit = Integer(required=False, default=DEFAULT_LIMIT, min_value=1, max_value=HIGHEST_LIMIT)


class UpdateMemory(Fields):
    data = Text(not_blank=True, limit="note_chars")  # type: ignore[assignment]  # the framework takes fields out of the class


class MemoryOut(Fields):
    id = Text()
    memory = Text()
    metadata = Object(help_text="includes the category")
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField(allow_null=True)
    score = serializers.FloatField(allow_null=True, help_text="0 to 1 in a search, otherwise null")


class Memories(Fields):
    results = MemoryOut(many=True)
    pending = serializers.IntegerField(
        required=False, help_text="with a search: how many changed files wait to be indexed, if any"
    )


class DeletedMemory(Fields):
    id = Text()
    deleted = serializers.BooleanField()


class HistoryEntry(Fields):
    id = serializers.UUIDField()
    memory_id = Text()
    old_memory = Text(allow_null=True)
    new_memory = Text(allow_null=True)
    event = serializers.ChoiceField(EVENTS)
    timestamp = serializers.DateTimeField()


class History(Fields):
    entries = HistoryEntry(many=True)


class Mistake(Fields):
    type = Text()
    loc = serializers.ListField(child=serializers.JSONField())
    msg = Text()


class InvalidRequest(Fields):
    detail = Mistake(many=True)
