"""Creates and rotates keys in the admin.

The page that answers the form displays the key: Django's messages would carry it in a cookie, and a redirect would need
it in the address. Browsers never store pages of the admin (`Cache-Control: no-store`).
"""

from datetime import datetime, timedelta
from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from memory.admin import operations
from memory.admin.base import ReadOnlyAdmin
from memory.api_keys import LONGEST_LABEL, ApiKey, require_no_more_rights, user_for_key
from memory.errors import Forbidden
from memory.grants import ACTIONS, NAMES, Action, described, limited

LONGEST_OVERLAP = 30 * 24  # hours
PERMISSION = "memory.add_apikey"


class Lines(forms.CharField):
    """Ids, one on each line, because they may contain spaces."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, widget=forms.Textarea(attrs={"rows": 2}), **options)

    def clean(self, value: Any) -> list[str]:
        return [line.strip() for line in super().clean(value).splitlines() if line.strip()]


class Expiring(forms.Form):
    expires_at = forms.DateTimeField(required=False, label="Ends at", help_text="2027-05-01; empty: never")

    def clean_expires_at(self) -> datetime | None:
        at: datetime | None = self.cleaned_data["expires_at"]
        if at is not None and at <= timezone.now():
            raise ValidationError("This time is in the past.")
        return at


class NewKey(Expiring):
    user = forms.CharField(max_length=150, help_text="the user of the key; created if there is no such user")
    label = forms.CharField(max_length=LONGEST_LABEL, initial="admin", help_text="what it is for")
    actions = forms.MultipleChoiceField(
        choices=[(action, action) for action in ACTIONS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="It may",
        help_text="nothing selected: everything, or with other limits everything but admin",
    )
    apps = Lines(label="Only in these apps")
    projects = Lines(label="Only in these projects")
    users = Lines(label="Only the memory of these users", help_text="ids, or prefixes of ids followed by *")
    agents = Lines(label="Of these agents")
    groups = Lines(label="Of these groups")

    field_order = ("user", "label", "actions", *NAMES, "expires_at")

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors:
            chosen = cast("list[Action]", given["actions"])
            try:
                given["grant"] = limited(chosen, **{name: given[name] for name in NAMES})
            except ValueError as error:
                raise ValidationError(str(error)) from error
        return given


class Rotation(Expiring):
    overlap = forms.FloatField(
        min_value=0, max_value=LONGEST_OVERLAP, initial=24, label="Hours for which both keys are valid"
    )

    field_order = ("overlap", "expires_at")


def make(model_admin: ReadOnlyAdmin, request: HttpRequest) -> HttpResponse:
    _require_permission(request)
    form = NewKey(request.POST or None)
    if form.is_valid():
        asked = form.cleaned_data
        try:
            user = user_for_key(cast("User", request.user), asked["user"])
            made, key = ApiKey.objects.make(user, asked["label"], asked["grant"], asked["expires_at"])
        except (Forbidden, ValidationError) as error:
            form.add_error("user", str(error) if isinstance(error, Forbidden) else error.messages)
        else:
            operations.log(request, [made], 1, operations.MADE)
            return _page(model_admin, request, "The new key", made=made, key=key)
    return _page(model_admin, request, "Make a key", form=form, button="Make the key")


def rotate(model_admin: ReadOnlyAdmin, request: HttpRequest, identifier: int) -> HttpResponse:
    """Replaces a key by another for the same user and with the same limits."""
    _require_permission(request)
    old = ApiKey.objects.select_related("user").filter(pk=identifier).first()
    if old is None or not old.usable:
        raise Http404("There is no such key, or it is no longer valid.")
    form = Rotation(request.POST or None)
    if form.is_valid():
        asked = form.cleaned_data
        try:
            require_no_more_rights(cast("User", request.user), old.user)
        except Forbidden as error:
            form.add_error(None, str(error))
        else:
            overlap = timedelta(hours=asked["overlap"])
            made, key = ApiKey.objects.rotate(old, overlap, asked["expires_at"])
            operations.log(request, [old, made], 2, operations.ROTATED)
            return _page(model_admin, request, "The new key", made=made, key=key, old=old, overlap=overlap)
    title = f"Rotate {old} of {old.user.get_username()}"
    return _page(model_admin, request, title, form=form, button="Make the new key")


def _require_permission(request: HttpRequest) -> None:
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied


def _page(model_admin: ReadOnlyAdmin, request: HttpRequest, title: str, **context: Any) -> HttpResponse:
    made: ApiKey | None = context.get("made")
    shared = model_admin.admin_site.each_context(request) | {"opts": model_admin.opts, "title": title}
    limits = described(made.grant) if made else ""
    return TemplateResponse(request, "admin/memory/apikey/new.html", {**shared, **context, "limits": limits})
