"""What all our tables have in common in the admin: nobody edits a row, and what is done to rows is asked and logged."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth import get_permission_codename
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse

from memory.ingest.narrative import local_time, offset_of

PREVIEW = 100
CONFIRMED = "confirmed"  # the field with which a form says that the person has been asked
NAMED_IN_QUESTION = 20


def shown_time(timestamp_ms: int) -> str:
    """In the display time zone, as clients see it; everything else in the admin is in UTC."""
    moment = local_time(timestamp_ms, ZoneInfo(settings.EVEROS.memory.timezone))
    return f"{moment:%Y-%m-%d %H:%M:%S} {offset_of(moment)}"


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that belong to the service: changed by hand they would lose or double memories.

    Who may change them may operate on them: actions need the permission `operate`.
    """

    show_facets = admin.ShowFacets.ALWAYS
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_operate_permission(self, request: HttpRequest) -> bool:
        change = get_permission_codename("change", self.opts)
        return request.user.has_perm(f"{self.opts.app_label}.{change}")

    def confirmation(
        self,
        request: HttpRequest,
        chosen: QuerySet[Any],
        *,
        action: str,
        question: str,
        button: str,
        options: Mapping[str, str] = MappingProxyType({}),
    ) -> TemplateResponse | None:
        """A page that asks first; None when it has been answered. `options` are further boxes to tick, by name."""
        if CONFIRMED in request.POST:
            return None
        across = request.POST.get("select_across") == "1"
        context = {
            **self.admin_site.each_context(request),
            "title": "Are you sure?",
            "opts": self.opts,
            "media": self.media,
            "question": question,
            "rows": chosen[:NAMED_IN_QUESTION],
            "number": chosen.count(),
            "action": action,
            "button": button,
            "options": options,
            # With "all pages" ticked, the filters of the page choose the rows once more.
            "select_across": across,
            "selected": request.POST.getlist(ACTION_CHECKBOX_NAME)[: 1 if across else None],
        }
        return TemplateResponse(request, "admin/confirm_action.html", context)
