"""What browsers are told of each answer: whose scripts and styles it may run, and that no page may frame it."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from memory.api.local_pages import OWN_FILES_ONLY

NOTHING = "default-src 'none'; frame-ancestors 'none'"  # data: were it shown as a page, it could do nothing
POLICY = "Content-Security-Policy"


class ContentPolicy:
    """Around all that writes answers, refusals as well. A view that needs more of its page has said so itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        response.setdefault(POLICY, OWN_FILES_ONLY if is_page else NOTHING)
        return response
