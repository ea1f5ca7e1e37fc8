"""The page of one memory: its text, where it comes from, what was derived from it, and its history."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from memory import editing
from memory.api.everos_v1 import convert
from memory.api.explorer.differences import edits
from memory.api.explorer.drawing import percent
from memory.api.explorer.marking import marked
from memory.api.explorer.owner import title_of
from memory.api.explorer.pages import page, show
from memory.api.explorer.place import Place, is_at_this_machine, shown_path
from memory.api.explorer.visitor import Visitor
from memory.editing import EDITABLE, Known
from memory.errors import IndexUnavailable, InvalidInput, MemoryServiceError, NoSuchMemory
from memory.grants import Action, may
from memory.index.tables import KindTable
from memory.index.waiting import NOTHING_WAITS
from memory.kinds.atomic_fact import ATOMIC_FACT, words_of
from memory.kinds.base import DailyLog
from memory.kinds.episode import EPISODE
from memory.kinds.ids import wire_id
from memory.kinds.profile import PROFILE
from memory.markdown.root import current_root
from memory.markdown.wire_ids import places_of
from memory.providers.registry import get_embedder
from memory.retrieval.timelines import with_validity
from memory.retrieval.types import Hit
from memory.scope import Scope

LONGEST_ID = 700
KIND_NAMES = {
    "episode": _("Episode"),
    "atomic_fact": _("Fact"),
    "foresight": _("Foresight"),
    "profile": _("Profile"),
    "agent_case": _("Case"),
    "agent_skill": _("Skill"),
}


def wanted(visitor: Visitor, place: Place, identifier: str, action: Action = "read") -> Known:
    """The memory, if the visitor may do this with it.

    Raises Http404, whether the memory does not exist or the visitor may not see it: nobody can tell which.
    """
    if not identifier or "\0" in identifier or len(identifier) > LONGEST_ID:
        raise Http404
    try:
        memory = editing.find(place.scope, identifier)
    except (InvalidInput, NoSuchMemory):
        raise Http404 from None
    needed: tuple[Action, ...] = ("read", action)
    if not all(may(visitor.caller, each, place.scope, memory.owner) for each in needed):
        raise Http404
    return memory


@page
def memory_page(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    place = Place.of(request.GET)
    memory = wanted(visitor, place, request.GET.get("id", ""))
    place = place.of_owner(memory.owner)
    kind = memory.place.kind
    derived = [*editing.derived_from(memory.place, memory.entry.id)]
    lineage, children = editing.lineage_of(memory, derived), children_of(derived)
    hit = _hit(memory)
    item = convert.fields_of(hit)
    later = item.get("superseded_by") or item.get("replaced_by")
    changes = editing.history_of(memory) if isinstance(kind.layout, DailyLog) or kind is PROFILE else []
    return show(
        request,
        visitor,
        "memory",
        place,
        id=hit.wire_id,
        kind=kind.name,
        kind_name=KIND_NAMES.get(kind.name, kind.name),
        item=item,
        title=title_of(item) or KIND_NAMES.get(kind.name, kind.name),
        said=str(memory.entry.values.get("said") or ""),
        timestamp=hit.timestamp,
        trust=percent(item.get("trust")),
        lines=marked(str(memory.entry.values.get("content") or ""), [child.said for child in children])
        if kind is EPISODE
        else [],
        children=children,
        steps=_steps(place, memory, lineage, len(children)),
        replaced_by=(lineage.replaced_by, place.memory_url(lineage.replaced_by))
        if lineage.replaced_by
        else None,
        later=_later(place.scope, later) if later else None,
        edits=edits(changes, memory.entry.values),
        path=shown_path(request, visitor, memory.path),
        editor_url=editor_url(request, visitor, memory),
        owner_url=place.url("owner"),
        edit_url=place.memory_url(hit.wire_id, "edit")
        if kind.name in EDITABLE and may(visitor.caller, "write", place.scope, memory.owner)
        else "",
        forget_url=place.memory_url(hit.wire_id, "forget")
        if may(visitor.caller, "forget", place.scope, memory.owner)
        else "",
        done=request.GET.get("done", ""),
    )


@dataclass(frozen=True, slots=True)
class Child:
    """A memory that was derived from the one shown. `said` has the original words."""

    id: str
    kind: str
    text: str
    said: str
    url: str
    edit_url: str
    forget_url: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step on the way from the messages to the index."""

    name: Any
    detail: str
    url: str = ""
    is_here: bool = False


def children_of(derived: Iterable[Known]) -> list[Child]:
    """Without those whose id a person has changed: they have no page."""
    named = ((each, wire_id(each.owner, each.entry.id)) for each in derived)
    return [_child(each, name) for each, name in named if any(places_of(each.place.scope, name))]


def _child(memory: Known, identifier: str) -> Child:
    values, kind, place = memory.entry.values, memory.place.kind, Place(memory.place.scope)
    text = next(
        (values[name] for name in ("fact", "foresight", "description", "name") if values.get(name)), ""
    )
    return Child(
        identifier,
        kind.name,
        str(text),
        words_of(values) if kind is ATOMIC_FACT else str(values.get("evidence") or text),
        place.memory_url(identifier),
        place.memory_url(identifier, "edit"),
        place.memory_url(identifier, "forget"),
    )


def _later(scope: Scope, identifier: str) -> Child | None:
    """None if the memory has just been removed."""
    try:
        return _child(editing.find(scope, identifier), identifier)
    except MemoryServiceError:
        return None


def _hit(memory: Known) -> Hit:
    """The memory as a hit; a fact with its validity, unless the index is unavailable."""
    hit = memory.as_hit()
    if hit.kind != ATOMIC_FACT.name:
        return hit
    try:
        return with_validity([hit], NOTHING_WAITS)[0]
    except IndexUnavailable:
        return hit


def _steps(place: Place, memory: Known, lineage: editing.Lineage, children: int) -> Sequence[Step]:
    values = memory.entry.values
    steps = []
    if session := values.get("session_id"):
        detail = str(len(lineage.message_ids)) if lineage.message_ids else ""
        steps.append(Step(_("Messages of session %(session)s") % {"session": str(session)[:60]}, detail))
    if lineage.cell_id:
        steps.append(Step(_("Memory cell"), lineage.cell_id))
    if lineage.source:
        steps.append(Step(_("Episode"), lineage.source, place.memory_url(lineage.source)))
    steps.append(
        Step(KIND_NAMES.get(memory.place.kind.name, memory.place.kind.name), memory.entry.id, is_here=True)
    )
    if children:
        steps.append(Step(_("Derived from it"), str(children), "#drawn"))
    steps.append(Step(_("Index"), str(_index_state(memory))))
    return steps


def _index_state(memory: Known) -> Any:
    path, entry = str(memory.path), memory.entry
    try:
        held = KindTable(memory.place.kind, get_embedder()).entries_of([path]).get(path, {})
    except IndexUnavailable:
        return _("not available at the moment")
    if memory.replaced_by:
        return _("replaced, so it is neither found nor listed")
    if entry.id not in held:
        return _("not indexed yet")
    return (
        _("up to date")
        if held[entry.id] == entry.sha256
        else _("has the previous text; the file is not indexed yet")
    )


def editor_url(request: HttpRequest, visitor: Visitor, memory: Known) -> str:
    """Empty for visitors on other machines, and if the setting is empty.

    The browser starts the editor, so the server runs no program, and the path is that of the memory, never a visitor's.
    """
    template: str = settings.EVEROS.explorer.editor_url
    if not template or not is_at_this_machine(request, visitor):
        return ""
    path = current_root().absolute(memory.path)
    line = _line_of(path, memory.entry.id)
    return template.replace("{path}", quote(str(path))).replace("{line}", str(line))


def _line_of(path: Path, identifier: str) -> int:
    """The line on which an entry of a daily log begins; 1 for other documents."""
    data = path.read_bytes()
    return data.count(b"\n", 0, max(0, data.find(f"<!-- entry:{identifier} -->".encode()))) + 1
