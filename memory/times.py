"""Times as people and clients see them: in the display time zone; in text ISO 8601, always with an offset."""

from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from django.conf import settings

MOST_NS = 2**63 - 1  # that a database stores, in the year 2262; file systems know later times


def render(instant: datetime) -> str:
    """For example `2026-05-28T11:30:36Z`, or with an offset such as `+08:00` if the display zone is not at UTC."""
    local = localized(instant)
    text = local.isoformat()
    return f"{text[:-6]}Z" if local.utcoffset() == timedelta(0) else text


def read(text: str) -> datetime:
    """Parses ISO 8601; a time without a zone is in the display zone. Raises ValueError."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=display_zone())


def render_ms(epoch_ms: int) -> str:
    return render(local_time(epoch_ms, UTC))


def local_time(timestamp_ms: int, zone: tzinfo) -> datetime:
    return (datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=timestamp_ms)).astimezone(zone)


def milliseconds(instant: datetime) -> int:
    """Since 1970."""
    return round((instant - datetime.fromtimestamp(0, UTC)).total_seconds() * 1000)


def bounded_ns(modified_ns: int) -> int:
    """The time of a change of a file, which may be anything, as a database can store it."""
    return max(-MOST_NS, min(modified_ns, MOST_NS))


def of_file(modified_ns: int) -> datetime:
    """When a file was changed; the nearest time that a calendar has."""
    return datetime.fromtimestamp(bounded_ns(modified_ns) / 1e9, UTC)


def local_day(instant: datetime) -> date:
    return localized(instant).date()


def localized(instant: datetime) -> datetime:
    """In the display time zone; in UTC on the first and last day of the calendar, which some zones cannot show. People
    write such days into files, for what ends never.
    """
    try:
        return instant.astimezone(display_zone())
    except OverflowError:
        return instant.astimezone(UTC)


def now() -> str:
    """To the second, with a numeric offset, as error responses show it."""
    return datetime.now(display_zone()).isoformat(timespec="seconds")


def display_zone() -> ZoneInfo:
    return ZoneInfo(settings.EVEROS.memory.timezone)
