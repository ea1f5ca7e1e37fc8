"""The owners who have memories in a scope, with counts by kind and by day. Read from the rows of indexed files."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import PurePosixPath

from django.utils.translation import ngettext_lazy

from cascade.models import MdChangeState
from memory.grants import Caller, may
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.base import DailyLog
from memory.kinds.episode import EPISODE
from memory.markdown.root import Located, current_root, owner_folder, scope_folder
from memory.scope import Owner, OwnerType, Scope

HAPPENED = frozenset({EPISODE.name, AGENT_CASE.name})  # kinds whose days are days of activity
STEPS = 24  # of a sparkline
COUNTED = {  # kinds in the order in which they are counted, and their names after a number
    "episode": ngettext_lazy("episode", "episodes"),
    "atomic_fact": ngettext_lazy("fact", "facts"),
    "foresight": ngettext_lazy("foresight", "foresights"),
    "agent_case": ngettext_lazy("case", "cases"),
    "agent_skill": ngettext_lazy("skill", "skills"),
    "note": ngettext_lazy("note", "notes"),
    "keyed_entry": ngettext_lazy("entry", "entries"),
    "store_item": ngettext_lazy("store item", "store items"),
    "entity": ngettext_lazy("entity", "entities"),
}


@dataclass(slots=True)
class OwnerSummary:
    """The number of an owner's memories by kind, and of episodes and cases by day."""

    owner: Owner
    counts: Counter[str] = field(default_factory=Counter)
    days: Counter[date] = field(default_factory=Counter)

    @property
    def last(self) -> date | None:
        return max(self.days, default=None)

    @property
    def months(self) -> list[tuple[date, int]]:
        """The first day of each month with activity, the latest first, and the number of episodes and cases."""
        found: Counter[date] = Counter()
        for day, number in self.days.items():
            found[day.replace(day=1)] += number
        return sorted(found.items(), reverse=True)


def owners_of(scope: Scope, caller: Caller, text: str = "") -> list[OwnerSummary]:
    """Owners whom the caller may read and whose id contains the text, the most recently active first."""
    found: dict[Owner, OwnerSummary] = {}
    for place, path, entries in indexed_files(f"{scope_folder(scope)}/"):
        owner = place.owner
        if text.casefold() in owner.id.casefold() and owner.type is not OwnerType.SESSION:
            _count(found.setdefault(owner, OwnerSummary(owner)), place, path, entries)
    seen = [known for known in found.values() if may(caller, "read", scope, known.owner)]
    seen.sort(key=lambda known: known.owner.id)
    return sorted(seen, key=lambda known: known.last or date.min, reverse=True)


def known_of(scope: Scope, owner: Owner) -> OwnerSummary:
    known = OwnerSummary(owner)
    for place, path, entries in indexed_files(f"{owner_folder(scope, owner)}/"):
        if place.owner == owner:
            _count(known, place, path, entries)
    return known


def scopes_of(caller: Caller) -> list[Scope]:
    """The scopes that the caller may see. A key of some owners sees the scopes in which one of them has memories."""
    seen = [scope for scope in current_root().scopes() if may(caller, "read", scope)]
    return [scope for scope in seen if not caller.is_bound or owners_of(scope, caller)]


def span_of(known: Iterable[OwnerSummary]) -> tuple[date, date] | None:
    """The first and the last day of activity of all these owners."""
    days = [day for each in known for day in each.days]
    return (min(days), max(days)) if days else None


def activity(known: OwnerSummary, span: tuple[date, date]) -> list[int]:
    """The number of episodes and cases in each of STEPS equal parts of the span."""
    first, last = span
    length = (last - first).days + 1
    parts = [0] * STEPS
    for day, number in known.days.items():
        parts[(day - first).days * STEPS // length] += number
    return parts


def indexed_files(below: str = "") -> Iterator[tuple[Located, str, int]]:
    """For each indexed file below a folder, or of all, what its path says, the path, and the number of entries.

    Files of one folder have the same owner and kind, so each folder is looked up once.
    """
    places: dict[str, Located | None] = {}
    rows = MdChangeState.objects.filter(path__startswith=below).order_by()
    for path, entries in rows.values_list("path", "entries").iterator():
        folder = path.rpartition("/")[0]
        if folder not in places:
            places[folder] = current_root().locate(PurePosixPath(path))
        place = places[folder]
        if place is not None:
            yield place, path, entries


def _count(known: OwnerSummary, place: Located, path: str, entries: int) -> None:
    known.counts[place.kind.name] += entries
    if place.kind.name in HAPPENED and isinstance(place.kind.layout, DailyLog) and entries:
        known.days[date.fromisoformat(path[-13:-3])] += entries
