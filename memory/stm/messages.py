"""What a short-term session holds, and what it may do otherwise than the settings say."""

from dataclasses import dataclass
from typing import Any, Literal

SUMMARY = "summary"  # the role of what stands for older messages
ROLES = ("user", "assistant", "system", SUMMARY)
STRATEGIES = ("sliding_window", "token_threshold")

Role = Literal["user", "assistant", "system", "summary"]
Metadata = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Draft:
    """A message as a client gives it."""

    role: str
    content: str
    metadata: Metadata | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A message as a buffer keeps it. `timestamp`: seconds since 1970, never less than that of the one before."""

    id: str
    role: str
    content: str
    metadata: Metadata | None
    timestamp: float
    token_count: int


@dataclass(frozen=True, slots=True)
class Overrides:
    """None where the session does as the settings say."""

    strategy: str | None = None
    max_messages: int | None = None
    max_tokens: int | None = None
