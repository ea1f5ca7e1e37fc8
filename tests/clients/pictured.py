"""What is done in each picture of docs/connect; `python -m tests.clients.pictures` runs and records it."""

import json
from dataclasses import dataclass, field

PROMPT = "I climb in Yosemite every June, with my sister Anna."
QUESTION = "Where do I climb?"
# A line of what Claude Code writes of a session.
TRANSCRIPT = (
    json.dumps(
        {
            "type": "user",
            "uuid": "monday-1",
            "sessionId": "monday",
            "timestamp": "2026-11-23T09:00:00.000Z",
            "message": {"role": "user", "content": PROMPT},
        }
    )
    + "\n"
)


@dataclass(frozen=True)
class Session:
    """A terminal session for the page of that name: lines for a shell, statements of Python, or a module for node."""

    page: str
    title: str
    shows: str  # what must be in the picture
    shell: tuple[str, ...] = ()
    python: str = ""
    module: str = ""
    files: dict[str, str] = field(default_factory=dict)  # in the folder where it runs
    settings: dict[str, str] = field(default_factory=dict)  # of the server
    inspector: bool = False  # the MCP inspector is on the path

    @property
    def language(self) -> str:
        """For the colours."""
        return "pycon" if self.python else "console"


def _event(name: str, session: str, **more: str) -> str:
    return json.dumps({"session_id": session, "hook_event_name": name, **more})


def _coding_agent(agent: str, title: str, said: str, asked: str, ends: str) -> Session:
    """Two sessions of the agent: what is said in the first is recalled in the second."""
    return Session(
        agent,
        title,
        "Anna",
        shell=(
            f"everos connect {agent} --yes | tail -n 1",
            f"everos hook {agent} capture < monday.json",
            f"everos hook {agent} flush < end-of-monday.json",
            "cat friday.json",
            f"everos hook {agent} recall < friday.json",
        ),
        files={
            "monday.jsonl": TRANSCRIPT,
            "monday.json": said,
            "end-of-monday.json": ends,
            "friday.json": asked,
        },
    )


def _inspected(page: str, title: str, address: str, *before: str) -> Session:
    call = f"mcp-inspector --cli {address} --method tools/call --tool-name"
    return Session(
        page,
        title,
        "Yosemite",
        shell=(
            *before,
            f'{call} remember --tool-arg text="{PROMPT}"',
            f'{call} recall --tool-arg query="{QUESTION}"',
        ),
        inspector=True,
    )


SESSIONS = (
    _coding_agent(
        "claude-code",
        "Claude Code",
        said=_event("Stop", "monday", transcript_path="monday.jsonl"),
        ends=_event("SessionEnd", "monday", transcript_path="monday.jsonl"),
        asked=_event("UserPromptSubmit", "friday", prompt=QUESTION),
    ),
    _coding_agent(
        "codex",
        "Codex",
        said=_event("UserPromptSubmit", "monday", prompt=PROMPT),
        ends=_event("SessionEnd", "monday"),
        asked=_event("UserPromptSubmit", "friday", prompt=QUESTION),
    ),
    _coding_agent(
        "cursor",
        "Cursor",
        said=json.dumps(
            {"conversation_id": "monday", "hook_event_name": "beforeSubmitPrompt", "prompt": PROMPT}
        ),
        ends=json.dumps({"conversation_id": "monday", "hook_event_name": "sessionEnd"}),
        asked=json.dumps({"conversation_id": "friday", "hook_event_name": "sessionStart"}),
    ),
    _inspected(
        "vscode",
        "The server that VS Code is given",
        "http://127.0.0.1:8000/mcp --transport http",
        "everos connect vscode --yes",
    ),
    _inspected(
        "claude-desktop",
        "The command that Claude Desktop is given",
        "--config ~/.config/Claude/claude_desktop_config.json --server everos",
        "everos connect claude-desktop --yes",
    ),
    _inspected("mcp", "MCP", "http://127.0.0.1:8000/mcp --transport http"),
    Session(
        "mem0",
        "mem0",
        "Leipzig",
        python="""
from mem0 import MemoryClient
memory = MemoryClient(api_key="any", host="http://127.0.0.1:8000")
memory.add("I moved to Leipzig in May and I am allergic to nuts.", user_id="alice", infer=False)
[each["memory"] for each in memory.search("Where do I live?", filters={"user_id": "alice"})["results"]]
""",
    ),
    Session(
        "anthropic",
        "Anthropic's memory tool",
        "Climbs on Thursdays",
        python="""
from everos.anthropic import EverOSMemoryTool
memory = EverOSMemoryTool(url="http://127.0.0.1:8000", user="alice")
memory.call({"command": "create", "path": "/memories/sport.md", "file_text": "Climbs on Thursdays."})
memory.call({"command": "view", "path": "/memories"})
memory.call({"command": "view", "path": "/memories/sport.md"})
""",
    ),
    Session(
        "python",
        "The Python client",
        "trains",
        python="""
from everos import EverOS
memory = EverOS()
kept = memory.remember("alice", "Prefers trains over planes.")
[each["text"] for each in memory.recall("alice", "trains or planes?")["memories"]]
""",
    ),
    Session(
        "langgraph",
        "LangGraph",
        "green tea",
        python="""
from everos.langgraph import EverOSStore
store = EverOSStore(user_id="alice")
store.put(("prefs",), "tea", {"text": "likes green tea"})
store.put(("prefs",), "music", {"text": "plays the cello"})
[(item.key, item.value) for item in store.search(("prefs",), query="hot drinks", limit=1)]
""",
    ),
    Session(
        "openai-agents",
        "OpenAI Agents SDK",
        "Lisbon",
        python="""
from everos.openai_agents import EverOSSession
session = EverOSSession("alice/monday", user_id="alice")
await session.add_items([{"role": "user", "content": "I moved to Lisbon last week."}])
await session.get_items()
[each["text"] for each in (await session.client.recall("alice", "Where do I live?"))["memories"]]
""",
    ),
    Session(
        "llamaindex",
        "LlamaIndex",
        "Thursdays",
        python="""
from llama_index.core.llms import ChatMessage
from everos.llamaindex import EverOSMemoryBlock
block = EverOSMemoryBlock(user_id="alice")
await block.aput([ChatMessage(role="user", content="I climb on Thursdays.")], session_id="monday")
await block.aget([ChatMessage(role="user", content="When do I climb?")])
""",
    ),
    Session(
        "google-adk",
        "Google ADK",
        "Thursdays",
        python="""
from google.adk.memory.memory_entry import MemoryEntry
from google.genai.types import Content, Part
from everos.google_adk import EverOSMemoryService
service = EverOSMemoryService()
said = MemoryEntry(content=Content(role="user", parts=[Part(text="I climb on Thursdays.")]))
await service.add_memory(app_name="chat", user_id="alice", memories=[said])
found = await service.search_memory(app_name="chat", user_id="alice", query="When do I climb?")
[memory.content.parts[0].text for memory in found.memories]
""",
    ),
    Session(
        "pydantic-ai",
        "Pydantic AI, with a model of this session's own",
        "trains",
        python="""
from everos.pydantic_ai import memory_tools
from pydantic_ai import Agent
from pydantic_ai.models.test import TestModel
agent = Agent(TestModel(call_tools=["recall"]), toolsets=[memory_tools("alice")])
from everos import EverOS
kept = EverOS().remember("alice", "Prefers trains over planes.")
answer = await agent.run("How do I like to travel?")
answer.output
""",
    ),
    Session(
        "typescript",
        "The TypeScript client",
        "Yosemite",
        module="""
import { EverOS } from "./dist/index.js";

const memory = new EverOS({ baseUrl: "http://127.0.0.1:8000" });
const said = { sender_id: "alice", role: "user", content: "I climb in Yosemite every June." };
await memory.add({ session_id: "s1", messages: [said] });
await memory.flush({ session_id: "s1" });
const { episodes } = await memory.search({ user_id: "alice", query: "Where does she climb?" });
console.log(episodes.map((each) => each.episode));
""",
    ),
    Session(
        "vercel-ai",
        "Vercel AI SDK, with a model that repeats what it is asked",
        "Yosemite",
        module="""
import { generateText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { EverOS } from "./dist/index.js";
import { everosMiddleware } from "./dist/ai-sdk/index.js";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const parrot = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => ({
    content: [{ type: "text", text: JSON.stringify(prompt, null, 2) }],
    finishReason: { unified: "stop" }, usage, warnings: [],
  }),
});
const memory = new EverOS({ baseUrl: "http://127.0.0.1:8000" });
const chat = (sessionId, prompt) => generateText({
  model: wrapLanguageModel({ model: parrot, middleware: everosMiddleware({ memory, userId: "alice", sessionId }) }),
  prompt,
});
await chat("monday", "I climb in Yosemite every June.");
await memory.flush({ session_id: "monday" });
console.log((await chat("friday", "Where do I climb?")).text);
""",
    ),
    Session(
        "remote",
        "What a remote connector asks first",
        "authorization_servers",
        settings={"EVEROS_AUTH__REQUIRED": "true", "EVEROS_AUTH__OAUTH_URL": "http://127.0.0.1:8000"},
        shell=(
            "curl -s -D - -o /dev/null -X POST http://127.0.0.1:8000/mcp | grep -iE '^(HTTP|WWW-Auth)'",
            "curl -s http://127.0.0.1:8000/.well-known/oauth-protected-resource/mcp",
            "curl -s http://127.0.0.1:8000/.well-known/oauth-authorization-server",
        ),
    ),
)
