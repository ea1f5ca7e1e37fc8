"""The dialects as their clients meet them: a call that takes a body, and where an error says what is wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

Json = dict[str, Any]


@dataclass(frozen=True)
class Dialect:
    name: str
    call: str  # by POST
    unknown: str  # a path of the dialect at which there is nothing
    bad_input: int
    reason: Callable[[Json], str]

    def __str__(self) -> str:
        return self.name

    def refusal(self, response: HttpResponse, status: int) -> str:
        """The reason, after a check that the answer has the dialect's shape and nothing else in it."""
        assert response.status_code == status, response.content
        assert response["Content-Type"] == "application/json"
        return self.reason(response.json())


def _v1(body: Json) -> str:
    assert body.keys() == {"request_id", "error"}
    assert body["error"].keys() == {"code", "message", "timestamp", "path"}
    return str(body["error"]["message"])


def _v3(body: Json) -> str:
    assert body.keys() == {"status", "code", "message", "timestamp", "path", "detail"}
    assert (body["status"], body["detail"]) == ("failed", body["message"])
    return str(body["message"])


def _agent_kv(body: Json) -> str:
    assert body.keys() == {"status", "error"}
    assert body["status"] == "error"
    return str(body["error"])


def _maas(body: Json) -> str:
    assert body.keys() == {"detail"}
    detail = body["detail"]
    return detail if isinstance(detail, str) else str(detail[0]["msg"])


def _plain_detail(body: Json) -> str:
    assert body.keys() == {"detail"}
    return str(body["detail"])


def _anthropic(body: Json) -> str:
    assert body.keys() == {"type", "error", "request_id"}
    assert body["error"].keys() == {"type", "message"}
    assert body["type"] == "error"
    return str(body["error"]["message"])


V1 = Dialect("v1", "/api/v1/memory/search", "/api/v1/memory/nothing", 422, _v1)
V2 = Dialect("v2", "/api/v2/memory/search", "/api/v2/memory/bot/store", 422, _v1)
AGENTIC_V3 = Dialect("agentic_v3", "/api/v3/agentic/memorize", "/api/v3/agentic/nothing", 400, _v3)
AGENT_KV = Dialect("agent_kv", "/api/v1/memory/bot/store", "/api/v1/memory/stats/", 400, _agent_kv)
STM = Dialect("stm", "/stm/morning/messages", "/stm/", 422, _maas)
LTM = Dialect("ltm", "/ltm/memories", "/ltm/nothing", 422, _maas)
STORE = Dialect("store", "/store/items/search", "/store/nothing", 422, _plain_detail)
MEM0_SERVER = Dialect("mem0_server", "/search", "/memories/", 400, _plain_detail)
MEM0_PLATFORM = Dialect("mem0_platform", "/v3/memories/add/", "/v3/memories/nothing", 400, _plain_detail)
ANTHROPIC = Dialect("anthropic", "/v1/memory_stores", "/v1/memory_stores/a/b/c", 400, _anthropic)
DIALECTS = (V1, V2, AGENTIC_V3, AGENT_KV, STM, LTM, STORE, MEM0_SERVER, MEM0_PLATFORM, ANTHROPIC)
