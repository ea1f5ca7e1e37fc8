"""Days of which an owner's file is full. Looked at when messages come in: what was accepted is always written."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from zoneinfo import ZoneInfo

from django.conf import settings

from memory import limits
from memory.ingest.messages import IncomingMessage
from memory.ingest.narrative import local_time
from memory.ingest.speakers import owner_ids
from memory.kinds.episode import EPISODE
from memory.markdown.root import current_root
from memory.scope import Owner, Scope, group, user


def full_day(scope: Scope, messages: Sequence[IncomingMessage], group_id: str | None) -> str | None:
    """What to tell whoever sends messages to a file that would be larger with them than the settings allow.

    What waits in sessions, and what others said in the same stretch, is not counted: a file can become somewhat larger.
    """
    most = limits.limit_of("day_file_bytes")
    for day, said in _by_day(messages).items():
        new = sum(len(message.text.encode()) for message in said)
        for owner in _owners(said, group_id):
            if _bytes_of(scope, owner, day) + new > most:
                return (
                    f"the memory of {owner.id[:100]!r} for {day} is full: the file of a day has at most {most} bytes "
                    f"({limits.setting_of('day_file_bytes')})"
                )
    return None


def _by_day(messages: Sequence[IncomingMessage]) -> dict[date, list[IncomingMessage]]:
    zone = ZoneInfo(settings.EVEROS.memory.timezone)
    days: defaultdict[date, list[IncomingMessage]] = defaultdict(list)
    for message in messages:
        days[local_time(message.timestamp_ms, zone).date()].append(message)
    return days


def _owners(said: Sequence[IncomingMessage], group_id: str | None) -> Iterator[Owner]:
    yield from map(user, owner_ids(said))
    if group_id is not None:
        yield group(group_id)


def _bytes_of(scope: Scope, owner: Owner, day: date) -> int:
    root = current_root()
    try:
        return root.absolute(root.file(EPISODE, scope, owner, day=day)).stat().st_size
    except OSError:  # no file yet, or a name that the disk refuses: whoever writes it will say so
        return 0
