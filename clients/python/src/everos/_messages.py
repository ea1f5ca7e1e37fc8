"""Completes messages before they are sent: with a time, and an id by which the server recognises a repeat."""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

_SAID = ("sender_id", "role", "timestamp", "content", "tool_calls", "tool_call_id")


def completed(messages: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Adds missing times and ids. Raises ValueError for anything but a list of messages."""
    if isinstance(messages, (str, bytes, Mapping)):
        raise ValueError("messages must be a list of messages, each a dictionary")
    now = time.time_ns() // 1_000_000
    timed = [{"timestamp": now + place, **message} for place, message in enumerate(messages)]
    met: Counter[str] = Counter()
    return [_named(message, met) for message in timed]


def _named(message: dict[str, Any], met: Counter[str]) -> dict[str, Any]:
    """Adds an id derived from the content, so that a repeat is recognised; two equal messages of one call stay two."""
    if message.get("message_id") is not None:
        return message
    said = json.dumps([message.get(name) for name in _SAID], sort_keys=True)
    met[said] += 1
    digest = hashlib.sha256(f"{met[said]} {said}".encode()).hexdigest()
    return {**message, "message_id": f"sdk_{digest[:32]}"}
