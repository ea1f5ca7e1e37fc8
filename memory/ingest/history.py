"""What was said in a group within the last day, as the clients sent it: in Redis where one is configured."""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import structlog
from django.utils import timezone

from memory import redis, times
from memory.batches import batches
from memory.errors import RedisUnavailable
from memory.models import GroupMessage
from memory.text.cleaning import storable

if TYPE_CHECKING:
    from prometheus_client import Counter

KEPT = timedelta(hours=24)
MOST_IN_REDIS = 10_000  # of a group: its list expires only when nothing has been said for so long
ROWS_AT_ONCE = 500

Covers = Callable[[Mapping[str, Any]], bool]

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
        with redis.answering(), redis.client().pipeline(transaction=True) as together:
            together.lpush(key(group_id), json.dumps(payload, ensure_ascii=False))
            together.ltrim(key(group_id), 0, MOST_IN_REDIS - 1)
            together.expire(key(group_id), KEPT)
            together.execute()
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


def forget(
    group_id: str | None = None, sender: str | None = None, covers: Covers = lambda payload: True
) -> None:
    """What was said in the group or, for None, in all; by this sender or by anybody; as far as `covers` the payload.

    Raises RedisUnavailable.
    """

    def doomed(payload: Mapping[str, Any]) -> bool:
        return sender in (None, payload.get("sender")) and covers(payload)

    asked = {"group_id": group_id, "payload__sender": sender}
    rows = GroupMessage.objects.filter(**{name: value for name, value in asked.items() if value is not None})
    gone = [pk for pk, payload in rows.values_list("pk", "payload").iterator() if doomed(payload)]
    for some in batches(gone, ROWS_AT_ONCE):
        GroupMessage.objects.filter(pk__in=some).delete()
    if redis.configured():
        with redis.answering():
            client = redis.client()
            for name in client.scan_iter(match=key("*")) if group_id is None else [key(group_id)]:
                for payload in client.lrange(name, 0, -1):
                    if doomed(json.loads(payload)):
                        client.lrem(name, 0, payload)  # type: ignore[arg-type]  # bytes are fine


def said_ms(payload: Mapping[str, Any]) -> int | None:
    """When it was said, in milliseconds since 1970; None if the client has stated no time that can be read."""
    try:
        return times.milliseconds(times.read(str(payload.get("create_time"))))
    except (ValueError, OverflowError):
        return None
