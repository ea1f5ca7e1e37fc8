"""Admin pages of applications connected by OAuth, their connections and tokens. django-oauth-toolkit registers them."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from memory.admin import operations
from memory.admin.base import ReadOnlyAdmin


class Clients(ReadOnlyAdmin):
    """Deleting one ends all of its connections."""

    fields = ["name", "client_id", "redirect_uris", "registration_source", "created", "updated"]
    list_display = ["name", "client_id", "registration_source", "created"]
    list_filter = ["registration_source", "created"]
    search_fields = ["name", "client_id", "redirect_uris"]

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


class Connections(ReadOnlyAdmin):
    """Refresh tokens. Each use replaces the token by a new one; a token that is not revoked is a connection."""

    fields = ["user", "application", "created", "revoked"]
    list_display = ["user", "application", "created", "revoked"]
    list_filter = ["created", ("revoked", admin.EmptyFieldListFilter)]
    list_select_related = ["user", "application"]
    search_fields = ["user__username", "application__name", "application__client_id"]
    actions = ["end"]

    @admin.action(description="End these connections at once", permissions=["operate"])
    def end(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        going = chosen.filter(revoked=None)
        with operations.logged(request, going, "The connection was ended."):
            for each in going:
                each.revoke()
        self.message_user(request, f"{len(going)} connections are ended.", messages.SUCCESS)


class AccessTokens(ReadOnlyAdmin):
    fields = ["user", "application", "scope", "resource", "created", "expires"]
    list_display = ["user", "application", "scope", "created", "expires"]
    list_filter = ["created"]
    list_select_related = ["user", "application"]
    search_fields = ["user__username", "application__name", "application__client_id"]


class Codes(ReadOnlyAdmin):
    """Authorization codes that have not been exchanged for tokens yet."""

    fields = ["user", "application", "scope", "redirect_uri", "created", "expires"]
    list_display = ["user", "application", "scope", "created", "expires"]


class Unused(ReadOnlyAdmin):
    """A table of the toolkit that this server never writes; hidden."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
