"""The admin page of one owner: what memories there are, a search of what they say, and the ways to other pages."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from everos_site.admin.forgetting import FORGET
from everos_site.admin.links import files_url, forget_url, kind_links, memory_url, path_of
from memory import limits
from memory.api.explorer.owners import known_of
from memory.api.explorer.place import Place
from memory.editing import EDITABLE
from memory.errors import MemoryServiceError
from memory.kinds.registry import KINDS
from memory.retrieval.search import search
from memory.retrieval.types import Hit, SearchRequest
from memory.scope import Owner, OwnerType

VIEW = "cascade.view_mdchangestate"
MOST_HITS = 20  # of each kind
TEXT_CHARS = 300


@dataclass(frozen=True, slots=True)
class Row:
    """A memory that was found. `url` is its page here, if its file is known."""

    kind: str
    id: str
    text: str
    at: datetime | None
    score: float
    url: str
    explorer_url: str


def owner(request: HttpRequest) -> HttpResponse:
    """`app`, `project` and `user`, `agent` or `group` name the owner; `q` is searched."""
    if not request.user.has_perm(VIEW):
        raise PermissionDenied
    place, asked = Place.of(request.GET), request.GET.get("q", "").strip()
    if place.owner is None:
        raise Http404("The address names no owner.")
    context = {
        **admin.site.each_context(request),
        "title": f"{place.owner.type.capitalize()} {place.owner.id}",
        "place": place,
        "kinds": kind_links(place.scope, place.owner, +known_of(place.scope, place.owner).counts),
        "files_url": files_url(place.scope, place.owner),
        "explorer_url": place.url("owner"),
        "forget_url": forget_url(place.scope, owner_type=str(place.owner.type), owner=place.owner.id)
        if request.user.has_perm(FORGET)
        else "",
        "is_searched": place.owner.type is not OwnerType.GROUP,
        "asked": asked,
        "hidden": place.fields.items(),
        **(_answer(place, place.owner, asked) if asked else {}),
    }
    return TemplateResponse(request, "admin/owner.html", context)


def _answer(place: Place, owner: Owner, asked: str) -> dict[str, Any]:
    """What a client would find, best first."""
    try:
        limits.check("query_chars", len(asked), "q")
        found = search(SearchRequest(place.scope, owner, asked, top_k=MOST_HITS, include_foresights=True))
    except MemoryServiceError as error:
        return {"trouble": str(error)}
    hits = [each for of_kind in found.hits.values() for hit in of_kind for each in (hit, *hit.facts)]
    rows = sorted((_row(place, hit) for hit in hits), key=lambda row: -row.score)
    return {"rows": rows, "pending": found.pending}


def _row(place: Place, hit: Hit) -> Row:
    kind = KINDS[hit.kind]
    path = None if hit.pending else path_of(hit.entry_id, hit.scope, hit.owner, [kind])
    texts = (hit.values.get(section.name) for section in kind.sections)
    text = next((str(each) for each in texts if each), kind.embedded(hit.values))
    return Row(
        kind=hit.kind.replace("_", " "),
        id=hit.entry_id,
        text=text[:TEXT_CHARS],
        at=hit.timestamp,
        score=hit.score or 0.0,
        url=memory_url(path, hit.entry_id) if path else "",
        explorer_url=place.memory_url(hit.wire_id) if hit.kind in EDITABLE and not hit.pending else "",
    )
