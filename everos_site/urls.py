"""All routes. EverOS v1 is mounted twice: `/api/v2/memory/` has the same calls."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView
from ninja import NinjaAPI, Redoc

from everos_site.health import health
from everos_site.metrics import metrics
from memory.api.dialects import DIALECTS, MOUNTED
from memory.api.everos_v1.api import ALIAS, PREFIX, build
from memory.api.explorer import urls as explorer
from memory.api.local_pages import local_assets_only
from memory.api.permission import all_without_key, without_key


def patterns(v1: NinjaAPI) -> list[URLPattern | URLResolver]:
    """Documentation is served only if `v1` has some."""
    people = admin.site.urls
    all_without_key(people[0])  # they ask for a password
    return [
        path("", home if v1.openapi_url else without_key(RedirectView.as_view(url="/explorer/"))),
        path("admin", without_key(RedirectView.as_view(url="/admin/"))),
        path("admin/", people),
        *explorer.urlpatterns,
        path("health", health),
        path("metrics", metrics),
        *(documentation(v1) if v1.openapi_url else []),
        path("", v1.urls),
        path("", build(ALIAS).urls),
        *(dialect.mount for dialect in MOUNTED),
    ]


@without_key
@csrf_exempt
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page: what this server is, with links."""
    return render(request, "home.html", {"prefix": PREFIX, "dialects": DIALECTS})


def documentation(v1: NinjaAPI) -> list[URLPattern]:
    """Pages beside those that ninja serves itself."""

    @local_assets_only
    def redoc(request: HttpRequest) -> HttpResponse:
        return Redoc().render_page(request, v1)

    pages = [path("redoc", redoc), *(page for dialect in DIALECTS for page in dialect.pages())]
    all_without_key(pages)
    return pages


v1 = build(PREFIX, documented=settings.DOCUMENTED)
urlpatterns = patterns(v1)
