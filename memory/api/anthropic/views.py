"""The memory tool as one call: a command goes in, the text of the tool's result comes out."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.http.request import UnreadablePostError
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api import strict_json
from memory.api.anthropic import serializers
from memory.api.anthropic.errors import exception_handler
from memory.api.anthropic.tool import COMMANDS, answer
from memory.api.mcp.whose import connection_of
from memory.api.permission import require_action
from memory.api.request_meta import note_accepted, request_id
from memory.api.rest.authentication import caller_of
from memory.api.rest.views import JsonView, checked
from memory.grants import Action

PATH = "anthropic/memory"
READS: tuple[Action, ...] = ("read",)
FAILURES = dict.fromkeys((400, 401, 403, 413, 429, 500, 503), serializers.Refusal)
WHOSE = [
    OpenApiParameter(name, OpenApiTypes.STR, description=text)
    for name, text in {
        "user": "Whose memory; otherwise the key says it, or `EVEROS_MCP__USER`.",
        "app": "In which app; `default` otherwise.",
        "project": "In which project; `default` otherwise.",
    }.items()
]
EXAMPLES = [
    OpenApiExample("view", {"command": "view", "path": "/memories"}, request_only=True),
    OpenApiExample(
        "create",
        {"command": "create", "path": "/memories/tea.md", "file_text": "Prefers tea.\n"},
        request_only=True,
    ),
    OpenApiExample(
        "created",
        {"content": "File created successfully at: /memories/tea.md", "is_error": False},
        response_only=True,
    ),
]


class AnthropicView(JsonView):
    answer_exception = exception_handler

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """With the id under the name that Anthropic's clients look for."""
        finished = super().finalize_response(request, response, *args, **kwargs)
        finished["request-id"] = request_id(request)
        return finished


class MemoryToolView(AnthropicView):
    tag = "memory tool"

    def check_action(self, request: Request) -> None:
        """What it needs depends on the command: see `tool.COMMANDS`."""
        for action in actions_of(request):
            require_action(caller_of(request), action)

    @extend_schema(
        operation_id="memory_tool",
        summary="Run a command of the memory tool",
        parameters=WHOSE,
        request=serializers.MemoryCommand,
        responses={200: serializers.MemoryResult, **FAILURES},
        examples=EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        """What `memory_20250818` answers: the content of the tool's result, and whether it is an error."""
        given = checked(serializers.MemoryCommand, request.data)
        content, is_error = answer(connection_of(request), given)
        note_accepted(request, int(given["command"] in ("create", "str_replace", "insert") and not is_error))
        return Response({"content": content, "is_error": is_error})


def reads_only(request: HttpRequest) -> bool:
    """Whether the call is a view, or one that will be refused, for the limits of rates."""
    return actions_of(request) == READS


def actions_of(request: HttpRequest | Request) -> tuple[Action, ...]:
    """What the command needs; a body that says none is refused later, and writes nothing."""
    try:
        body = strict_json.parse(request.body)
    except (strict_json.MalformedBody, RequestDataTooBig, UnreadablePostError):
        return READS
    name = body.get("command") if isinstance(body, dict) else None
    command = COMMANDS.get(name) if isinstance(name, str) else None
    return command.actions if command else READS
