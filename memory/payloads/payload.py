"""An attachment's bytes and declared type, and the rules for what may be read."""

import binascii
from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory.errors import UnsupportedContent
from memory.parsing.formats import Format, by_extension, by_mime, by_name, recognised
from memory.payloads.addresses import AddressCheck, is_public


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
