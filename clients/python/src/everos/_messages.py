"""What the client fills in before messages are sent: when they were said, and an id by which a repeat is known."""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

_SAID = ("sender_id", "role", "timestamp", "content", "tool_calls", "tool_call_id")


def completed(messages: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Raises ValueError for what is no list of messages."""
    if isinstance(messages, (str, bytes, Mapping)):
        raise ValueError("messages must be a list of messages, each a dictionary")
    now = time.time_ns() // 1_000_000
    timed = [{"timestamp": now + place, **message} for place, message in enumerate(messages)]
    met: Counter[str] = Counter()
    return [_named(message, met) for message in timed]


def _named(message: dict[str, Any], met: Counter[str]) -> dict[str, Any]:
    """With an id made of what is said, so that the same again is known again; two equal ones of a call are two."""
    if message.get("message_id") is not None:
        return message
    said = json.dumps([message.get(name) for name in _SAID], sort_keys=True)
    met[said] += 1
    digest = hashlib.sha256(f"{met[said]} {said}".encode()).hexdigest()
    return {**message, "message_id": f"sdk_{digest[:32]}"}
