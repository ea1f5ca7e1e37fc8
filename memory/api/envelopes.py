"""Which dialect a path belongs to, for the answers that no view writes: a refused host, no such route, a crash."""

import re

from django.http import HttpRequest, JsonResponse

from memory.api.agent_kv import errors as agent_kv
from memory.api.agentic_v3 import errors as agentic_v3
from memory.api.everos_v1 import errors as everos_v1
from memory.api.maas import errors as maas
from memory.api.ops import errors as ops
from memory.api.rest.errors import ErrorResponse

DIALECTS: tuple[tuple[re.Pattern[str], ErrorResponse], ...] = (
    (re.compile(r"/api/v3/agentic(/|$)"), agentic_v3.error_response),
    # /api/v1/memory/ is EverOS v1's as well: its calls are the only paths there with a single step
    (re.compile(r"/api/v1/memory/((stats|decay|share)/?$|[^/]+/.)", re.DOTALL), agent_kv.error_response),
    (re.compile(r"/(stm|ltm)(/|$)"), maas.error_response),
    (re.compile(r"/api/ops(/|$)"), ops.error_response),
)


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    """In the shape that clients of the path's dialect read; EverOS v1's where no other claims it."""
    return _of(request.path_info)(request, status, message)


def _of(path: str) -> ErrorResponse:
    return next((answer for pattern, answer in DIALECTS if pattern.match(path)), everos_v1.error_response)
