"""Days for which an owner's file is full. Checked when messages arrive: what was accepted is always written."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, IntegerField, Q, QuerySet, Sum
from django.db.models.sql.compiler import SQLCompiler

from memory import limits, times
from memory.conversation.messages import IncomingMessage, owner_ids
from memory.kinds.episode import EPISODE
from memory.markdown.root import current_root
from memory.models import BufferedMessage
from memory.prepared import Prepared
from memory.scope import Owner, OwnerType, Scope, group, user


def full_day(scope: Scope, messages: Sequence[IncomingMessage], group_id: str | None) -> str | None:
    """The error for messages that would make a file larger than the settings allow, or None.

    Messages of that day that wait in the owner's sessions count as well. Headings of episodes do not, so a file can
    become somewhat larger.
    """
    most = limits.limit_of("day_file_bytes")
    for day, said in _by_day(messages).items():
        new = sum(len(message.text.encode()) for message in said)
        for owner in _owners(said, group_id):
            if new + _bytes_of(scope, owner, day) + _waiting(scope, owner, day) > most:
                return (
                    f"the memory of {owner.id[:100]!r} for {day} is full: the file of a day has at most {most} bytes "
                    f"({limits.setting_of('day_file_bytes')})"
                )
    return None


def _by_day(messages: Sequence[IncomingMessage]) -> dict[date, list[IncomingMessage]]:
    zone = times.display_zone()
    days: defaultdict[date, list[IncomingMessage]] = defaultdict(list)
    for message in messages:
        days[times.local_time(message.timestamp_ms, zone).date()].append(message)
    return days


def _owners(said: Sequence[IncomingMessage], group_id: str | None) -> Iterator[Owner]:
    yield from map(user, owner_ids(said))
    if group_id is not None:
        yield group(group_id)


def _bytes_of(scope: Scope, owner: Owner, day: date) -> int:
    root = current_root()
    try:
        return root.absolute(root.file(EPISODE, scope, owner, day=day)).stat().st_size
    except OSError:  # no file yet, or a name that the disk refuses: whoever writes it will report that
        return 0


def _waiting(scope: Scope, owner: Owner, day: date) -> int:
    """Bytes of the owner's waiting messages of that day that are not in a file yet."""
    zone = times.display_zone()
    began = datetime.combine(day, time.min, zone)
    ended = began + timedelta(days=1)
    query = _BYTES_OF_GROUP if owner.type is OwnerType.GROUP else _BYTES_OF_SENDER
    since, until = int(began.timestamp() * 1000), int(ended.timestamp() * 1000)
    found = query.rows(scope.app_id, scope.project_id, owner.id, since, until)
    return int(found[0][0]) if found else 0


def _bytes_of_sessions(
    app_id: str, project_id: str, own: Q, since: int, until: int
) -> QuerySet[BufferedMessage, Any]:
    """The size of all messages between two times in the sessions that have a message of one's own."""
    said = BufferedMessage.objects.filter(app_id=app_id, project_id=project_id)
    of_day = said.filter(
        session_id__in=said.filter(own).values("session_id"), timestamp_ms__gte=since, timestamp_ms__lt=until
    )
    return of_day.values("app_id").annotate(bytes=Sum(_Bytes("text"))).values_list("bytes")


class _Bytes(Func):
    function = "OCTET_LENGTH"
    output_field = IntegerField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Any:
        """Older versions do not have the function."""
        return self.as_sql(compiler, connection, template="LENGTH(CAST(%(expressions)s AS BLOB))", **more)


_BYTES_OF_SENDER = Prepared(
    BufferedMessage,
    lambda app_id, project_id, sender_id, since, until: _bytes_of_sessions(
        app_id, project_id, Q(sender_id=sender_id), since, until
    ),
)
_BYTES_OF_GROUP = Prepared(
    BufferedMessage,
    lambda app_id, project_id, group_id, since, until: _bytes_of_sessions(
        app_id, project_id, Q(group_id=group_id), since, until
    ),
)
