"""What was said in a group within the last day, as the clients sent it: in Redis where one is configured."""

import json
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import structlog
from django.utils import timezone

from memory import redis
from memory.errors import RedisUnavailable
from memory.models import GroupMessage
from memory.text.cleaning import storable

if TYPE_CHECKING:
    from prometheus_client import Counter

KEPT = timedelta(hours=24)

log = structlog.get_logger(__name__)


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
        missing().inc()
        log.warning("a message is missing from the history of its group", group=group_id)


@cache
def missing() -> "Counter":
    """Messages that could not be added to the history of their group."""
    # Where several processes serve, its import opens files, which must not be shared over a fork.
    from prometheus_client import Counter

    return Counter(
        "everos_group_history_missing",
        "Messages that are kept, but missing from the history of their group: Redis was away.",
    )


def prune() -> int:
    """Redis forgets by itself."""
    forgotten, _ = GroupMessage.objects.filter(received_at__lt=timezone.now() - KEPT).delete()
    return forgotten


def forget(group_id: str) -> None:
    """All that was said in the group. Raises RedisUnavailable."""
    GroupMessage.objects.filter(group_id=group_id).delete()
    if redis.configured():
        with redis.answering():
            redis.client().delete(key(group_id))


def forget_sender(sender: str, group_id: str | None = None) -> None:
    """What one person said, in this group or in all. Raises RedisUnavailable."""
    rows = GroupMessage.objects.filter(payload__sender=sender)
    (rows if group_id is None else rows.filter(group_id=group_id)).delete()
    if redis.configured():
        with redis.answering():
            client = redis.client()
            names = client.scan_iter(match=key("*")) if group_id is None else [key(group_id)]
            for name in names:
                for payload in client.lrange(name, 0, -1):
                    if json.loads(payload).get("sender") == sender:
                        client.lrem(name, 0, payload)  # type: ignore[arg-type]  # bytes are fine


def _push(name: str, text: str) -> None:
    with redis.answering(), redis.client().pipeline(transaction=True) as together:
        together.lpush(name, text)
        together.expire(name, KEPT)
        together.execute()
