"""A payload that stands in the request, in base64."""

import binascii
from base64 import b64decode
from typing import Any

from memory.errors import UnsupportedContent
from memory.payloads.payload import Payload


def decoded(text: str, extras: dict[str, Any] | None) -> Payload:
    """Strict: a letter that does not belong there means that something else than the file would be read."""
    if text[:5].lower() == "data:":
        raise UnsupportedContent("base64 must be the payload alone, without a data: prefix")
    try:
        data = b64decode("".join(text.split()).encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise UnsupportedContent("base64 cannot be decoded: it is not valid base64") from error
    mime = (extras or {}).get("mime")
    return Payload(data, claimed=mime if isinstance(mime, str) else "")
