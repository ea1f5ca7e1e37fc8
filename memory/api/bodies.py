"""Request bodies of all dialects: JSON that the rest of the service can handle, with fields that the call supports."""

import math
import re
from collections.abc import Collection
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.http.request import UnreadablePostError
from django.utils.http import parse_header_parameters
from pydantic_core import from_json
from rest_framework.request import Request

from memory import bounded_json
from memory.ingest.add import Extraction

JSON_TYPE = re.compile(r"application/(json|[\w.+-]+\+json)")
# Fields that clients of several dialects send, and why a call refuses one instead of ignoring it.
UNSUPPORTED = {
    "async_mode": "this call answers when its work is done",
    "defer_extraction": "only calls that add messages can put off what is made of them",
    "min_score": "this call ranks nothing, or has a threshold of its own; see its documentation",
    "llm_multiround": "it is a method of the search of EverOS v1, not a field",
}


_PARSED = "_everos_body"  # the attribute of a request


class MalformedBody(ValueError):
    """The request body is not a JSON document that the server can read."""


def check_type(request: HttpRequest | Request) -> None:
    """Raises MalformedBody unless the request's content type is JSON in UTF-8.

    A web page cannot send that type to another origin without a preflight request, which is refused unless its origin
    is configured. So no page can write memories with a plain form.
    """
    content_type, parameters = parse_header_parameters(request.META.get("CONTENT_TYPE", ""))
    if not JSON_TYPE.fullmatch(content_type):
        given = f", not {content_type}" if content_type else ""
        raise MalformedBody(f"The Content-Type must be application/json{given}")
    charset = parameters.get("charset") or "utf-8"
    if charset.lower() not in ("utf-8", "utf8"):
        raise MalformedBody(f"The request body must be UTF-8, not {charset}")


def parse(body: bytes) -> Any:
    """One JSON value of valid Unicode and finite numbers, bounded in depth and size. Raises MalformedBody."""
    try:
        bounded_json.check_json(body)
        value = from_json(body, allow_inf_nan=False)
    except ValueError as error:  # syntax, UTF-8, lone surrogates, NaN, too deep or too many values
        raise MalformedBody(f"The request body is not valid JSON: {error}") from error
    if _holds_infinity(value):  # 1e400
        raise MalformedBody("The request body is not valid JSON: a number is too large")
    return value


def parsed(request: HttpRequest | Request) -> Any:
    """The JSON of a request's body, which is parsed once. Raises MalformedBody."""
    if not hasattr(request, _PARSED):
        setattr(request, _PARSED, parse(request.body))
    return getattr(request, _PARSED)


def glimpse(request: HttpRequest | Request) -> Any:
    """The same before the view is called; None for a body that the view will refuse."""
    try:
        return parsed(request)
    except (MalformedBody, RequestDataTooBig, UnreadablePostError):
        return None


def unsupported_field(body: Any, supported: Collection[str]) -> str | None:
    """An error message for the first field of the body that the call does not support; false and null are allowed."""
    if not isinstance(body, dict):
        return None
    for name, reason in UNSUPPORTED.items():
        if name not in supported and body.get(name) not in (None, False):
            return f"{name} is not supported here: {reason}"
    return None


def extraction_mode(async_mode: bool, defer_extraction: bool) -> Extraction:
    """When the added messages are to be extracted: in this call, in the background, or by a later call."""
    return "later" if defer_extraction else "behind" if async_mode else "now"


def _holds_infinity(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_holds_infinity(item) for item in value.values())
    if isinstance(value, list):
        return any(_holds_infinity(item) for item in value)
    return isinstance(value, float) and math.isinf(value)
