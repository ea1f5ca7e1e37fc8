"""Short-term memory: the messages of a session, and those of them that its context contains."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings

from memory.stm.buffer import current_buffer
from memory.stm.compaction import within_threshold
from memory.stm.messages import Draft, Message, Overrides, new_message, total_tokens


@dataclass(frozen=True, slots=True)
class Config:
    """The effective configuration of a session."""

    strategy: str
    max_messages: int
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Context:
    messages: list[Message]
    strategy: str

    @property
    def total_tokens(self) -> int:
        return total_tokens(self.messages)


def add_messages(session_id: str, drafts: Sequence[Draft]) -> list[Message]:
    """Stores all of them or none. Like everything here, raises RedisUnavailable."""
    now = time.time()
    messages = [new_message(draft.role, draft.content, draft.metadata, now) for draft in drafts]
    return current_buffer().append(session_id, messages)


def newest_messages(session_id: str, limit: int | None = None) -> list[Message]:
    """Oldest first; empty for a session without messages."""
    return current_buffer().newest(session_id, limit)


def context(session_id: str, read_only: bool = False) -> Context:
    """What a model should see of the session.

    With the strategy `token_threshold`, older messages of a session over its threshold are replaced by a summary,
    permanently unless the call is `read_only`.
    """
    buffer = current_buffer()
    config = _config(buffer.overrides(session_id))
    if config.strategy == "sliding_window":
        return Context(buffer.newest(session_id, config.max_messages), config.strategy)
    return Context(within_threshold(buffer, session_id, config.max_tokens, read_only), config.strategy)


def delete_session(session_id: str) -> bool:
    """Deletes its messages and its configuration; False if there were none."""
    return current_buffer().drop(session_id)


def configure(session_id: str, changes: Mapping[str, str | int | None]) -> Config:
    """Changes the given fields, and returns the effective configuration. None returns a field to the settings."""
    buffer = current_buffer()
    buffer.override(session_id, changes)
    return _config(buffer.overrides(session_id))


def _config(overrides: Overrides) -> Config:
    defaults = settings.EVEROS.stm
    return Config(
        overrides.strategy or defaults.strategy,
        overrides.max_messages or defaults.max_messages,
        overrides.max_tokens or defaults.max_tokens,
    )
