"""Applications whose id is the URL of a document about them (Client ID Metadata Documents)."""

from typing import Any
from urllib.parse import urlsplit

from oauth2_provider.cimd import CIMDError

from memory.api import bodies
from memory.api.oauth import clients
from memory.errors import UnsupportedContent
from memory.payloads.fetch import fetch
from memory.payloads.payload import Rules

RULES = Rules(max_fetched_bytes=16 * 1024, fetch_seconds=5, max_redirects=0)
CACHE_SECONDS = 24 * 60 * 60
LONGEST_ID = 255  # of the database column
SECRETS = ("client_secret", "client_secret_expires_at")


class Fetcher:
    """Fetches documents from public addresses only, through the same guard as all content that clients refer to."""

    def fetch(self, client_id: str) -> tuple[dict[str, Any], int]:
        """The document, and for how many seconds it may be cached. Raises CIMDError."""
        _verify(client_id)
        try:
            found = fetch(client_id, RULES)
            document = bodies.parse(found.data)
            if not isinstance(document, dict):
                raise CIMDError("the document is not a JSON object")
            return _metadata(document), CACHE_SECONDS
        except (UnsupportedContent, bodies.MalformedBody, clients.Refused) as error:
            raise CIMDError(str(error)) from error


class WithinLimits:
    """Limits how many unknown documents are fetched. The toolkit asks it before it fetches one."""

    def has_permission(self, request: Any, client_id: str) -> bool:
        return clients.may_register(str(request.headers.get("REMOTE_ADDR", ""))) and not clients.is_full()


def _verify(client_id: str) -> None:
    try:
        parts = urlsplit(client_id)
    except ValueError as error:
        raise CIMDError(str(error)) from error
    dots = any(step in (".", "..") for step in parts.path.split("/"))
    if len(client_id) > LONGEST_ID or parts.path in ("", "/") or "#" in client_id or dots:
        raise CIMDError("this URL cannot be the id of an application")


def _metadata(document: dict[str, Any]) -> dict[str, Any]:
    """The document's fields that are used, in the form of the toolkit. Raises Refused."""
    clients.check_grants(document)
    secret: dict[str, Any] = {name: document[name] for name in SECRETS if name in document}
    return {
        "client_id": document.get("client_id"),
        "client_name": clients.name_of(document),
        "redirect_uris": clients.addresses_of(document),
        "token_endpoint_auth_method": document.get("token_endpoint_auth_method", "none"),
        **secret,  # the toolkit refuses a document with one
    }
