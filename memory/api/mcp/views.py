"""The protocol over HTTP: one path that takes POST and answers with JSON, for all revisions of the protocol."""

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.request import UnreadablePostError
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from memory import oauth_tokens
from memory.api import bodies, failures
from memory.api.charges import Kind, Weights, weights
from memory.api.mcp import methods
from memory.api.mcp.budget import dump_json
from memory.api.mcp.connection import DEFAULT_TOOLS, Connection, connection_of
from memory.api.mcp.tools.base import Tool
from memory.api.mcp.tools.presets import PRESETS, tools_of
from memory.api.mcp.wire import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    MOST_AT_ONCE,
    PARSE_ERROR,
    SERVER_ERROR,
    STATUS,
    Fault,
    Json,
    Message,
    error_of,
    id_of,
    parse_messages,
    result_of,
)
from memory.api.request_meta import accepted_messages, note_accepted
from memory.errors import Forbidden, MemoryServiceError

PATH = oauth_tokens.PROTECTED
METADATA = "/.well-known/oauth-protected-resource"
CODES = {400: INVALID_REQUEST, 404: METHOD_NOT_FOUND, 405: INVALID_REQUEST, 500: INTERNAL_ERROR}


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    """An error from outside the protocol, such as a missing key, as a JSON-RPC error."""
    fault = Fault(CODES.get(status, SERVER_ERROR), message)
    return JsonResponse(error_of(None, fault), status=status)


def challenge(request: HttpRequest) -> str:
    """The `WWW-Authenticate` header, which refers to the metadata document of RFC 9728."""
    return f'Bearer resource_metadata="{_absolute(request, METADATA + PATH)}"'


@method_decorator(csrf_exempt, name="dispatch")
class McpView(View):
    http_method_names = ["post"]

    @classmethod
    def weigh(cls, request: HttpRequest) -> Weights:
        """Each message of a batch counts like a message of its own."""
        preset = _preset(request)
        return weights(_kind(preset, each) for each in _messages(request))

    @classmethod
    def stores_with(cls, request: HttpRequest) -> bool:
        tools = [_called_tool(_preset(request), each) for each in _messages(request)]
        return any(tool is not None and tool.stores for tool in tools)

    def post(self, request: HttpRequest) -> HttpResponseBase:
        note_accepted(request, 0)
        refusal = _refusal(request)
        if refusal is not None:
            return refusal
        try:
            body = bodies.parsed(request)
        except bodies.MalformedBody as error:
            return _response(error_of(None, Fault(PARSE_ERROR, str(error))), 400)
        except (RequestDataTooBig, UnreadablePostError) as error:
            return error_response(request, *failures.status_and_message(error))
        try:
            connection = connection_of(request)
            tools_of(connection.tools)
            messages = parse_messages(body, request.headers)
        except Fault as fault:
            return _response(error_of(id_of(body), fault), STATUS.get(fault.code, 200))
        answers = [
            each for message in messages if (each := _answer(request, connection, message)) is not None
        ]
        if not answers:
            return HttpResponse(status=202)
        if isinstance(body, list):
            return _response(answers, 200)
        is_modern = isinstance(messages[0], Message) and messages[0].is_modern
        return _response(answers[0], _status(answers[0], is_modern))


@method_decorator(csrf_exempt, name="dispatch")
class ProtectedResource(View):
    """The metadata document of RFC 9728. It names the authorization server if a setting turns it on."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponseBase:
        if not settings.EVEROS.auth.required:
            return error_response(request, 404, "This server requires no key")
        metadata: Json = {
            "resource": _absolute(request, PATH),
            "resource_name": "EverOS",
            "bearer_methods_supported": ["header"],
        }
        if oauth_tokens.is_on():
            metadata["authorization_servers"] = [settings.EVEROS.auth.oauth_url]
            metadata["scopes_supported"] = list(oauth_tokens.SCOPES)
        return JsonResponse(metadata)


def _absolute(request: HttpRequest, path: str) -> str:
    """The public URL of a path: with OAuth the configured one, since tokens are valid for one URL only."""
    return (
        f"{settings.EVEROS.auth.oauth_url}{path}"
        if oauth_tokens.is_on()
        else request.build_absolute_uri(path)
    )


def _refusal(request: HttpRequest) -> JsonResponse | None:
    """Refuses pages of other origins, clients that do not accept JSON, and bodies that are not JSON."""
    origin = request.headers.get("Origin")
    own = request.build_absolute_uri("/")[:-1]
    if origin is not None and origin != own and origin not in settings.EVEROS.api.cors_origins:
        return error_response(request, 403, "Pages of this Origin may not call; see EVEROS_API__CORS_ORIGINS")
    if not request.accepts("application/json"):
        return error_response(request, 406, "The answer is JSON: accept application/json")
    try:
        bodies.check_type(request)
    except bodies.MalformedBody as error:
        return error_response(request, 415, str(error))
    return None


def _answer(request: HttpRequest, connection: Connection, message: Message | Fault) -> Json | None:
    """The response to a message; None for a notification."""
    if isinstance(message, Fault):
        return error_of(None, message)
    if not message.is_request:
        return None

    def stored(number: int) -> None:
        note_accepted(request, accepted_messages(request) + number)

    try:
        return result_of(message.id, methods.answer(connection, message, stored))
    except Fault as fault:
        return error_of(message.id, fault)
    except Forbidden as error:
        return error_of(message.id, Fault(SERVER_ERROR, str(error)))
    except (MemoryServiceError, DatabaseError, OSError) as error:
        status, text = failures.status_and_message(error)
        failures.log_failure(request, error, status)
        return error_of(message.id, Fault(INTERNAL_ERROR, text))


def _status(answer: Json, is_modern: bool) -> int:
    """The HTTP status of a response. Clients of older revisions read an error's body only if the status is 200."""
    code = answer.get("error", {}).get("code")
    if code is None or (not is_modern and code not in (PARSE_ERROR, INVALID_REQUEST)):
        return 200
    return STATUS.get(code, 200)


def _response(content: Any, status: int) -> HttpResponse:
    return HttpResponse(dump_json(content), status=status, content_type="application/json")


def _messages(request: HttpRequest) -> list[Any]:
    """The messages of a body before they are checked; none of a batch that is too long, which will be refused."""
    body = bodies.glimpse(request)
    if not isinstance(body, list):
        return [body]
    return body if len(body) <= MOST_AT_ONCE else []


def _preset(request: HttpRequest) -> str:
    return request.GET.get("tools") or DEFAULT_TOOLS


def _kind(preset: str, message: Any) -> Kind:
    if isinstance(message, dict) and message.get("method") == "prompts/get":
        return "searches"
    tool = _called_tool(preset, message)
    return "reads" if tool is None else tool.cost


def _called_tool(preset: str, message: Any) -> Tool | None:
    if not isinstance(message, dict) or message.get("method") != "tools/call":
        return None
    params = message.get("params")
    name = params.get("name") if isinstance(params, dict) else None
    return next((tool for tool in PRESETS.get(preset, ()) if tool.name == name), None)
