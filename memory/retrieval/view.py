"""Which memories count: what held at a time, what was known by then, and what is trusted enough."""

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
    """`as_of` asks what held at that time, `known_at` what was believed then.

    Memories of unknown origin have no trust, and are left out if a minimum is set.
    """

    as_of: datetime | None = None
    known_at: datetime | None = None
    min_trust: float | None = None

    @property
    def is_of_now(self) -> bool:
        return self.as_of is None and self.known_at is None

    @property
    def day(self) -> datetime:
        """Midnight of the requested day in the display time zone, as if it were UTC, for comparison with days."""
        zone = ZoneInfo(settings.EVEROS.memory.timezone)
        return datetime.combine((self.as_of or timezone.now()).astimezone(zone).date(), time(), UTC)

    def condition(self, kind: Kind | None = None) -> str:
        """The condition for rows of a kind, or of any kind but atomic facts; empty if there is none.

        memory.retrieval.timelines handles statements against a fact.
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
