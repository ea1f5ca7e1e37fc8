"""Session buffers as rows of the database."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from memory.coordination.locks import one_at_a_time
from memory.models import SessionMessage, SessionSettings
from memory.stm.messages import SYSTEM, Message, Overrides
from memory.text.cleaning import escape_nul, unescape_nul

SESSIONS_A_CALL = 1000  # deleted in one statement


class DatabaseBuffer:
    def append(self, session_id: str, messages: Sequence[Message]) -> list[Message]:
        with transaction.atomic():
            _lock_session(session_id)
            latest = _rows(session_id).aggregate(latest=Max("timestamp"))["latest"] or 0.0
            kept = [replace(message, timestamp=max(message.timestamp, latest)) for message in messages]
            SessionMessage.objects.bulk_create([_row(session_id, message) for message in kept])
        return kept

    def newest(self, session_id: str, limit: int | None = None) -> list[Message]:
        rows = list(_rows(session_id).order_by("-timestamp", "-id")[:limit])
        return [_message(row) for row in reversed(rows)]

    def compact(self, session_id: str, first: Sequence[Message], summary: Message) -> bool:
        with transaction.atomic():
            _lock_session(session_id)
            rows = list(_rows(session_id).order_by("timestamp", "id")[: len(first)])
            if [row.message_id for row in rows] != [message.id for message in first]:
                return False
            last = rows[-1]
            earlier = Q(timestamp__lt=last.timestamp) | Q(timestamp=last.timestamp, id__lt=last.pk)
            _rows(session_id).filter(earlier).exclude(role=SYSTEM).delete()
            place = _row(session_id, summary)
            place.pk = last.pk
            place.save(force_update=True)
        return True

    def drop(self, session_id: str) -> bool:
        with transaction.atomic():
            return _drop(session_id) > 0

    def override(self, session_id: str, changes: Mapping[str, str | int | None]) -> None:
        SessionSettings.objects.update_or_create(session_id=session_id, defaults=dict(changes))

    def overrides(self, session_id: str) -> Overrides:
        row = SessionSettings.objects.filter(pk=session_id).first()
        return Overrides(row.strategy, row.max_messages, row.max_tokens) if row else Overrides()

    def prune(self) -> int:
        days = settings.EVEROS.stm.keep_days
        if not days:
            return 0
        oldest = timezone.now() - timedelta(days=days)
        latest = SessionMessage.objects.values("session_id").annotate(latest=Max("timestamp"))
        unused = latest.filter(latest__lt=oldest.timestamp()).values_list("session_id", flat=True)
        dropped = sum(_drop_unless_used(session_id, oldest) for session_id in list(unused[:SESSIONS_A_CALL]))
        return dropped + _drop_unused_overrides(oldest)


def _drop(session_id: str) -> int:
    messages, _ = _rows(session_id).delete()
    overrides, _ = SessionSettings.objects.filter(pk=session_id).delete()
    return messages + overrides


def _drop_unless_used(session_id: str, oldest: datetime) -> int:
    """Deletes its messages. It may have received one since it was selected."""
    with transaction.atomic():
        _lock_session(session_id)
        used = _rows(session_id).filter(timestamp__gte=oldest.timestamp()).exists()
        return 0 if used else _rows(session_id).delete()[0]


def _drop_unused_overrides(oldest: datetime) -> int:
    """Of sessions without messages; perhaps nobody has ever said anything in them."""
    said = SessionMessage.objects.filter(session_id=OuterRef("pk"))
    return SessionSettings.objects.filter(~Exists(said), changed_at__lt=oldest).delete()[0]


def _lock_session(session_id: str) -> None:
    """Serialises writes to a session: new messages are the latest, and none appears among those being replaced."""
    one_at_a_time(f"stm {session_id}")


def _rows(session_id: str) -> QuerySet[SessionMessage]:
    return SessionMessage.objects.filter(session_id=session_id)


def _row(session_id: str, message: Message) -> SessionMessage:
    values = asdict(message) | {
        "content": escape_nul(message.content),
        "metadata": escape_nul(message.metadata),
    }
    return SessionMessage(session_id=session_id, message_id=values.pop("id"), **values)


def _message(row: SessionMessage) -> Message:
    content, metadata = unescape_nul(row.content), unescape_nul(row.metadata)
    return Message(row.message_id, row.role, content, metadata, row.timestamp, row.token_count)
