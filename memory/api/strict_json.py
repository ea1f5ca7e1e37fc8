"""Parses request bodies, and refuses JSON that the rest of the service cannot handle."""

import math
import re
from typing import Any

from pydantic_core import from_json

from memory import bounded_json

JSON_TYPE = re.compile(r"application/(json|[\w.+-]+\+json)")


class MalformedBody(ValueError):
    """The request body is not a JSON document that the server can read."""


def check_type(content_type: str | None, charset: str | None) -> None:
    """Raises MalformedBody unless the content type is JSON in UTF-8.

    A web page cannot send that type to another origin without a preflight request, which is refused unless its origin
    is configured. So no page can write memories with a plain form.
    """
    if not JSON_TYPE.fullmatch((content_type or "").lower()):
        given = f", not {content_type}" if content_type else ""
        raise MalformedBody(f"The Content-Type must be application/json{given}")
    if (charset or "utf-8").lower() not in ("utf-8", "utf8"):
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


def _holds_infinity(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_holds_infinity(item) for item in value.values())
    if isinstance(value, list):
        return any(_holds_infinity(item) for item in value)
    return isinstance(value, float) and math.isinf(value)
