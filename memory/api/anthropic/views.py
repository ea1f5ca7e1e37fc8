"""The memory tool as one call: it takes a command and returns the content of the tool's result."""

from typing import Any

from django.http import HttpRequest
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api import bodies
from memory.api.anthropic import serializers, tool
from memory.api.anthropic.errors import exception_handler
from memory.api.charges import Weights, weights
from memory.api.mcp.connection import connection_of
from memory.api.permission import require_action
from memory.api.request_meta import note_accepted, request_id
from memory.api.rest.authentication import caller_of
from memory.api.rest.views import JsonView, checked, describer
from memory.grants import Action

PATH = "anthropic/memory"
STORING = ("create", "str_replace", "insert")
READS: tuple[Action, ...] = ("read",)
describe = describer(dict.fromkeys((400, 401, 403, 413, 429, 500, 503), serializers.Refusal))
OWNER_PARAMETERS = [
    OpenApiParameter(name, OpenApiTypes.STR, description=text)
    for name, text in {
        "user": "The user whose memory it is; by default the key's, or that of `EVEROS_MCP__USER`.",
        "app": "The app; `default` unless the key is for one app only.",
        "project": "The project; `default` unless the key is for one project only.",
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
        """Adds the request's id under the header that Anthropic's clients read."""
        finished = super().finalize_response(request, response, *args, **kwargs)
        finished["request-id"] = request_id(request)
        return finished


class MemoryToolView(AnthropicView):
    tag = "memory tool"

    @classmethod
    def weigh(cls, request: HttpRequest) -> Weights:
        """A command that will be refused counts as reading."""
        return weights(["reads" if command_actions(request) == READS else "writes"])

    @classmethod
    def stores_with(cls, request: HttpRequest) -> bool:
        return _command_name(request) in STORING

    def check_action(self, request: Request) -> None:
        """The actions depend on the command: see `tool.COMMANDS`."""
        for action in command_actions(request):
            require_action(caller_of(request), action)

    @describe(
        "memory_tool",
        "Run a command of the memory tool",
        serializers.MemoryResult,
        parameters=OWNER_PARAMETERS,
        request=serializers.MemoryCommand,
        examples=EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        """Runs a command of the tool `memory_20250818`: the content of its result, and whether it is an error."""
        body = checked(serializers.MemoryCommand, request.data)
        content, is_error = tool.run(connection_of(request), body)
        note_accepted(request, int(body["command"] in STORING and not is_error))
        return Response({"content": content, "is_error": is_error})


def command_actions(request: HttpRequest | Request) -> tuple[Action, ...]:
    """The actions of the command in the body. A body without a valid command counts as reading; it is refused later."""
    command = tool.COMMANDS.get(_command_name(request) or "")
    return command.actions if command else READS


def _command_name(request: HttpRequest | Request) -> str | None:
    body = bodies.glimpse(request)
    name = body.get("command") if isinstance(body, dict) else None
    return name if isinstance(name, str) else None
