"""What is being remembered right now, and long work under way, from the rows of the work itself.

The page follows by server-sent events. Each answer holds what has changed since the one that the browser names, ends at
once, and says when to ask again; so no page keeps a thread of the server (docs/decisions/short-event-streams.md).
"""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from memory.api.explorer.live_rows import conversations, waiting_sessions
from memory.api.explorer.pages import page, show
from memory.api.explorer.place import Place, readable_place
from memory.api.explorer.visitor import Visitor
from memory.api.progress import long_work

AGAIN_AFTER_MS = 1500
VERSION_CHARS = 16


@page
def live(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    place = readable_place(request, visitor)
    shown, version = _state(request, visitor, place)
    return show(
        request,
        visitor,
        "live",
        place,
        state=shown,
        version=version,
        events_url=place.url("events", seen=version),
        owner_url=place.url("owner") if place.owner else "",
    )


@page
def events(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """The part of the page that changes, as one event, unless the browser has this version."""
    place = readable_place(request, visitor)
    shown, version = _state(request, visitor, place)
    lines = [f"retry: {AGAIN_AFTER_MS}"]
    if version != (request.headers.get("Last-Event-ID") or request.GET.get("seen")):
        lines += [f"id: {version}", "event: state", *(f"data: {line}" for line in shown.splitlines())]
    return HttpResponse("\n".join(lines) + "\n\n", content_type="text/event-stream; charset=utf-8")


def _state(request: HttpRequest, visitor: Visitor, place: Place) -> tuple[str, str]:
    """The part of the page that changes, and its version. Nothing in it changes by itself, as ages would."""
    found = conversations(visitor.caller, place)
    context = {
        "place": place,
        "waiting": waiting_sessions(visitor.caller, place),
        "under_way": [each for each in found if not each.has_arrived],
        "arrived": [each for each in found if each.has_arrived],
        "work": [] if visitor.caller.is_bound else long_work(place.scope),
    }
    shown = render_to_string("explorer/parts/live.html", context, request)
    return shown, hashlib.sha256(shown.encode()).hexdigest()[:VERSION_CHARS]
