"""The page that corrects a memory: a form with its texts, and a preview of what the correction would change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from memory import editing
from memory.api.explorer.differences import Piece, compared
from memory.api.explorer.memory_page import KIND_NAMES, children_of, wanted
from memory.api.explorer.pages import page, show
from memory.api.explorer.place import Place
from memory.api.explorer.visitor import Visitor
from memory.editing import EDITABLE, MOST_REASON_CHARS, Known
from memory.errors import DocumentChanged, InvalidInput
from memory.kinds.episode import EPISODE
from ome.strategies.extract_atomic_facts.strategy import facts_in
from ome.strategies.shared.episodes import find_episode
from ome.strategies.shared.facts_on_disk import FactsOnDisk


@dataclass(frozen=True, slots=True)
class Written:
    """What the visitor has written so far, and what is to be said about it."""

    texts: Mapping[str, str]
    reason: str = ""
    refusal: str = ""
    conflict: bool = False  # somebody else has changed the memory in the meantime
    preview: bool = False


@dataclass(frozen=True, slots=True)
class Following:
    """What a correction would change: the texts, and the facts that the rules would find in an episode."""

    texts: Sequence[tuple[str, Sequence[Piece]]]
    new: Sequence[str]
    gone: Sequence[str]
    kept: int


@page
def edit(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    asked = request.POST if request.method == "POST" else request.GET
    place, identifier = Place.of(asked), asked.get("id", "")
    memory = wanted(visitor, place, identifier, "write")
    names = EDITABLE.get(memory.place.kind.name, ())
    if not names:
        raise InvalidInput(_("This memory can only be edited in its file."))
    if request.method != "POST":
        return _form(request, visitor, place, memory, identifier)
    # Browsers send line ends as CR LF, whatever the text had.
    texts = {name: request.POST[name].replace("\r\n", "\n") for name in names if name in request.POST}
    written = Written(texts, request.POST.get("reason", "")[:MOST_REASON_CHARS])
    if "preview" in request.POST:
        return _form(request, visitor, place, memory, identifier, replace(written, preview=True))
    expected = request.POST.get("hash") or None
    try:
        editing.edit(place.scope, identifier, texts, visitor.name, written.reason, expected)
    except DocumentChanged:
        now = editing.find(place.scope, identifier)
        return _form(request, visitor, place, now, identifier, replace(written, conflict=True), status=409)
    except InvalidInput as error:
        refused = replace(written, refusal=str(error))
        return _form(request, visitor, place, memory, identifier, refused, status=422)
    return HttpResponseRedirect(place.memory_url(identifier) + "&done=edited")


def _form(
    request: HttpRequest,
    visitor: Visitor,
    place: Place,
    memory: Known,
    identifier: str,
    written: Written | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form with what the visitor has written; after a conflict next to the current text."""
    values = {name: str(memory.entry.values.get(name) or "") for name in EDITABLE[memory.place.kind.name]}
    texts = written.texts if written else values
    given = request.POST.get("hash") if written and written.preview else None
    return show(
        request,
        visitor,
        "edit",
        place.of_owner(memory.owner),
        status=status,
        id=identifier,
        hidden={**Place(place.scope).fields, "id": identifier, "hash": given or memory.entry.sha256},
        kind_name=KIND_NAMES[memory.place.kind.name],
        fields=[(name, texts.get(name, text), text) for name, text in values.items()],
        written=written,
        derived=children_of(editing.derived_from(memory.place, memory.entry.id)),
        following=_following(memory, values, texts) if written and written.preview else None,
        back=place.memory_url(identifier),
    )


def _following(memory: Known, before: Mapping[str, str], after: Mapping[str, str]) -> Following:
    changed = [
        (name, compared(before[name], text)) for name, text in after.items() if text != before.get(name)
    ]
    scope, owner = memory.place.scope, memory.owner
    episode = find_episode(scope, owner, memory.entry.id) if memory.place.kind is EPISODE else None
    if episode is None:
        return Following(changed, [], [], 0)
    known = FactsOnDisk(scope, owner).of_episode(episode.id)
    content = after.get("content", episode.content)
    facts = facts_in(scope, owner, replace(episode, content=content)) if content.strip() else []
    found = {fact.text: fact.told or fact.text for fact in facts}
    return Following(
        changed,
        new=[told for text, told in found.items() if text not in known],
        gone=[text for text in known if text not in found],
        kept=sum(text in found for text in known),
    )
