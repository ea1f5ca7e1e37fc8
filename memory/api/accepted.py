"""How many messages a call has accepted: told by its view, for the quota of its caller."""

from django.http import HttpRequest

_KEY = "everos.accepted_messages"  # no client can set it: headers arrive under HTTP_…


def note_accepted(request: HttpRequest, messages: int) -> None:
    request.META[_KEY] = messages


def accepted_messages(request: HttpRequest) -> int:
    """One, where the view says nothing: an entry or a note."""
    return int(request.META.get(_KEY, 1))
