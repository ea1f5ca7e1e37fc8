"""What a short-term session holds, and its overrides of the settings."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from memory.providers.tokens import estimate_tokens

SUMMARY = "summary"  # the role of a summary of older messages
SYSTEM = "system"  # the role of instructions, which no summary replaces
ROLES = ("user", "assistant", SYSTEM, SUMMARY)
STRATEGIES = ("sliding_window", "token_threshold")

Metadata = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Draft:
    """A message as a client gives it."""

    role: str
    content: str
    metadata: Metadata | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A message as a buffer stores it. `timestamp`: seconds since 1970, never less than that of the previous one."""

    id: str
    role: str
    content: str
    metadata: Metadata | None
    timestamp: float
    token_count: int

    @property
    def is_system(self) -> bool:
        return self.role == SYSTEM


def new_message(role: str, content: str, metadata: Metadata | None, timestamp: float) -> Message:
    return Message(str(uuid.uuid4()), role, content, metadata, timestamp, estimate_tokens(content))


def total_tokens(messages: Iterable[Message]) -> int:
    return sum(message.token_count for message in messages)


@dataclass(frozen=True, slots=True)
class Overrides:
    """None where the session follows the settings."""

    strategy: str | None = None
    max_messages: int | None = None
    max_tokens: int | None = None
