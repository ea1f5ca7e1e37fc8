"""Loads the attachment of one content item, from wherever it is."""

from typing import Any
from urllib.parse import urlsplit

from memory.errors import UnsupportedContent
from memory.payloads import files
from memory.payloads.payload import Payload, Rules, decoded


def load(item: dict[str, Any], rules: Rules) -> Payload:
    """Raises UnsupportedContent with the reason."""
    if item.get("base64") is not None:
        return decoded(item["base64"], item.get("extras"))
    if item.get("uri") is not None:
        return _at(item["uri"], rules)
    raise UnsupportedContent(
        f"an item of type {item.get('type')} carries its payload in uri or base64; plain text is of type text"
    )


def _at(uri: str, rules: Rules) -> Payload:
    try:
        scheme = urlsplit(uri).scheme.lower()
    except ValueError as error:
        raise UnsupportedContent("the address is not a valid one") from error
    if scheme == "file":
        return files.read(uri, rules)
    from memory.payloads.fetch import fetch  # imports an HTTP client, which few servers need

    return fetch(uri, rules)
