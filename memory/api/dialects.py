"""The dialects that this server speaks beside EverOS v1: a new one is a folder and a line here."""

from django.http import HttpRequest, JsonResponse

from memory.api.agent_kv.dialect import AGENT_KV
from memory.api.agentic_v3.dialect import AGENTIC_V3
from memory.api.everos_v1 import errors as everos_v1
from memory.api.maas.dialect import MAAS
from memory.api.ops.dialect import OPS
from memory.api.rest.dialect import Dialect

DIALECTS: tuple[Dialect, ...] = (AGENTIC_V3, AGENT_KV, MAAS, OPS)


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    """An error outside any view (refused host, no such route, crash), in the shape that clients of the path read."""
    path = request.path_info
    owner = next((dialect for dialect in DIALECTS if dialect.paths.match(path)), everos_v1)
    return owner.error_response(request, status, message)
