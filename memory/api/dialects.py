"""The dialects that this server speaks beside EverOS v1: a new one is a folder and a line here."""

from django.http import HttpRequest, JsonResponse

from memory import oauth_tokens
from memory.api.agent_kv.dialect import AGENT_KV
from memory.api.agentic_v3.dialect import AGENTIC_V3
from memory.api.anthropic.dialect import ANTHROPIC
from memory.api.everos_v1 import errors as everos_v1
from memory.api.everos_v1.api import DEEPER
from memory.api.hooks.dialect import HOOKS
from memory.api.maas.dialect import MAAS
from memory.api.mcp.dialect import MCP
from memory.api.mem0.dialect import MEM0
from memory.api.ops.dialect import OPS
from memory.api.rest.authentication import CHALLENGE
from memory.api.rest.dialect import Dialect
from memory.api.store.dialect import STORE


def _enabled() -> tuple[Dialect, ...]:
    """Dialects that a setting enables, and that are not even imported without it."""
    if not oauth_tokens.is_on():
        return ()
    from memory.api.oauth.dialect import OAUTH

    return (OAUTH,)


# Each with a schema of OpenAPI.
DIALECTS: tuple[Dialect, ...] = (AGENTIC_V3, AGENT_KV, MAAS, MEM0, STORE, ANTHROPIC, OPS)
MOUNTED: tuple[Dialect, ...] = (*DIALECTS, MCP, HOOKS, *_enabled())


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    """An error outside any view (refused host, no such route, crash), in the shape that clients of the path read."""
    owner = _of(request) or everos_v1
    return owner.error_response(request, status, message)


def challenge(request: HttpRequest) -> str:
    """What a 401 says of how to authenticate."""
    owner = _of(request)
    return CHALLENGE if owner is None else owner.challenge(request)


def headers_of(request: HttpRequest) -> tuple[str, ...]:
    """Those that clients of the path send besides the usual ones."""
    owner = _of(request)
    return () if owner is None else owner.headers


def _of(request: HttpRequest) -> Dialect | None:
    """None: EverOS v1."""
    if DEEPER.fullmatch(request.path_info):
        return None
    return next((dialect for dialect in MOUNTED if dialect.paths.match(request.path_info)), None)
