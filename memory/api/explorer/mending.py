"""Correcting a memory: a form with its texts, which refuses to overwrite what somebody else has changed meanwhile."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from memory import editing
from memory.api.explorer.memory_page import KIND_NAMES, wanted
from memory.api.explorer.pages import page, show
from memory.api.explorer.place import Place
from memory.api.explorer.visitor import Visitor
from memory.editing import EDITABLE, MOST_REASON_CHARS, Known
from memory.errors import DocumentChanged, InvalidInput


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
    given = {name: request.POST[name].replace("\r\n", "\n") for name in names if name in request.POST}
    reason = request.POST.get("reason", "")[:MOST_REASON_CHARS]
    try:
        editing.edit(place.scope, identifier, given, visitor.name, reason, request.POST.get("hash") or None)
    except DocumentChanged:
        now = editing.find(place.scope, identifier)
        return _form(
            request, visitor, place, now, identifier, given=given, reason=reason, conflict=True, status=409
        )
    except InvalidInput as error:
        return _form(
            request,
            visitor,
            place,
            memory,
            identifier,
            given=given,
            reason=reason,
            refusal=str(error),
            status=422,
        )
    return HttpResponseRedirect(place.memory_url(identifier) + "&done=edited")


def _form(
    request: HttpRequest,
    visitor: Visitor,
    place: Place,
    memory: Known,
    identifier: str,
    given: dict[str, str] | None = None,
    reason: str = "",
    conflict: bool = False,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    """With what the visitor has written so far; after a conflict beside what the memory says by now."""
    values = {name: str(memory.entry.values.get(name) or "") for name in EDITABLE[memory.place.kind.name]}
    fields = [(name, (given or values).get(name, text), text) for name, text in values.items()]
    return show(
        request,
        visitor,
        "edit",
        place.of_owner(memory.owner),
        status=status,
        id=identifier,
        hidden={**Place(place.scope).fields, "id": identifier, "hash": memory.entry.sha256},
        kind_name=KIND_NAMES[memory.place.kind.name],
        fields=fields,
        reason=reason,
        conflict=conflict,
        refusal=refusal,
        derived=len(editing.lineage_of(memory).derived),
        back=place.memory_url(identifier),
    )
