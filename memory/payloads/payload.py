"""An attachment's bytes and declared type, and the rules for what may be read."""

import binascii
import ipaddress
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from pathlib import Path
from typing import Any

from memory.errors import UnsupportedContent
from memory.parsing.formats import Format, by_extension, by_mime, by_name, recognised

Address = IPv4Address | IPv6Address
AddressCheck = Callable[[Address], bool]

# All that is assigned; mapped, translated and local ones are elsewhere.
GLOBAL_UNICAST = IPv6Network("2000::/3")
NOT_GIVEN_OUT = (
    IPv6Network("2001::/23"),  # Teredo and other protocols
    IPv6Network("2001:db8::/32"),  # documentation
    IPv6Network("2002::/16"),  # 6to4: contains an arbitrary IPv4 address
    IPv6Network("3fff::/20"),  # documentation
)
PROTOCOLS_OWN = ipaddress.IPv4Network("192.0.0.0/24")
FORMER_RELAYS = ipaddress.IPv4Network("192.88.99.0/24")


def is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address):
        return address in GLOBAL_UNICAST and not any(address in network for network in NOT_GIVEN_OUT)
    special = address in PROTOCOLS_OWN or address in FORMER_RELAYS
    return address.is_global and not address.is_multicast and not address.is_reserved and not special


@dataclass(frozen=True, slots=True)
class Rules:
    """Where attachments may come from, and how large and slow they may be.

    Empty `folders` allow no file at all. `forbidden` is the server's own directory.
    """

    folders: tuple[Path, ...] = ()
    forbidden: Path | None = None
    max_file_bytes: int = 50 * 1024 * 1024
    max_fetched_bytes: int = 50 * 1024 * 1024
    fetch_seconds: float = 30
    max_redirects: int = 5
    may_connect: AddressCheck = is_public


@dataclass(frozen=True, slots=True)
class Payload:
    """`mime` comes from a server's answer, `claimed` from the client ("" if absent), `path` from the URI."""

    data: bytes
    mime: str = ""
    charset: str | None = None
    path: str = ""
    claimed: str = ""


def decoded(text: str, extras: dict[str, Any] | None) -> Payload:
    """Strict: an invalid character would mean that something other than the file is read."""
    if text[:5].lower() == "data:":
        raise UnsupportedContent("base64 must be the payload alone, without a data: prefix")
    try:
        data = b64decode("".join(text.split()).encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise UnsupportedContent("base64 cannot be decoded: it is not valid base64") from error
    mime = (extras or {}).get("mime")
    return Payload(data, claimed=mime if isinstance(mime, str) else "")


def format_of(payload: Payload, extension: str, name: str) -> Format | None:
    """The format according to the server that delivered it, else the names, the client, and the bytes themselves."""
    suffixes = filter(None, (extension, _suffix(name), _suffix(payload.path)))
    return (
        by_mime(payload.mime)
        or next(filter(None, map(by_extension, suffixes)), None)
        or by_mime(payload.claimed)
        or recognised(payload.data)
        or (by_name("txt") if payload.mime.startswith("text/") else None)
    )


def _suffix(path: str) -> str:
    last = path.rpartition("/")[2]
    return last.rpartition(".")[2] if "." in last else ""
