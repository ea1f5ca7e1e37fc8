"""`everos connect` as a person calls it, with a home of its own: what it writes, refuses, and takes out again."""

import json
import os
import stat
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from everos_site import cli
from everos_site.connect.clients import CLIENTS, ConnectionOptions, claude_hooks
from everos_site.connect.edits import Edit, insert, remove
from tests.system.server import PROJECT

Json = dict[str, Any]
Everos = Callable[..., "Done"]
FOREIGN = ("EVEROS_", "XDG_", "CLAUDE_", "CODEX_")
SETTINGS = ".claude/settings.json"
FILES = {
    "claude-code": (SETTINGS, ".claude.json"),
    "cursor": (".cursor/hooks.json", ".cursor/mcp.json"),
    "codex": (".codex/hooks.json", ".codex/config.toml"),
    "vscode": (".config/Code/User/mcp.json",),
    "claude-desktop": (".config/Claude/claude_desktop_config.json",),
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def everos(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Everos:
    """`everos("connect", "cursor", says="y\\n")`."""
    for name in [name for name in os.environ if name.startswith(FOREIGN)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))

    def run(*words: str, says: str = "", cwd: Path = PROJECT) -> Done:
        monkeypatch.chdir(cwd)
        monkeypatch.setattr(sys, "stdin", StringIO(says))
        try:
            code = cli.main(list(words))
        except SystemExit as end:
            code = int(end.code or 0)
        return Done(code, *capsys.readouterr())

    return run


def test_as_a_process_of_its_own(home: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    for words, says in ((["cursor"], "y\n"), (["--list"], ""), (["cursor", "--undo"], "y\n")):
        done = subprocess.run(
            [sys.executable, "-m", "everos_site.cli", "connect", *words],
            env={**kept, "HOME": str(home)}, input=says, cwd=PROJECT, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        assert "ursor" in done.stdout
    assert world(home) == {}


def connect(everos: Everos, *words: str, **more: Any) -> str:
    done = everos("connect", *words, "--yes", **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def put(path: Path, text: str) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path.read_bytes()


def world(folder: Path) -> dict[str, bytes]:
    """All files but the command's own."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".local" not in path.parts
    }


@pytest.mark.parametrize("client", FILES)
def test_a_client_is_connected_and_disconnected(everos: Everos, home: Path, client: str) -> None:
    said = connect(everos, client, "--url", "http://127.0.0.1:9999", "--user", "alice")
    assert "+" in said
    assert set(world(home)) == set(FILES[client])
    texts = " ".join(path.decode() for path in world(home).values())
    assert "http://127.0.0.1:9999" in texts
    assert "alice" in texts
    written = world(home)
    assert "nothing to change" in connect(everos, client, "--url", "http://127.0.0.1:9999", "--user", "alice")
    assert world(home) == written
    assert f"{client}" in everos("connect", "--list").stdout
    assert "in place" in everos("connect", "--list").stdout
    connect(everos, client, "--undo")
    assert world(home) == {}
    assert {each.name for each in home.iterdir()} == {".local"}, "folders that were made are gone"
    assert "not connected" in connect(everos, client, "--undo")
    assert "Nothing is connected" in everos("connect", "--list").stdout


def test_what_claude_code_gets(everos: Everos, home: Path) -> None:
    connect(
        everos, "claude-code", "--token", "--memory-project", "shop", "--url", "https://everos.example.org"
    )
    hooks = json.loads((home / SETTINGS).read_text())["hooks"]
    assert set(hooks) == {"SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"}
    [[recall]] = [group["hooks"] for group in hooks["UserPromptSubmit"]]
    assert recall == {
        "type": "http",
        "url": "https://everos.example.org/hooks/claude-code/recall?project=shop",
        "timeout": 5,
        "headers": {"Authorization": "Bearer $EVEROS_TOKEN"},
        "allowedEnvVars": ["EVEROS_TOKEN"],
    }
    command = hooks["SessionEnd"][0]["hooks"][0]["command"]
    assert command.endswith("hook claude-code flush --url https://everos.example.org --memory-project shop")
    assert os.access(command.split()[0], os.X_OK), "a whole path"
    server = json.loads((home / ".claude.json").read_text())["mcpServers"]["everos"]
    assert server["url"] == "https://everos.example.org/mcp?project=shop"
    assert server["headers"] == {"Authorization": "Bearer ${EVEROS_TOKEN}"}


def test_what_codex_gets(everos: Everos, home: Path) -> None:
    put(home / ".codex/config.toml", '# mine\nmodel = "o5"\n\n[mcp_servers.other]\ncommand = "x"')
    connect(everos, "codex", "--token")
    written = tomllib.loads((home / ".codex/config.toml").read_text())
    assert written["mcp_servers"]["everos"] == {
        "url": "http://127.0.0.1:8000/mcp",
        "bearer_token_env_var": "EVEROS_TOKEN",
    }
    assert written["mcp_servers"]["other"] == {"command": "x"}


@pytest.mark.parametrize("client", FILES)
def test_only_this_folder(everos: Everos, home: Path, tmp_path: Path, client: str) -> None:
    folder = tmp_path / "a project"
    folder.mkdir()
    done = everos("connect", client, "--project", "--yes", cwd=folder)
    if client == "claude-desktop":
        assert done.returncode == 1
        assert "--project" in done.stderr
        return
    assert done.returncode == 0, done.stderr
    assert world(home) == {}
    assert world(folder)
    assert str(folder) in everos("connect", "--list").stdout
    assert "not connected" in connect(everos, client, "--undo"), "that of the user is another one"
    connect(everos, client, "--project", "--undo", cwd=folder)
    assert world(folder) == {}


MINE = '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": [{"hooks": []}],\n\t\t"Other": []\n\t}\n}'


@pytest.mark.parametrize(
    "text",
    [MINE, MINE.replace("\n", "\r\n"), MINE + "\n\n\n", "\ufeff" + MINE, "{}", "{ }\n", "", "\n", '{"a": [1, 2]}',
     '{"model":"x","hooks":{}}', '{"hooks": {"Stop": []}, "ünï": "\\u00e9", "n": 1e5}'],
)  # fmt: skip
def test_everything_else_stays_byte_by_byte(everos: Everos, home: Path, text: str) -> None:
    path = home / SETTINGS
    mine = put(path, text)
    path.chmod(0o640)
    connect(everos, "claude-code")
    written = json.loads(path.read_text("utf-8-sig"))
    known = json.loads(text.removeprefix("\ufeff") or "{}") if text.strip() else {}
    assert {**written, "hooks": 0} == {**known, "hooks": 0}
    assert written["hooks"]["Stop"][: len(known.get("hooks", {}).get("Stop", []))] == known.get(
        "hooks", {}
    ).get("Stop", [])
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert (home / f"{SETTINGS}.everos-backup").read_bytes() == mine
    connect(everos, "claude-code", "--undo")
    assert world(home) == {SETTINGS: mine}


def test_what_was_added_meanwhile_stays_too(everos: Everos, home: Path) -> None:
    path = home / SETTINGS
    put(path, MINE)
    connect(everos, "claude-code")
    written = json.loads(path.read_text())
    written["later"] = [1, {"x": 2}]
    written["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "mine"}]})
    path.write_text(json.dumps(written, indent=4))
    connect(everos, "claude-code", "--undo")
    left = json.loads(path.read_text())
    assert left["later"] == [1, {"x": 2}]
    assert left["hooks"] == {
        "Stop": [{"hooks": []}, {"hooks": [{"type": "command", "command": "mine"}]}],
        "Other": [],
    }


def test_what_was_changed_by_hand_is_left_and_said(everos: Everos, home: Path) -> None:
    connect(everos, "vscode")
    path = home / FILES["vscode"][0]
    changed = put(path, path.read_text().replace("/mcp", "/mcp?user=bob"))
    assert "by hand" in everos("connect", "--list").stdout
    said = connect(everos, "vscode", "--undo")
    assert "servers.everos no longer exists, or was changed by hand" in said
    assert path.read_bytes() == changed


def test_comments_stay_where_a_client_allows_them(everos: Everos, home: Path) -> None:
    path = home / FILES["vscode"][0]
    text = """{
  // mine
  "servers": {
    "a": {"url": "x"}, // the first
    /* b */ "c": {"x": [1,],},
  },
}
"""
    mine = put(path, text)
    connect(everos, "vscode")
    written = path.read_text()
    for comment in ("// mine", "// the first", "/* b */", '"everos"'):
        assert comment in written
    path.write_text(f"// new\n{written}")
    connect(everos, "vscode", "--undo")
    assert path.read_text() == f"// new\n{text}"
    assert mine


def test_other_options_replace_what_was_put_in(everos: Everos, home: Path) -> None:
    mine = put(home / SETTINGS, MINE)
    connect(everos, "claude-code", "--user", "alice")
    connect(everos, "claude-code", "--user", "bob")
    assert b"alice" not in b"".join(world(home).values())
    assert b"bob" in (home / SETTINGS).read_bytes()
    connect(everos, "claude-code", "--undo")
    assert world(home) == {SETTINGS: mine}


BROKEN = {
    "no end": '{"hooks": {',
    "a comment": '{"a": 1 // x\n}',
    "no object": "[1]",
    "no list": '{"hooks": {"Stop": 5}}',
    "hooks are a list": '{"hooks": []}',
    "too deep": "[" * 5_000,
    "two values": "{} {}",
    "a last comma": '{"a": 1,}',
    "nan": '{"a": nope}',
    "latin": "{\"a\": \"caf\xe9\"}",
}  # fmt: skip


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_a_damaged_file_is_refused_in_words_and_left(everos: Everos, home: Path, text: str) -> None:
    path = home / SETTINGS
    path.parent.mkdir()
    path.write_bytes(text.encode("latin-1"))
    before = world(home)
    done = everos("connect", "claude-code", "--yes")
    assert done.returncode == 1
    assert f"{path} was left as it is: " in done.stderr
    assert "Traceback" not in done.stderr
    assert world(home) == before


def test_a_damaged_second_file_leaves_the_first_as_it_is(everos: Everos, home: Path) -> None:
    put(home / ".codex/config.toml", "[mcp_servers\n")
    before = world(home)
    done = everos("connect", "codex", "--yes")
    assert (done.returncode, world(home)) == (1, before)
    assert "not valid TOML" in done.stderr


@pytest.mark.parametrize(
    ("client", "path", "text"),
    [
        ("claude-code", ".claude.json", '{"mcpServers": {"everos": {"command": "mine"}}}'),
        ("codex", ".codex/config.toml", '[mcp_servers.everos]\ncommand = "mine"\n'),
        ("codex", ".codex/config.toml", 'mcp_servers = {a = {command = "x"}}\n'),
        ("vscode", ".config/Code/User/mcp.json", '{"servers": []}'),
    ],
)
def test_what_has_our_name_and_is_not_ours(
    everos: Everos, home: Path, client: str, path: str, text: str
) -> None:
    put(home / path, text)
    before = world(home)
    done = everos("connect", client, "--yes")
    assert (done.returncode, world(home)) == (1, before)
    assert "was left as it is" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_there_already_in_the_same_words_is_not_ours_to_take_out(everos: Everos, home: Path) -> None:
    text = '{"mcpServers": {"everos": {"url": "http://127.0.0.1:8000/mcp"}}}'
    mine = put(home / ".cursor/mcp.json", text)
    connect(everos, "cursor")
    connect(everos, "cursor", "--undo")
    assert world(home) == {".cursor/mcp.json": mine}


def test_links_are_followed_and_stay(everos: Everos, home: Path) -> None:
    mine = put(home / "dotfiles/claude.json", MINE)
    (home / ".claude").mkdir()
    link = home / SETTINGS
    link.symlink_to("../dotfiles/claude.json")
    said = connect(everos, "claude-code")
    assert "dotfiles/claude.json" in said
    assert link.is_symlink()
    assert b"everos" in (home / "dotfiles/claude.json").read_bytes()
    connect(everos, "claude-code", "--undo")
    assert link.is_symlink()
    assert (home / "dotfiles/claude.json").read_bytes() == mine


def test_files_that_cannot_be_written(everos: Everos, home: Path) -> None:
    path = home / SETTINGS
    put(path, MINE)
    path.chmod(0o444)
    before = world(home)
    done = everos("connect", "claude-code", "--yes")
    assert (done.returncode, world(home)) == (1, before)
    assert "read-only" in done.stderr
    path.unlink()
    path.mkdir()
    done = everos("connect", "claude-code", "--yes")
    assert (done.returncode, "not a regular file" in done.stderr) == (1, True)
    path.rmdir()
    path.parent.rmdir()
    put(home / ".claude", "a file where a folder should be")
    done = everos("connect", "claude-code", "--yes")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert (home / ".claude").read_text() == "a file where a folder should be"


@pytest.mark.parametrize(
    ("says", "written"), [("", False), ("n\n", False), ("nonsense\n", False), ("y\n", True)]
)
def test_it_asks_first(everos: Everos, home: Path, says: str, written: bool) -> None:
    done = everos("connect", "cursor", says=says)
    assert "+++ " in done.stdout
    assert '"everos"' in done.stdout
    assert bool(world(home)) is written
    assert done.returncode == (0 if written else 1)


def test_words_that_mean_nothing(everos: Everos, home: Path) -> None:
    for words in ((), ("emacs",), ("cursor", "--url", "ftp://x"), ("cursor", "--url", "nonsense")):
        done = everos("connect", *words)
        assert done.returncode == 2, words
        assert "Traceback" not in done.stderr
    assert world(home) == {}


def test_a_damaged_record_stops_it(everos: Everos, home: Path) -> None:
    put(home / ".local/state/everos/connections.json", "[]")
    done = everos("connect", "cursor", "--yes")
    assert done.returncode == 1
    assert "connections.json" in done.stderr
    assert world(home) == {}


def test_the_folders_of_the_repository_say_the_same() -> None:
    """What is put in by hand is what the command puts in."""
    wanted = ConnectionOptions(url="http://127.0.0.1:8000")
    for client in ("cursor", "codex"):
        for change in CLIENTS[client].changes(wanted):
            made = insert("", change.form, change.edits).text
            assert (PROJECT / "clients" / client / change.path.name).read_text() == made
    plugin = PROJECT / "clients" / "claude-code"
    hooks = json.loads((plugin / "hooks" / "hooks.json").read_text())["hooks"]
    [recall] = hooks["UserPromptSubmit"][0]["hooks"][:1]
    assert recall == claude_hooks(wanted)["UserPromptSubmit"]
    assert set(hooks) >= set(claude_hooks(wanted))
    assert all(each["type"] != "command" for groups in hooks.values() for g in groups for each in g["hooks"])


@pytest.mark.parametrize(
    "text", ["{}", '{"a": {}}', '{"a": {"b": [1]}, "c": 2}', '{\n "a": {\n  "x": 1,\n }\n}\n']
)
def test_what_goes_in_comes_out(text: str) -> None:
    """Also where the file is another one meanwhile, and the original is not at hand."""
    edits = [Edit("member", ("a", "everos"), {"k": [1, {}]}), Edit("item", ("a", "b"), {"x": "y"})]
    result = insert(text, "jsonc", edits)
    assert result.text != text
    left, missing = remove(result.text, "jsonc", result.done, result.made)
    assert (left, missing) == (text, [])
