"""The admin page that corrects one memory, or marks it as verified."""

from datetime import date
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils import timezone

from cascade.models import MdChangeState
from everos_site.admin.links import memory_url
from memory import editing
from memory.admin import operations
from memory.editing import EDITABLE, MOST_REASON_CHARS, Known
from memory.errors import DamagedDocument, DocumentChanged, InvalidInput, MemoryServiceError, NoSuchMemory
from memory.kinds.base import Kind
from memory.markdown.verification import Verification, verify
from memory.scope import Scope

EDIT = "cascade.change_mdchangestate"
CHANGED = "The memory has changed meanwhile. Your text is kept below; open the memory again to see what it says now."


class CorrectionForm(forms.Form):
    """The editable fields of a memory. `expected` is the hash of the version that the person has read."""

    expected = forms.CharField(widget=forms.HiddenInput)
    reason = forms.CharField(
        required=False, max_length=MOST_REASON_CHARS, label="Why", help_text="for the history"
    )

    def __init__(self, kind: Kind, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._names = EDITABLE[kind.name]
        for name in self._names:
            text = forms.CharField(
                required=kind.field(name).required,
                strip=False,
                widget=forms.Textarea(attrs={"rows": 6, "class": "vLargeTextField"}),
            )
            self.fields[name] = text
        self.order_fields([*self._names, "reason"])

    @property
    def texts(self) -> dict[str, str]:
        """The corrected texts, without the carriage returns that browsers send."""
        return {name: self.cleaned_data[name].replace("\r\n", "\n") for name in self._names}


class VerificationForm(forms.Form):
    stale_after = forms.DateField(
        required=False, label="Look again after", help_text="such as 2027-05-01; empty: never"
    )


def edit(request: HttpRequest) -> HttpResponse:
    """`app`, `project` and `id`, as clients know it, identify the memory."""
    if not request.user.has_perm(EDIT):
        raise PermissionDenied
    scope = Scope(request.GET.get("app", Scope().app_id), request.GET.get("project", Scope().project_id))
    identifier = request.GET.get("id", "")
    try:
        memory = editing.find(scope, identifier)
    except (NoSuchMemory, InvalidInput, DamagedDocument) as error:
        raise Http404(str(error)) from error
    kind = memory.place.kind
    if kind.name not in EDITABLE:
        raise Http404("A memory of this kind is edited in its file.")
    is_verification = "holds" in request.POST
    correction = CorrectionForm(
        kind,
        None if is_verification else request.POST or None,
        initial=memory.entry.values | {"expected": memory.entry.sha256},
    )
    holds = VerificationForm(
        request.POST if is_verification else None, initial={"stale_after": _stale_after(memory)}
    )
    done = ""
    if holds.is_valid():
        done = _verified(request, scope, identifier, holds)
    elif correction.is_valid():
        done = _corrected(request, scope, identifier, correction)
    if done:
        operations.log_on(request, MdChangeState, identifier, done)
        return HttpResponseRedirect(memory_url(memory.path, memory.entry.id))
    context = {
        **admin.site.each_context(request),
        "title": f"Correct {identifier}",
        "memory_url": memory_url(memory.path, memory.entry.id),
        "correction": correction,
        "holds": holds,
    }
    return TemplateResponse(request, "admin/edit.html", context)


def _stale_after(memory: Known) -> date | None:
    try:
        return date.fromisoformat(str(memory.entry.values.get("stale_after")))
    except ValueError:
        return None


def _corrected(request: HttpRequest, scope: Scope, identifier: str, form: CorrectionForm) -> str:
    """The log message; empty, with the reason on the form, if the correction failed."""
    given, by = form.cleaned_data, f"user {request.user.get_username()}"
    try:
        editing.edit(scope, identifier, form.texts, by, given["reason"], given["expected"])
    except DocumentChanged:
        form.add_error(None, CHANGED)
        return ""
    except MemoryServiceError as error:
        form.add_error(None, str(error))
        return ""
    messages.success(
        request, "The memory is corrected. What was derived from it is updated in the background."
    )
    return operations.CORRECTED


def _verified(request: HttpRequest, scope: Scope, identifier: str, form: VerificationForm) -> str:
    until: date | None = form.cleaned_data["stale_after"]
    stale_after = until.isoformat() if until else ""
    looked = Verification(timezone.now(), f"human:{request.user.get_username()}", stale_after)
    try:
        verify(scope, identifier, looked)
    except MemoryServiceError as error:
        form.add_error(None, str(error))
        return ""
    messages.success(request, "The memory is marked as verified.")
    return operations.VERIFIED
