"""A message as it comes in, and the part of it that boundary rules and extraction read."""

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """One validated turn. `text` is worked out from `content` when the message is accepted."""

    sender_id: str
    role: str  # user, assistant or tool
    timestamp_ms: int
    content: str | list[dict[str, Any]]  # as the client sent it
    message_id: str | None = None  # the client's own: a second message with the same id is the same message
    sender_name: str | None = None
    text: str = ""
    tool_calls: list[dict[str, Any]] | None = None
    tool_call_id: str | None = None


class Spoken(Protocol):
    """What tells who said a message, and as what."""

    @property
    def sender_id(self) -> str: ...
    @property
    def role(self) -> str: ...


class Turn(Spoken, Protocol):
    """What extraction needs of a message; incoming messages and buffered rows both have it."""

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
