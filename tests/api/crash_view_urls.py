"""A view of each dialect on Django REST framework breaks while it works."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.agent_kv.errors import exception_handler as agent_kv
from memory.api.agentic_v3.errors import exception_handler as agentic_v3
from memory.api.maas.errors import exception_handler as maas
from memory.api.mem0.errors import exception_handler as mem0
from memory.api.rest.errors import ExceptionHandler
from memory.api.rest.views import JsonView
from tests.api.dialects import AGENT_KV, AGENTIC_V3, LTM, MEM0_SERVER, STM, Dialect


def broken(dialect: Dialect, handler: ExceptionHandler) -> object:
    class View(JsonView):
        answer_exception = handler

        def post(self, request: Request) -> Response:
            raise RuntimeError("a secret of the server")

    return path(dialect.call[1:], View.as_view())


urlpatterns = [
    broken(AGENT_KV, agent_kv),
    broken(AGENTIC_V3, agentic_v3),
    broken(STM, maas),
    broken(LTM, maas),
    broken(MEM0_SERVER, mem0),
]
