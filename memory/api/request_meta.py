"""Values that the server stores in `request.META`: the request's id, how many messages it added, and whether a proxy
passed it on; and the network from which it came.

No client can set these keys, since request headers are stored under `HTTP_…`.
"""

import ipaddress
import uuid

from django.http import HttpRequest

_ID = "everos.request_id"
_ACCEPTED = "everos.accepted_messages"
_FORWARDED = "everos.forwarded"


def assign_request_id(request: HttpRequest) -> str:
    """Gives the request a new id of 32 hex digits for the response and the log; an id from the client is ignored."""
    identifier = uuid.uuid4().hex
    set_request_id(request, identifier)
    return identifier


def set_request_id(request: HttpRequest, identifier: str) -> None:
    request.META[_ID] = identifier


def request_id(request: HttpRequest) -> str:
    return str(request.META[_ID])


def note_accepted(request: HttpRequest, messages: int) -> None:
    """Stores how many messages count against the caller's quota."""
    request.META[_ACCEPTED] = messages


def accepted_messages(request: HttpRequest) -> int:
    """1 unless the view has stored another number, as for an entry or a note."""
    return int(request.META.get(_ACCEPTED, 1))


def network_of(address: str) -> str | None:
    """The address, or for IPv6 that of its network, because one machine has all addresses in it; None for anything
    else, such as a Unix socket.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    if parsed.version == 6 and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return str(getattr(parsed, "ipv4_mapped", None) or parsed)


def note_forwarded(request: HttpRequest) -> None:
    request.META[_FORWARDED] = True


def was_forwarded(request: HttpRequest) -> bool:
    """Whether the request had headers of a proxy, trusted or not."""
    return bool(request.META.get(_FORWARDED, False))
