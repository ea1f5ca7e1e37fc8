"""Short-term memory: the messages of a session, and as much of them as its context holds."""

import threading
import time
import uuid
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings

from memory.providers.tokens import estimate_tokens
from memory.stm.buffer import Buffer, current_buffer
from memory.stm.messages import SUMMARY, Draft, Message, Overrides
from memory.stm.summary import summarized

OLDER_PERCENT = 60  # of a session's messages give way to one summary
SUMMARY_SHARE = 4  # a summary has at most a fourth of the tokens that a session may have
LEAST_SUMMARY = 16  # tokens, however few a session may have
ATTEMPTS = 3

# Of two requests for one context only one asks the model. What other processes do, `Buffer.compact` notices.
_summarizing = tuple(threading.Lock() for _ in range(64))


@dataclass(frozen=True, slots=True)
class Config:
    """What holds for a session."""

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
    """All of them or none. Raises RedisUnavailable, as everything here does."""
    now = time.time()
    messages = [_message(draft.role, draft.content, draft.metadata, now) for draft in drafts]
    return current_buffer().append(session_id, messages)


def newest_messages(session_id: str, limit: int | None = None) -> list[Message]:
    """The oldest of them first; none for a session that nobody has written to."""
    return current_buffer().newest(session_id, limit)


def context(session_id: str) -> Context:
    """What a model should see of the session. With the strategy `token_threshold`, older messages may give way to a
    summary of them, for good."""
    buffer = current_buffer()
    config = _config(buffer.overrides(session_id))
    if config.strategy == "sliding_window":
        return Context(buffer.newest(session_id, config.max_messages), config.strategy)
    messages = buffer.newest(session_id)
    if _older(messages, config.max_tokens):
        messages = _compacted(buffer, session_id, config.max_tokens)
    return Context(messages, config.strategy)


def delete_session(session_id: str) -> bool:
    """Its messages and its configuration; False when there were none."""
    return current_buffer().drop(session_id)


def configure(session_id: str, changes: Mapping[str, str | int | None]) -> Config:
    """Changes what is named, and answers what holds then. None: as the settings say, again."""
    buffer = current_buffer()
    buffer.override(session_id, changes)
    return _config(buffer.overrides(session_id))


def total_tokens(messages: Sequence[Message]) -> int:
    return sum(message.token_count for message in messages)


def _config(overrides: Overrides) -> Config:
    defaults = settings.EVEROS.stm
    return Config(
        overrides.strategy or defaults.strategy,
        overrides.max_messages or defaults.max_messages,
        overrides.max_tokens or defaults.max_tokens,
    )


def _older(messages: Sequence[Message], max_tokens: int) -> Sequence[Message]:
    """What a summary has to take the place of; none within the threshold, or where nothing but a summary is left."""
    if total_tokens(messages) <= max_tokens:
        return ()
    older = messages[: len(messages) * OLDER_PERCENT // 100]
    return () if [message.role for message in older] == [SUMMARY] else older


def _compacted(buffer: Buffer, session_id: str, max_tokens: int) -> list[Message]:
    with _summarizing[zlib.crc32(session_id.encode()) % len(_summarizing)]:
        for _ in range(ATTEMPTS):  # when the session is deleted or compacted meanwhile, by another process
            messages = buffer.newest(session_id)
            older = _older(messages, max_tokens)
            if not older:
                return messages
            text = summarized(older, max(max_tokens // SUMMARY_SHARE, LEAST_SUMMARY))
            summary = _message(SUMMARY, text, {"summarized": len(older)}, older[-1].timestamp)
            if buffer.compact(session_id, older, summary):
                break
        return buffer.newest(session_id)


def _message(role: str, content: str, metadata: dict[str, object] | None, timestamp: float) -> Message:
    return Message(str(uuid.uuid4()), role, content, metadata, timestamp, estimate_tokens(content))
