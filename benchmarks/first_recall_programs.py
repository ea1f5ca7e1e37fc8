"""The shortest program of each client that remembers one thing and recalls it; used by `bench_first_recall.py`.

Each is given the server's address and prints `configured`, `remembered` and `recalled` when it has done so.
"""

PYTHON = """
import asyncio, os, sys
os.environ["MEM0_TELEMETRY"] = "False"
url, told = sys.argv[1], lambda step: print(step, flush=True)
TEXT, ASKED = "I climb in Yosemite every June.", "Where do I climb?"

def found(answer):
    assert "Yosemite" in str(answer), answer
    told("recalled")
"""
EVEROS = """
from everos import EverOS
memory = EverOS(url)
told("configured")
memory.remember("me", TEXT)
told("remembered")
found(memory.recall("me", ASKED))
"""
MCP = """
async def main():
    async with Client(f"{url}/mcp") as client:
        told("configured")
        await client.call_tool("remember", {"text": TEXT})
        told("remembered")
        found(await client.call_tool("recall", {"query": ASKED}))
asyncio.run(main())
"""
BRIDGE = """
from mcp import Client, StdioServerParameters
bridge = StdioServerParameters(command=sys.executable, args=["-m", "everos_site.cli", "mcp", "--url", url])
async def main():
    async with Client(bridge) as client:
        told("configured")
        await client.call_tool("remember", {"text": TEXT})
        told("remembered")
        found(await client.call_tool("recall", {"query": ASKED}))
asyncio.run(main())
"""
MEM0 = """
from mem0 import MemoryClient
memory = MemoryClient(api_key="any", host=url)
told("configured")
memory.add(TEXT, user_id="me", infer=False)
told("remembered")
found(memory.search(ASKED, filters={"user_id": "me"}))
"""
ANTHROPIC_TOOL = """
from everos.anthropic import EverOSMemoryTool
memory = EverOSMemoryTool(url=url, user="me")
told("configured")
memory.call({"command": "create", "path": "/memories/sport.md", "file_text": TEXT})
told("remembered")
found(memory.call({"command": "view", "path": "/memories/sport.md"}))
"""
ANTHROPIC_STORES = """
from anthropic import Anthropic
stores = Anthropic(base_url=url, api_key="any", default_query={"user": "me"}).beta.memory_stores
told("configured")
store = stores.create(name="Preferences")
kept = stores.memories.create(store.id, path="/sport.md", content=TEXT)
told("remembered")
found(stores.memories.retrieve(kept.id, memory_store_id=store.id, view="full"))
"""
LANGGRAPH = """
from everos import EverOS
from everos.langgraph import EverOSStore
store = EverOSStore(user_id="me", client=EverOS(url))
told("configured")
store.put(("prefs",), "sport", {"text": TEXT})
told("remembered")
found(store.search(("prefs",), query=ASKED))
"""
OPENAI_AGENTS = """
from everos import AsyncEverOS
from everos.openai_agents import EverOSSession
async def main():
    session = EverOSSession("me/monday", user_id="me", client=AsyncEverOS(url))
    told("configured")
    await session.add_items([{"role": "user", "content": TEXT}])
    told("remembered")
    found(await session.client.recall("me", ASKED))
asyncio.run(main())
"""
LLAMAINDEX = """
from everos import EverOS
from everos.llamaindex import EverOSMemoryBlock
from llama_index.core.llms import ChatMessage
async def main():
    block = EverOSMemoryBlock(user_id="me", client=EverOS(url))
    told("configured")
    await block.aput([ChatMessage(role="user", content=TEXT)], session_id="monday")
    told("remembered")
    found(await block.aget([ChatMessage(role="user", content=ASKED)]))
asyncio.run(main())
"""
ADK = """
from everos import EverOS
from everos.google_adk import EverOSMemoryService
from google.adk.memory.memory_entry import MemoryEntry
from google.genai.types import Content, Part
async def main():
    service, whose = EverOSMemoryService(EverOS(url)), {"app_name": "chat", "user_id": "me"}
    told("configured")
    await service.add_memory(**whose, memories=[MemoryEntry(content=Content(role="user", parts=[Part(text=TEXT)]))])
    told("remembered")
    found(await service.search_memory(**whose, query=ASKED))
asyncio.run(main())
"""
PYDANTIC_AI = """
from everos import EverOS
from everos.pydantic_ai import memory_tools
from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel
def model(tool, **given):
    parts = [[TextPart("Done.")], [ToolCallPart(tool, given)]]
    return FunctionModel(lambda messages, info: ModelResponse(parts=parts.pop()))
agent = Agent(toolsets=[memory_tools("me", EverOS(url))])
told("configured")
agent.run_sync("Remember it.", model=model("remember", text=TEXT))
told("remembered")
found(agent.run_sync(ASKED, model=model("recall", query=ASKED)).all_messages())
"""
TYPESCRIPT = """
import { EverOS } from "./dist/index.js";
const memory = new EverOS({ baseUrl: process.argv[1] });
console.log("configured");
const said = { sender_id: "me", role: "user", content: "I climb in Yosemite every June." };
await memory.add({ session_id: "s1", messages: [said] });
console.log("remembered");
const found = await memory.search({ user_id: "me", query: "Where do I climb?" });
if (!JSON.stringify(found).includes("Yosemite")) throw new Error(JSON.stringify(found));
console.log("recalled");
"""
AI_SDK = """
import { generateText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { EverOS } from "./dist/index.js";
import { everosMiddleware } from "./dist/ai-sdk/index.js";
const memory = new EverOS({ baseUrl: process.argv[1] });
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const answer = { content: [{ type: "text", text: "Fine." }], finishReason: { unified: "stop" }, usage, warnings: [] };
let asked;
const mock = new MockLanguageModelV4({ doGenerate: async (options) => ((asked = options.prompt), answer) });
const chat = (sessionId, prompt) => {
  const middleware = everosMiddleware({ memory, userId: "me", sessionId });
  return generateText({ model: wrapLanguageModel({ model: mock, middleware }), prompt });
};
console.log("configured");
await chat("monday", "I climb in Yosemite every June.");
console.log("remembered");
await chat("friday", "Where do I climb?");
if (!JSON.stringify(asked).includes("Yosemite")) throw new Error(JSON.stringify(asked));
console.log("recalled");
"""
HOOKS = """
import json, subprocess
def everos(*words, event=None):
    given = None if event is None else json.dumps(event)
    command = [sys.executable, "-m", "everos_site.cli", *words, "--url", url]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout
agent = sys.argv[2]
everos("connect", agent, "--yes")
told("configured")
def prompt(session, text):
    return {"session_id": session, "hook_event_name": "UserPromptSubmit", "prompt": text}
everos("hook", agent, "capture", "--timeout", "60", event=prompt("monday", TEXT))
told("remembered")
found(everos("hook", agent, "recall", "--timeout", "60", event=prompt("friday", ASKED)))
"""
