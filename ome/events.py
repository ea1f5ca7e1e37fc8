"""What happened, as the engine records it: the typed events that strategies listen to."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from memory.scope import Owner, Scope, agent, user


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    happens_once: ClassVar[bool] = False  # heard a second time, it is a replay

    scope: Scope


class Said(BaseModel):
    """A message of the conversation, as memory.ingest.messages.Turn has it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sender_id: str
    role: str
    timestamp_ms: int
    text: str
    sender_name: str | None = None
    tool_calls: list[dict[str, Any]] | None = None
    tool_call_id: str | None = None


class MemcellExtracted(_Event):
    """A stretch of a conversation has become episodes on disk."""

    happens_once: ClassVar[bool] = True

    type: Literal["memcell_extracted"] = "memcell_extracted"
    cell_id: str
    session_id: str
    turns: tuple[Said, ...]
    episodes: dict[str, str]  # user id -> entry id of their episode
    content: str  # of the episodes as they were written; a file that says otherwise was edited since

    @property
    def id(self) -> str:
        return f"cell:{self.cell_id}"

    @property
    def lane(self) -> str:
        return self.id


class FactsExtracted(_Event):
    """The facts that one user's episode holds now, all of them; none when the episode is gone."""

    type: Literal["facts_extracted"] = "facts_extracted"
    user_id: str
    episode_id: str
    timestamp_ms: int  # of the episode
    facts: tuple[str, ...]
    version: str  # tells this state of the episode from an earlier one

    @property
    def id(self) -> str:
        return f"facts:{_place(self.scope, user(self.user_id))}/{self.episode_id}/{self.version}"

    @property
    def lane(self) -> str:
        return f"profile:{_place(self.scope, user(self.user_id))}"


class CaseExtracted(_Event):
    """An agent has a new or changed case; or one is gone."""

    type: Literal["case_extracted"] = "case_extracted"
    agent_id: str
    case_id: str  # its entry id
    version: str

    @property
    def id(self) -> str:
        return f"case:{_place(self.scope, agent(self.agent_id))}/{self.case_id}/{self.version}"

    @property
    def lane(self) -> str:
        return f"skills:{_place(self.scope, agent(self.agent_id))}"


class EntryChanged(_Event):
    """A person has edited or removed a memory in its file."""

    type: Literal["entry_changed"] = "entry_changed"
    owner: Owner
    kind: str  # episode or agent_case
    entry_id: str
    sha256: str | None  # of the entry's values now; None when it is gone

    @property
    def id(self) -> str:
        return f"changed:{_place(self.scope, self.owner)}/{self.entry_id}/{self.sha256 or 'gone'}"

    @property
    def lane(self) -> str:
        return f"entry:{_place(self.scope, self.owner)}/{self.entry_id}"


Event = Annotated[
    MemcellExtracted | FactsExtracted | CaseExtracted | EntryChanged, Field(discriminator="type")
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def _place(scope: Scope, owner: Owner) -> str:
    return f"{scope.app_id}/{scope.project_id}/{owner.type}/{owner.id}"
