"""The messages of a session that are accepted and not yet a memory on disk.

What was said in a group waits apart from what else has the same session id: `group_id` is None for the latter.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from memory.ingest.messages import IncomingMessage
from memory.ingest.speakers import AGENT_ROLES, USER_ROLES
from memory.models import AcceptedKey, BufferedMessage, MemCell
from memory.scope import Owner, OwnerType, Scope

ORDER = ("timestamp_ms", "id")


def columns(scope: Scope, session_id: str) -> dict[str, str]:
    """The columns that name a session, for filters and new rows."""
    return {"app_id": scope.app_id, "project_id": scope.project_id, "session_id": session_id}


def is_repeat(
    scope: Scope, session_id: str, messages: Sequence[IncomingMessage], group_id: str | None = None
) -> bool:
    """Whether all of it was accepted before, so that nobody needs to know its texts."""
    return not _fresh(columns(scope, session_id), messages, group_id)


def store(
    scope: Scope, session_id: str, messages: Sequence[IncomingMessage], group_id: str | None = None
) -> bool:
    """Commits what is new, all or nothing. False when the whole batch is a repeat of what was accepted before.

    Hold the session lock. Who has lost it unawares, and comes second, finds that it has a repeat.
    """
    try:
        return _store(columns(scope, session_id), messages, group_id)
    except IntegrityError:
        return _store(columns(scope, session_id), messages, group_id)


def _store(session: dict[str, str], messages: Sequence[IncomingMessage], group_id: str | None) -> bool:
    with transaction.atomic():
        fresh = _fresh(session, messages, group_id)
        if fresh:
            ids = [m.message_id for m in fresh if m.message_id]
            keys = [_batch_key(messages, group_id), *(_message_key(each, group_id) for each in ids)]
            AcceptedKey.objects.bulk_create(AcceptedKey(**session, key=key) for key in keys)
            BufferedMessage.objects.bulk_create(_row(session, message, group_id) for message in fresh)
    return bool(fresh)


def waiting(scope: Scope, session_id: str, group_id: str | None = None) -> list[BufferedMessage]:
    """The messages that no cell has taken, in order, without what only clients read."""
    return list(_waiting(scope, session_id).filter(group_id=group_id))


def all_waiting(scope: Scope, session_id: str) -> list[list[BufferedMessage]]:
    """The same for each group, and for those of no group."""
    apart: defaultdict[str | None, list[BufferedMessage]] = defaultdict(list)
    for row in _waiting(scope, session_id):
        apart[row.group_id].append(row)
    return list(apart.values())


def _waiting(scope: Scope, session_id: str) -> QuerySet[BufferedMessage]:
    rows = BufferedMessage.objects.filter(**columns(scope, session_id), cell=None)
    return rows.order_by(*ORDER).defer("content")


def unprocessed(scope: Scope, session_id: str) -> list[BufferedMessage]:
    """Everything of the session that no episode on disk tells yet, pending cells included, in order."""
    return list(BufferedMessage.objects.filter(**columns(scope, session_id)).order_by(*ORDER))


def took_part(scope: Scope, session_id: str, who: Owner) -> bool:
    """Whether a user or an agent has said something in the session, outside of its group."""
    session = columns(scope, session_id)
    is_user = who.type == OwnerType.USER
    said = BufferedMessage.objects.filter(**session, group_id=None, sender_id=who.id)
    if said.filter(role__in=USER_ROLES if is_user else AGENT_ROLES).exists():
        return True
    cells = MemCell.objects.filter(**session, group_id=None)
    return any(who.id in ids for ids in cells.values_list("owners" if is_user else "agents", flat=True))


def _fresh(
    session: dict[str, str], messages: Sequence[IncomingMessage], group_id: str | None
) -> list[IncomingMessage]:
    """What of the batch has not been accepted before."""
    batch = _batch_key(messages, group_id)
    asked = [batch, *(_message_key(m.message_id, group_id) for m in messages if m.message_id)]
    known = set(AcceptedKey.objects.filter(**session, key__in=asked).values_list("key", flat=True))
    return [] if batch in known else _unseen(messages, known, group_id)


def _unseen(
    messages: Sequence[IncomingMessage], known: set[str], group_id: str | None
) -> list[IncomingMessage]:
    seen = set(known)
    fresh = []
    for message in messages:
        key = _message_key(message.message_id, group_id) if message.message_id else None
        if key not in seen:
            fresh.append(message)
        if key:
            seen.add(key)
    return fresh


def _message_key(message_id: str, group_id: str | None) -> str:
    """A session has at most one group: the one that has its id."""
    return f"{'m' if group_id is None else 'g'}:{message_id}"


def _batch_key(messages: Sequence[IncomingMessage], group_id: str | None) -> str:
    """Equal for two requests with the same senders, roles, times and contents in the same order."""
    told: list[Any] = [
        [m.message_id, m.sender_id, m.role, m.timestamp_ms, m.content, m.tool_calls, m.tool_call_id]
        for m in messages
    ]
    told += [] if group_id is None else [group_id]
    canonical = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"b:{hashlib.sha256(canonical.encode()).hexdigest()}"


def _row(session: dict[str, str], message: IncomingMessage, group_id: str | None) -> BufferedMessage:
    return BufferedMessage(
        **session,
        message_id=message.message_id or f"msg_{uuid4().hex}",
        sender_id=message.sender_id,
        sender_name=message.sender_name,
        role=message.role,
        timestamp_ms=message.timestamp_ms,
        content=message.content,
        text=message.text,
        tool_calls=message.tool_calls,
        tool_call_id=message.tool_call_id,
        group_id=group_id,
    )
