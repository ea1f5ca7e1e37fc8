"""The page that forgets a memory, or everything of an owner. It first shows what would be removed, in the end the
receipt, at an address that can be loaded again."""

from collections import Counter

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from memory.api.explorer.memory_page import wanted
from memory.api.explorer.pages import page, show
from memory.api.explorer.place import Place, is_known
from memory.api.explorer.visitor import Visitor
from memory.forgetting import work
from memory.forgetting.finding import shown_text
from memory.forgetting.selection import Selection
from memory.grants import may
from memory.models import Forgetting

SHOWN = 100
TEXT_SHOWN = 300  # characters of each


@page
def forget(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    if request.method == "GET" and "receipt" in request.GET:
        return _forgotten(request, visitor, request.GET["receipt"])
    asked = request.POST if request.method == "POST" else request.GET
    place, identifier = Place.of(asked), asked.get("id", "")
    selection, place = _selection(visitor, place, identifier)
    if request.method == "POST" and "confirmed" in request.POST:
        row = work.forget(selection, visitor.name)
        return HttpResponseRedirect(Place(place.scope).url("forget", receipt=row.pk))
    found, texts, messages = work.preview(selection)
    return show(
        request,
        visitor,
        "forget",
        place,
        id=identifier,
        hidden={**place.fields, **({"id": identifier} if identifier else {})},
        memories=[(each.kind, shown_text(texts[each])[:TEXT_SHOWN]) for each in found.memories[:SHOWN]],
        counts=list(Counter(each.kind for each in found.memories).items()),
        total=len(found.memories),
        shown=SHOWN,
        messages=len(messages),
        rewritten=sorted(found.rewritten),
        # These concern other owners, so a key of some owners does not see them.
        quoted_in=[] if visitor.caller.is_bound else sorted(set(found.quoted_in)),
        unreadable={} if visitor.caller.is_bound else found.unreadable,
        back=place.memory_url(identifier) if identifier else place.url("owner"),
    )


def _selection(visitor: Visitor, place: Place, identifier: str) -> tuple[Selection, Place]:
    """What to forget, and its owner. Raises Http404 if the visitor may not forget it."""
    if identifier:
        memory = wanted(visitor, place, identifier, "forget")
        return Selection(scope=place.scope, ids=(identifier,), owner=memory.owner), place.of_owner(
            memory.owner
        )
    owner = place.owner
    if owner is None or not all(may(visitor.caller, one, place.scope, owner) for one in ("read", "forget")):
        raise Http404
    return Selection(scope=place.scope, owner=owner), place


def _forgotten(request: HttpRequest, visitor: Visitor, receipt_id: str) -> HttpResponse:
    """Raises Http404 if the visitor may not know of it."""
    row = Forgetting.objects.filter(pk=receipt_id).first()
    selection = Selection.from_json(row.selection) if row else None
    if row is None or selection is None or selection.owner is None:
        raise Http404
    if not may(visitor.caller, "forget", selection.scope, selection.owner):
        raise Http404
    place = Place(selection.scope, selection.owner)
    return show(
        request,
        visitor,
        "forgotten",
        place,
        receipt_id=row.pk,
        is_done=row.stage == Forgetting.Stage.DONE,
        back_url=place.url("owner")
        if is_known(place.scope, selection.owner)
        else Place(place.scope).url("home"),
    )
