"""The page of a user, agent or group. It is divided into parts, and each part reads only what it shows."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memory import editing, times
from memory.api.everos_v1 import convert
from memory.api.explorer.drawing import percent
from memory.api.explorer.mapping import map_of
from memory.api.explorer.owners import OwnerSummary, known_of
from memory.api.explorer.pages import page, page_number, show
from memory.api.explorer.place import Place, known_place
from memory.api.explorer.visitor import Visitor
from memory.errors import DamagedDocument, NoSuchMemory
from memory.grants import may
from memory.kinds.ids import wire_id
from memory.retrieval.foresights import is_open
from memory.retrieval.listing import list_memories, profiles_of
from memory.retrieval.types import Hit
from memory.scope import Owner, OwnerType, Scope

A_PAGE = 50
MOST_EXPECTED = 200  # foresights looked at, the latest
TITLES = ("subject", "foresight", "task_intent", "name", "content", "episode")  # the first that an item has
LATEST = 5  # episodes on the first part
BEGUN_WITHIN = timedelta(days=31)  # for what has begun and has no end: after that nobody waits for it

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    title: Any
    kind: str  # whose number stands beside the title
    context: Callable[[HttpRequest, Place, Owner, OwnerSummary], Context]


@page
def owner_page(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    place = known_place(request, visitor)
    owner = place.owner
    if owner is None:
        raise Http404
    known = known_of(place.scope, owner)
    parts = AGENT_PARTS if owner.type is OwnerType.AGENT else PARTS
    part = next((each for each in parts if each.name == request.GET.get("part", parts[0].name)), None)
    if part is None:
        raise Http404
    context = part.context(request, place, owner, known)
    return show(
        request,
        visitor,
        "owner",
        place,
        owner=owner,
        known=known,
        part=part.name,
        part_template=f"explorer/parts/{part.name}.html",
        parts=[(each, place.url("owner", part=each.name), known.counts[each.kind]) for each in parts],
        may_write=may(visitor.caller, "write", place.scope, owner),
        may_forget=may(visitor.caller, "forget", place.scope, owner),
        forget_url=place.url("forget"),
        **context,
    )


def _about(request: HttpRequest, place: Place, owner: Owner, known: OwnerSummary) -> Context:
    """The profile, what is due, and the latest episodes."""
    profile = next(iter(profiles_of(place.scope, owner)), None) if owner.type is OwnerType.USER else None
    open_, _others = _expected(place.scope, owner)
    latest = list_memories(place.scope, owner, "episode", page_size=LATEST)
    return {
        "profile": _profile(place.scope, profile) if profile else None,
        "due": [card_of(place, hit) for hit in open_ if _is_awaited(hit)][:LATEST],
        "latest": [card_of(place, hit) for hit in latest.items],
        "more_url": place.url("owner", part="timeline"),
        "pending": latest.pending,
    }


def _timeline(request: HttpRequest, place: Place, owner: Owner, known: OwnerSummary) -> Context:
    """The number of episodes in each month, and the episodes by day: all of them, or those of one month."""
    month = _month(request.GET.get("month"))
    filters = {"timestamp": {"gte": _midnight(month), "lt": _midnight(_next(month))}} if month else None
    listed, pages = _listed(request, place, owner, "episode", filters)
    days = groupby(listed, key=lambda hit: hit.timestamp and times.local_day(hit.timestamp))
    return {
        "month": month,
        "years": _years(place, known, month),
        "days": [(day, [card_of(place, hit) for hit in hits]) for day, hits in days],
        "pages": pages,
        "whole_url": place.url("owner", part="timeline"),
    }


def _facts(request: HttpRequest, place: Place, owner: Owner, known: OwnerSummary) -> Context:
    """The latest facts first. A superseded fact names the fact that replaced it."""
    listed, pages = _listed(request, place, owner, "atomic_fact")
    later = _facts_by_id(place.scope, listed)
    cards = []
    for hit in listed:
        card = card_of(place, hit)
        superseded = card.item["superseded_by"]
        card.item["later"] = later.get(superseded) if superseded else None
        card.item["later_url"] = place.memory_url(superseded) if superseded else ""
        cards.append(card)
    return {"facts": cards, "pages": pages}


def _expectations(request: HttpRequest, place: Place, owner: Owner, known: OwnerSummary) -> Context:
    due, over = _expected(place.scope, owner)
    return {
        "due": [card_of(place, hit) for hit in due],
        "over": [card_of(place, hit) for hit in over],
        "most": MOST_EXPECTED,
    }


def _map(request: HttpRequest, place: Place, owner: Owner, known: OwnerSummary) -> Context:
    """People, places and topics. The address may name one of them: its episodes are then listed."""
    drawn, about = map_of(place.scope, owner), request.GET.get("about", "")
    node = next((one for one in drawn.nodes if one.name == about), None)
    return {
        "map": drawn,
        "nodes": [(one, place.url("owner", part="map", about=one.name)) for one in drawn.nodes],
        "ranked": [(one, place.url("owner", part="map", about=one.name)) for one in drawn.ranked],
        "about": node,
        "behind": [card_of(place, drawn.episodes[number]) for number in node.episodes[:A_PAGE]]
        if node
        else [],
        "ask_node_url": place.url("ask", q=node.name) if node else "",
    }


def _cases(request: HttpRequest, place: Place, owner: Owner, known: OwnerSummary) -> Context:
    listed, pages = _listed(request, place, owner, "agent_case")
    return {"cases": [card_of(place, hit) for hit in listed], "pages": pages}


def _skills(request: HttpRequest, place: Place, owner: Owner, known: OwnerSummary) -> Context:
    listed, pages = _listed(request, place, owner, "agent_skill")
    cards = [card_of(place, hit) for hit in listed]
    for card in cards:
        card.item["sources"] = [(each, place.memory_url(each)) for each in card.item["source_case_ids"]]
    return {"skills": cards, "pages": pages}


PARTS = (
    Part("about", _("About"), "profile", _about),
    Part("timeline", _("Timeline"), "episode", _timeline),
    Part("facts", _("Facts"), "atomic_fact", _facts),
    Part("expected", _("Expected"), "foresight", _expectations),
    Part("map", _("Map"), "", _map),
)
AGENT_PARTS = (
    Part("cases", _("Cases"), "agent_case", _cases),
    Part("skills", _("Skills"), "agent_skill", _skills),
)


@dataclass(frozen=True, slots=True)
class Card:
    """A memory as the API returns it, with the URLs of its pages."""

    id: str
    item: dict[str, Any]
    timestamp: datetime | None
    url: str
    edit_url: str
    forget_url: str
    trust: int  # percent; 0 where it is not known

    @property
    def title(self) -> str:
        return title_of(self.item)


def title_of(item: dict[str, Any]) -> str:
    """The title of a memory in a list; empty for a profile."""
    return next((str(item[name]) for name in TITLES if item.get(name)), "")


def card_of(place: Place, hit: Hit) -> Card:
    identifier, item = hit.wire_id, convert.fields_of(hit)
    return Card(
        identifier,
        item,
        hit.timestamp,
        place.memory_url(identifier),
        place.memory_url(identifier, "edit"),
        place.memory_url(identifier, "forget"),
        percent(item.get("trust")),
    )


def _profile(scope: Scope, hit: Hit) -> Context:
    """The summary, and the items with their evidence, date and sources."""
    data = convert.fields_of(hit)["profile_data"]
    groups = [data.get("explicit_info"), data.get("implicit_traits")]
    items = [item for group in groups if isinstance(group, list) for item in group if isinstance(item, dict)]
    return {
        "summary": data.get("summary") or "",
        "items": [_profile_item(scope, item) for item in items],
        "url": Place(scope).memory_url(hit.entry_id),
    }


def _profile_item(scope: Scope, item: dict[str, Any]) -> Context:
    stated = item.get("sources")
    sources = [str(each) for each in stated] if isinstance(stated, list) else []
    return {
        "category": item.get("category") or item.get("trait") or "",
        "description": item.get("description") or "",
        "evidence": item.get("evidence") or item.get("basis") or "",
        "said_on": str(item.get("said_on") or ""),
        "contradicts": item.get("contradicts") or "",
        "sources": [(each, Place(scope).memory_url(each)) for each in sources],
        "trust": percent(item.get("trust")),
    }


def _expected(scope: Scope, owner: Owner) -> tuple[list[Hit], list[Hit]]:
    """Foresights that are due, and those that are over or replaced. The next one comes first; those that have already
    begun come last.
    """
    today = times.local_day(timezone.now())
    hits = list_memories(scope, owner, "foresight", page_size=MOST_EXPECTED).items
    due = [hit for hit in hits if hit.replaced_by is None and is_open(hit, today)]
    keys = {hit.key for hit in due}
    due.sort(key=lambda hit: _next_first(hit, today.isoformat()))
    return due, [hit for hit in hits if hit.key not in keys]


def _is_awaited(hit: Hit) -> bool:
    begins, ends = (str(hit.values.get(name) or "") for name in ("start_time", "end_time"))
    return bool(ends) or begins >= (times.local_day(timezone.now()) - BEGUN_WITHIN).isoformat()


def _next_first(hit: Hit, today: str) -> tuple[bool, str]:
    day = str(hit.values.get("start_time") or hit.values.get("end_time") or "")
    return day < today, day


def _listed(
    request: HttpRequest, place: Place, owner: Owner, kind: str, filters: dict[str, Any] | None = None
) -> tuple[list[Hit], Context]:
    """One page of memories, and the URLs of the previous and next pages."""
    number = page_number(request)
    found = list_memories(place.scope, owner, kind, page=number, page_size=A_PAGE, filters=filters)
    asked = {name: request.GET[name] for name in ("part", "month") if name in request.GET}
    last = max(1, -(-found.total // A_PAGE))

    def url(other: int) -> str:
        return place.url("owner", **asked, page=other) if 1 <= other <= last and other != number else ""

    pages = {
        "number": number,
        "last": last,
        "total": found.total,
        "newer": url(number - 1),
        "older": url(number + 1),
        "pending": found.pending,
    }
    return found.items, pages


def _facts_by_id(scope: Scope, facts: Iterable[Hit]) -> dict[str, str]:
    """The texts of the facts that have replaced these, by id, read from their files."""
    texts: dict[str, str] = {}
    for fact in facts:
        entry = fact.validity.superseded_by if fact.validity else None
        if entry is not None and (identifier := wire_id(fact.owner, entry)) not in texts:
            try:
                texts[identifier] = str(editing.find(scope, identifier).entry.values.get("fact") or "")
            except (NoSuchMemory, DamagedDocument):  # its file was changed a moment ago
                continue
    return texts


def _years(
    place: Place, known: OwnerSummary, chosen: date | None
) -> list[tuple[int, int, Sequence[Context]]]:
    """For each year, its number of episodes and its months; each month has its share of the busiest month."""
    months = known.months
    most = max((number for _, number in months), default=1)
    years: list[tuple[int, int, Sequence[Context]]] = []
    for year, group in groupby(months, key=lambda one: one[0].year):
        of_year = [
            {
                "first": first,
                "number": number,
                "share": max(1, percent(number / most)),
                "url": place.url("owner", part="timeline", month=f"{first:%Y-%m}"),
                "chosen": first == chosen,
            }
            for first, number in group
        ]
        years.append((year, sum(int(str(month["number"])) for month in of_year), of_year))
    return years


def _month(text: str | None) -> date | None:
    """The first day of a month such as `2026-05`. Raises Http404 for anything else, and for months at whose edges the
    calendar ends.
    """
    if not text:
        return None
    try:
        month = date.fromisoformat(f"{text}-01")
    except ValueError:
        raise Http404 from None
    if not MINYEAR < month.year < MAXYEAR:
        raise Http404
    return month


def _next(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)


def _midnight(day: date) -> str:
    return datetime(day.year, day.month, day.day, tzinfo=times.display_zone()).astimezone(UTC).isoformat()
