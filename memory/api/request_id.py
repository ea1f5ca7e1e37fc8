"""The id that ties an answer to the server's logs."""

import uuid

from django.http import HttpRequest

_KEY = "everos.request_id"  # no client can set it: headers arrive under HTTP_…


def assign_request_id(request: HttpRequest) -> str:
    """32 hex digits, always the server's own."""
    request.META[_KEY] = uuid.uuid4().hex
    return request_id(request)


def request_id(request: HttpRequest) -> str:
    return str(request.META[_KEY])
