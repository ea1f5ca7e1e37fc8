"""The MCP inspector's command line, from npm, over HTTP and over standard input and output."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.system.server import PROJECT, Server

INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
NODE, NPM = shutil.which("node"), shutil.which("npm")
pytestmark = pytest.mark.long

Json = dict[str, Any]
Inspect = Callable[..., Json]


@pytest.fixture(scope="module")
def launcher(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, in a folder of its own."""
    if not (NODE and NPM):
        pytest.skip("no node and npm on PATH")
    folder = tmp_path_factory.mktemp("inspector")
    (folder / "package.json").write_text('{"private": true}')
    command = [NPM, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", INSPECTOR]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if done.returncode:
        pytest.skip(f"npm could not install {INSPECTOR}: {done.stderr[-500:] or done.stdout[-500:]}")
    return folder / "node_modules" / ".bin" / "mcp-inspector"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("inspected") / "memory", {"EVEROS_AUTH__REQUIRED": "true"})
    try:
        yield running.start()
    finally:
        running.kill()


@pytest.fixture(scope="module")
def key(server: Server) -> str:
    return server.manage("token", "alice").split()[-1]


@pytest.fixture(params=["http", "stdio"])
def inspect(request: pytest.FixtureRequest, launcher: Path, server: Server, key: str) -> Inspect:
    """`inspect("tools/call", "--tool-name", …)`: the result of one call."""
    address = f"http://127.0.0.1:{server.port}"
    bridge = [sys.executable, "-m", "everos_site.cli", "mcp", "--url", address]
    ways = {
        "http": [f"{address}/mcp", "--transport", "http", "--header", f"Authorization: Bearer {key}"],
        "stdio": [*bridge, "-e", f"EVEROS_TOKEN={key}"],
    }

    def call(method: str, *options: str, fails: bool = False) -> Json:
        command = [str(launcher), "--cli", *ways[request.param], "--method", method, *options]
        done = subprocess.run(
            command,
            cwd=PROJECT,
            env={**server.env, "EVEROS_TOKEN": key},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert bool(done.returncode) == fails, done.stderr
        result: Json = json.loads(done.stdout) if not fails else {"stderr": done.stderr}
        return result

    return call


def test_all_that_it_can_ask(inspect: Inspect) -> None:
    tools = {tool["name"]: tool for tool in inspect("tools/list", "--strict")["tools"]}
    assert list(tools) == ["remember", "recall", "read", "forget", "profile"]
    assert tools["forget"]["annotations"]["destructiveHint"] is True
    kept = inspect("tools/call", "--tool-name", "remember", "--tool-arg", "text=The piano was tuned in May.")
    assert kept["structuredContent"]["status"] in ("remembered", "known")
    found = inspect(
        "tools/call", "--tool-name", "recall", "--tool-arg", "query=when was the piano tuned", "k=3"
    )
    assert "May" in found["structuredContent"]["memories"][0]["text"]
    whole = inspect(
        "tools/call", "--tool-name", "read", "--tool-arg", f"id={kept['structuredContent']['id']}"
    )
    assert whole["structuredContent"]["sections"] == {"text": "The piano was tuned in May."}

    listed = [each["uri"] for each in inspect("resources/list")["resources"]]
    assert "memory://profile" in listed
    (template,) = inspect("resources/templates/list")["resourceTemplates"]
    assert template["uriTemplate"] == "memory://memories/{id}"
    (profile,) = inspect("resources/read", "--uri", "memory://profile")["contents"]
    assert profile["mimeType"] == "text/markdown"

    assert [each["name"] for each in inspect("prompts/list")["prompts"]] == ["context", "keep"]
    prompt = inspect("prompts/get", "--prompt-name", "context", "--prompt-args", "topic=the piano")
    assert "tuned in May" in prompt["messages"][0]["content"]["text"]


def test_what_is_wrong_is_told(inspect: Inspect) -> None:
    refused = inspect("tools/call", "--tool-name", "read", "--tool-arg", "id=nothing", fails=True)
    assert "isError:true" in refused["stderr"]
    assert "tool_not_found" in inspect("tools/call", "--tool-name", "none", fails=True)["stderr"]
