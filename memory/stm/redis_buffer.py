"""Session buffers as sorted sets in Redis: `stm:<session>:messages`, and a hash `stm:<session>:config` of overrides.

A member consists of its arrival number (16 digits, which order members of equal score), the message's id, and JSON of
the rest; the score is its time. Whatever must be atomic is a script, during which Redis runs nothing else.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from redis import Redis

from memory.redis import answering
from memory.stm.messages import Message, Overrides

SECONDS_A_DAY = 86_400
PLACE = 16  # digits
ID = 36  # characters of a uuid

# ARGV: the time, the seconds after which an unused session expires (0: never), then one message each.
# The clock may have been set back: nothing is put before what is already there.
APPEND = """
local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local score, place = ARGV[1], 0
if last[1] then
    place = tonumber(string.sub(last[1], 1, 16))
    if tonumber(last[2]) > tonumber(score) then score = last[2] end
end
for i = 3, #ARGV do
    redis.call('ZADD', KEYS[1], score, string.format('%016d', place + i - 2) .. ARGV[i])
end
for _, key in ipairs(KEYS) do
    if tonumber(ARGV[2]) > 0 then redis.call('EXPIRE', key, ARGV[2]) else redis.call('PERSIST', key) end
end
return score
"""

# ARGV: the summary, then the ids of the first messages, with a `+` before those that stay; the last one does not.
COMPACT = """
local first = redis.call('ZRANGE', KEYS[1], 0, #ARGV - 2, 'WITHSCORES')
if #first ~= 2 * (#ARGV - 1) then return 0 end
for i = 2, #ARGV do
    if string.sub(first[2 * i - 3], 17, 52) ~= string.sub(ARGV[i], -36) then return 0 end
end
for i = 2, #ARGV do
    if #ARGV[i] == 36 then redis.call('ZREM', KEYS[1], first[2 * i - 3]) end
end
redis.call('ZADD', KEYS[1], first[#first], string.sub(first[#first - 1], 1, 16) .. ARGV[1])
return 1
"""


class RedisBuffer:
    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # its types include those of the asynchronous client

    def append(self, session_id: str, messages: Sequence[Message]) -> list[Message]:
        if not messages:
            return []
        keys = _messages_key(session_id), _config_key(session_id)
        with answering():
            members = [_member(message) for message in messages]
            now = repr(messages[0].timestamp)
            score = float(self._client.eval(APPEND, 2, *keys, now, _seconds_kept(), *members))
        return [replace(message, timestamp=score) for message in messages]

    def newest(self, session_id: str, limit: int | None = None) -> list[Message]:
        with answering():
            found = self._client.zrange(_messages_key(session_id), -(limit or 0), -1, withscores=True)
        return [_message(member, score) for member, score in found]

    def compact(self, session_id: str, first: Sequence[Message], summary: Message) -> bool:
        ids = [("+" if message.is_system else "") + message.id for message in first]
        with answering():
            done = self._client.eval(COMPACT, 1, _messages_key(session_id), _member(summary), *ids)
        return bool(done)

    def drop(self, session_id: str) -> bool:
        with answering():
            return bool(self._client.delete(_messages_key(session_id), _config_key(session_id)))

    def override(self, session_id: str, changes: Mapping[str, str | int | None]) -> None:
        key = _config_key(session_id)
        with answering(), self._client.pipeline(transaction=True) as together:
            for name, value in changes.items():
                if value is None:
                    together.hdel(key, name)
                else:
                    together.hset(key, name, value)
            if seconds := _seconds_kept():
                together.expire(key, seconds)
            together.execute()

    def overrides(self, session_id: str) -> Overrides:
        with answering():
            stored = self._client.hgetall(_config_key(session_id))
        found = {name.decode(): value.decode() for name, value in stored.items()}
        return Overrides(
            found.get("strategy"), _number(found.get("max_messages")), _number(found.get("max_tokens"))
        )

    def prune(self) -> int:
        """Redis does it: each message extends the expiry of its session."""
        return 0


def _seconds_kept() -> int:
    return int(settings.EVEROS.stm.keep_days) * SECONDS_A_DAY


def _messages_key(session_id: str) -> str:
    return f"stm:{session_id}:messages"


def _config_key(session_id: str) -> str:
    return f"stm:{session_id}:config"


def _member(message: Message) -> str:
    """Without its arrival number and its time."""
    rest = [message.role, message.content, message.metadata, message.token_count]
    return message.id + json.dumps(rest)


def _message(member: bytes, score: float) -> Message:
    text = member.decode()
    role, content, metadata, token_count = json.loads(text[PLACE + ID :])
    return Message(text[PLACE : PLACE + ID], role, content, metadata, score, token_count)


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)
