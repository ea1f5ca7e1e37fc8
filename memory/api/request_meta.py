"""What the server keeps with a request: its id, and how many messages it brought. No client can set these keys:
headers arrive under HTTP_…"""

import uuid

from django.http import HttpRequest

_ID = "everos.request_id"
_ACCEPTED = "everos.accepted_messages"


def assign_request_id(request: HttpRequest) -> str:
    """32 hex digits, always the server's own; they stand in the answer and in the log."""
    return request_id(with_id(request, uuid.uuid4().hex))


def with_id(request: HttpRequest, identifier: str) -> HttpRequest:
    request.META[_ID] = identifier
    return request


def request_id(request: HttpRequest) -> str:
    return str(request.META[_ID])


def note_accepted(request: HttpRequest, messages: int) -> None:
    """For the quota of the caller."""
    request.META[_ACCEPTED] = messages


def accepted_messages(request: HttpRequest) -> int:
    """One, where the view notes nothing: an entry or a note."""
    return int(request.META.get(_ACCEPTED, 1))
