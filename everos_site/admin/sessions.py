"""Admin pages of sessions. There is no table of sessions: they are derived from messages and cells."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import BadRequest, PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import Count, Min, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse

from everos_site.admin.links import list_url, session_url
from memory import bounded_json
from memory.admin import operations
from memory.errors import MemoryServiceError
from memory.ingest.waiting import SESSION, waiting_sessions
from memory.models import BufferedMessage, MemCell
from memory.scope import Scope
from memory.text.wording import counted

PER_PAGE = 50
VIEW, OPERATE = "memory.view_memcell", "memory.change_memcell"
Key = tuple[str, str, str]
NOTHING_WAITS = (0, None, 0)


@dataclass(frozen=True, slots=True)
class SessionFilters:
    """The filters in the query string; empty means any."""

    state: str  # open: something is waiting; all: also sessions whose cells are all done
    app: str
    project: str
    session: str
    text: str  # a part of the session's id

    @classmethod
    def of(cls, request: HttpRequest) -> "SessionFilters":
        given = request.GET.get
        state = "all" if given("state") == "all" else "open"
        named = (given(name, "").replace("\0", "") for name in ("app", "project", "session", "q"))
        return cls(state, *named)

    def apply(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        exact = {"app_id": self.app, "project_id": self.project, "session_id": self.session}
        rows = rows.filter(**{column: value for column, value in exact.items() if value})
        return rows.filter(session_id__icontains=self.text) if self.text else rows


@dataclass(frozen=True, slots=True)
class Session:
    app_id: str
    project_id: str
    session_id: str
    waiting: int  # messages that no cell has taken
    oldest: datetime | None  # since when its oldest waiting message has been waiting
    pending_cells: int
    done_cells: int  # as far as they have not been deleted

    @property
    def key(self) -> str:
        return json.dumps([self.app_id, self.project_id, self.session_id])

    @property
    def urls(self) -> dict[str, str]:
        exact = {f"{column}__exact": getattr(self, column) for column in SESSION}
        return {
            "own": session_url(self.app_id, self.project_id, self.session_id),
            "messages": list_url("memory_bufferedmessage", **exact),
            "cells": list_url("memory_memcell", **exact),
            "pending": list_url("memory_memcell", **exact, status__exact="pending"),
        }


def sessions(request: HttpRequest) -> HttpResponse:
    if not request.user.has_perm(VIEW):
        raise PermissionDenied
    if request.method == "POST":
        return _flush(request)
    filters = SessionFilters.of(request)
    page = Paginator(_keys(filters), PER_PAGE).get_page(request.GET.get("p"))
    context = {
        **admin.site.each_context(request),
        "title": "Sessions",
        "filters": filters,
        "page": page,
        "found": _details(page),
        "may_flush": request.user.has_perm(OPERATE),
        "history": _history(filters) if filters.session else [],
        "apps": _values("app_id"),
        "projects": _values("project_id"),
    }
    return TemplateResponse(request, "admin/sessions.html", context)


def _keys(filters: SessionFilters) -> QuerySet[Any]:
    """(app, project, session): longest waiting first, or all by name."""
    messages_of = filters.apply(BufferedMessage.objects.order_by()).values_list(*SESSION)
    if filters.state == "open":
        return messages_of.annotate(oldest=Min("accepted_at")).order_by("oldest", "session_id")
    cells_of = filters.apply(MemCell.objects.order_by()).values_list(*SESSION)
    return cells_of.union(messages_of).order_by("session_id", "app_id", "project_id")


def _values(column: str) -> list[str]:
    """Choices for a filter, limited to what a page can show."""
    of_cells = MemCell.objects.order_by().values_list(column, flat=True)
    of_messages = BufferedMessage.objects.order_by().values_list(column, flat=True)
    return list(of_cells.union(of_messages).order_by(column)[:PER_PAGE])


def _details(page: Page) -> list[Session]:
    keys: list[Key] = [row[:3] for row in page]
    named = {"session_id__in": {session_id for _, _, session_id in keys}}
    columns = (*SESSION, "open_messages", "oldest_at", "pending_cells")
    waits = waiting_sessions().filter(**named).values_list(*columns)
    waiting: dict[Any, tuple[int, datetime | None, int]] = {row[:3]: row[3:] for row in waits}
    cells = MemCell.objects.filter(**named, status=MemCell.Status.DONE).order_by().values_list(*SESSION)
    done: dict[Any, int] = {row[:3]: row[3] for row in cells.annotate(Count("pk"))}
    return [Session(*key, *waiting.get(key, NOTHING_WAITS), done.get(key, 0)) for key in keys]


def _flush(request: HttpRequest) -> HttpResponse:
    """Leaves the waiting messages of the chosen sessions to a worker, which may use a model."""
    if not request.user.has_perm(OPERATE):
        raise PermissionDenied
    cells = 0
    chosen = [_key(text) for text in request.POST.getlist("session")[:PER_PAGE]]
    for app_id, project_id, session_id in chosen:
        scope = Scope(app_id, project_id)
        try:
            cells += operations.flush(request, scope, session_id)
        except MemoryServiceError as error:
            name = operations.session_name(scope, session_id)
            messages.error(request, f"{name} could not be flushed: {error}")
    if chosen:
        messages.success(
            request, f"Extracted next: {counted(cells, 'cell')} of {counted(len(chosen), 'session')}."
        )
    else:
        messages.warning(request, "No session was chosen.")
    return HttpResponseRedirect(request.get_full_path())


def _key(text: str) -> Key:
    try:
        named = bounded_json.loads(text)
    except ValueError:
        named = None
    if (
        not isinstance(named, list)
        or len(named) != len(SESSION)
        or not all(isinstance(one, str) and "\0" not in one for one in named)
    ):
        raise BadRequest("a session is named by its app, its project and its id")
    return named[0], named[1], named[2]


def _history(filters: SessionFilters) -> QuerySet[LogEntry]:
    """What operators did to the session on the page."""
    scope = Scope(filters.app or "default", filters.project or "default")
    name = operations.session_name(scope, filters.session)[: operations.NAME]
    of_cells = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(MemCell), object_id=None
    )
    return of_cells.filter(object_repr=name).select_related("user")[:PER_PAGE]
