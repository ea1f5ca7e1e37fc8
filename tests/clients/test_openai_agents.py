"""`EverOSSession` under the real Agents SDK, with the SDK's own session as an oracle; in many processes, and killed."""

import asyncio
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from agents import (
    Agent,
    RunConfig,
    Runner,
    Session,
    SessionSettings,
    SQLiteSession,
    function_tool,
    set_tracing_disabled,
)
from agents.models.openai_chatcompletions import OpenAIChatCompletionsModel
from everos import AsyncEverOS, Conflict, EverOS
from everos.openai_agents import EverOSSession
from openai import AsyncOpenAI

from tests.fakes.openai_server import CallsTool, FakeOpenAI, Says
from tests.system.server import Server

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "openai_agents_session.py"
ITEMS: list[Any] = [
    {"role": "system", "content": "Be kind."},
    {"role": "user", "content": "I moved to Lisbon. \x00 \ud83d 👋 小明 \u2028"},
    {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAA==", "x": 1.0},
    {"arguments": '{"b":1, "a":2}', "call_id": "c1", "name": "weather", "type": "function_call"},
    {"call_id": "c1", "output": [{"type": "input_text", "text": "sunny"}], "type": "function_call_output"},
    {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "Nice!", "annotations": []}],
    },
]

set_tracing_disabled(True)


@pytest.fixture
def model() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as endpoint:
        yield endpoint


@function_tool
def weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


def agent_of(model: FakeOpenAI) -> Agent[None]:
    client = AsyncOpenAI(base_url=model.url, api_key="k", max_retries=0)
    chat = OpenAIChatCompletionsModel("test", openai_client=client)
    return Agent(name="helper", instructions="Help.", model=chat, tools=[weather])


def said(number: int) -> Any:
    return {"role": "user", "content": f"This is sentence number {number}."}


def numbers(items: list[Any]) -> list[int]:
    return [int(item["content"].split()[-1].strip(".")) for item in items]


def waiting(memory: EverOS, session: str, user: str = "alice") -> list[Any]:
    found = memory.search("x", user_id=user, filters={"session_id": session})["unprocessed_messages"]
    return [message["content"] for message in found]


async def test_items_as_the_sdk_s_own_session_keeps_them(url: str):
    ours: Session = EverOSSession("oracle", "alice", client=AsyncEverOS(url))
    theirs: Session = SQLiteSession("oracle")
    assert isinstance(ours, Session)
    for session in (ours, theirs):
        await session.add_items(ITEMS)
        await session.add_items([])
    assert await ours.get_items() == await theirs.get_items() == ITEMS
    for limit in (0, 1, 3, 99, -1):
        assert await ours.get_items(limit) == (await theirs.get_items(limit) if limit >= 0 else ITEMS)
    assert json.dumps(await ours.get_items()) == json.dumps(ITEMS)
    for _ in range(7):
        assert await ours.pop_item() == await theirs.pop_item()
    assert await ours.get_items() == []
    await ours.add_items(ITEMS)
    await ours.clear_session()
    assert await ours.get_items() == []


async def test_limits_of_the_session_s_settings(url: str):
    few = SessionSettings(limit=2)
    session = EverOSSession("settings", "alice", client=AsyncEverOS(url), session_settings=few)
    thoughts: list[Any] = [
        {"type": "reasoning", "id": f"rs_{number}", "summary": []} for number in range(1201)
    ]
    await session.add_items(thoughts)  # more than one request takes
    assert await session.get_items() == thoughts[-2:]
    assert await session.get_items(1201) == thoughts


async def test_a_run_as_with_the_sdk_s_own_session(url: str, model: FakeOpenAI):
    agent = agent_of(model)
    kept = []
    for session in (EverOSSession("run", "alice", client=AsyncEverOS(url)), SQLiteSession("run")):
        model.calls.clear()
        model.fail(CallsTool("weather", '{"city": "Lisbon"}'), Says("Sunny, all week."), Says("In Lisbon."))
        first = await Runner.run(agent, "I moved to Lisbon. How is the weather?", session=session)
        assert first.final_output == "Sunny, all week."
        second = await Runner.run(agent, "Where do I live?", session=session)
        assert second.final_output == "In Lisbon."
        told = [message["role"] for message in model.calls[-1].body["messages"]]
        assert told == ["system", "user", "assistant", "tool", "assistant", "user"]
        kept.append((await session.get_items(), [call.body["messages"] for call in model.calls]))
    assert kept[0] == kept[1]


async def test_what_a_run_says_is_remembered_in_other_sessions(url: str, server: Server, model: FakeOpenAI):
    memory = AsyncEverOS(url, app="runs")
    session = EverOSSession("alice/monday", "alice", client=memory, agent_id="helper")
    model.fail(CallsTool("weather", '{"city": "Lisbon"}'), Says("Enjoy the sun!"))
    await Runner.run(agent_of(model), "I moved to Lisbon with my dog Rex.", session=session)
    assert (await session.flush())["status"] == "extracted"
    server.ready()
    texts = str((await memory.recall("alice", "Where does she live?"))["memories"])
    assert "Lisbon" in texts
    [episode] = [episode async for episode in memory.episodes("alice")]
    assert "helper called weather" in episode["episode"]
    assert (await memory.delete(session_id="alice/monday"))["status"] == "forgotten"
    assert await session.get_items() == []
    assert [episode async for episode in memory.episodes("alice")] == []


async def test_a_rewind_takes_back_what_memory_has_not_made_its_own(url: str):
    session = EverOSSession("rewind", "alice", client=AsyncEverOS(url))
    await session.add_items([said(1), said(2)])
    await session.pop_item()
    assert waiting(EverOS(url), "rewind") == [said(1)["content"]]
    await session.add_items([said(2)])
    assert waiting(EverOS(url), "rewind") == [said(1)["content"], said(2)["content"]]


async def test_a_session_is_for_one_user(url: str):
    client = AsyncEverOS(url)
    await EverOSSession("hers", "alice", client=client).add_items([said(1)])
    his = EverOSSession("hers", "bob", client=client)
    assert await his.get_items() == []
    assert await his.pop_item() is None
    await his.clear_session()
    with pytest.raises(Conflict, match="another user"):
        await his.add_items([said(2)])
    assert numbers(await EverOSSession("hers", "alice", client=client).get_items()) == [1]


def test_runs_of_several_event_loops(url: str, model: FakeOpenAI):
    session = EverOSSession("loops", "alice", client=AsyncEverOS(url))
    model.fail(Says("One."), Says("Two."))
    config = RunConfig(tracing_disabled=True)
    for expected in ("One.", "Two."):
        result = asyncio.run(Runner.run(agent_of(model), "Count.", session=session, run_config=config))
        assert result.final_output == expected
    assert len(asyncio.run(session.get_items())) == 4


async def test_each_item_is_popped_once(url: str):
    clients = [EverOSSession("pops", "alice", client=AsyncEverOS(url)) for _ in range(4)]
    await clients[0].add_items([said(number) for number in range(24)])
    popped = await asyncio.gather(*(clients[number % 4].pop_item() for number in range(30)))
    assert sorted(numbers([item for item in popped if item is not None])) == list(range(24))
    assert popped.count(None) == 6
    assert waiting(EverOS(url), "pops") == []


WORKER = """
import asyncio, json, sys
from everos.openai_agents import EverOSSession

async def main(name):
    session, popped = EverOSSession("processes", "alice"), []
    for number in range(20):
        await session.add_items([{"role": "user", "content": f"{name} {number}"}])
        if number % 2:
            popped.append((await session.pop_item())["content"])
    print(json.dumps(popped))

asyncio.run(main(sys.argv[1]))
"""


def test_two_processes(url: str):
    env = {**os.environ, "EVEROS_URL": url}
    started = [
        subprocess.Popen([sys.executable, "-c", WORKER, name], env=env, stdout=subprocess.PIPE)
        for name in "ab"
    ]
    popped = [text for each in started for text in json.loads(each.communicate(timeout=120)[0])]
    with EverOS(url) as memory:
        left = [item["content"] for item in memory.session_items("processes", "alice")]
        assert waiting(memory, "processes") == left
    assert sorted(popped + left) == sorted(f"{name} {number}" for name in "ab" for number in range(20))
    for name in "ab":
        own = [int(text.split()[1]) for text in left if text.startswith(name)]
        assert own == sorted(own)


def test_killed_in_between_nothing_is_lost_or_doubled(tmp_path: Path):
    """The client tries again under the same ids until the server is back."""
    server = Server(tmp_path / "memory").start()
    memory = EverOS(f"http://127.0.0.1:{server.port}", retries=60)
    popped: list[int] = []

    def talk() -> None:
        for number in range(40):
            memory.add_session_items("killed", "alice", [said(number)])
            if number % 4 == 3:
                item = memory.pop_session_item("killed", "alice")
                assert item is not None
                popped.extend(numbers([item]))

    talking = threading.Thread(target=talk)
    talking.start()
    try:
        time.sleep(random.uniform(0.1, 0.5))
        server.kill()
        server.start()
        talking.join(timeout=120)
        assert not talking.is_alive()
        assert popped == list(range(3, 40, 4))
        left = numbers(memory.session_items("killed", "alice"))
        assert left == [number for number in range(40) if number % 4 != 3]
        deadline = time.monotonic() + 30  # the clock makes good what the last call left
        while (said_there := waiting(memory, "killed")) != [said(each)["content"] for each in left]:
            assert time.monotonic() < deadline, said_there
            time.sleep(0.5)
    finally:
        server.kill()


def test_the_example(url: str, server: Server, model: FakeOpenAI):
    env = {**os.environ, "EVEROS_URL": url, "OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "k"}

    def ask(session: str, question: str) -> str:
        command = [sys.executable, str(EXAMPLE), "--user", "olga", "--session", session, question]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    model.fail(Says("How nice."), Says("In Lisbon."))
    assert ask("monday", "I moved to Lisbon last week.") == "How nice.\n"
    server.ready()
    assert ask("friday", "Where do I live?") == "In Lisbon.\n"
    instructions, *turns = model.calls[-1].body["messages"]
    assert "Lisbon" in instructions["content"]
    assert [turn["content"] for turn in turns] == ["Where do I live?"]
