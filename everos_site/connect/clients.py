"""What each client needs in which of its files."""

import json
import os
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from everos_site.connect.edits import Edit, Form
from everos_site.connect.refusal import Refused

NAME = "everos"
KEY = "EVEROS_TOKEN"
RECALL_SECONDS = 5
CAPTURE_SECONDS = 10
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a client is to be connected. `folder`: only there, else for the user."""

    url: str
    program: tuple[str, ...] = (NAME,)  # that runs `everos`
    user: str | None = None
    app: str | None = None
    project: str | None = None  # of the memory
    with_key: bool = False  # which the variable EVEROS_TOKEN holds
    folder: Path | None = None

    def address(self, path: str) -> str:
        named = {"user": self.user, "app": self.app, "project": self.project}
        query = urlencode({name: value for name, value in named.items() if value})
        return f"{self.url.rstrip('/')}{path}{'?' if query else ''}{query}"

    def options(self, project: str) -> list[str]:
        named = {"--url": self.url, "--user": self.user, "--app": self.app, project: self.project}
        return [word for name, value in named.items() if value for word in (name, value)]

    def hook(self, client: str, call: str) -> str:
        return shlex.join([*self.program, "hook", client, call, *self.options("--memory-project")])


@dataclass(frozen=True, slots=True)
class Change:
    """What one file is to hold."""

    path: Path
    form: Form
    edits: list[Edit]


@dataclass(frozen=True, slots=True)
class Client:
    title: str
    changes: Callable[[Wanted], list[Change]]
    afterwards: str  # what the person has to do


def own_program() -> tuple[str, ...]:
    """The one that runs now, by its whole path: an editor may know of no PATH."""
    script = Path(sys.executable).with_name(NAME)
    return (str(script),) if script.is_file() else (sys.executable, "-m", "everos_site.cli")


def claude_code(wanted: Wanted) -> list[Change]:
    base = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")
    servers = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home()) / ".claude.json"
    settings = base / "settings.json"
    if wanted.folder:
        servers, settings = wanted.folder / ".mcp.json", wanted.folder / ".claude" / "settings.local.json"
    server: Json = {"type": "http", "url": wanted.address("/mcp")}
    if wanted.with_key:
        server["headers"] = {"Authorization": f"Bearer ${{{KEY}}}"}
    return [
        Change(settings, "json", _groups(claude_hooks(wanted))),
        Change(servers, "json", [Edit("member", ("mcpServers", NAME), server)]),
    ]


def claude_hooks(wanted: Wanted) -> dict[str, Json]:
    """Recalling is a call of HTTP, which starts no process; capturing is a command, which can read the transcript."""
    recall: Json = {
        "type": "http",
        "url": wanted.address("/hooks/claude-code/recall"),
        "timeout": RECALL_SECONDS,
    }
    if wanted.with_key:
        recall |= {"headers": {"Authorization": f"Bearer ${KEY}"}, "allowedEnvVars": [KEY]}
    later = {**_command(wanted.hook("claude-code", "capture")), "async": True}
    return {
        "SessionStart": _command(wanted.hook("claude-code", "recall"), RECALL_SECONDS),
        "UserPromptSubmit": recall,
        "Stop": later,
        "PreCompact": _command(wanted.hook("claude-code", "capture")),
        "SessionEnd": _command(wanted.hook("claude-code", "flush")),
    }


def cursor(wanted: Wanted) -> list[Change]:
    base = (wanted.folder or Path.home()) / ".cursor"
    server: Json = {"url": wanted.address("/mcp")}
    if wanted.with_key:
        server["headers"] = {"Authorization": f"Bearer ${{env:{KEY}}}"}
    hooks = [
        Edit("item", ("hooks", event), {"command": command})
        for event, command in cursor_hooks(wanted).items()
    ]
    return [
        Change(base / "hooks.json", "jsonc", [Edit("default", ("version",), 1), *hooks]),
        Change(base / "mcp.json", "jsonc", [Edit("member", ("mcpServers", NAME), server)]),
    ]


def cursor_hooks(wanted: Wanted) -> dict[str, str]:
    """Cursor takes context only when a session begins; during one, its agent asks the tools of MCP."""
    capture = wanted.hook("cursor", "capture")
    return {
        "sessionStart": wanted.hook("cursor", "recall"),
        "beforeSubmitPrompt": capture,
        "postToolUse": capture,
        "afterAgentResponse": capture,
        "sessionEnd": wanted.hook("cursor", "flush"),
    }


def codex(wanted: Wanted) -> list[Change]:
    base = Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex")
    if wanted.folder:
        base = wanted.folder / ".codex"
    server: Json = {"url": wanted.address("/mcp")}
    if wanted.with_key:
        server["bearer_token_env_var"] = KEY
    lines = [f"[mcp_servers.{NAME}]", *(f"{key} = {json.dumps(value)}" for key, value in server.items())]
    table = Edit("table", ("mcp_servers", NAME), server, "\n".join([*lines, ""]))
    return [
        Change(base / "hooks.json", "json", _groups(codex_hooks(wanted))),
        Change(base / "config.toml", "toml", [table]),
    ]


def codex_hooks(wanted: Wanted) -> dict[str, Json | list[Json]]:
    capture = _command(wanted.hook("codex", "capture"))
    recall = _command(wanted.hook("codex", "recall"), RECALL_SECONDS)
    return {
        "SessionStart": recall,
        "UserPromptSubmit": [recall, capture],
        "PostToolUse": capture,
        "Stop": capture,
        "SessionEnd": _command(wanted.hook("codex", "flush")),
    }


def vscode(wanted: Wanted) -> list[Change]:
    path = _application_data("Code") / "User" / "mcp.json"
    if wanted.folder:
        path = wanted.folder / ".vscode" / "mcp.json"
    server: Json = {"type": "http", "url": wanted.address("/mcp")}
    if wanted.with_key:
        server["headers"] = {"Authorization": f"Bearer ${{env:{KEY}}}"}
    return [Change(path, "jsonc", [Edit("member", ("servers", NAME), server)])]


def claude_desktop(wanted: Wanted) -> list[Change]:
    if wanted.folder:
        raise Refused("Claude Desktop has one configuration for the user: leave --project out")
    if wanted.with_key:
        raise Refused(
            f"Claude Desktop hands no variable of yours on: connect without --token, and write the key as "
            f'"env": {{"{KEY}": "…"}} into the entry yourself'
        )
    command, *words = wanted.program
    server = {"command": command, "args": [*words, "mcp", *wanted.options("--project")]}
    path = _application_data("Claude") / "claude_desktop_config.json"
    return [Change(path, "json", [Edit("member", ("mcpServers", NAME), server)])]


def _application_data(name: str) -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / name
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / name
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / name


def _command(command: str, seconds: int = CAPTURE_SECONDS) -> Json:
    return {"type": "command", "command": command, "timeout": seconds}


def _groups(hooks: Any) -> list[Edit]:
    return [
        Edit("item", ("hooks", event), {"hooks": hook if isinstance(hook, list) else [hook]})
        for event, hook in hooks.items()
    ]


CLIENTS = {
    "claude-code": Client(
        "Claude Code", claude_code, "Start a new session; /hooks and /mcp show them there."
    ),
    "cursor": Client("Cursor", cursor, "Restart Cursor; Settings, Hooks and MCP show them there."),
    "codex": Client("Codex", codex, "Start Codex; it asks you to look at the hooks and trust them: /hooks."),
    "vscode": Client(
        "VS Code", vscode, "Open the chat in agent mode, and start `everos` under MCP: List Servers."
    ),
    "claude-desktop": Client("Claude Desktop", claude_desktop, "Restart Claude Desktop."),
}
