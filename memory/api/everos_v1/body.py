"""Strict JSON bodies for django-ninja."""

from typing import cast

from django.http import HttpRequest
from ninja.parser import Parser
from ninja.types import DictStrAny

from memory.api import strict_json


class JsonBody(Parser):
    """Reads JSON, and only under a JSON content type."""

    def parse_body(self, request: HttpRequest) -> DictStrAny:
        strict_json.check_type(request.content_type, (request.content_params or {}).get("charset"))
        return cast(DictStrAny, strict_json.parse(request.body))
