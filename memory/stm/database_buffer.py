"""Session buffers as rows of the database."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from memory.coordination.transactions import one_at_a_time
from memory.models import SessionMessage, SessionSettings
from memory.stm.messages import SYSTEM, Message, Overrides
from memory.text.nul import escape_nul, unescape_nul


class DatabaseBuffer:
    def append(self, session_id: str, messages: Sequence[Message]) -> list[Message]:
        with transaction.atomic():
            _alone_in(session_id)
            latest = _rows(session_id).aggregate(latest=Max("timestamp"))["latest"] or 0.0
            kept = [replace(message, timestamp=max(message.timestamp, latest)) for message in messages]
            SessionMessage.objects.bulk_create([_row(session_id, message) for message in kept])
        return kept

    def newest(self, session_id: str, limit: int | None = None) -> list[Message]:
        rows = list(_rows(session_id).order_by("-timestamp", "-id")[:limit])
        return [_message(row) for row in reversed(rows)]

    def compact(self, session_id: str, first: Sequence[Message], summary: Message) -> bool:
        with transaction.atomic():
            _alone_in(session_id)
            rows = list(_rows(session_id).order_by("timestamp", "id")[: len(first)])
            if not first or [row.message_id for row in rows] != [message.id for message in first]:
                return False
            last = rows[-1]
            earlier = Q(timestamp__lt=last.timestamp) | Q(timestamp=last.timestamp, id__lt=last.pk)
            _rows(session_id).filter(earlier).exclude(role=SYSTEM).delete()
            place = _row(session_id, replace(summary, timestamp=last.timestamp))
            place.pk = last.pk
            place.save(force_update=True)
        return True

    def drop(self, session_id: str) -> bool:
        with transaction.atomic():
            messages, _ = _rows(session_id).delete()
            settings, _ = SessionSettings.objects.filter(pk=session_id).delete()
        return messages + settings > 0

    def override(self, session_id: str, changes: Mapping[str, str | int | None]) -> None:
        SessionSettings.objects.update_or_create(session_id=session_id, defaults=dict(changes))

    def overrides(self, session_id: str) -> Overrides:
        row = SessionSettings.objects.filter(pk=session_id).first()
        return Overrides(row.strategy, row.max_messages, row.max_tokens) if row else Overrides()


def _alone_in(session_id: str) -> None:
    """What comes last is the latest, and nothing comes among the messages that a summary takes the place of."""
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
