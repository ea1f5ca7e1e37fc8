"""The first page: what this server is, with links."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from memory.api.access import without_key
from memory.api.dialects import DIALECTS
from memory.api.everos_v1.api import PREFIX


@without_key
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", {"prefix": PREFIX, "dialects": DIALECTS})
