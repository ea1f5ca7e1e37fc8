"""The standard Django admin with a dashboard, and pages that combine data of several apps."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse


class OperatorAdmin(AdminConfig):
    default = False
    default_site = "everos_site.admin.site.OperatorSite"


class OperatorSite(AdminSite):
    """Views are imported when the URLs are created: they import the index, which no command should wait for."""

    site_header = site_title = "EverOS"
    index_title = "How the server stands"
    enable_nav_sidebar = False  # lists need the space; the first page links everywhere
    site_url = "/explorer/"

    def get_urls(self) -> list[URLPattern | URLResolver]:
        from everos_site.admin import editing, forgetting, memories, owner, sessions

        own = [
            path("sessions/", self.admin_view(sessions.sessions), name="sessions"),
            path("edit/", self.admin_view(editing.edit), name="edit"),
            path("forget/", self.admin_view(forgetting.forget), name="forget"),
            path("memories/owner/", self.admin_view(owner.owner), name="owner"),
            path("memories/", self.admin_view(memories.memory), name="memory"),
        ]
        return [*own, *super().get_urls()]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        from everos_site.dashboard import page

        return super().index(request, {**page.context(request), **(extra_context or {})})

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Lists sessions and memories, which are not tables, beside the tables that they are made of."""
        apps = super().get_app_list(request, app_label)
        may = request.user.has_perm
        more = [_page("Sessions", "admin:sessions")] if may("memory.view_memcell") else []
        more += [_page("Memories", "admin:memory")] if may("cascade.view_mdchangestate") else []
        more += [_page("Forget", "admin:forget")] if may("memory.add_forgetting") else []
        for app in apps:
            if app["app_label"] == "memory":
                app["models"] = sorted([*app["models"], *more], key=lambda model: model["name"])
        return apps


def _page(name: str, view: str) -> dict[str, Any]:
    return {
        "name": name,
        "object_name": name.removesuffix("s"),
        "admin_url": reverse(view),
        "add_url": None,
        "view_only": True,
        "perms": {},
    }
