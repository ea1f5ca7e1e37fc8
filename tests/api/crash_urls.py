"""Every path of every dialect breaks, outside of a view that could say so."""

from django.http import HttpRequest, HttpResponse
from django.urls import path


def view(request: HttpRequest, anything: str) -> HttpResponse:
    raise RuntimeError("a secret of the server")


urlpatterns = [path("<path:anything>", view)]
