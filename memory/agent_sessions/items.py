"""The items of agents' sessions as rows: current ones, popped ones, and those long unused.

Hold the session lock to change them. Popped items are kept briefly, so that a pop whose answer was lost can be
repeated.
"""

import time
from collections.abc import Sequence
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Max, QuerySet

from memory.errors import SessionTaken
from memory.ingest.buffer import columns, speakers_of
from memory.ingest.waiting import SESSION
from memory.models import SessionItem
from memory.scope import OwnerType, Scope

REPEATED_MS = 60_000  # for which a pop can be repeated
DAY_MS = 86_400_000
SESSIONS_A_CALL = 1000  # deleted in one statement


def of_user(scope: Scope, session_id: str, user_id: str, limit: int | None = None) -> list[str]:
    """The latest `limit` items, oldest first; none in another user's session."""
    found = _current(scope, session_id).filter(user_id=user_id).order_by("-seq")
    return list(found.values_list("item", flat=True)[:limit])[::-1]


def has_batch(scope: Scope, session_id: str, batch: str) -> bool:
    return _rows(scope, session_id).filter(batch=batch).exists()


def store(
    scope: Scope, session_id: str, user_id: str, agent_id: str, items: Sequence[str], batch: str
) -> list[SessionItem]:
    """All of them or none. Raises SessionTaken."""
    if not _may_use(scope, session_id, user_id):
        raise SessionTaken
    latest = _rows(scope, session_id).aggregate(seq=Max("seq"), at=Max("stored_at_ms"))
    stored_at = max(now_ms(), latest["at"] or 0)  # keeps the order even if the clock is set back
    first = (latest["seq"] or 0) + 1
    rows = [
        SessionItem(
            **columns(scope, session_id),
            user_id=user_id,
            agent_id=agent_id,
            seq=first + place,
            item=item,
            batch=batch,
            message_id=f"item_{uuid4().hex}",
            stored_at_ms=stored_at,
        )
        for place, item in enumerate(items)
    ]
    with transaction.atomic():
        _drop_popped(_rows(scope, session_id))
        SessionItem.objects.bulk_create(rows)
    return rows


def pop_last(scope: Scope, session_id: str, user_id: str, pop_id: str) -> SessionItem | None:
    """Marks the newest item as popped; for a known `pop_id`, returns what it popped before."""
    rows = _rows(scope, session_id).filter(user_id=user_id)
    known = rows.filter(pop_id=pop_id).first()
    if known is not None:
        return known
    last = rows.filter(popped_at_ms=None).order_by("-seq").first()
    with transaction.atomic():
        _drop_popped(rows)
        if last is not None:
            last.pop_id, last.popped_at_ms = pop_id, now_ms()
            last.save(update_fields=["pop_id", "popped_at_ms"])
    return last


def drop(scope: Scope, session_id: str, user_id: str) -> int:
    """Returns how many items were deleted."""
    return _current(scope, session_id).filter(user_id=user_id).delete()[0]


def not_added(scope: Scope, session_id: str) -> list[SessionItem]:
    """Items that memory has not received yet, in order."""
    return list(_current(scope, session_id).filter(told=False).order_by("seq"))


def popped_but_added(scope: Scope, session_id: str) -> list[SessionItem]:
    """Popped items that may still be waiting in memory."""
    return list(_rows(scope, session_id).filter(told=True, popped_at_ms__isnull=False))


def mark(rows: Sequence[SessionItem], *, told: bool) -> None:
    """Records whether memory has the content of these items."""
    SessionItem.objects.filter(pk__in=[row.pk for row in rows]).update(told=told)


def unsettled() -> list[tuple[Scope, str]]:
    """Sessions with unfinished work, which a crash has left behind."""
    new = SessionItem.objects.filter(told=False, popped_at_ms=None).values_list(*SESSION)
    popped = SessionItem.objects.filter(told=True, popped_at_ms__isnull=False).values_list(*SESSION)
    return [(Scope(app, project), session) for app, project, session in sorted({*new, *popped})]


def prune() -> int:
    """Deletes sessions without an item for `stm.keep_days`, and old popped items; returns how many items."""
    popped, _ = _drop_popped(SessionItem.objects.all())
    days = settings.EVEROS.stm.keep_days
    if not days:
        return popped
    oldest = now_ms() - days * DAY_MS
    latest = SessionItem.objects.values(*SESSION).annotate(latest=Max("stored_at_ms"))
    unused = list(latest.filter(latest__lt=oldest).values_list(*SESSION)[:SESSIONS_A_CALL])
    return popped + sum(_drop_unless_used(Scope(app, project), name, oldest) for app, project, name in unused)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def _may_use(scope: Scope, session_id: str, user_id: str) -> bool:
    """Whoever speaks in a stretch of conversation remembers all of it, so no other user may have spoken before."""
    owner = _rows(scope, session_id).values_list("user_id", flat=True).first()
    if owner is not None:
        return owner == user_id
    users = {each.id for each in speakers_of(scope, session_id) if each.type is OwnerType.USER}
    return users <= {user_id}


def _drop_unless_used(scope: Scope, session_id: str, oldest: int) -> int:
    """It may have received an item since it was selected."""
    rows = _rows(scope, session_id)
    with transaction.atomic():
        if rows.select_for_update().filter(stored_at_ms__gte=oldest).exists():
            return 0
        return rows.delete()[0]


def _drop_popped(rows: QuerySet[SessionItem]) -> tuple[int, dict[str, int]]:
    """Items whose pop can no longer be repeated, and that memory has forgotten."""
    return rows.filter(told=False, popped_at_ms__lt=now_ms() - REPEATED_MS).delete()


def _rows(scope: Scope, session_id: str) -> QuerySet[SessionItem]:
    return SessionItem.objects.filter(**columns(scope, session_id))


def _current(scope: Scope, session_id: str) -> QuerySet[SessionItem]:
    return _rows(scope, session_id).filter(popped_at_ms=None)
