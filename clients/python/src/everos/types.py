"""The shapes of what is sent and answered: dictionaries, as the API documents them."""

from typing import Any, Literal, TypedDict

Role = Literal["user", "assistant", "tool"]
Source = Literal["user_said", "assistant_said", "tool_returned", "document", "model_inferred", "hand_edit"]
MemoryType = Literal["episode", "profile", "agent_case", "agent_skill", "foresight", "atomic_fact"]
SearchMethod = Literal["keyword", "vector", "hybrid", "agentic", "llm_multiround"]
Moment = int | str  # milliseconds since 1970, or ISO-8601


class ToolFunction(TypedDict):
    name: str
    arguments: str  # JSON text


class _ToolCall(TypedDict):
    id: str
    function: ToolFunction


class ToolCall(_ToolCall, total=False):
    type: str


class _ContentItem(TypedDict):
    type: Literal["text", "image", "audio", "doc", "pdf", "html", "email"]


class ContentItem(_ContentItem, total=False):
    text: str
    uri: str
    base64: str
    ext: str
    name: str
    extras: dict[str, Any]


class _Message(TypedDict):
    sender_id: str
    role: Role


class Message(_Message, total=False):
    """What is left out of `timestamp` and `message_id` the client fills in."""

    content: str | list[ContentItem] | None
    timestamp: int  # milliseconds since 1970
    sender_name: str | None
    message_id: str | None
    tool_calls: list[ToolCall] | None
    tool_call_id: str | None


class _AddAnswer(TypedDict):
    message_count: int
    status: Literal["accumulated", "extracted", "accepted"]


class AddAnswer(_AddAnswer, total=False):
    duplicates: int  # how many the session had already


class _FlushAnswer(TypedDict):
    status: Literal["extracted", "no_extraction", "accepted"]


class FlushAnswer(_FlushAnswer, total=False):
    by_rules: list[
        Literal["profile", "foresights", "facts", "episodes"]
    ]  # made without a model: a budget is used up


class Placed(TypedDict):
    id: str
    app_id: str
    project_id: str


class Trusted(TypedDict):
    source: Source | None
    trust: float | None


class Sourced(Trusted):
    learned_at: str | None
    verified_at: str | None
    verified_by: str | None
    stale_after: str | None
    stale: bool


class Valid(TypedDict):
    valid_from: str
    valid_to: str | None
    superseded_by: str | None


class Episode(Placed, Sourced):
    """What happened in one stretch of a conversation, as one of its people's memory."""

    user_id: str | None
    session_id: str | None
    timestamp: str
    sender_ids: list[str]
    summary: str
    subject: str
    episode: str
    pending: bool
    type: Literal["Conversation"]


class FoundFact(Sourced, Valid):
    id: str
    content: str
    timestamp: str
    score: float


class FoundEpisode(Episode):
    score: float
    atomic_facts: list[FoundFact]


class Fact(Placed, Sourced, Valid):
    """One sentence drawn from an episode."""

    user_id: str | None
    session_id: str | None
    episode_id: str | None
    content: str
    timestamp: str


class Foresight(Placed, Sourced):
    """What is to be expected: a plan, an appointment, a deadline, a promise."""

    user_id: str | None
    session_id: str | None
    episode_id: str | None
    foresight: str
    evidence: str
    start_time: str | None
    end_time: str | None
    timestamp: str
    replaced_by: str | None  # the id of a later foresight of the same matter that names other days


class FoundForesight(Foresight):
    score: float


class Profile(Placed, Trusted):
    """What is known of a person."""

    user_id: str | None
    profile_data: dict[str, Any]


class FoundProfile(Profile):
    score: float | None


class AgentCase(Placed, Sourced):
    """How an agent went about one task."""

    agent_id: str
    session_id: str | None
    task_intent: str
    approach: str
    quality_score: float
    key_insight: str | None
    timestamp: str


class FoundAgentCase(AgentCase):
    score: float


class AgentSkill(Placed, Trusted):
    """A procedure that an agent learnt from several cases."""

    agent_id: str
    name: str
    description: str
    content: str
    confidence: float
    maturity_score: float
    source_case_ids: list[str]


class FoundAgentSkill(AgentSkill):
    score: float


class UnprocessedMessage(Placed):
    """A message that is accepted and not yet part of a memory."""

    session_id: str
    sender_id: str
    sender_name: str | None
    role: Role
    content: str | list[Any]
    timestamp: str
    tool_calls: list[Any] | None
    tool_call_id: str | None


class _SearchAnswer(TypedDict):
    episodes: list[FoundEpisode]
    profiles: list[FoundProfile]
    agent_cases: list[FoundAgentCase]
    agent_skills: list[FoundAgentSkill]
    unprocessed_messages: list[UnprocessedMessage]
    pending: int


class Explanation(TypedDict):
    found_by: list[Literal["words", "meaning", "fact"]]
    words: float
    best_line: float
    meaning: float | None
    best_fact: float | None
    best_fact_id: str | None
    score: float
    matched: list[str]
    missing: list[str]


class SearchAnswer(_SearchAnswer, total=False):
    foresights: list[FoundForesight]  # with include_foresights
    explanations: dict[str, Explanation]  # with explain; by the ids of what was found


class _GetAnswer(TypedDict):
    episodes: list[Episode]
    profiles: list[Profile]
    agent_cases: list[AgentCase]
    agent_skills: list[AgentSkill]
    total_count: int
    count: int
    pending: int


class GetAnswer(_GetAnswer, total=False):
    foresights: list[Foresight]
    atomic_facts: list[Fact]


class Lineage(TypedDict):
    source: str | None
    cell_id: str | None
    message_ids: list[str]
    derived: list[str]
    replaced_by: str | None


class OneMemory(TypedDict):
    kind: str
    memory: dict[str, Any]  # an Episode, Fact, Foresight or AgentCase, as `kind` says
    hash: str
    lineage: Lineage


class Change(TypedDict):
    at: str
    by: str
    reason: str
    old: dict[str, str]


class Verification(TypedDict):
    id: str
    verified_at: str
    verified_by: str | None
    stale_after: str | None
    stale: bool


class DoomedMemory(TypedDict):
    id: str
    kind: str
    text: str


class DeleteAnswer(TypedDict):
    status: Literal["would_forget", "forgotten", "accepted", "nothing"]
    receipt_id: str | None
    count: int
    counts: dict[str, int]
    messages: int
    session_items: int
    memories: list[DoomedMemory]
    rewritten: list[str]
    quoted_in: list[str]
    unknown: list[str]
    unreadable: dict[str, str]


class Receipt(TypedDict):
    id: str
    stage: Literal["find", "remove", "index", "purge", "done"]
    error: str | None
    receipt: dict[str, Any] | None


class SignedToken(TypedDict):
    token: str
    user_id: str
    expires_at: str


class Remembered(TypedDict):
    status: Literal["remembered", "known"]
    id: str


class _Recalled(TypedDict):
    id: str
    kind: str
    when: str
    text: str


class Recalled(_Recalled, total=False):
    """With `explain` also where it comes from and how it was ranked."""

    valid_to: str
    pending: bool
    score: float
    source: Source | None
    trust: float | None
    valid_from: str
    superseded_by: str | None
    episode: str


class _RecallAnswer(TypedDict):
    memories: list[Recalled]
    omitted: int


class RecallAnswer(_RecallAnswer, total=False):
    pending: int


class _Health(TypedDict):
    status: Literal["ok", "degraded"]
    ready: bool


class Health(_Health, total=False):
    """The report in full is for the machine itself, and for keys of the staff."""

    reasons: list[str]
