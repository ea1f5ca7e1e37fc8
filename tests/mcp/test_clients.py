"""The clients that people have: the packages `mcp`, in both eras, and `fastmcp`, over HTTP and through the bridge."""

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from fastmcp import Client as FastClient
from fastmcp.client.transports import StreamableHttpTransport
from fastmcp.exceptions import ToolError
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.exceptions import MCPError

from tests.system.server import PROJECT, Server

Talk = Callable[[Client], Coroutine[Any, Any, None]]
ERAS = {"auto": "2026-07-28", "legacy": "2025-11-25"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("mcp") / "memory", {"EVEROS_AUTH__REQUIRED": "true"})
    try:
        yield running.start()
    finally:
        running.kill()


@pytest.fixture(scope="module")
def key(server: Server) -> str:
    return server.manage("token", "alice").split()[-1]


def address(server: Server, query: str = "") -> str:
    return f"http://127.0.0.1:{server.port}/mcp?{query}"


def bridge(server: Server, key: str, *options: str) -> StdioServerParameters:
    arguments = ["-m", "everos_site.cli", "mcp", "--url", f"http://127.0.0.1:{server.port}", *options]
    return StdioServerParameters(
        command=sys.executable, args=arguments, cwd=PROJECT, env={**server.env, "EVEROS_TOKEN": key}
    )


def talk(server: Server, key: str, way: str, mode: str, conversation: Talk, **options: str) -> None:
    async def over_http() -> None:
        query = "&".join(f"{name}={value}" for name, value in options.items())
        async with create_mcp_http_client(headers={"Authorization": f"Bearer {key}"}) as http:
            transport = streamable_http_client(address(server, query), http_client=http)
            async with Client(transport, mode=mode) as client:
                await conversation(client)

    async def over_stdio() -> None:
        named = [word for name, value in options.items() for word in (f"--{name}", value)]
        async with Client(bridge(server, key, *named), mode=mode) as client:
            await conversation(client)

    asyncio.run(over_http() if way == "http" else over_stdio())


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize("way", ["http", "stdio"])
def test_a_conversation(server: Server, key: str, way: str, mode: str) -> None:
    user = f"{way}-{mode}"

    async def conversation(client: Client) -> None:
        assert client.protocol_version == ERAS[mode]
        assert client.server_info is not None
        assert client.server_info.name == "everos"
        assert "Recall before" in (client.instructions or "")
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["remember", "recall", "read", "forget", "profile"]
        kept = await client.call_tool("remember", {"text": f"The locker of {user} has the number 417. 茶"})
        assert kept.structured_content is not None
        found = await client.call_tool("recall", {"query": "number of the locker", "max_tokens": 500})
        assert found.structured_content is not None
        [memory] = found.structured_content["memories"]
        assert memory["id"] == kept.structured_content["id"]
        assert memory["text"].endswith("417. 茶")
        read = await client.call_tool("read", {"id": memory["id"]})
        assert read.structured_content is not None
        assert read.structured_content["sections"]["text"] == memory["text"]
        shown = await client.call_tool("forget", {"ids": [memory["id"]]})
        assert shown.structured_content is not None
        assert shown.structured_content["status"] == "would_forget"
        gone = await client.call_tool("forget", {"ids": [memory["id"]], "dry_run": False})
        assert not gone.is_error
        again = await client.call_tool("recall", {"query": "number of the locker"})
        assert again.structured_content is not None
        assert again.structured_content["memories"] == []
        await client.call_tool("profile", {})
        wrong = await client.call_tool("recall", {})
        assert wrong.is_error
        assert "recall takes: query" in wrong.content[0].text  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="Unknown tool"):
            await client.call_tool("nothing", {})

    talk(server, key, way, mode, conversation, user=user)


@pytest.mark.parametrize("mode", ERAS)
def test_resources_and_prompts(server: Server, key: str, mode: str) -> None:
    async def conversation(client: Client) -> None:
        uris = [str(each.uri) for each in (await client.list_resources()).resources]
        assert uris[:2] == ["memory://profile", "memory://episodes/recent"]
        read = await client.read_resource("memory://profile")
        assert read.contents[0].text == "Nothing is known of this user yet."  # type: ignore[union-attr]
        templates = (await client.list_resource_templates()).resource_templates
        assert [each.uri_template for each in templates] == ["memory://memories/{id}"]
        prompts = [each.name for each in (await client.list_prompts()).prompts]
        assert prompts == ["context", "keep"]
        got = await client.get_prompt("context", {"topic": "tea"})
        assert "Nothing is known" in got.messages[0].content.text  # type: ignore[union-attr]
        with pytest.raises(MCPError):
            await client.read_resource("memory://memories/小明_ep_20260101_00000001")

    talk(server, key, "http", mode, conversation, user="nobody")


@pytest.mark.parametrize("mode", ERAS)
def test_the_graph_as_a_drop_in(server: Server, key: str, mode: str) -> None:
    async def conversation(client: Client) -> None:
        entity = {"name": f"Anna {mode}", "entityType": "person", "observations": ["likes tea"]}
        relation = {"from": entity["name"], "to": "Acme", "relationType": "works at"}
        made = await client.call_tool("create_entities", {"entities": [entity]})
        assert made.structured_content == {"entities": [entity]}
        assert json.loads(made.content[0].text) == [entity]  # type: ignore[union-attr]
        await client.call_tool("create_relations", {"relations": [relation]})
        opened = await client.call_tool("open_nodes", {"names": [entity["name"]]})
        assert opened.structured_content == {"entities": [entity], "relations": [relation]}
        gone = await client.call_tool("delete_entities", {"entityNames": [entity["name"]]})
        assert gone.structured_content == {"success": True, "message": "Entities deleted successfully"}
        missing = await client.call_tool(
            "add_observations", {"observations": [{"entityName": entity["name"], "contents": ["x"]}]}
        )
        assert missing.is_error

    talk(server, key, "stdio", mode, conversation, tools="graph", user=f"graph-{mode}")


def test_search_and_fetch_as_chatgpt_calls_them(server: Server, key: str) -> None:
    async def conversation(client: Client) -> None:
        found = await client.call_tool("search", {"query": "tea"})
        assert found.structured_content is None
        assert json.loads(found.content[0].text) == {"results": []}  # type: ignore[union-attr]

    talk(server, key, "http", "auto", conversation, tools="chatgpt", user="chatgpt")


def test_without_a_key(server: Server) -> None:
    async def conversation(client: Client) -> None:
        raise AssertionError("nobody comes in")

    for way in ("http", "stdio"):
        with pytest.raises(BaseExceptionGroup) as refused:
            talk(server, "wrong", way, "auto", conversation)
        told = str(_leaves(refused.value))
        assert "No such key is valid" in told or "401" in told


def _leaves(error: BaseException) -> list[BaseException]:
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return [leaf for each in inner for leaf in _leaves(each)] or [error]


def test_the_client_of_fastmcp(server: Server, key: str) -> None:
    async def conversation() -> None:
        transport = StreamableHttpTransport(
            address(server, "user=fast"), headers={"Authorization": f"Bearer {key}"}
        )
        async with FastClient(transport) as client:
            assert len(await client.list_tools()) == 5
            kept = await client.call_tool("remember", {"text": "Fast tea."})
            assert kept.structured_content["status"] == "remembered"
            found = await client.call_tool("recall", {"query": "tea"})
            assert found.structured_content["memories"][0]["text"] == "Fast tea."
            with pytest.raises(ToolError, match="say what to look for"):
                await client.call_tool("recall", {"query": ""})
            assert (await client.read_resource("memory://profile"))[0].text

    asyncio.run(conversation())
