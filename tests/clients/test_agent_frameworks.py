"""LlamaIndex, Google's ADK and Pydantic AI, each with a real agent run that uses its memory."""

import asyncio
import json
import subprocess
import sys
import uuid
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any

import pytest
from everos import EverOS
from everos.errors import NotFound
from everos.google_adk import EverOSMemoryService
from everos.llamaindex import EverOSMemoryBlock
from everos.pydantic_ai import memory_tools
from google.adk.events import Event
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.sessions import Session
from google.genai.types import Content, FunctionCall, Part
from llama_index.core.llms import ChatMessage, MockLLM
from llama_index.core.memory import Memory
from pydantic import PrivateAttr
from pydantic_ai import Agent, DeferredToolRequests
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from examples import google_adk_memory, llamaindex_memory, pydantic_ai_tools
from tests.fakes.openai_server import CallsTool, FakeOpenAI, Says

EXAMPLES = Path(__file__).parents[2] / "examples"
CLIMBING = "I climb with Bob at the Kreuzberg gym on Tuesdays."


@pytest.fixture(scope="module")
def client(url: str) -> Iterator[EverOS]:
    with EverOS(url) as client:
        yield client


@pytest.fixture
def user() -> str:
    return f"user-{uuid.uuid4().hex[:8]}"


def recalled(client: EverOS, user: str, query: str = "climbing on Tuesdays") -> str:
    return "\n".join(memory["text"] for memory in client.recall(user, query)["memories"])


def example(name: str, *arguments: str) -> str:
    command = [sys.executable, "-W", "ignore", str(EXAMPLES / name), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


# LlamaIndex


def said(user_text: str, answer: str = "Good to know.") -> list[ChatMessage]:
    return [ChatMessage(role="user", content=user_text), ChatMessage(role="assistant", content=answer)]


def test_what_leaves_the_short_term_memory_is_remembered(client: EverOS, user: str):
    block = EverOSMemoryBlock(user_id=user, client=client)
    short = Memory.from_defaults(
        session_id=f"s-{user}", token_limit=60, token_flush_size=20, memory_blocks=[block]
    )
    short.put_messages(
        [*said(CLIMBING), *said("What is the weather like? " * 10), *said("And tomorrow?" * 10)]
    )
    assert CLIMBING not in [message.content for message in short.get()]
    later = Memory.from_defaults(session_id="another", memory_blocks=[block])
    [system] = later.get(input="When do I climb?")
    assert system.role == "system"
    assert "Kreuzberg" in str(system.content)


async def test_messages_keep_their_session_and_their_speaker(client: EverOS, user: str):
    block = EverOSMemoryBlock(user_id=user, agent_id=f"bot-{user}", client=client)
    tool = ChatMessage(role="tool", content="42 degrees")
    await block.aput([*said(CLIMBING), tool, ChatMessage(role="system", content="Be kind.")], session_id="s1")
    await block.aput(said("I have a dog."), session_id="s2")
    for session in ("s1", "s2"):
        await asyncio.to_thread(client.flush, session)
    episodes = list(client.episodes(user))
    assert {episode["session_id"] for episode in episodes} == {"s1", "s2"}
    assert {sender for episode in episodes for sender in episode["sender_ids"]} == {user, f"bot-{user}"}
    assert "degrees" not in str(episodes)


async def test_a_block_is_cut_at_its_end(client: EverOS, user: str):
    block = EverOSMemoryBlock(user_id=user, client=client)
    assert await block.aget([]) == ""
    assert await block.aget([ChatMessage(role="user", content=" ")]) == ""
    assert await block.atruncate("the best\nthe second\nthe last", 2) == "the best\nthe second"
    assert await block.atruncate("the best", 100) is None


async def test_a_chat_of_llamaindex_finds_what_was_said_in_another_session(
    url: str, user: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("EVEROS_URL", url)
    await llamaindex_memory.ask(MockLLM(), user, CLIMBING)
    assert "Kreuzberg" in await llamaindex_memory.ask(MockLLM(), user, "When do I climb?")


# Google's ADK


class Scripted(BaseLlm):
    """Looks into the memory first, and then says what it has found there."""

    model: str = "scripted"
    _requests: list[LlmRequest] = PrivateAttr(default_factory=list)

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        self._requests.append(llm_request)
        last = llm_request.contents[-1].parts[-1]
        if last.function_response is None:
            call = FunctionCall(name="load_memory", args={"query": last.text})
            part = Part(function_call=call)
        else:
            part = Part(text=f"I found: {last.function_response.response}")
        yield LlmResponse(content=Content(role="model", parts=[part]))


async def test_an_agent_of_adk_finds_what_was_said_in_another_session(
    url: str, client: EverOS, user: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("EVEROS_URL", url)
    first = await google_adk_memory.ask(Scripted(), user, CLIMBING)
    assert "Kreuzberg" not in first
    assert "Kreuzberg" in await google_adk_memory.ask(Scripted(), user, "When do I climb?")
    own = client.within(app=google_adk_memory.APP)
    assert "Kreuzberg" in recalled(own, user)
    assert recalled(client, user) == ""  # of another app


def event(text: str, author: str = "user", **more: Any) -> Event:
    return Event(author=author, content=Content(role=author, parts=[Part(text=text)]), **more)


async def test_a_session_that_is_added_twice_is_known_once(client: EverOS, user: str):
    service = EverOSMemoryService(client, shared=True)
    events = [event(CLIMBING), event("Fine!", "bot"), event("Fi", "bot", partial=True), Event(author="bot")]
    session = Session(id=f"s-{user}", app_name="app", user_id=user, events=events)
    await service.add_session_to_memory(session)
    session.events.append(event("And on Fridays I swim."))
    await service.add_session_to_memory(session)
    client.flush(session.id)
    texts = [episode["episode"] for episode in client.episodes(user)]
    assert sum(text.count("Kreuzberg") for text in texts) == 1
    assert any("swim" in text for text in texts)
    assert {sender for one in client.episodes(user) for sender in one["sender_ids"]} <= {user, "bot"}


async def test_memories_of_adk_are_added_and_deleted_one_by_one(client: EverOS, user: str):
    service = EverOSMemoryService(client)
    content = Content(role="user", parts=[Part(text=CLIMBING), Part(text="thinking", thought=True)])
    whose = {"app_name": "adk_one", "user_id": user}
    await service.add_memory(**whose, memories=[MemoryEntry(content=content)])
    found = (await service.search_memory(**whose, query="climbing")).memories
    assert [memory.content.parts[0].text for memory in found] == [CLIMBING]
    assert found[0].timestamp
    assert (
        await service.search_memory(app_name="adk_one", user_id="nobody", query="climbing")
    ).memories == []
    with pytest.raises(NotFound):
        await service.delete_memory(app_name="adk_one", user_id="nobody", memory_id=found[0].id)
    await service.delete_memory(**whose, memory_id=found[0].id)
    assert (await service.search_memory(**whose, query="climbing")).memories == []
    assert (await service.search_memory(**whose, query=" ")).memories == []


# Pydantic AI


def test_an_agent_of_pydantic_ai_finds_what_was_said_in_another_run(
    url: str, client: EverOS, user: str, monkeypatch: pytest.MonkeyPatch
):
    with FakeOpenAI() as endpoint:
        for name, value in (
            ("EVEROS_URL", url),
            ("OPENAI_BASE_URL", endpoint.url),
            ("OPENAI_API_KEY", "none"),
        ):
            monkeypatch.setenv(name, value)
        endpoint.fail(CallsTool("remember", json.dumps({"text": CLIMBING})), Says("Noted."))
        assert example("pydantic_ai_tools.py", CLIMBING, "--user", user) == "Noted.\n"
        endpoint.fail(CallsTool("recall", '{"query": "climbing"}'), Says("On Tuesdays."))
        assert pydantic_ai_tools.ask("openai-chat:gpt-5", user, "When do I climb?") == "On Tuesdays."
        assert "Kreuzberg" in str(endpoint.calls[-1].body["messages"][-1])
        offered = {tool["function"]["name"] for tool in endpoint.calls[0].body["tools"]}
    assert offered == {"remember", "recall", "forget"}
    assert "Kreuzberg" in recalled(client, user)


def calling(*steps: ToolCallPart | str) -> FunctionModel:
    """A model that takes these steps."""
    left = list(steps)

    def step(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        one = left.pop(0)
        return ModelResponse(parts=[TextPart(one) if isinstance(one, str) else one])

    return FunctionModel(step)


async def test_an_agent_forgets_what_it_has_found(client: EverOS, user: str):
    client.remember(user, CLIMBING)
    [found] = client.recall(user, "climbing")["memories"]
    steps = [
        ToolCallPart("forget", {"ids": ["no-such-memory"]}),
        ToolCallPart("forget", {"ids": [found["id"]]}),
        "Done.",
    ]
    agent = Agent(calling(*steps), toolsets=[memory_tools(lambda ctx: ctx.deps, client)], deps_type=str)
    assert (await agent.run("Forget it.", deps=user)).output == "Done."
    assert recalled(client, user) == ""


async def test_somebody_may_have_to_approve_forgetting(client: EverOS, user: str):
    client.remember(user, CLIMBING)
    [found] = client.recall(user, "climbing")["memories"]
    tools = memory_tools(user, client, approve_forgetting=True)
    call = ToolCallPart("forget", {"ids": [found["id"]]})
    agent = Agent(calling(call), toolsets=[tools], output_type=[str, DeferredToolRequests])
    ran = await agent.run("Forget it.")
    assert [each.tool_name for each in ran.output.approvals] == ["forget"]
    assert "Kreuzberg" in recalled(client, user)


async def test_an_agent_goes_on_without_its_memory(user: str):
    away = EverOS("http://127.0.0.1:9", retries=0)
    call = ToolCallPart("recall", {"query": "climbing"})
    agent = Agent(calling(call, "I cannot remember."), toolsets=[memory_tools(user, away)])
    ran = await agent.run("When do I climb?")
    assert ran.output == "I cannot remember."
    returned = [
        part for message in ran.all_messages() for part in message.parts if isinstance(part, ToolReturnPart)
    ]
    assert "The memory cannot be used" in str(returned[0].content)


async def test_the_event_loop_goes_on(user: str):
    """While a server does not answer, which is as slow as one can be."""

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    client = EverOS(f"http://127.0.0.1:{port}", retries=0, timeout=1)
    block = EverOSMemoryBlock(user_id=user, client=client)
    service = EverOSMemoryService(client)
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0.01)
            beats += 1

    heart = asyncio.create_task(beat())
    waiting = [
        block.aget([ChatMessage(role="user", content="hello")]),
        service.search_memory(app_name="app", user_id=user, query="hello"),
    ]
    for failure in await asyncio.gather(*waiting, return_exceptions=True):
        assert isinstance(failure, Exception)
    heart.cancel()
    server.close()
    assert beats > 3
