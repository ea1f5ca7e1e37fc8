"""From the bytes of a request to JSON values, refusing early what the rest of the service must never meet."""

import math
import re
from typing import Any, cast

from django.http import HttpRequest
from ninja.parser import Parser
from ninja.types import DictStrAny
from pydantic_core import from_json

JSON_TYPE = re.compile(r"application/(json|[\w.+-]+\+json)")


class MalformedBody(ValueError):
    """The request body is not a JSON document that the server can read."""


class JsonBody(Parser):
    """Reads JSON, and only under a JSON content type.

    A web page cannot send that type to another origin without a preflight, which nobody answers unless
    origins are configured; so no page can write memories with a plain form.
    """

    def parse_body(self, request: HttpRequest) -> DictStrAny:
        _check_type(request)
        try:
            value = from_json(request.body, allow_inf_nan=False)
        except ValueError as error:  # syntax, UTF-8, lone surrogates, NaN, nesting deeper than 200
            raise MalformedBody(f"The request body is not valid JSON: {error}") from error
        if _holds_infinity(value):  # 1e400
            raise MalformedBody("The request body is not valid JSON: a number is too large")
        return cast(DictStrAny, value)


def _check_type(request: HttpRequest) -> None:
    if not JSON_TYPE.fullmatch((request.content_type or "").lower()):
        given = f", not {request.content_type}" if request.content_type else ""
        raise MalformedBody(f"The Content-Type must be application/json{given}")
    charset = request.content_params.get("charset", "utf-8") if request.content_params else "utf-8"
    if charset.lower() not in ("utf-8", "utf8"):
        raise MalformedBody(f"The request body must be UTF-8, not {charset}")


def _holds_infinity(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_holds_infinity(item) for item in value.values())
    if isinstance(value, list):
        return any(_holds_infinity(item) for item in value)
    return isinstance(value, float) and math.isinf(value)
