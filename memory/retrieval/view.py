"""Which memories count at all: what held at a moment, what was known by then, and what is trusted enough."""

from dataclasses import dataclass
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from memory.index import sql
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind


@dataclass(frozen=True, slots=True)
class View:
    """`as_of` asks what held then, `known_at` what was believed then. Memories of which nobody knows where they come
    from have no trust, and are left out where there is a least one."""

    as_of: datetime | None = None
    known_at: datetime | None = None
    min_trust: float | None = None

    @property
    def is_of_now(self) -> bool:
        return self.as_of is None and self.known_at is None

    @property
    def day(self) -> datetime:
        """The midnight of the day that is asked about, in the display time zone, as if it were UTC: so that it can be
        compared with days."""
        zone = ZoneInfo(settings.EVEROS.memory.timezone)
        return datetime.combine((self.as_of or timezone.now()).astimezone(zone).date(), time(), UTC)

    def condition(self, kind: Kind | None = None) -> str:
        """That rows must meet, of a kind or of any but atomic facts; empty where all do.

        What was said against a fact is for memory.retrieval.timelines.
        """
        conditions = []
        if self.min_trust:
            conditions.append(f"trust >= {self.min_trust!r}")
        if self.known_at is not None:
            conditions.append(f"learned_at <= {sql.instant(self.known_at)}")
        if self.as_of is not None:
            end = sql.instant(self.as_of if kind is ATOMIC_FACT else self.day)
            conditions.append(f"valid_from <= {sql.instant(self.as_of)}")
            conditions.append(f"valid_to IS NULL OR valid_to > {end}")
        return sql.all_of(*conditions)


NOW = View()
