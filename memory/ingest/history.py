"""What was said in a group within the last day, as the clients sent it: in Redis where one is configured."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import structlog
from django.utils import timezone

from memory import redis
from memory.errors import RedisUnavailable
from memory.ingest.prepare import storable
from memory.models import GroupMessage

KEPT = timedelta(hours=24)

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Missing:
    count: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


_missing = _Missing()


def key(group_id: str) -> str:
    """Of the Redis list, the latest message first."""
    return f"chat_history:{group_id}"


def append(group_id: str, payload: Mapping[str, Any]) -> None:
    """A Redis that is away costs the entry, not the message that it is about: that one is safe already."""
    if not redis.configured():
        GroupMessage.objects.create(group_id=group_id, payload=storable(dict(payload)))
        return
    try:
        _push(key(group_id), json.dumps(payload, ensure_ascii=False))
    except RedisUnavailable:
        with _missing.lock:
            _missing.count += 1
        log.warning("a message is missing from the history of its group", group=group_id)


def missing() -> int:
    """Messages that this process could not add to the history of their group."""
    return _missing.count


def prune() -> int:
    """Redis forgets by itself."""
    forgotten, _ = GroupMessage.objects.filter(received_at__lt=timezone.now() - KEPT).delete()
    return forgotten


def _push(name: str, text: str) -> None:
    with redis.answering(), redis.client().pipeline(transaction=True) as together:
        together.lpush(name, text)
        together.expire(name, KEPT)
        together.execute()
