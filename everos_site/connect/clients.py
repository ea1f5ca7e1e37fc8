"""The configuration that each client needs, and the files that it belongs in."""

import json
import os
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from everos_site.connect.edits import Edit, Form
from everos_site.connect.files import ConnectError
from everos_site.hook import KEY, memory_query

NAME = "everos"
RECALL_SECONDS = 5
CAPTURE_SECONDS = 10
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ConnectionOptions:
    """How to connect a client. With `folder`, only for that folder, otherwise for the user."""

    url: str
    program: tuple[str, ...] = (NAME,)  # the command that runs `everos`
    user: str | None = None
    app: str | None = None
    project: str | None = None  # the memory's project, not the client's
    with_key: bool = False  # send the key in the variable EVEROS_TOKEN
    folder: Path | None = None

    def address(self, path: str) -> str:
        return f"{self.url.rstrip('/')}{path}{memory_query(self.user, self.app, self.project)}"

    def arguments(self, project: str) -> list[str]:
        """Command line arguments that name server and memory. `project` is the name of the project's option."""
        named = {"--url": self.url, "--user": self.user, "--app": self.app, project: self.project}
        return [word for name, value in named.items() if value for word in (name, value)]

    def hook(self, client: str, call: str) -> str:
        return shlex.join([*self.program, "hook", client, call, *self.arguments("--memory-project")])


@dataclass(frozen=True, slots=True)
class Change:
    """What one file must contain."""

    path: Path
    form: Form
    edits: list[Edit]


@dataclass(frozen=True, slots=True)
class Client:
    title: str
    changes: Callable[[ConnectionOptions], list[Change]]
    afterwards: str  # what the user has to do then


def own_program() -> tuple[str, ...]:
    """The running program with its full path, because an editor may have no PATH."""
    script = Path(sys.executable).with_name(NAME)
    return (str(script),) if script.is_file() else (sys.executable, "-m", "everos_site.cli")


def claude_code(options: ConnectionOptions) -> list[Change]:
    base = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")
    servers = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home()) / ".claude.json"
    settings = base / "settings.json"
    if options.folder:
        servers, settings = options.folder / ".mcp.json", options.folder / ".claude" / "settings.local.json"
    server: Json = {"type": "http", "url": options.address("/mcp")}
    if options.with_key:
        server["headers"] = {"Authorization": f"Bearer ${{{KEY}}}"}
    return [
        Change(settings, "json", _groups(claude_hooks(options))),
        Change(servers, "json", [Edit("member", ("mcpServers", NAME), server)]),
    ]


def claude_hooks(options: ConnectionOptions) -> dict[str, Json]:
    """Recall is an HTTP hook, which starts no process; capture is a command, which can read the transcript."""
    recall: Json = {
        "type": "http",
        "url": options.address("/hooks/claude-code/recall"),
        "timeout": RECALL_SECONDS,
    }
    if options.with_key:
        recall |= {"headers": {"Authorization": f"Bearer ${KEY}"}, "allowedEnvVars": [KEY]}
    later = {**_command(options.hook("claude-code", "capture")), "async": True}
    return {
        "SessionStart": _command(options.hook("claude-code", "recall"), RECALL_SECONDS),
        "UserPromptSubmit": recall,
        "Stop": later,
        "PreCompact": _command(options.hook("claude-code", "capture")),
        "SessionEnd": _command(options.hook("claude-code", "flush")),
    }


def cursor(options: ConnectionOptions) -> list[Change]:
    base = (options.folder or Path.home()) / ".cursor"
    server: Json = {"url": options.address("/mcp")}
    if options.with_key:
        server["headers"] = {"Authorization": f"Bearer ${{env:{KEY}}}"}
    hooks = [
        Edit("item", ("hooks", event), {"command": command})
        for event, command in cursor_hooks(options).items()
    ]
    return [
        Change(base / "hooks.json", "jsonc", [Edit("default", ("version",), 1), *hooks]),
        Change(base / "mcp.json", "jsonc", [Edit("member", ("mcpServers", NAME), server)]),
    ]


def cursor_hooks(options: ConnectionOptions) -> dict[str, str]:
    """Cursor accepts context only when a session begins; after that, its agent uses the MCP tools."""
    capture = options.hook("cursor", "capture")
    return {
        "sessionStart": options.hook("cursor", "recall"),
        "beforeSubmitPrompt": capture,
        "postToolUse": capture,
        "afterAgentResponse": capture,
        "sessionEnd": options.hook("cursor", "flush"),
    }


def codex(options: ConnectionOptions) -> list[Change]:
    base = Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex")
    if options.folder:
        base = options.folder / ".codex"
    server: Json = {"url": options.address("/mcp")}
    if options.with_key:
        server["bearer_token_env_var"] = KEY
    lines = [f"[mcp_servers.{NAME}]", *(f"{key} = {json.dumps(value)}" for key, value in server.items())]
    table = Edit("table", ("mcp_servers", NAME), server, "\n".join([*lines, ""]))
    return [
        Change(base / "hooks.json", "json", _groups(codex_hooks(options))),
        Change(base / "config.toml", "toml", [table]),
    ]


def codex_hooks(options: ConnectionOptions) -> dict[str, Json | list[Json]]:
    capture = _command(options.hook("codex", "capture"))
    recall = _command(options.hook("codex", "recall"), RECALL_SECONDS)
    return {
        "SessionStart": recall,
        "UserPromptSubmit": [recall, capture],
        "PostToolUse": capture,
        "Stop": capture,
        "SessionEnd": _command(options.hook("codex", "flush")),
    }


def vscode(options: ConnectionOptions) -> list[Change]:
    path = _application_data("Code") / "User" / "mcp.json"
    if options.folder:
        path = options.folder / ".vscode" / "mcp.json"
    server: Json = {"type": "http", "url": options.address("/mcp")}
    if options.with_key:
        server["headers"] = {"Authorization": f"Bearer ${{env:{KEY}}}"}
    return [Change(path, "jsonc", [Edit("member", ("servers", NAME), server)])]


def claude_desktop(options: ConnectionOptions) -> list[Change]:
    if options.folder:
        raise ConnectError("Claude Desktop has one configuration for the user: omit --project")
    if options.with_key:
        raise ConnectError(
            f"Claude Desktop does not pass your variables on: connect without --token, and add the key as "
            f'"env": {{"{KEY}": "…"}} to the entry yourself'
        )
    command, *words = options.program
    server = {"command": command, "args": [*words, "mcp", *options.arguments("--project")]}
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
