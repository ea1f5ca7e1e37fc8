"""The form that makes a strategy derive everything of one owner again from the files."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from rest_framework.request import Request

from memory.admin import ReadOnlyAdmin, operations
from memory.coordination import wake_ups
from memory.errors import MemoryServiceError
from memory.scope import LONGEST_ID, Owner, OwnerType, Scope
from memory.text.wording import counted
from ome.engine import config
from ome.engine.rederivation import derive_again
from ome.models import StrategyRun


class DeriveForm(forms.Form):
    strategy = forms.ChoiceField()
    owner_type = forms.ChoiceField(
        choices=[(each, each) for each in (OwnerType.USER, OwnerType.AGENT, OwnerType.GROUP)]
    )
    owner_id = forms.CharField(label="Owner", max_length=LONGEST_ID, strip=False)
    app_id = forms.CharField(label="App", max_length=128, initial=Scope().app_id)
    project_id = forms.CharField(label="Project", max_length=128, initial=Scope().project_id)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["strategy"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = [(name, name) for name in config.enabled()]

    @property
    def scope(self) -> Scope:
        return Scope(self.cleaned_data["app_id"], self.cleaned_data["project_id"])

    @property
    def owner(self) -> Owner:
        return Owner(OwnerType(self.cleaned_data["owner_type"]), self.cleaned_data["owner_id"])


def derive_again_form(model_admin: ReadOnlyAdmin, request: HttpRequest) -> HttpResponse:
    """Prefilled from the query string."""
    if not model_admin.has_operate_permission(request):
        raise PermissionDenied
    if request.method == "POST":
        form = DeriveForm(request.POST)
        if form.is_valid() and _derive(request, form):
            return HttpResponseRedirect(reverse("admin:ome_strategyrun_changelist"))
    else:
        form = DeriveForm(
            initial={name: request.GET[name] for name in DeriveForm.base_fields if name in request.GET}
        )
    context = {
        **model_admin.admin_site.each_context(request),
        "title": "Derive again from the files",
        "opts": model_admin.opts,
        "form": form,
    }
    return TemplateResponse(request, "admin/ome/strategyrun/derive.html", context)


def _derive(request: HttpRequest, form: DeriveForm) -> bool:
    try:
        made, whose = derive(request, form.cleaned_data["strategy"], form.scope, form.owner)
    except MemoryServiceError as error:
        form.add_error(None, str(error))
        return False
    messages.success(
        request, f"{counted(made, 'run')} of {whose} made of what is on disk; workers do the rest."
    )
    return True


def derive(request: "HttpRequest | Request", name: str, scope: Scope, owner: Owner) -> tuple[int, str]:
    """Has workers derive what a strategy makes of an owner's files; the number of runs, and what they are for."""
    made = derive_again(config.strategies()[name], scope, owner)
    wake_ups.RUN_STRATEGIES.send()
    whose = f"{name} for {owner.type} {owner.id} in {scope.app_id}/{scope.project_id}"
    operations.log_on(request, StrategyRun, whose, f"Derived again from the files: {made} runs.")
    return made, whose
