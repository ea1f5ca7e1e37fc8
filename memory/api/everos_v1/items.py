"""The responses of v1. Arrays are present even if they are empty."""

from typing import Any, Generic, Literal, TypeVar

from django.http import HttpRequest
from ninja import Status
from pydantic import BaseModel, Field, model_serializer

from memory.api.request_meta import request_id

Data = TypeVar("Data")


class Envelope(BaseModel, Generic[Data]):
    """The envelope of all successful responses."""

    request_id: str = Field(description="32 hex digits; also in the server's log and in `X-Request-Id`.")
    data: Data


def envelope(request: HttpRequest, data: Data) -> Envelope[Data]:
    """A successful response to the request."""
    return Envelope[type(data)](request_id=request_id(request), data=data)  # type: ignore[misc, operator]


def accepted(request: HttpRequest, data: Any) -> Status[Any]:
    """The same, as a 202 if the work goes on in the background."""
    return Status(202 if data.status == "accepted" else 200, envelope(request, data))


def answers(data: Any, *statuses: int) -> dict[int, Any]:
    """The responses of a call for its schema: 200 with this data, and these statuses, with it or with an error.

    Errors of any call are added later, see memory.api.openapi.refusals.
    """
    return {status: Envelope[data] if status < 400 else ErrorEnvelope for status in (200, *statuses)}


class ErrorDetail(BaseModel):
    code: Literal["HTTP_ERROR", "SYSTEM_ERROR"] = Field(
        description="`HTTP_ERROR` for an error of the client, `SYSTEM_ERROR` for one of the server."
    )
    message: str
    timestamp: str = Field(description="ISO 8601 with the offset of the display time zone.")
    path: str


class ErrorEnvelope(BaseModel):
    """The envelope of all error responses."""

    request_id: str
    error: ErrorDetail


class AddData(BaseModel):
    message_count: int = Field(description="The number of accepted messages: all of the request.")
    duplicates: int | None = Field(
        None,
        description="How many of them had been accepted before, by id or by content, and were not stored again; absent"
        " if none had.",
    )
    status: Literal["accumulated", "extracted", "accepted"] = Field(
        description="`extracted` if the call closed a memory cell and its memory is on disk, or if it repeats messages"
        " of such a memory; `accepted` (202) if the memory is extracted in the background; otherwise `accumulated`."
    )


class FlushData(BaseModel):
    status: Literal["extracted", "no_extraction", "accepted"] = Field(
        description="`no_extraction` if nothing was buffered in the session; `accepted` (202) if the memory is"
        " extracted in the background."
    )
    by_rules: list[Literal["profile", "foresights", "facts", "episodes"]] | None = Field(
        None,
        description="What rules make instead of the language model, since a budget is nearly or fully used; absent"
        " otherwise.",
    )


class Placed(BaseModel):
    id: str
    app_id: str
    project_id: str


Source = Literal["user_said", "assistant_said", "tool_returned", "document", "model_inferred", "hand_edit"]


class Trusted(BaseModel):
    """The source of a memory, and how far it is trusted."""

    source: Source | None = Field(description="The least trusted of its sources; null if not known.")
    trust: float | None = Field(description="From 0 to 1, by `source`; null if that is not known.")


class Sourced(Trusted):
    """Adds when a memory was written and verified."""

    learned_at: str | None = Field(description="When the memory was written; null if its file does not say.")
    verified_at: str | None
    verified_by: str | None
    stale_after: str | None = Field(description="A day, as YYYY-MM-DD.")
    stale: bool = Field(description="Whether that day is over and the memory should be verified again.")


class Valid(BaseModel):
    """The validity of a fact."""

    valid_from: str = Field(
        description="The beginning of its validity: when it was said, unless a date is known."
    )
    valid_to: str | None = Field(description="The end of its validity; null if it is still valid.")
    superseded_by: str | None = Field(description="The id of the later fact that has taken its place.")


class GetEpisodeItem(Sourced, Placed):
    """What happened in one memory cell, as the memory of one of its participants."""

    user_id: str | None
    session_id: str | None = Field(description="null for an episode that was merged from several sessions.")
    timestamp: str
    sender_ids: list[str]
    summary: str
    subject: str
    episode: str
    pending: bool = Field(
        description="Whether it is not indexed yet. It is searched by word only, and its `id` changes when it is."
    )
    type: Literal["Conversation"] = "Conversation"


class SearchAtomicFactItem(Sourced, Valid):
    """One sentence drawn from an episode."""

    id: str
    content: str
    timestamp: str = Field(description="When it was said.")
    score: float


class SearchEpisodeItem(GetEpisodeItem):
    score: float
    atomic_facts: list[SearchAtomicFactItem]


class GetAtomicFactItem(Valid, Sourced, Placed):
    """One sentence drawn from an episode."""

    user_id: str | None
    session_id: str | None = Field(description="null for an episode that was merged from several sessions.")
    episode_id: str | None
    content: str
    timestamp: str = Field(description="When it was said.")


class GetForesightItem(Sourced, Placed):
    """A plan, an appointment, a deadline or a promise."""

    user_id: str | None
    session_id: str | None = Field(description="null for an episode that was merged from several sessions.")
    episode_id: str | None
    foresight: str
    evidence: str
    start_time: str | None = Field(description="The first day, as YYYY-MM-DD.")
    end_time: str | None = Field(description="The last day; null if no end is known.")
    timestamp: str = Field(description="When it was said.")
    replaced_by: str | None = Field(
        description="The id of a later foresight about the same matter; null if there is none."
    )


class SearchForesightItem(GetForesightItem):
    score: float


class GetProfileItem(Trusted, Placed):
    """What is known about a person."""

    user_id: str | None
    profile_data: dict[str, Any]


class SearchProfileItem(GetProfileItem):
    score: float | None = Field(description="null: a profile is fetched, not ranked.")


class GetAgentCaseItem(Sourced, Placed):
    """How an agent went about one task."""

    agent_id: str
    session_id: str | None
    task_intent: str
    approach: str
    quality_score: float
    key_insight: str | None
    timestamp: str


class SearchAgentCaseItem(GetAgentCaseItem):
    score: float


class GetAgentSkillItem(Trusted, Placed):
    """A procedure that an agent learnt from several cases."""

    agent_id: str
    name: str
    description: str
    content: str
    confidence: float
    maturity_score: float
    source_case_ids: list[str] = Field(description="Ids of the agent cases from which it was learnt.")


class SearchAgentSkillItem(GetAgentSkillItem):
    score: float


class VerifyData(BaseModel):
    id: str
    verified_at: str
    verified_by: str | None
    stale_after: str | None
    stale: bool


class UnprocessedMessage(BaseModel):
    """A buffered message, which is not part of a memory yet."""

    id: str
    app_id: str
    project_id: str
    session_id: str
    sender_id: str
    sender_name: str | None
    role: Literal["user", "assistant", "tool"]
    content: str | list[Any]
    timestamp: str
    tool_calls: list[Any] | None
    tool_call_id: str | None


PENDING = Field(
    0,
    description="How many memory cells and files of the owner wait to be indexed. They are searched too, marked "
    "`pending`; of very many only the latest.",
)


class ExplanationItem(BaseModel):
    """The numbers behind the score of an item, from 0 to 1; null for what was not compared."""

    found_by: list[Literal["words", "meaning", "fact"]] = Field(
        description="What made it a candidate: words of the query, its vector, or one of its facts."
    )
    words: float = Field(
        description="How much of the query its words tell; 0 where only vectors were asked for."
    )
    best_line: float = Field(description="The same of its best line.")
    meaning: float | None = Field(
        description="Its similarity to the query; null where only words were compared."
    )
    best_fact: float | None = Field(description="Of an episode: the score of its best fact.")
    best_fact_id: str | None
    score: float = Field(
        description="By which it was ranked: reranking, and what holds by now, may have changed it afterwards."
    )
    matched: list[str] = Field(description="Words of the query that it mentions.")
    missing: list[str] = Field(description="Words of the query that it does not.")


class AsAsked(BaseModel):
    """Leaves out `foresights` and `atomic_facts` unless they were requested, since older clients do not know them."""

    @model_serializer(mode="wrap")
    def _without_unrequested(self, serialized):  # type: ignore[no-untyped-def]  # a return type would be the schema
        values = serialized(self)
        return {name: value for name, value in values.items() if value is not None}


class SearchData(AsAsked):
    episodes: list[SearchEpisodeItem] = []
    profiles: list[SearchProfileItem] = []
    agent_cases: list[SearchAgentCaseItem] = []
    agent_skills: list[SearchAgentSkillItem] = []
    foresights: list[SearchForesightItem] | None = Field(None, description="Only with `include_foresights`.")
    unprocessed_messages: list[UnprocessedMessage] = Field(
        [],
        description="Buffered messages, if `filters.session_id` is a string at the top level and the owner takes part "
        "in the session.",
    )
    explanations: dict[str, ExplanationItem] | None = Field(
        None, description="Only with `explain`: for the id of each item, the numbers behind its score."
    )
    pending: int = PENDING


class GetData(AsAsked):
    episodes: list[GetEpisodeItem] = []
    profiles: list[GetProfileItem] = []
    agent_cases: list[GetAgentCaseItem] = []
    agent_skills: list[GetAgentSkillItem] = []
    foresights: list[GetForesightItem] | None = Field(None, description="Only for `memory_type: foresight`.")
    atomic_facts: list[GetAtomicFactItem] | None = Field(
        None, description="Only for `memory_type: atomic_fact`."
    )
    total_count: int = Field(description="The number of matches on all pages.")
    count: int = Field(description="The number of items on this page.")
    pending: int = PENDING
