"""Claude's memory tool with the real package: through `tool_runner`, and against the SDK's own file system."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from anthropic import Anthropic, AsyncAnthropic
from anthropic.lib.tools import ToolError
from anthropic.lib.tools._beta_builtin_memory_tool import BetaLocalFilesystemMemoryTool
from everos.anthropic import AsyncEverOSMemoryTool, EverOSMemoryTool

from tests.fakes.anthropic_server import FakeAnthropic

Json = dict[str, Any]
MODEL = "claude-sonnet-5-5"
QUESTION = [{"role": "user", "content": "Remember that I like coffee."}]
ROOT = "/memories"


@pytest.fixture
def claude() -> Iterator[FakeAnthropic]:
    with FakeAnthropic() as endpoint:
        yield endpoint


@pytest.fixture
def user() -> str:
    """Of one test alone."""
    return f"u-{uuid4().hex}"


@pytest.fixture
def tool(url: str, user: str) -> Iterator[EverOSMemoryTool]:
    with EverOSMemoryTool(url=url, user=user) as memory:
        yield memory


def run(claude: FakeAnthropic, memory: EverOSMemoryTool, *commands: Json) -> list[tuple[str, bool]]:
    for command in commands:
        claude.uses_memory(command)
    claude.says("Done.")
    client = Anthropic(base_url=claude.url, api_key="none")
    runner = client.beta.messages.tool_runner(model=MODEL, max_tokens=100, messages=QUESTION, tools=[memory])
    assert runner.until_done().content[0].text == "Done."
    return claude.results


def test_all_commands_through_the_runner(claude: FakeAnthropic, tool: EverOSMemoryTool):
    tea = f"{ROOT}/likes/tea.md"
    results = run(
        claude,
        tool,
        {"command": "view", "path": ROOT},
        {"command": "create", "path": tea, "file_text": "Likes tea.\nNo milk.\n"},
        {"command": "str_replace", "path": tea, "old_str": "tea", "new_str": "coffee"},
        {"command": "insert", "path": tea, "insert_line": 1, "insert_text": "In the morning.\n"},
        {"command": "view", "path": tea},
        {"command": "rename", "old_path": tea, "new_path": f"{ROOT}/coffee.md"},
        {"command": "view", "path": tea},
        {"command": "delete", "path": f"{ROOT}/coffee.md"},
    )
    head = "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items:"
    assert claude.requests[0]["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    assert results == [
        (f"{head}\n4K\t/memories", False),
        (f"File created successfully at: {tea}", False),
        (
            "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
            "     1\tLikes coffee.\n     2\tNo milk.\n     3\t",
            False,
        ),
        (f"The file {tea} has been edited.", False),
        (
            f"Here's the content of {tea} with line numbers:\n"
            "     1\tLikes coffee.\n     2\tIn the morning.\n     3\tNo milk.\n     4\t",
            False,
        ),
        (f"Successfully renamed {tea} to {ROOT}/coffee.md", False),
        (f"The path {tea} does not exist. Please provide a valid path.", True),
        (f"Successfully deleted {ROOT}/coffee.md", False),
    ]


async def test_the_same_without_blocking(claude: FakeAnthropic, url: str):
    claude.uses_memory(
        {"command": "create", "path": f"{ROOT}/a.md", "file_text": "One."},
        {"command": "view", "path": f"{ROOT}/a.md"},
    )
    claude.uses_memory({"command": "rename", "old_path": f"{ROOT}/a.md", "new_path": f"{ROOT}/b/c.md"})
    claude.uses_memory(
        {"command": "str_replace", "path": f"{ROOT}/b/c.md", "old_str": "One", "new_str": "Two"}
    )
    claude.uses_memory({"command": "insert", "path": f"{ROOT}/b/c.md", "insert_line": 9, "insert_text": "x"})
    claude.uses_memory({"command": "delete", "path": f"{ROOT}/b"})
    claude.says("Done.")
    client = AsyncAnthropic(base_url=claude.url, api_key="none")
    async with AsyncEverOSMemoryTool(url=url, user="not-blocking") as memory:
        runner = client.beta.messages.tool_runner(
            model=MODEL, max_tokens=100, messages=QUESTION, tools=[memory]
        )
        await runner.until_done()
        assert await memory.clear_all_memory() == "All memory cleared"
    assert [is_error for _, is_error in claude.results] == [False, False, False, False, True, False]
    assert claude.results[1][0].endswith("\n     1\tOne.")
    assert claude.results[4][0].endswith("It should be within the range [0, 1].")


def test_what_claude_writes_is_found_at_once(url: str, tool: EverOSMemoryTool, user: str):
    create(tool, "projects/lighthouse.md", "The lighthouse is painted every third spring.")
    found = recall(url, user, "When is the lighthouse painted?")
    assert "The lighthouse is painted every third spring." in found


def test_generated_files_are_read_and_edited(url: str, server: Any, tool: EverOSMemoryTool, user: str):
    told(url, user, "The boat is moored at pier nine.")
    server.ready()
    [facts] = re.findall(r"\t(/memories/atomic_facts/atomic_fact-.*)", view(tool, ROOT))
    replace(tool, facts, "pier nine. (21 November 2026)", "pier ten. (21 November 2026)")
    server.ready()
    assert "moored at pier ten." in recall(url, user, "Where is the boat moored?")
    [episode] = re.findall(r"\t(/memories/episodes/episode-.*)", view(tool, ROOT))
    assert "The boat is moored at pier nine." in view(tool, episode)
    for old, new in (
        ("<!-- /entry:", "<!-- "),
        ("**owner_id**: ", "**owner_id**: x"),
        ("user_id: ", "user_id: x"),
    ):
        before = view(tool, episode)
        with pytest.raises(ToolError, match="Nothing was edited"):
            replace(tool, episode, old, new)
        assert view(tool, episode) == before


def test_an_entry_that_tells_a_file_is_edited_in_the_file(server: Any, tool: EverOSMemoryTool):
    create(tool, "boat.md", "The boat is moored at pier nine.")
    server.ready()
    [episode] = re.findall(r"\t(/memories/episodes/episode-.*)", view(tool, ROOT))
    with pytest.raises(ToolError, match=r"this entry mirrors /memories/boat\.md"):
        replace(tool, episode, "Content\nThe boat", "Content\nThe tug")
    replace(tool, f"{ROOT}/boat.md", "The boat", "The tug")
    server.ready()
    assert "The tug is moored" in view(tool, episode)


def test_clearing_takes_generated_files_along(server: Any, tool: EverOSMemoryTool):
    create(tool, "a.md", "I live in Lisbon.")
    create(tool, "b/c.md", "I work as a nurse.")
    server.ready()
    assert view(tool, ROOT).count("\n") > 5
    assert tool.clear_all_memory() == "All memory cleared"
    assert view(tool, ROOT).endswith(":\n4K\t/memories")


def test_the_example_runs(claude: FakeAnthropic, url: str):
    claude.uses_memory({"command": "create", "path": f"{ROOT}/sport.md", "file_text": "Climbs on Thursdays."})
    claude.says("I will remember it.")
    example = Path(__file__).parents[2] / "examples/claude_memory_tool.py"
    said = subprocess.run(
        [sys.executable, str(example), "I climb on Thursdays.", "--url", url, "--user", "example"],
        env={**os.environ, "ANTHROPIC_BASE_URL": claude.url, "ANTHROPIC_API_KEY": "none"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert said.stdout == "I will remember it.\n"
    assert "Climbs on Thursdays." in recall(url, "example", "When do I climb?")


ESCAPING = (
    "/etc/passwd",
    "/memoriesx",
    "/memories/../x",
    "/memories/a/../../x",
    "/memories/\0",
    "/memories/a\nb",
)
RESERVED = "/memories/user.md", "/memories/Episodes/x.md", "/memories/notes/x"


@pytest.mark.parametrize("path", [*ESCAPING, *RESERVED, "/memories/" + "a" * 300])
def test_nothing_escapes_or_takes_a_name_of_the_server(server: Any, tool: EverOSMemoryTool, path: str):
    create(tool, "a.md", "One.")
    own, around = tool_files(server.root), set(server.root.parent.iterdir())
    for given in (
        {"command": "create", "path": path, "file_text": "x"},
        {"command": "rename", "old_path": f"{ROOT}/a.md", "new_path": path},
        {"command": "rename", "old_path": path, "new_path": f"{ROOT}/b.md"},
        {"command": "str_replace", "path": path, "old_str": "x", "new_str": "y"},
        {"command": "delete", "path": path},
    ):
        with pytest.raises(ToolError):
            tool.execute(command(**given))
    assert (tool_files(server.root), set(server.root.parent.iterdir())) == (own, around)


def test_other_spellings_of_a_path_are_the_same_file(tool: EverOSMemoryTool):
    create(tool, "caf\u00e9.md", "One.")
    assert view(tool, f"{ROOT}/cafe\u0301.md").endswith("\tOne.")
    create(tool, "%2e%2e%2fx", "Literally.")
    assert view(tool, f"{ROOT}/%2e%2e%2fx").endswith("\tLiterally.")


def test_a_dead_server_is_an_error_for_claude_and_no_crash(claude: FakeAnthropic):
    with EverOSMemoryTool(url="http://127.0.0.1:9", timeout=1) as memory:
        [(words, is_error)] = run(claude, memory, {"command": "view", "path": ROOT})
    assert is_error
    assert "does not answer" in words


@pytest.mark.parametrize("seed", range(3))
def test_like_the_file_system_of_the_sdk(tool: EverOSMemoryTool, tmp_path: Path, seed: int):
    """Folders without files aside, which are none here, and what the server makes of the files."""
    oracle = BetaLocalFilesystemMemoryTool(str(tmp_path))
    chance = random.Random(seed)
    for number in range(120):
        given = any_command(chance)
        expected, actual = outcome(oracle, given), outcome(tool, given)
        prune(tmp_path / "memories")
        if expected == ("crash", ""):
            assert actual[0] == "error", (number, given, actual)
        else:
            assert actual == expected, (number, given)


NAMES = (
    "a.md",
    "b.txt",
    "c",
    "d/e.md",
    "d/f/g.md",
    "d/f/h/i.md",
    "ü ñ.md",
    ".hidden",
    "d",
    "d/f",
    "k/../a.md",
    "",
)
TEXTS = (
    "",
    "one",
    "one\n",
    "one\ntwo\n\ntwo\n",
    "\n\n  indented\ttab\n \n",
    "# Title\n### Content\n<!-- entry:x -->\n&#13; **k**: v\n---\n",
    "a\r\nb\r\n",
    "长" * 700,
    "x\u2028y\x85z\n",
)  # fmt: skip
PARTS = ("one", "two", "\n", " ", "e", "", "###", "长", "\r", "zzz")


def any_command(chance: random.Random) -> Json:
    path, other = (f"{ROOT}/{chance.choice(NAMES)}".rstrip("/") for _ in range(2))
    name = chance.choice(
        (
            "view",
            "view",
            "create",
            "create",
            "create",
            "str_replace",
            "str_replace",
            "insert",
            "delete",
            "rename",
        )
    )
    lines = [chance.randint(-2, 6), chance.randint(-2, 6)]
    more: dict[str, Json] = {
        "view": {"view_range": lines} if chance.random() < 0.4 else {},
        "create": {"file_text": chance.choice(TEXTS)},
        "str_replace": {"old_str": chance.choice(PARTS), "new_str": chance.choice(TEXTS)},
        "insert": {"insert_line": lines[0], "insert_text": chance.choice(TEXTS)},
    }
    if name == "rename":
        return {"command": name, "old_path": path, "new_path": other}
    return {"command": name, "path": path, **more.get(name, {})}


def outcome(tool: Any, given: Json) -> tuple[str, str]:
    try:
        return "done", comparable(tool.execute(command(**given)))
    except ToolError as error:
        return "error", str(error)
    except (OSError, ValueError):  # the SDK's own, where the system refuses what it has not looked at
        return "crash", ""


def comparable(text: str) -> str:
    """Without the sizes of folders, which are the file system's, and what the server makes of the files."""
    if not text.startswith("Here're"):
        return text
    head, folder, *lines = text.split("\n")
    kept = [re.sub(r"^\S+(\t.*/)$", r"\1", line) for line in lines if not GENERATED.search(line)]
    return "\n".join([head, folder.partition("\t")[2], *kept])


GENERATED = re.compile(r"\t/memories/(episodes|atomic_facts|foresights|notes|graph|user\.md)(/|$)")


def prune(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def command(**fields: Any) -> Any:
    """As the runner makes it of Claude's input."""
    from anthropic._models import construct_type_unchecked
    from anthropic.types.beta import BetaMemoryTool20250818Command

    return construct_type_unchecked(value=fields, type_=BetaMemoryTool20250818Command)


def create(tool: EverOSMemoryTool, name: str, text: str) -> None:
    tool.execute(command(command="create", path=f"{ROOT}/{name}", file_text=text))


def tool_files(root: Path) -> set[Path]:
    return set(root.rglob("memories.*.md"))


def replace(tool: EverOSMemoryTool, path: str, old: str, new: str) -> None:
    tool.execute(command(command="str_replace", path=path, old_str=old, new_str=new))


def told(url: str, user: str, text: str) -> None:
    """In a conversation that is over."""
    message = {"sender_id": user, "role": "user", "timestamp": 1_795_262_400_000, "content": text}
    session = {"session_id": f"{user}-1"}
    httpx.post(
        f"{url}/api/v1/memory/add", json={**session, "messages": [message]}, timeout=30
    ).raise_for_status()
    httpx.post(f"{url}/api/v1/memory/flush", json=session, timeout=30).raise_for_status()


def view(tool: EverOSMemoryTool, path: str) -> str:
    return str(tool.execute(command(command="view", path=path)))


def recall(url: str, user: str, query: str) -> str:
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "recall", "arguments": {"query": query}},
    }
    answer = httpx.post(f"{url}/mcp", params={"user": user}, json=body, timeout=30)
    return str(answer.json()["result"]["content"][0]["text"])
