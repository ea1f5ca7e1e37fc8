"""Code that all pages of the explorer share: finding the visitor, the language, error pages, and headers."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from memory import times
from memory.api import failures
from memory.api.explorer.place import NothingRemembered, Place
from memory.api.explorer.visitor import Visitor, visitor_of
from memory.api.permission import without_key
from memory.errors import MemoryServiceError

View = Callable[[HttpRequest, Visitor], HttpResponse]
Plain = Callable[[HttpRequest], HttpResponse]


def page(view: View) -> Plain:
    """Decorator for a page that needs a visitor who may read. Others are sent to the sign-in, and back afterwards."""

    @open_page
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        visitor = visitor_of(request)
        if visitor is None:
            back = request.get_full_path() if request.method == "GET" else reverse("explorer-home")
            return HttpResponseRedirect(f"{reverse('explorer-sign-in')}?{urlencode({'next': back})}")
        if not visitor.caller.is_allowed("read"):
            return _problem(request, visitor, 403, _("This key may not read."))
        try:
            return view(request, visitor)
        except NothingRemembered as error:
            return _problem(request, visitor, 404, str(error))
        except Http404:
            return _problem(request, visitor, 404, _("This page does not exist, or there is no such memory."))
        except (MemoryServiceError, DatabaseError, OSError) as error:
            status, message = failures.status_and_message(error)
            failures.log_failure(request, error, status)
            return failures.with_retry_after(_problem(request, visitor, status, message), error)

    return answer


def show(
    request: HttpRequest,
    visitor: Visitor | None,
    template: str,
    place: Place | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    place = place or Place.of({})
    common = {
        "visitor": visitor,
        "place": place,
        "home_url": Place(place.scope).url("home"),
        "ask_url": reverse("explorer-ask"),
        "inbox_url": place.url("inbox"),
        "live_url": place.url("live"),
        "languages": [
            (code, translation.get_language_info(code)["name_local"]) for code, _ in settings.LANGUAGES
        ],
        "language": translation.get_language(),
    }
    return render(request, f"explorer/{template}.html", {**common, **context}, status=status)


def page_number(request: HttpRequest) -> int:
    """The number of the page that is asked for, 1 if none is. Raises Http404 for anything else."""
    text = request.GET.get("page")
    if not text:
        return 1
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:9]) < 1_000_000:
        raise Http404
    return int(text)


def open_page(view: Plain) -> Plain:
    """Decorator for a page that needs no visitor: signing in and out. Sets language, time zone and headers."""

    @without_key
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        language = translation.get_language_from_request(request)
        with translation.override(language), timezone.override(times.display_zone()):
            response = view(request)
        response["Cache-Control"] = "no-store"
        response["Content-Language"] = language
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response

    return answer


def problem(request: HttpRequest, status: int, message: str) -> HttpResponse:
    """The page for a request that is refused before its view is called."""
    return open_page(lambda request: _problem(request, visitor_of(request), status, message))(request)


def _problem(request: HttpRequest, visitor: Visitor | None, status: int, message: str) -> HttpResponse:
    return show(request, visitor, "problem", status=status, message=_translated(message), code=status)


def _translated(message: str) -> str:
    """In the visitor's language, but for the details in brackets."""
    general, bracket, details = message.partition(" (")
    return f"{_(general)}{bracket}{details}"


@page
def nowhere(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """The page for unknown URLs below /explorer/."""
    raise Http404
