"""The interface of stores that keep the messages of sessions until they are deleted or long unused."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from memory import redis
from memory.stm.messages import Message, Overrides


class Buffer(Protocol):
    """Each call is atomic, even if the process dies in it.

    Messages are ordered by time, and those with the same time by arrival. Raises RedisUnavailable.
    """

    def append(self, session_id: str, messages: Sequence[Message]) -> list[Message]:
        """The messages as stored: all with the same time, which is not before that of any existing message."""

    def newest(self, session_id: str, limit: int | None = None) -> list[Message]:
        """Up to `limit` messages (None: all), oldest first."""

    def compact(self, session_id: str, first: Sequence[Message], summary: Message) -> bool:
        """Replaces the session's first messages by the summary, if these still are `first`: at least one.

        System messages among them stay; the last of them is not one, and has the time of the summary.
        """

    def drop(self, session_id: str) -> bool:
        """Deletes messages and overrides; False if there was nothing."""

    def override(self, session_id: str, changes: Mapping[str, str | int | None]) -> None:
        """Sets these fields of the session's overrides; the others stay."""

    def overrides(self, session_id: str) -> Overrides: ...

    def prune(self) -> int:
        """Deletes sessions without a message for `stm.keep_days`; returns how many messages they had."""


def current_buffer() -> Buffer:
    """In Redis if one is configured, otherwise in the database."""
    if redis.configured():
        from memory.stm.redis_buffer import RedisBuffer

        return RedisBuffer(redis.client())
    from memory.stm.database_buffer import DatabaseBuffer

    return DatabaseBuffer()
