"""Routes that break: inside a handler of the API, and outside of one."""

from django.http import HttpRequest, HttpResponse
from django.urls import path
from ninja import NinjaAPI

from memory.api.everos_v1 import errors

api = NinjaAPI(openapi_url=None)
errors.install(api)


@api.post("/handler")
def handler(request: HttpRequest) -> None:
    raise RuntimeError("a secret of the server")


def view(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a secret of the server")


urlpatterns = [path("view", view), path("", api.urls)]
