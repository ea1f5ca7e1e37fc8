"""The first page: the owners who have memories in a scope. If there are none, a form to try the memory."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memory import times
from memory.api.explorer.drawing import bars
from memory.api.explorer.owners import COUNTED, OwnerSummary, activity, owners_of, scopes_of, span_of
from memory.api.explorer.pages import page, show
from memory.api.explorer.place import Place, shown_path
from memory.api.explorer.visitor import Visitor
from memory.api.permission import session_check
from memory.conversation.messages import IncomingMessage
from memory.errors import Forbidden, InvalidInput
from memory.grants import may, may_say, refusal
from memory.ingest.add import add_messages
from memory.ingest.flush import flush_cells
from memory.kinds.episode import EPISODE
from memory.kinds.ids import day_of
from memory.markdown.root import current_root
from memory.models import MemCell
from memory.retrieval.search import search
from memory.retrieval.types import SearchRequest
from memory.scope import Owner, Scope, user

OWNERS_A_PAGE = 50
MOST_SCOPES = 200
TRY_USER = "me"


@page
def home(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    place, text = Place.of(request.GET), request.GET.get("find", "").strip()
    known = owners_of(place.scope, visitor.caller, text)
    shown = Paginator(known, OWNERS_A_PAGE).get_page(request.GET.get("page"))
    span = span_of(shown)
    return show(
        request,
        visitor,
        "home",
        place,
        owners=[_row(place, each, span) for each in shown],
        page=shown,
        span=span,
        find=text,
        scopes=_choice(visitor, place.scope),
        is_empty=not known and not text,
        may_try=_may_try(visitor, place.scope),
    )


def _choice(visitor: Visitor, shown: Scope) -> list[Scope]:
    """The scopes to choose from, including the current one."""
    known = scopes_of(visitor.caller)[:MOST_SCOPES]
    return known if shown in known else [shown, *known]


@dataclass(frozen=True, slots=True)
class ApiCall:
    """An API call that does the same as the form has done."""

    path: str
    body: str

    @classmethod
    def of(cls, path: str, body: dict[str, Any]) -> "ApiCall":
        return cls(path, json.dumps(body, ensure_ascii=False).replace("'", "'\\''"))


@page
@require_POST
def try_it(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Stores the sentences of the form, asks the question, and shows the answer, the file and the same API calls."""
    place = Place.of(request.POST)
    said = [line.strip() for line in request.POST.get("said", "").splitlines() if line.strip()]
    question = request.POST.get("question", "").strip()
    if not said or not question:
        raise InvalidInput(_("Write at least one sentence, and a question about it."))
    owner = user(TRY_USER)
    if not _may_try(visitor, place.scope):
        raise Forbidden(refusal(visitor.caller, "write", place.scope, owner))
    session, now = f"try-{uuid.uuid4().hex[:8]}", times.milliseconds(timezone.now())
    messages = [
        IncomingMessage(sender_id=owner.id, role="user", timestamp_ms=now + number, content=text)
        for number, text in enumerate(said)
    ]
    check = session_check(visitor.caller, place.scope, session, [owner])
    added = add_messages(place.scope, session, messages, check=check)
    cells = flush_cells(place.scope, session)[1]
    files = _files_of(place.scope, owner, [*added.extracted, *cells])
    found = search(SearchRequest(place.scope, owner, question))
    hits = found.hits.get("episode", [])
    return show(
        request,
        visitor,
        "tried",
        place.of_owner(owner),
        question=question,
        hits=[(hit, Place(place.scope).memory_url(hit.wire_id)) for hit in hits[:3]],
        files=[shown_path(request, visitor, file) for file in files],
        steps=_steps(place.scope, session, messages, owner, question),
        owner_url=place.of_owner(owner).url("owner"),
        server=f"{request.scheme}://{request.get_host()}",
    )


@page
def chosen_scope(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Redirects to the first page of a scope. The parameter `scope` is `app/project`."""
    app, _, project = request.GET.get("scope", "").partition("/")
    return HttpResponseRedirect(Place.of({"app": app, "project": project}).url("home"))


def _row(place: Place, known: OwnerSummary, span: Any) -> dict[str, Any]:
    return {
        "owner": known.owner,
        "url": place.of_owner(known.owner).url("owner"),
        "counts": [(kind, known.counts[kind]) for kind in COUNTED if known.counts[kind]],
        "last": known.last,
        "bars": bars(activity(known, span)) if span and known.days else None,
    }


def _may_try(visitor: Visitor, scope: Scope) -> bool:
    owner = user(TRY_USER)
    return may_say(visitor.caller, scope, owner) and may(visitor.caller, "read", scope, owner)


def _files_of(scope: Scope, owner: Owner, cells: Sequence[MemCell]) -> list[PurePosixPath]:
    entries = [cell.entries[owner.id] for cell in cells if owner.id in cell.entries]
    return [current_root().file(EPISODE, scope, owner, day=day_of(entry)) for entry in entries]


def _steps(
    scope: Scope, session: str, messages: Sequence[IncomingMessage], owner: Owner, question: str
) -> list[ApiCall]:
    named = {
        name: value
        for name, value in (("app_id", scope.app_id), ("project_id", scope.project_id))
        if value != "default"
    }
    said = [
        {
            "sender_id": each.sender_id,
            "role": each.role,
            "timestamp": each.timestamp_ms,
            "content": each.content,
        }
        for each in messages
    ]
    return [
        ApiCall.of("/api/v1/memory/add", {"session_id": session, "messages": said, **named}),
        ApiCall.of("/api/v1/memory/flush", {"session_id": session, **named}),
        ApiCall.of("/api/v1/memory/search", {"user_id": owner.id, "query": question, **named}),
    ]
