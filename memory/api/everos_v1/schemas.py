"""The requests of v1. Names, defaults and limits are the published contract."""

from typing import Annotated, Any, Literal, Self, cast

from django.http import HttpRequest
from ninja.parser import Parser
from ninja.types import DictStrAny
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    ModelWrapValidatorHandler,
    Tag,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from memory.api import bodies
from memory.api.everos_v1.fields import (
    Actor,
    Day,
    EpochMs,
    FewItems,
    FewMessages,
    FirstMistake,
    MemoryId,
    MessageId,
    Number,
    OwnerId,
    PastMoment,
    Query,
    Radius,
    ScopeId,
    SessionId,
    TopK,
)
from memory.api.suggestions import meaning, unknown_fields
from memory.conversation.messages import USER_ROLES
from memory.retrieval.types import View
from memory.scope import Owner, Scope, agent, group, user

Modality = Literal["text", "image", "audio", "doc", "pdf", "html", "email"]
Role = Literal["user", "assistant", "tool"]
MOST_FIELDS = 100
USER_KINDS = ("episode", "profile", "foresight", "atomic_fact")


class JsonBody(Parser):
    """Parses JSON bodies, and refuses other content types."""

    def parse_body(self, request: HttpRequest) -> DictStrAny:
        bodies.check_type(request)
        return cast(DictStrAny, bodies.parse(request.body))


class Explaining(BaseModel):
    """A request whose refusal for a missing or an unknown field names the field that was probably meant."""

    @model_validator(mode="wrap")
    @classmethod
    def _explain_fields(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return handler(value)
        except ValidationError as refusal:
            first = refusal.errors(include_url=False)[0]  # the only one that clients see
            explanation = cls._explanation(value, first["type"], first["loc"])
            if not explanation:
                raise
            message = PydanticCustomError(first["type"], "{message}", {"message": first["msg"] + explanation})
            error = InitErrorDetails(type=message, loc=first["loc"], input=first["input"])
            raise ValidationError.from_exception_data(refusal.title, [error]) from None

    @classmethod
    def _explanation(cls, value: Any, kind: str, location: tuple[int | str, ...]) -> str:
        if len(location) != 1:
            return ""
        if kind == "extra_forbidden":
            meant = meaning(str(location[0]), value, cls.model_fields)
            return f" ({meant})" if meant else ""
        return unknown_fields(value, cls.model_fields) if kind == "missing" else ""


class Lenient(Explaining):
    """A request that ignores unknown fields."""

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)


class Strict(Explaining):
    """A request that refuses unknown fields."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _few_fields(cls, value: Any) -> Any:
        """Limits the number of fields, since pydantic makes an error for each unknown one."""
        if isinstance(value, dict) and len(value) > MOST_FIELDS:
            raise ValueError(f"an object here has at most {MOST_FIELDS} fields, not {len(value)}")
        return value


class ToolFunction(Lenient):
    name: str = Field(description="The name of the function.")
    arguments: str = Field(description="Its arguments as a string of JSON, not as an object.")


class ToolCall(Lenient):
    id: str = Field(description="The id to which the `tool_call_id` of the tool's message refers.")
    type: str = Field("function", description="Only `function` has a meaning.")
    function: ToolFunction


class ContentItem(Strict):
    """One part of a message. Its payload is in exactly one of `text`, `uri` and `base64`."""

    type: Modality
    text: str | None = Field(None, description="The text itself; only for type `text`.")
    uri: str | None = Field(None, description="The address of the payload: `http(s)://` or `file://`.")
    base64: str | None = Field(None, description="The payload itself, without a `data:` prefix; needs `ext`.")
    ext: str | None = Field(None, description="The file extension, if the address does not have it.")
    name: str | None = Field(None, description="A file name for people.")
    extras: dict[str, JsonValue] | None = Field(None, description="Passed on to the parser unchanged.")

    @model_validator(mode="after")
    def _one_payload(self) -> Self:
        payloads = [name for name in ("text", "uri", "base64") if getattr(self, name) is not None]
        if self.type == "text" and payloads != ["text"]:
            raise ValueError("the payload of a text item must be in text")
        if len(payloads) != 1:
            raise ValueError("exactly one of text / uri / base64 must be provided")
        return self


def _content_tag(value: Any) -> str:
    return "<items>" if isinstance(value, list) else "<text>"


# With tags, errors are only about the matching member of the union; errors.py removes them from locations.
Content = Annotated[
    Annotated[str, Tag("<text>")] | Annotated[list[ContentItem], FirstMistake(), FewItems, Tag("<items>")],
    Discriminator(_content_tag),
]


def _not_null(value: Any) -> Any:
    if value is None:
        raise ValueError("content may be null only beside tool_calls")
    return value


class MessageItem(Lenient):
    """One turn of a conversation."""

    message_id: MessageId | None = Field(
        None,
        description="The client's own id. A message with an id that the session already has is not stored again.",
    )
    sender_id: OwnerId = Field(
        description="The sender. For role `user` also the user whose memory this becomes."
    )
    sender_name: str | None = Field(None, description="The sender's name in memories.")
    role: Role
    timestamp: EpochMs = Field(
        description="Milliseconds since 1970. Numbers below 10^12 are read as seconds."
    )
    content: Annotated[Content | None, AfterValidator(_not_null)] = Field(
        description="The text, or a list of parts of several types; null or absent only beside `tool_calls`."
    )
    tool_calls: Annotated[Annotated[list[ToolCall], FirstMistake()] | None, FewItems] = Field(
        None, description="Tool calls that an assistant makes in this turn."
    )
    tool_call_id: str | None = Field(None, description="The tool call that this `tool` message answers.")

    @property
    def speaker(self) -> Owner:
        return user(self.sender_id) if self.role in USER_ROLES else agent(self.sender_id)

    @model_validator(mode="before")
    @classmethod
    def _content_of_tool_calls(cls, value: Any) -> Any:
        """Allows null content beside tool calls, as OpenAI's models send it."""
        if isinstance(value, dict) and value.get("tool_calls") and value.get("content") is None:
            return {**value, "content": ""}
        return value

    @model_validator(mode="after")
    def _tool_names_its_call(self) -> Self:
        if self.role == "tool" and not self.tool_call_id:
            raise ValueError("a message with role tool needs the tool_call_id that it answers")
        return self


class Scoped(BaseModel):
    app_id: ScopeId = Field("default", description="The app. Memories of different apps are kept apart.")
    project_id: ScopeId = Field(
        "default", description="The project. Memories of different projects are kept apart."
    )

    @property
    def scope(self) -> Scope:
        return Scope(self.app_id, self.project_id)


class AddRequest(Scoped, Lenient):
    session_id: SessionId = Field(description="The conversation to which the messages belong.")
    messages: Annotated[list[MessageItem], FirstMistake(), FewMessages] = Field(
        min_length=1, max_length=500, description="In the order of the conversation."
    )
    async_mode: bool = Field(
        False,
        description="Answer as soon as the messages are stored; memories are extracted in the background.",
    )
    defer_extraction: bool = Field(
        False, description="Only store the messages; memories are extracted by a later add or flush."
    )


class FlushRequest(Scoped, Lenient):
    session_id: SessionId = Field(description="The conversation, as it was named in add.")
    async_mode: bool = Field(False, description="Answer at once; the memory is extracted in the background.")

    @model_validator(mode="before")
    @classmethod
    def _refuse_unsupported(cls, value: Any) -> Any:
        problem = bodies.unsupported_field(value, supported=["async_mode"])
        if problem is not None:
            raise ValueError(problem)
        return value


class OptionallyOwned(Scoped):
    """A request about a whole project, or about one owner in it."""

    user_id: OwnerId | None = Field(None, description="Only memories of this user.")
    agent_id: OwnerId | None = Field(None, description="Only what this agent has learnt or stored.")
    group_id: OwnerId | None = Field(None, description="Only memories of this group.")

    @model_validator(mode="after")
    def _at_most_one_owner(self) -> Self:
        if sum(each is not None for each in (self.user_id, self.agent_id, self.group_id)) > 1:
            raise ValueError("at most one of user_id / agent_id / group_id can be given")
        return self

    @property
    def owner(self) -> Owner | None:
        owners = ((user, self.user_id), (agent, self.agent_id), (group, self.group_id))
        return next((owner(each) for owner, each in owners if each is not None), None)


class FilterNode(BaseModel):
    """Predicates by field name, joined with AND; `AND` and `OR` contain further nodes."""

    model_config = ConfigDict(extra="allow")

    AND: "Annotated[list[FilterNode], FirstMistake()] | None" = Field(
        None, description="Every one of these must match."
    )
    OR: "Annotated[list[FilterNode], FirstMistake()] | None" = Field(
        None, description="At least one of these must match."
    )

    def tree(self) -> dict[str, Any]:
        """The filter as the client sent it, as a plain dictionary."""
        node: dict[str, Any] = dict(self.model_extra or {})
        if self.AND is not None:
            node["AND"] = [child.tree() for child in self.AND]
        if self.OR is not None:
            node["OR"] = [child.tree() for child in self.OR]
        return node


class Owned(Scoped):
    user_id: OwnerId | None = Field(None, description="The user whose memory is read; or else `agent_id`.")
    agent_id: OwnerId | None = Field(None, description="The agent whose memory is read; or else `user_id`.")
    filters: FilterNode | None = Field(
        None, description="Conditions that memories must meet, before ranking and paging."
    )

    @model_validator(mode="after")
    def _one_owner(self) -> Self:
        if (self.user_id is None) == (self.agent_id is None):
            raise ValueError("exactly one of user_id / agent_id must be provided")
        return self

    @property
    def owner(self) -> Owner:
        return user(self.user_id) if self.user_id is not None else agent(str(self.agent_id))

    @property
    def filter_tree(self) -> dict[str, Any] | None:
        return self.filters.tree() if self.filters is not None else None


class Viewed(BaseModel):
    """Limits memories by time and by trust."""

    as_of: PastMoment | None = Field(
        None, description="Only what was valid at this time: milliseconds since 1970, or ISO 8601."
    )
    known_at: PastMoment | None = Field(
        None, description="Only what had been learned by this time, as it was known then."
    )
    min_trust: Radius | None = Field(
        None, description="Only memories with at least this trust; leaves out those of unknown source."
    )

    @property
    def view(self) -> View:
        return View(self.as_of, self.known_at, self.min_trust)


class SearchRequest(Owned, Viewed, Strict):
    query: Query = Field(description="What to search for, in any language.")
    method: Literal["keyword", "vector", "hybrid", "agentic", "llm_multiround"] = Field(
        "hybrid",
        description="By word, by meaning, by both, or in several rounds; `llm_multiround` means `agentic`.",
    )
    top_k: TopK = Field(-1, description="The maximum number of each kind; -1 leaves it to the server.")
    radius: Radius | None = Field(None, description="The minimum similarity to the query.")
    min_score: Radius | None = Field(None, description="The minimum score, with any method.")
    include_profile: bool = Field(False, description="Also return the user's profile, unranked.")
    include_foresights: bool = Field(
        False, description="Also return the user's open foresights that match the query."
    )
    enable_llm_rerank: bool = Field(
        False, description="Let a model rank the cases and skills of a hybrid search."
    )
    explain: bool = Field(False, description="Also return the numbers behind the score of each item.")


class GetRequest(Owned, Viewed, Strict):
    memory_type: Literal["episode", "profile", "agent_case", "agent_skill", "foresight", "atomic_fact"] = (
        Field(description="The kind of memories to list.")
    )
    page: Number = Field(1, ge=1, le=10**9, description="Counted from 1.")
    page_size: Number = Field(20, ge=1, le=100)
    sort_by: Literal["timestamp", "updated_at"] = Field(
        "timestamp", description="The time to sort by. Kinds without a timestamp are sorted by `updated_at`."
    )
    sort_order: Literal["asc", "desc"] = Field("desc", description="`desc` for newest first.")

    @model_validator(mode="after")
    def _kind_of_the_owner(self) -> Self:
        needed = "user_id" if self.memory_type in USER_KINDS else "agent_id"
        if getattr(self, needed) is None:
            raise ValueError(f"memory_type {self.memory_type} requires {needed}")
        if self.memory_type == "profile" and not self.view.is_of_now:
            raise ValueError(
                "a profile is always current; for another time, list memory_type atomic_fact with as_of"
            )
        return self


class VerifyRequest(Scoped, Strict):
    id: MemoryId = Field(
        description="The id of an episode, atomic fact, foresight or agent case, as search and get return it."
    )
    verified_at: PastMoment | None = Field(None, description="When it was verified; by default now.")
    by: Actor | None = Field(None, description="Who verified it: `human:<id>` or `process:<id>`.")
    stale_after: Day | None = Field(
        None,
        description="The last day (YYYY-MM-DD) on which the verification is valid; an empty string removes it.",
    )
