"""The reference implementation's own MCP server, `everos-mcp` from PyPI, with ours behind it: each of its steps.

It needs an older `mcp` than these tests, and so an environment of its own (requirements/everos-mcp.txt).
"""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from tests.system.client import connected
from tests.system.server import PROJECT, Server

REQUIREMENTS = PROJECT / "requirements" / "everos-mcp.txt"
TOOLS = {
    "search_memory",
    "add_memory",
    "get_profile",
    "list_memories",
    "forget_session",
    "record_trajectory",
    "recall_agent_experience",
}
ROUNDS = 5  # of tools: with fewer, a trajectory makes no case
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("everos-mcp") / "env"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True)
    command = [str(folder / "bin" / "pip"), "install", "--quiet", "--require-hashes", "-r", str(REQUIREMENTS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        pytest.skip(f"pip could not install {REQUIREMENTS.name}: {done.stderr[-500:]}")
    return folder / "bin" / "everos-mcp"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("reference") / "memory", {"EVEROS_AUTH__REQUIRED": "true"})
    try:
        yield running.start()
    finally:
        running.kill()


def test_its_eight_steps(program: Path, server: Server) -> None:
    key = server.manage("token", "service").split()[-1]
    env = {
        "EVEROS_BASE_URL": f"http://127.0.0.1:{server.port}",
        "EVEROS_API_KEY": key,
        "EVEROS_USER_ID": "mara",
    }

    async def conversation() -> None:
        async with Client(
            StdioServerParameters(command=str(program), args=[], env=env), mode="legacy"
        ) as client:

            async def said(tool: str, **arguments: Any) -> str:
                result = await client.call_tool(tool, arguments)
                assert not result.is_error, result.content
                return "\n".join(each.text for each in result.content)

            async def until(words: str, tool: str, **arguments: Any) -> str:
                return await _until(lambda: said(tool, **arguments), words)

            # 1: what there is
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            # 2: something is kept
            told = await said(
                "add_memory",
                user_message="My dentist is Dr. Okafor and I live in Galway.",
                assistant_message="I will remember that.",
                wait=True,
            )
            assert told.startswith("Stored and extracted.")
            # 3: it is found
            assert "Okafor" in await until("Okafor", "search_memory", query="dentist name")
            # 4: it is in the list
            listed = await said("list_memories")
            assert "1 total, page 1" in listed
            assert "Okafor" in listed
            # 5: the profile knows it
            assert "Galway" in await until("Galway", "get_profile")
            # 6: how a task was solved
            recorded = await said("record_trajectory", messages=_trajectory())
            assert "recording in the background" in recorded
            # 7: which another task can build on
            found = await until("Past cases", "recall_agent_experience", task="deploy the billing service")
            assert "Past cases" in found
            # 8: and all of the connection is forgotten
            deleted = await said("forget_session")
            assert deleted.startswith("Deleted ")
            assert not deleted.startswith("Deleted 0 ")
            assert "Okafor" not in await said("search_memory", query="dentist name")
            assert "No memories stored yet" in await said("list_memories")

    asyncio.run(conversation())
    with connected(server.port) as client:
        assert client.health()["status"]
    assert not [path for path in server.root.rglob("episodes/*.md") if "Okafor" in path.read_text("utf-8")]


async def _until(say: Callable[[], Any], words: str, seconds: float = 90) -> str:
    """The answer in which these words stand, or the last one."""
    ends = monotonic() + seconds
    while True:
        told = str(await say())
        if words in told or monotonic() > ends:
            return told
        await asyncio.sleep(0.5)


def _trajectory() -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = [{"role": "user", "content": "Deploy the billing service to production."}]
    for number, command in enumerate(["build", "test", "push", "apply", "verify"][:ROUNDS]):
        call = {"id": f"c{number}", "name": "shell", "arguments": {"command": f"make {command}-billing"}}
        steps.append({"role": "assistant", "content": f"I will {command} it.", "tool_calls": [call]})
        steps.append({"role": "tool", "tool_call_id": f"c{number}", "content": f"{command} of billing: ok"})
    return [*steps, {"role": "assistant", "content": "The billing service is deployed and verified."}]
