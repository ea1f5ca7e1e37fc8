"""Example error responses of a dialect, made by the function that writes the real ones."""

import json
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from memory.api.openapi.refusals import REQUEST_ID, Json
from memory.api.request_meta import set_request_id
from memory.api.rest.errors import ErrorResponse

EXAMPLE_TIME = "2026-11-21T20:29:44.275000+00:00"
TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


class ErrorAnswers:
    def __init__(self, error_response: ErrorResponse) -> None:
        self._error_response = error_response

    def to(self, status: int, message: str, path: str = "/") -> tuple[int, Json]:
        """The status and the body of the response; a dialect may map the status to another one."""
        request = HttpRequest()
        request.method, request.path, request.path_info = "POST", path, path
        request.META |= {"SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8000"}
        set_request_id(request, REQUEST_ID)
        answer = self._error_response(request, status, message)
        return answer.status_code, _with_fixed_times(json.loads(answer.content))

    def shape(self) -> Json:
        """A schema inferred from one response."""
        return _infer_schema(self.to(500, "…")[1])


def _with_fixed_times(value: Any) -> Any:
    """The value with each time replaced by a constant, so that the schema is always the same."""
    match value:
        case dict():
            return {name: _with_fixed_times(each) for name, each in value.items()}
        case list():
            return [_with_fixed_times(each) for each in value]
        case str() if _is_time(value):
            return EXAMPLE_TIME
        case _:
            return value


def _is_time(text: str) -> bool:
    try:
        return "T" in text and bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _infer_schema(value: Any) -> Json:
    match value:
        case dict():
            fields = {name: _infer_schema(each) for name, each in value.items()}
            return {"type": "object", "properties": fields, "required": list(fields)}
        case list():
            return {"type": "array", "items": _infer_schema(value[0]) if value else {}}
        case _:
            return {"type": TYPES[type(value)]}
