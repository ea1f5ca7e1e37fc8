"""An incoming message, and the part of it that boundary rules and extraction read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from memory.kinds.provenance import DOCUMENT, OF_ROLE, least

Spans = Sequence[Sequence[int]]  # (start, end) of each


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """One validated turn. `text` is derived from `content` when the message is accepted."""

    sender_id: str
    role: str  # user, assistant or tool
    timestamp_ms: int
    content: str | list[dict[str, Any]]  # as the client sent it
    message_id: str | None = None  # the client's own: another message with the same id is the same message
    sender_name: str | None = None
    text: str = ""
    tool_calls: list[dict[str, Any]] | None = None
    tool_call_id: str | None = None
    documents: Spans | None = None  # the parts of `text` that the sender attached and did not write


class Spoken(Protocol):
    """Identifies who said a message, and in which role."""

    @property
    def sender_id(self) -> str: ...
    @property
    def role(self) -> str: ...


class Turn(Spoken, Protocol):
    """What extraction needs of a message; incoming messages and buffered rows both provide it."""

    @property
    def sender_name(self) -> str | None: ...
    @property
    def timestamp_ms(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def tool_calls(self) -> Any: ...
    @property
    def tool_call_id(self) -> str | None: ...
    @property
    def documents(self) -> Spans | None: ...


def own_words(turn: Turn) -> str:
    """What the sender wrote, without attached documents."""
    said, position = list[str](), 0
    for start, end in turn.documents or ():
        said.append(turn.text[position:start])
        position = end
    return "\n".join(filter(None, (part.strip("\n") for part in [*said, turn.text[position:]])))


def source_of(turns: Sequence[Turn]) -> str | None:
    """The least trusted source among the turns."""
    roles = {OF_ROLE.get(turn.role) for turn in turns}
    return least([*roles, *(DOCUMENT for turn in turns if turn.documents)])


def documents_of(turn: Turn) -> list[str]:
    """The text of each attached document."""
    return [turn.text[start:end] for start, end in turn.documents or ()]
