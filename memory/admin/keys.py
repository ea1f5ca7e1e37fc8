"""Admin pages of API keys: create, rotate and revoke. Only the beginning of a key can be read."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from rest_framework_api_key import admin as of_package
from rest_framework_api_key.models import APIKey as KeyOfPackage

from memory.admin import new_keys, operations
from memory.admin.base import ReadOnlyAdmin, StateFilter, performing
from memory.api_keys import ApiKey, usable
from memory.grants import described
from memory.text.wording import counted

assert of_package  # it has registered its own table, which stays empty
admin.site.unregister(KeyOfPackage)


class KeyFilter(StateFilter):
    title = parameter_name = "state"
    states = {
        "usable": ("usable", usable),
        "expired": ("expired", lambda: Q(revoked=False) & ~usable()),
        "revoked": ("revoked", lambda: Q(revoked=True)),
    }


@admin.register(ApiKey)
class ApiKeyAdmin(ReadOnlyAdmin):
    """A key that is created or rotated here is displayed once, on the page that answers: see memory.admin.new_keys."""

    fields = ["prefix", "name", "user", "limits", "created", "expiry_date", "last_used_at", "revoked"]
    list_display = ["prefix", "name", "user", "limits", "created", "expiry_date", "last_used_at", "is_usable"]
    list_filter = [KeyFilter]
    list_select_related = ["user"]
    search_fields = ["prefix", "name", "user__username"]
    actions = ["revoke"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("memory.add_apikey")

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        return new_keys.make(self, request)

    def get_urls(self) -> list[URLPattern]:
        rotate = path("<int:key>/rotate/", self.admin_site.admin_view(self.rotate_view), name="rotate_key")
        return [rotate, *super().get_urls()]

    def rotate_view(self, request: HttpRequest, key: int) -> HttpResponse:
        return new_keys.rotate(self, request, key)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Otherwise a digest could be guessed digit by digit."""
        return not lookup.startswith("hashed_key") and super().lookup_allowed(lookup, value, request)

    @admin.display(description="limits", empty_value="none")
    def limits(self, key: ApiKey) -> str | None:
        return described(key.grant) or None

    @admin.display(description="usable", boolean=True)
    def is_usable(self, key: ApiKey) -> bool:
        return key.usable

    revoke = performing(
        operations.REVOKE,
        "Revoke: calls with the key are refused from now on",
        lambda number: f"{counted(number, 'key')} revoked. That cannot be undone.",
    )
