"""The messages of a session that are accepted and not yet a memory on disk.

Messages of a group are kept apart from others with the same session id: their `group_id` is set, and None for the
others.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from memory.batches import batches
from memory.conversation.messages import USER_ROLES, IncomingMessage, roles_of
from memory.errors import MessageIdTaken
from memory.models import AcceptedKey, BufferedMessage, MemCell
from memory.prepared import Prepared, insert_rows
from memory.scope import Owner, OwnerType, Scope, agent, group, user

ORDER = ("timestamp_ms", "id")
OWN = "m:"  # prefix of the key of a message outside of groups, before the client's id
OF_GROUP = "g:"  # the same for a message in a group
KEYS_AT_ONCE = 500
UNKNOWN = ""  # the digest of a message that was accepted before digests were stored

Key = tuple[str, str]  # of an AcceptedKey: key and digest


def columns(scope: Scope, session_id: str) -> dict[str, str]:
    """The columns that identify a session, for filters and new rows."""
    return {**scope.columns, "session_id": session_id}


def is_repeat(
    scope: Scope, session_id: str, messages: Sequence[IncomingMessage], group_id: str | None = None
) -> bool:
    """Whether all of the batch was accepted before, so that its documents need not be read again. Raises
    MessageIdTaken.
    """
    return not _fresh(columns(scope, session_id), messages, group_id)


def accepted_ids(scope: Scope, session_id: str | None, ids: Sequence[str]) -> set[str]:
    """Which of the ids, as clients gave them, messages of the session have, or where it is None those of any."""
    place = scope.columns if session_id is None else columns(scope, session_id)
    found = AcceptedKey.objects.filter(**place, key__in=[f"{OWN}{each}" for each in ids])
    return {key.removeprefix(OWN) for key in found.values_list("key", flat=True)} if ids else set()


def store(
    scope: Scope, session_id: str, messages: Sequence[IncomingMessage], group_id: str | None = None
) -> int:
    """Stores the messages that were not accepted before, all or nothing; returns how many. Hold the session lock.

    If the lock was lost unnoticed, the second writer finds that its batch is a repeat. Raises MessageIdTaken.
    """
    try:
        return _store(columns(scope, session_id), messages, group_id)
    except IntegrityError:
        return _store(columns(scope, session_id), messages, group_id)


def _store(session: dict[str, str], messages: Sequence[IncomingMessage], group_id: str | None) -> int:
    with transaction.atomic():
        fresh = _fresh(session, messages, group_id)
        insert_rows(AcceptedKey(**session, key=key, digest=digest) for _, (key, digest) in fresh)
        insert_rows(_row(session, message, group_id) for message, _ in fresh)
    return len(fresh)


def forget_keys_of(rows: Iterable[BufferedMessage]) -> None:
    """Deletes the records by which these messages would be recognised as repeats: sent again, they are new.

    Of equal messages without an id, only as many records are deleted as rows are given.
    """
    for row in rows:
        keys = AcceptedKey.objects.filter(**columns(row.scope, row.session_id))
        known, _ = keys.filter(key=_key_of_id(row.message_id, row.group_id)).delete()
        first = None if known else keys.filter(key__startswith=_content_key(row)).order_by("key").first()
        if first is not None:
            first.delete()


def forget_keys_of_ids(
    scope: Scope, session_id: str, ids: Collection[str], group_id: str | None = None
) -> None:
    """As `forget_keys_of`, for messages of which only the ids are left: those that clients gave."""
    keys = [_key_of_id(each, group_id) for each in ids]
    for some in batches(keys, KEYS_AT_ONCE):
        AcceptedKey.objects.filter(**columns(scope, session_id), key__in=some).delete()


def forget_keys_of_sessions(scope: Scope, sessions: Iterable[str], among: Q) -> None:
    """Deletes the records of these sessions that meet the condition, except those of messages that still wait."""
    for session_id in sessions:
        place = columns(scope, session_id)
        waiting = list(BufferedMessage.objects.filter(**place))
        by_id = {_key_of_id(row.message_id, row.group_id) for row in waiting}
        by_content = tuple(map(_content_key, waiting))
        known = AcceptedKey.objects.filter(among, **place).values_list("pk", "key")
        doomed = [pk for pk, key in known if key not in by_id and not key.startswith(by_content)]
        for some in batches(doomed, KEYS_AT_ONCE):
            AcceptedKey.objects.filter(pk__in=some).delete()


def are_extracted(scope: Scope, session_id: str, messages: Sequence[IncomingMessage]) -> bool:
    """Whether episodes on disk contain messages that were accepted before, and none is in the buffer any more."""
    times = {message.timestamp_ms for message in messages}
    return not BufferedMessage.objects.filter(**columns(scope, session_id), timestamp_ms__in=times).exists()


def waiting(scope: Scope, session_id: str, group_id: str | None = None) -> list[BufferedMessage]:
    """The messages that no cell has taken, in order, without columns that only clients read."""
    return _WAITING.instances(scope.app_id, scope.project_id, session_id, group_id)


def all_waiting(scope: Scope, session_id: str) -> list[list[BufferedMessage]]:
    """The messages of a session that no cell has taken, in order: a list for each group, and one for those of none."""
    apart: defaultdict[str | None, list[BufferedMessage]] = defaultdict(list)
    for row in _ALL_WAITING.instances(scope.app_id, scope.project_id, session_id):
        apart[row.group_id].append(row)
    return list(apart.values())


def _waiting(scope: Scope, session_id: str) -> QuerySet[BufferedMessage]:
    rows = BufferedMessage.objects.filter(**columns(scope, session_id), cell=None)
    return rows.order_by(*ORDER).defer("content")


_ALL_WAITING = Prepared(
    BufferedMessage, lambda app_id, project_id, session_id: _waiting(Scope(app_id, project_id), session_id)
)
_WAITING = Prepared(
    BufferedMessage,
    lambda app_id, project_id, session_id, group_id: _waiting(Scope(app_id, project_id), session_id).filter(
        group_id=group_id
    ),
)


def unprocessed(scope: Scope, session_id: str) -> list[BufferedMessage]:
    """Messages of the session that no episode on disk contains yet, including those of pending cells, in order."""
    return list(BufferedMessage.objects.filter(**columns(scope, session_id)).order_by(*ORDER))


def took_part(scope: Scope, session_id: str, who: Owner) -> bool:
    """Whether a user or an agent has spoken in the session, outside of its group."""
    session = columns(scope, session_id)
    is_user = who.type == OwnerType.USER
    said = BufferedMessage.objects.filter(**session, group_id=None, sender_id=who.id)
    if said.filter(role__in=roles_of(who.type)).exists():
        return True
    cells = MemCell.objects.filter(**session, group_id=None)
    return any(who.id in ids for ids in cells.values_list("owners" if is_user else "agents", flat=True))


def speakers_of(scope: Scope, session_id: str) -> set[Owner]:
    """Users and agents who have spoken in the session, now or in a memory; and its group, if it belongs to one."""
    session = columns(scope, session_id)
    found: set[Owner] = set()
    said = BufferedMessage.objects.filter(**session).values_list("sender_id", "role", "group_id").distinct()
    for sender_id, role, group_id in said:
        found.add(user(sender_id) if role in USER_ROLES else agent(sender_id))
        found |= {group(group_id)} if group_id is not None else set()
    cells = MemCell.objects.filter(**session).values_list("owners", "agents", "group_id")
    for owners, agents, group_id in cells.iterator():
        found |= {*map(user, owners), *map(agent, agents)}
        found |= {group(group_id)} if group_id is not None else set()
    return found


def _fresh(
    session: dict[str, str], messages: Sequence[IncomingMessage], group_id: str | None
) -> list[tuple[IncomingMessage, Key]]:
    """The messages of the batch that were not accepted before. Raises MessageIdTaken."""
    keys = _keys(messages, group_id)
    known: dict[str, str] = dict(_KNOWN.rows(*session.values(), *(key for key, _ in keys)))
    fresh, taken = [], []
    for message, (key, digest) in zip(messages, keys, strict=True):
        if key not in known:
            fresh.append((message, (key, digest)))
            known[key] = digest
        elif known[key] not in (digest, UNKNOWN):
            taken.append(message.message_id)
    if taken:
        raise MessageIdTaken(taken)
    return fresh


_KNOWN = Prepared(
    AcceptedKey,
    lambda app_id, project_id, session_id, *keys: AcceptedKey.objects.filter(
        app_id=app_id, project_id=project_id, session_id=session_id, key__in=keys
    ).values_list("key", "digest"),
)


def _keys(messages: Sequence[IncomingMessage], group_id: str | None) -> list[Key]:
    """Keys by which each message is recognised: its id, or otherwise its content, its time, and its count within the
    batch.

    A session has at most one group: the one with its id.
    """
    keys: list[Key] = []
    seen: Counter[str] = Counter()
    for message in messages:
        digest = _digest(message)
        if message.message_id:
            keys.append((_key_of_id(message.message_id, group_id), digest))
        else:
            whole = _sha256([digest, message.timestamp_ms, group_id])
            seen[whole] += 1
            keys.append((f"c:{whole}:{seen[whole]}", digest))
    return keys


def _key_of_id(message_id: str, group_id: str | None) -> str:
    return f"{OWN if group_id is None else OF_GROUP}{message_id}"


def _content_key(row: BufferedMessage) -> str:
    """The beginning of the key of a message without an id; its count follows."""
    return f"c:{_sha256([_digest(row), row.timestamp_ms, row.group_id])}:"


def _digest(message: IncomingMessage | BufferedMessage) -> str:
    said = [message.sender_id, message.role, message.content, message.tool_calls, message.tool_call_id]
    return _sha256(said)


def _sha256(value: list[Any]) -> str:
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


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
        documents=message.documents or None,
        tool_calls=message.tool_calls,
        tool_call_id=message.tool_call_id,
        group_id=group_id,
    )
