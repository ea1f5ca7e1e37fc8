"""What v1 accepts. Names, defaults and limits are the published contract."""

from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    Tag,
    model_validator,
)

from memory.api.client_fields import unsupported_field
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
from memory.conversation.speakers import USER_ROLES
from memory.retrieval.view import View
from memory.scope import Owner, Scope, agent, user

Modality = Literal["text", "image", "audio", "doc", "pdf", "html", "email"]
Role = Literal["user", "assistant", "tool"]
MOST_FIELDS = 100
USER_KINDS = ("episode", "profile", "foresight", "atomic_fact")


class Lenient(BaseModel):
    """Fields that the server does not know are ignored."""

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)


class Strict(BaseModel):
    """Fields that the server does not know are refused."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _few_fields(cls, value: Any) -> Any:
        """Before an error is made of each that is not known."""
        if isinstance(value, dict) and len(value) > MOST_FIELDS:
            raise ValueError(f"an object here has at most {MOST_FIELDS} fields, not {len(value)}")
        return value


class ToolFunction(Lenient):
    name: str = Field(description="The function, as it is registered with the agent.")
    arguments: str = Field(description="Its arguments as JSON text, not as an object.")


class ToolCall(Lenient):
    id: str = Field(description="Named again by the `tool_call_id` of the tool's answer.")
    type: str = Field("function", description="Only `function` has a meaning today.")
    function: ToolFunction


class ContentItem(Strict):
    """One part of a message. Its payload stands in exactly one of `text`, `uri` and `base64`."""

    type: Modality
    text: str | None = Field(None, description="The text itself; only for type `text`.")
    uri: str | None = Field(
        None, description="Where the server finds the payload: `http(s)://` or `file://`."
    )
    base64: str | None = Field(None, description="The payload itself, without a `data:` prefix; needs `ext`.")
    ext: str | None = Field(None, description="File extension, where the address does not show it.")
    name: str | None = Field(None, description="A file name to show to people.")
    extras: dict[str, JsonValue] | None = Field(None, description="Passed on to the parser as it is.")

    @model_validator(mode="after")
    def _one_payload(self) -> Self:
        given = [name for name in ("text", "uri", "base64") if getattr(self, name) is not None]
        if self.type == "text" and given != ["text"]:
            raise ValueError("a text item carries its payload in text, and nowhere else")
        if len(given) != 1:
            raise ValueError("exactly one of text / uri / base64 must be provided")
        return self


def _content_tag(value: Any) -> str:
    return "<items>" if isinstance(value, list) else "<text>"


# The tags keep an error from naming the union's other half; errors.py leaves them out of the location.
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
        description="The client's own id: a message of the session that has it already is not stored again.",
    )
    sender_id: OwnerId = Field(
        description="Who speaks. For role `user` also the user whose memory this becomes."
    )
    sender_name: str | None = Field(None, description="The name that memories use for the sender.")
    role: Role
    timestamp: EpochMs = Field(
        description="Milliseconds since 1970. Numbers below 10^12 are taken as seconds."
    )
    content: Annotated[Content | None, AfterValidator(_not_null)] = Field(
        description="The text, or a list of parts of several types; null or absent only beside `tool_calls`."
    )
    tool_calls: Annotated[Annotated[list[ToolCall], FirstMistake()] | None, FewItems] = Field(
        None, description="Calls that an assistant makes in this turn."
    )
    tool_call_id: str | None = Field(None, description="The call that this `tool` message answers.")

    @property
    def speaker(self) -> Owner:
        return user(self.sender_id) if self.role in USER_ROLES else agent(self.sender_id)

    @model_validator(mode="before")
    @classmethod
    def _calls_say_enough(cls, value: Any) -> Any:
        """OpenAI's assistants call tools with `content: null`."""
        if isinstance(value, dict) and value.get("tool_calls") and value.get("content") is None:
            return {**value, "content": ""}
        return value

    @model_validator(mode="after")
    def _tool_names_its_call(self) -> Self:
        if self.role == "tool" and not self.tool_call_id:
            raise ValueError("a message with role tool needs the tool_call_id that it answers")
        return self


class Scoped(BaseModel):
    app_id: ScopeId = Field("default", description="Memories of different apps never meet.")
    project_id: ScopeId = Field("default", description="Memories of different projects never meet.")

    @property
    def scope(self) -> Scope:
        return Scope(self.app_id, self.project_id)


class AddRequest(Scoped, Lenient):
    session_id: SessionId = Field(description="The conversation that the messages continue.")
    messages: Annotated[list[MessageItem], FirstMistake(), FewMessages] = Field(
        min_length=1, max_length=500, description="In the order of the conversation."
    )
    async_mode: bool = Field(
        False,
        description="Answer as soon as the messages are safe; what they complete is made a memory in the background.",
    )
    defer_extraction: bool = Field(
        False,
        description="Only keep the messages: what they complete is made a memory by a later add, or by flush.",
    )


class FlushRequest(Scoped, Lenient):
    session_id: SessionId = Field(description="The conversation to close, as it was named in add.")
    async_mode: bool = Field(False, description="Answer at once; the memory is made in the background.")

    @model_validator(mode="before")
    @classmethod
    def _knows_no_more(cls, value: Any) -> Any:
        problem = unsupported_field(value, supported=["async_mode"])
        if problem is not None:
            raise ValueError(problem)
        return value


class FilterNode(BaseModel):
    """Predicates by field name, joined with AND; `AND` and `OR` hold further nodes."""

    model_config = ConfigDict(extra="allow")

    AND: "Annotated[list[FilterNode], FirstMistake()] | None" = Field(
        None, description="Every one of these must match."
    )
    OR: "Annotated[list[FilterNode], FirstMistake()] | None" = Field(
        None, description="At least one of these must match."
    )

    def tree(self) -> dict[str, Any]:
        """The plain dictionary that the client sent, without absent combinators."""
        node: dict[str, Any] = dict(self.model_extra or {})
        if self.AND is not None:
            node["AND"] = [child.tree() for child in self.AND]
        if self.OR is not None:
            node["OR"] = [child.tree() for child in self.OR]
        return node


class Owned(Scoped):
    user_id: OwnerId | None = Field(None, description="Whose memory is read. Either this or `agent_id`.")
    agent_id: OwnerId | None = Field(
        None, description="Which agent's memory is read. Either this or `user_id`."
    )
    filters: FilterNode | None = Field(
        None, description="Which memories count at all, before ranking and paging."
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
    """Which memories count, by time and by trust."""

    as_of: PastMoment | None = Field(
        None, description="What held at this moment: milliseconds since 1970, or ISO-8601."
    )
    known_at: PastMoment | None = Field(
        None, description="What had been learned by this moment, as it was believed then."
    )
    min_trust: Radius | None = Field(
        None, description="Leaves out what is trusted less than this, and what nobody knows the source of."
    )

    @property
    def view(self) -> View:
        return View(self.as_of, self.known_at, self.min_trust)


class SearchRequest(Owned, Viewed, Strict):
    query: Query = Field(description="What to look for, in any language.")
    method: Literal["keyword", "vector", "hybrid", "agentic", "llm_multiround"] = Field(
        "hybrid",
        description="By word, by meaning, by both, or in several rounds; `llm_multiround` means `agentic`.",
    )
    top_k: TopK = Field(-1, description="How many of each kind at most; -1 leaves it to the server.")
    radius: Radius | None = Field(None, description="Drops what is less similar to the query than this.")
    min_score: Radius | None = Field(
        None, description="Drops what has a lower score than this, whatever the method."
    )
    include_profile: bool = Field(False, description="Also answer with the user's profile, unranked.")
    include_foresights: bool = Field(
        False, description="Also answer with what the user still has ahead, of which the query speaks."
    )
    enable_llm_rerank: bool = Field(
        False, description="Let a model rank the cases and skills of a hybrid search."
    )


class GetRequest(Owned, Viewed, Strict):
    memory_type: Literal["episode", "profile", "agent_case", "agent_skill", "foresight", "atomic_fact"] = (
        Field(description="What to list.")
    )
    page: Number = Field(1, ge=1, le=10**9, description="Counted from 1.")
    page_size: Number = Field(20, ge=1, le=100)
    sort_by: Literal["timestamp", "updated_at"] = Field(
        "timestamp", description="Kinds without a timestamp are sorted by `updated_at`."
    )
    sort_order: Literal["asc", "desc"] = Field("desc", description="Newest first, or oldest first.")

    @model_validator(mode="after")
    def _kind_of_the_owner(self) -> Self:
        needed = "user_id" if self.memory_type in USER_KINDS else "agent_id"
        if getattr(self, needed) is None:
            raise ValueError(f"memory_type {self.memory_type} requires {needed}")
        if self.memory_type == "profile" and not self.view.is_of_now:
            raise ValueError(
                "a profile tells what holds now: ask for memory_type atomic_fact as_of another time"
            )
        return self


class VerifyRequest(Scoped, Strict):
    id: MemoryId = Field(
        description="Of an episode, atomic fact, foresight or agent case, as search and get answer."
    )
    verified_at: PastMoment | None = Field(None, description="When somebody looked; now unless given.")
    by: Actor | None = Field(None, description="Who did: `human:<id>` or `process:<id>`.")
    stale_after: Day | None = Field(
        None,
        description="The last day (YYYY-MM-DD) on which nobody needs to look again; an empty text takes it away.",
    )
