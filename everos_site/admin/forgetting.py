"""The admin page that forgets: first shows what would go, then removes it once confirmed."""

from collections import Counter
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse

from everos_site.admin.links import row_url
from memory import times
from memory.admin import operations
from memory.admin.new_keys import Lines
from memory.errors import MemoryServiceError
from memory.forgetting import work
from memory.forgetting.finding import shown_text
from memory.forgetting.selection import Selection
from memory.models import Forgetting
from memory.scope import LONGEST_ID, Owner, OwnerType, Scope

FORGET = "memory.add_forgetting"
SHOWN = 200
OWNERS = [(each.value, each.value) for each in (OwnerType.USER, OwnerType.AGENT, OwnerType.GROUP)]


class ForgetForm(forms.Form):
    """All given criteria must match."""

    app = forms.CharField(initial="default", max_length=128)
    project = forms.CharField(initial="default", max_length=128)
    owner_type = forms.ChoiceField(choices=OWNERS, initial="user", label="of a")
    owner = forms.CharField(required=False, max_length=LONGEST_ID, label="by this id")
    session = forms.CharField(required=False, max_length=128, label="said in this session")
    ids = Lines(label="memories by id, one a line")
    after = forms.DateTimeField(
        required=False, help_text="2026-05-01, or 2026-05-01 09:30", label="said at or after"
    )
    before = forms.DateTimeField(required=False, label="said before")

    def selection(self) -> Selection:
        given = self.cleaned_data
        return Selection(
            scope=Scope(given["app"], given["project"]),
            owner=Owner(OwnerType(given["owner_type"]), given["owner"]) if given["owner"] else None,
            session_id=given["session"] or None,
            ids=tuple(given["ids"]),
            before=given["before"] and times.milliseconds(given["before"]),
            after=given["after"] and times.milliseconds(given["after"]),
        )


def forget(request: HttpRequest) -> HttpResponse:
    if not request.user.has_perm(FORGET):
        raise PermissionDenied
    form = ForgetForm(request.POST if request.method == "POST" else None, initial=request.GET.dict() or None)
    context = {**admin.site.each_context(request), "title": "Forget", "form": form}
    if form.is_bound and form.is_valid():
        try:
            selection = form.selection()
            if "confirmed" in request.POST:
                return _forgotten(request, selection)
            context |= _shown(selection)
        except MemoryServiceError as error:
            form.add_error(None, str(error))
    return TemplateResponse(request, "admin/forget.html", context)


def _shown(selection: Selection) -> dict[str, Any]:
    found, texts, waiting = work.preview(selection)
    return {
        "found": found,
        "counts": sorted(Counter(memory.kind for memory in found.memories).items()),
        "rows": [(memory, shown_text(texts[memory])) for memory in found.memories[:SHOWN]],
        "waiting": len(waiting),
        "is_nothing": not found.memories and not waiting and not selection.is_whole_session,
    }


def _forgotten(request: HttpRequest, selection: Selection) -> HttpResponse:
    row = work.forget(selection, asked_by=f"user {request.user.get_username()}")
    operations.log_on(request, Forgetting, row.pk, operations.FORGET)
    if row.stage == Forgetting.Stage.DONE:
        messages.success(request, "It is forgotten. This is the receipt.")
    else:
        messages.warning(request, "It is being forgotten in the background. This page shows the progress.")
    return HttpResponseRedirect(row_url("memory_forgetting", row.pk))
