"""Where the messages of sessions are kept until they are deleted, or long unused: what any store of them can do."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from memory import redis
from memory.stm.messages import Message, Overrides


class Buffer(Protocol):
    """Each call is done whole or not at all, also when the process dies in it.

    Messages are ordered by their time, and those of one time by arrival. Raises RedisUnavailable.
    """

    def append(self, session_id: str, messages: Sequence[Message]) -> list[Message]:
        """The messages as they are kept: all of one time, which is not before that of any message there."""

    def newest(self, session_id: str, limit: int | None = None) -> list[Message]:
        """Up to `limit` messages (None: all), the oldest of them first."""

    def compact(self, session_id: str, first: Sequence[Message], summary: Message) -> bool:
        """Put the summary in the place of the session's first messages, if these still are `first`.

        System messages among them stay; the last of them is none.
        """

    def drop(self, session_id: str) -> bool:
        """Forget messages and overrides; False when there was nothing."""

    def override(self, session_id: str, changes: Mapping[str, str | int | None]) -> None:
        """Set these fields of the session's overrides; the others stay."""

    def overrides(self, session_id: str) -> Overrides: ...

    def prune(self) -> int:
        """Forgets sessions that have had no message for `stm.keep_days`; returns how many messages they had."""


def current_buffer() -> Buffer:
    """In Redis where one is configured, else in the database."""
    if redis.configured():
        from memory.stm.redis_buffer import RedisBuffer

        return RedisBuffer(redis.client())
    from memory.stm.database_buffer import DatabaseBuffer

    return DatabaseBuffer()
