"""The dialects that this server speaks in addition to EverOS v1. A new one is a folder and a line here."""

from django.http import HttpRequest, JsonResponse

from memory import oauth_tokens
from memory.api.agent_kv.dialect import AGENT_KV
from memory.api.agentic_v3.dialect import AGENTIC_V3
from memory.api.anthropic.dialect import ANTHROPIC
from memory.api.everos_v1 import errors as everos_v1
from memory.api.everos_v1.api import NESTED_PATHS
from memory.api.hooks.dialect import HOOKS
from memory.api.maas.dialect import MAAS
from memory.api.mcp.dialect import MCP
from memory.api.mem0.dialect import MEM0
from memory.api.ops.dialect import OPS
from memory.api.rest.authentication import CHALLENGE
from memory.api.rest.dialect import Dialect
from memory.api.store.dialect import STORE


def _enabled() -> tuple[Dialect, ...]:
    """The dialects that are off by default; their modules are imported only if a setting turns them on."""
    if not oauth_tokens.is_on():
        return ()
    from memory.api.oauth.dialect import OAUTH

    return (OAUTH,)


# Those with an OpenAPI schema.
DIALECTS: tuple[Dialect, ...] = (AGENTIC_V3, AGENT_KV, MAAS, MEM0, STORE, ANTHROPIC, OPS)
MOUNTED: tuple[Dialect, ...] = (*DIALECTS, MCP, HOOKS, *_enabled())


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    """An error outside any view (refused host, no such route, crash), in the shape of the dialect at the path."""
    dialect = _dialect_at_path(request) or everos_v1
    return dialect.error_response(request, status, message)


def challenge(request: HttpRequest) -> str:
    """The header `WWW-Authenticate` of a 401."""
    dialect = _dialect_at_path(request)
    return CHALLENGE if dialect is None else dialect.challenge(request)


def documentation(request: HttpRequest) -> str:
    """The path of the page about the dialect at the path, which not every server has."""
    dialect = _dialect_at_path(request)
    return f"/docs/{dialect.name}" if dialect in DIALECTS else "/docs"


def extra_headers(request: HttpRequest) -> tuple[str, ...]:
    """Request headers of the dialect at the path that browsers must be allowed to send, beyond the usual ones."""
    dialect = _dialect_at_path(request)
    return () if dialect is None else dialect.headers


def _dialect_at_path(request: HttpRequest) -> Dialect | None:
    """None stands for EverOS v1."""
    if NESTED_PATHS.fullmatch(request.path_info):
        return None
    return next((dialect for dialect in MOUNTED if dialect.paths.match(request.path_info)), None)
