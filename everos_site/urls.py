"""Where everything is. The memory API is mounted twice: `/api/v2/memory/` has the same calls."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.views.generic import RedirectView
from ninja import NinjaAPI, Redoc

from everos_site.health import health
from everos_site.metrics import metrics
from memory.api.everos_v1.api import ALIAS, PREFIX, build, local_assets_only


def patterns(v1: NinjaAPI) -> list[URLPattern | URLResolver]:
    @local_assets_only
    def redoc(request: HttpRequest) -> HttpResponse:
        return Redoc().render_page(request, v1)

    return [
        path("admin", RedirectView.as_view(url="/admin/")),
        path("admin/", admin.site.urls),
        path("health", health),
        path("metrics", metrics),
        *([path("redoc", redoc)] if v1.openapi_url else []),
        path("", v1.urls),
        path("", build(ALIAS).urls),
    ]


v1 = build(PREFIX, documented=settings.ENV == "DEV")
urlpatterns = patterns(v1)
