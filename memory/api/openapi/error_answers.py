"""What a dialect writes when a call is refused, asked of the function that writes it: examples that cannot be wrong."""

import json
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from memory.api.openapi.refusals import REQUEST_ID, Json
from memory.api.request_meta import with_id
from memory.api.rest.errors import ErrorResponse

MOMENT = "2026-11-21T20:29:44.275000+00:00"
TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


class ErrorAnswers:
    def __init__(self, error_response: ErrorResponse) -> None:
        self._error_response = error_response

    def to(self, status: int, message: str, path: str = "/") -> tuple[int, Json]:
        """The status and the body; another status where the dialect has no such one."""
        request = HttpRequest()
        request.method, request.path, request.path_info = "POST", path, path
        request.META |= {"SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8000"}
        answer = self._error_response(with_id(request, REQUEST_ID), status, message)
        return answer.status_code, _timeless(json.loads(answer.content))

    def shape(self) -> Json:
        """A schema made of one answer."""
        return _shape(self.to(500, "…")[1])


def _timeless(value: Any) -> Any:
    """The moment of the answer, as one that stays: a schema is the same at each reading."""
    match value:
        case dict():
            return {name: _timeless(each) for name, each in value.items()}
        case list():
            return [_timeless(each) for each in value]
        case str() if _is_moment(value):
            return MOMENT
        case _:
            return value


def _is_moment(text: str) -> bool:
    try:
        return "T" in text and bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _shape(value: Any) -> Json:
    match value:
        case dict():
            fields = {name: _shape(each) for name, each in value.items()}
            return {"type": "object", "properties": fields, "required": list(fields)}
        case list():
            return {"type": "array", "items": _shape(value[0]) if value else {}}
        case _:
            return {"type": TYPES[type(value)]}
