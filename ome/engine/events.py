"""The typed events that the engine records and strategies listen to."""

import hashlib
from abc import abstractmethod
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from memory.scope import Owner, Scope, agent, user

GONE = "gone"  # the version of an episode that does not exist any more


def version_of(entry_ids: Sequence[str]) -> str:
    """Of memories that consist of these entries: their ids are never used twice."""
    return hashlib.sha256("\n".join(entry_ids).encode()).hexdigest()[:16]


def place_of(scope: Scope, owner: Owner) -> str:
    """An owner within a scope, as part of the ids of events and of lanes."""
    return f"{scope.app_id}/{scope.project_id}/{owner.type}/{owner.id}"


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    happens_once: ClassVar[bool] = False  # received a second time, it is a replay
    is_correction: bool = False  # a person has edited or removed a memory: no pause delays what follows

    scope: Scope
    request_id: str | None = None  # the HTTP request that caused it; added when the event is recorded
    requester: str = ""  # whose request that was; added in the same way

    @property
    @abstractmethod
    def id(self) -> str:
        """The same for the same event, so that one that is received again is known."""

    @property
    def lane(self) -> str:
        """The lane for strategies that share intermediate results of the event and run one after the other."""
        return self.id


class Said(BaseModel):
    """A message of the conversation, with the attributes of memory.conversation.messages.Turn."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sender_id: str
    role: str
    timestamp_ms: int
    text: str
    sender_name: str | None = None
    tool_calls: list[dict[str, Any]] | None = None
    tool_call_id: str | None = None
    documents: list[list[int]] | None = None


class MemcellExtracted(_Event):
    """A stretch of a conversation has become episodes on disk."""

    happens_once: ClassVar[bool] = True

    type: Literal["memcell_extracted"] = "memcell_extracted"
    cell_id: str
    session_id: str
    turns: tuple[Said, ...]
    episodes: dict[str, str]  # user id -> entry id of their episode
    content: str  # of the episodes as written; if a file differs, a person has edited it since
    group_id: str | None = None  # the group whose conversation it is
    group_episode: str | None = None  # the entry id of its episode
    was_read: bool = False  # extracted by a model: its reading is kept with the event

    @property
    def id(self) -> str:
        return f"cell:{self.cell_id}"


class FactsExtracted(_Event):
    """All facts that one user's episode currently has; none if the episode is gone."""

    type: Literal["facts_extracted"] = "facts_extracted"
    user_id: str
    user_name: str | None = None  # the user's name in the conversation, if it has one
    episode_id: str
    timestamp_ms: int = 0  # of the episode
    facts: tuple[str, ...] = ()
    version: str = GONE  # distinguishes this state of the episode from an earlier one

    @property
    def id(self) -> str:
        return f"facts:{place_of(self.scope, user(self.user_id))}/{self.episode_id}/{self.version}"


class CaseExtracted(_Event):
    """An agent has a new or changed case, or one is gone."""

    type: Literal["case_extracted"] = "case_extracted"
    agent_id: str
    case_id: str  # its entry id
    version: str

    @property
    def id(self) -> str:
        return f"case:{place_of(self.scope, agent(self.agent_id))}/{self.case_id}/{self.version}"


class EntryChanged(_Event):
    """A person has edited or removed a memory in its file."""

    type: Literal["entry_changed"] = "entry_changed"
    owner: Owner
    kind: str  # episode or agent_case
    entry_id: str
    day: date | None = None  # of the daily log that holds it: an id that a person made up may not name it
    sha256: str | None  # of the values that others are derived from; None if it is gone

    @property
    def id(self) -> str:
        return f"changed:{place_of(self.scope, self.owner)}/{self.entry_id}/{self.sha256 or 'gone'}"

    @property
    def lane(self) -> str:
        return f"entry:{place_of(self.scope, self.owner)}/{self.entry_id}"


class NoteChanged(_Event):
    """A user's note is new, changed or gone."""

    type: Literal["note_changed"] = "note_changed"
    user_id: str
    note_id: str
    sha256: str | None  # of the note's current values; None if it is gone

    @property
    def id(self) -> str:
        return f"{self.lane}/{self.sha256 or 'gone'}"

    @property
    def lane(self) -> str:
        return f"note:{place_of(self.scope, user(self.user_id))}/{self.note_id}"


Event = Annotated[
    MemcellExtracted | FactsExtracted | CaseExtracted | EntryChanged | NoteChanged,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
