"""Calls of `/mcp` as a client of either era makes them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from cascade import scanner
from cascade.drain import drain
from ome.engine.worker import drain as derive

Json = dict[str, Any]
Rpc = Callable[..., HttpResponse]
Call = Callable[..., Json]

MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
}


def request(method: str, params: Json | None = None, id: Any = 1) -> Json:
    message: Json = {"jsonrpc": "2.0", "id": id, "method": method}
    return message if params is None else {**message, "params": params}


def modern(method: str, params: Json | None = None, id: Any = 1) -> Json:
    return request(method, {**(params or {}), "_meta": META}, id)


def modern_headers(method: str, name: str | None = None) -> dict[str, str]:
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
    return headers if name is None else {**headers, "Mcp-Name": name}


@pytest.fixture
def post(db: None, root: Path) -> Rpc:
    """`post(body, query="tools=graph", headers={…})`: one POST."""
    client = Client(raise_request_exception=False)

    def send(body: Any, query: str = "", headers: dict[str, str] | None = None, **more: Any) -> HttpResponse:
        more = {"content_type": "application/json", **more}
        return client.post(f"/mcp?{query}", body, headers=headers or {}, **more)

    return send


@pytest.fixture
def call(post: Rpc) -> Call:
    """`call("recall", query="tea")`: the result of a tool that does what it is asked for."""

    def send(tool: str, /, at: str = "", headers: dict[str, str] | None = None, **arguments: Any) -> Json:
        answer = post(request("tools/call", {"name": tool, "arguments": arguments}), at, headers)
        assert answer.status_code == 200, answer.content
        result: Json = answer.json()["result"]
        assert not result["isError"], result
        return result

    return send


@pytest.fixture
def data(call: Call) -> Call:
    """The same, and of the result what is for programs."""

    def send(tool: str, /, at: str = "", **arguments: Any) -> Json:
        structured: Json = call(tool, at, **arguments)["structuredContent"]
        return structured

    return send


@pytest.fixture
def refused(post: Rpc) -> Callable[..., str]:
    """What a tool says when it does not."""

    def send(tool: str, /, at: str = "", headers: dict[str, str] | None = None, **arguments: Any) -> str:
        result = post(request("tools/call", {"name": tool, "arguments": arguments}), at, headers).json()[
            "result"
        ]
        assert result["isError"], result
        return str(result["content"][0]["text"])

    return send


def settle() -> None:
    while derive() + drain() + scanner.scan():
        pass
