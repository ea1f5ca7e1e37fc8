"""What v1 answers. Every array is always there, so that clients need not ask first."""

from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, Field, model_serializer

Data = TypeVar("Data")


class Envelope(BaseModel, Generic[Data]):
    """Around every successful answer."""

    request_id: str = Field(description="32 hex digits; also in the server's logs and in `X-Request-Id`.")
    data: Data


class ErrorDetail(BaseModel):
    code: Literal["HTTP_ERROR", "SYSTEM_ERROR"] = Field(
        description="The client's mistake, or the server's trouble."
    )
    message: str
    timestamp: str = Field(description="ISO-8601 with the offset of the display time zone.")
    path: str


class ErrorEnvelope(BaseModel):
    """Around every answer that is not a success."""

    request_id: str
    error: ErrorDetail


class AddData(BaseModel):
    message_count: int = Field(description="How many messages were accepted: all of them.")
    duplicates: int | None = Field(
        None,
        description="How many of them had been accepted before, by id or by content, and were not stored again; absent"
        " when none had.",
    )
    status: Literal["accumulated", "extracted", "accepted"] = Field(
        description="`extracted` when the call closed a stretch of conversation and its memory is on disk, or repeats"
        " what a memory on disk tells; with 202 `accepted`: it will be, in the background."
    )


class FlushData(BaseModel):
    status: Literal["extracted", "no_extraction", "accepted"] = Field(
        description="`no_extraction` when nothing was waiting in the session; with 202 `accepted`: the memory will be"
        " on disk, in the background."
    )


class Placed(BaseModel):
    id: str
    app_id: str
    project_id: str


Source = Literal["user_said", "assistant_said", "tool_returned", "document", "model_inferred", "hand_edit"]


class Trusted(BaseModel):
    """Where a memory comes from."""

    source: Source | None = Field(description="Of several the least trusted; null where it is not known.")
    trust: float | None = Field(description="From 0 to 1, by `source`; null where that is not known.")


class Sourced(Trusted):
    """With whether somebody has looked since it was written."""

    learned_at: str | None = Field(
        description="When the memory was written; null where its file does not say."
    )
    verified_at: str | None
    verified_by: str | None
    stale_after: str | None = Field(description="A day, as YYYY-MM-DD.")
    stale: bool = Field(description="Whether that day is over: somebody should look again.")


class Valid(BaseModel):
    """From when until when what a fact says holds."""

    valid_from: str = Field(description="From when it holds: when it was said, unless a date is known.")
    valid_to: str | None = Field(description="null: it still holds, as far as anybody has said.")
    superseded_by: str | None = Field(description="The id of the fact that says something else since.")


class GetEpisodeItem(Sourced, Placed):
    """What happened in one stretch of a conversation, as one of its people's memory."""

    user_id: str | None
    session_id: str | None = Field(description="null for an episode that was merged from several sessions.")
    timestamp: str
    sender_ids: list[str]
    summary: str
    subject: str
    episode: str
    pending: bool = Field(
        description="Accepted, and not in the index yet. Its words are searched; its `id` lasts until it is indexed."
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
    """What is to be expected: a plan, an appointment, a deadline, a promise."""

    user_id: str | None
    session_id: str | None = Field(description="null for an episode that was merged from several sessions.")
    episode_id: str | None
    foresight: str
    evidence: str
    start_time: str | None = Field(description="The first day, as YYYY-MM-DD.")
    end_time: str | None = Field(description="The last day; null where no end is known.")
    timestamp: str = Field(description="When it was said.")
    replaced_by: str | None = Field(
        description="The foresight that was said later of the same matter, as search and get see it; else null."
    )


class SearchForesightItem(GetForesightItem):
    score: float


class GetProfileItem(Trusted, Placed):
    """What is known of a person."""

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
    source_case_ids: list[str] = Field(description="Ids of agent cases, as this API shows them.")


class SearchAgentSkillItem(GetAgentSkillItem):
    score: float


class VerifyData(BaseModel):
    id: str
    verified_at: str
    verified_by: str | None
    stale_after: str | None
    stale: bool


class UnprocessedMessage(BaseModel):
    """A message that is accepted and not yet part of a memory."""

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
    description="How many stretches of conversation and files of the owner wait to be indexed. They are searched too, "
    "of many the latest, and marked `pending`.",
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
    """`foresights` and `atomic_facts` are there for who asks for them: other clients know the other lists only."""

    @model_serializer(mode="wrap")
    def _without_unasked(self, serialized):  # type: ignore[no-untyped-def]  # a return type would be the schema
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
        description="Filled only when `filters.session_id` is a plain text at the top level, for owners who took part.",
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
    total_count: int = Field(description="How many match, on all pages.")
    count: int = Field(description="How many are on this page.")
    pending: int = PENDING
