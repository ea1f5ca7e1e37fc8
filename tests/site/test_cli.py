"""The console script: what it writes, what it passes on, and what it says when it cannot."""

import json
import os
import pty
import re
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from everos_site.cli import READER_GONE, main
from everos_site.config import load
from everos_site.starter import starter_env
from tests.services.postgres import PostgresServer
from tests.site import commands_page
from tests.system.server import free_port

PROJECT = Path(__file__).resolve().parents[2]


def everos(
    root: Path, *arguments: str, timeout: float = 120, **environ: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "everos_site.cli", *arguments],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "everos_site.settings",
            "EVEROS_MEMORY__ROOT": str(root),
            **environ,
        },
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=timeout,
    )


def test_init_writes_a_starter_that_only_its_owner_reads(tmp_path: Path) -> None:
    path = tmp_path / "config" / ".env"
    assert main(["init", "--path", str(path)]) == 0
    assert path.read_text() == starter_env()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_init_writes_the_starter_of_the_strategies_where_the_memories_are(tmp_path: Path) -> None:
    root = tmp_path / "memory"
    done = everos(root, "init", "--path", str(tmp_path / ".env"))
    assert done.returncode == 0, done.stderr
    assert "# [strategies.extract_atomic_facts]" in (root / "ome.toml").read_text()


def test_init_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / ".env"
    path.write_text("EVEROS_API__PORT=8009\n")
    assert main(["init", "--path", str(path)]) == 1
    assert path.read_text() == "EVEROS_API__PORT=8009\n"
    assert "is there already" in capsys.readouterr().err


def test_init_says_when_it_cannot_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["init", "--path", str(tmp_path / "file" / ".env")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_the_starter_changes_nothing_and_each_line_of_it_is_right(tmp_path: Path) -> None:
    defaults, _ = load({"HOME": str(tmp_path)}, tmp_path)
    lines = starter_env().splitlines()
    (tmp_path / ".env").write_text(
        "\n".join(line.removeprefix("# ") for line in lines if line.startswith("# EVEROS_"))
    )
    config, problems = load({"HOME": str(tmp_path)}, tmp_path)
    assert problems == []
    assert config == defaults


def test_the_example_in_the_repository_is_the_starter() -> None:
    assert (PROJECT / ".env.example").read_text() == starter_env()


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    commands = (
        "demo",
        "mcp",
        "token",
        "audit-isolation",
        "cascade status",
        "cascade sync",
        "cascade fix",
        "ome status",
        "ome run",
    )
    for command in ("init", "server start", *commands):
        assert f"\n  {command} " in shown


def test_the_reference_of_commands_is_current() -> None:
    assert commands_page.PAGE.read_text() == commands_page.page(), "python -m tests.site.commands_page"


@pytest.mark.parametrize("arguments", [["server"], ["cascade"]])
def test_a_part_of_a_command_is_refused_with_the_list(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert f"usage: everos {arguments[0]} COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["start"], "server start"),
        (["serv", "start"], "server start"),
        (["cascade", "stat"], "cascade status"),
        (["changepasword", "root"], "changepassword"),
        (["xyzzy"], None),
    ],
)
def test_an_unknown_command_is_one_line_with_the_nearest_one(
    arguments: list[str], meant: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("There is no command")
    assert (f"Did you mean `everos {meant}`?" in line) if meant else ("Did you mean" not in line)


@pytest.mark.long
@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_an_impossible_port_is_refused(tmp_path: Path, port: str) -> None:
    done = everos(tmp_path, "server", "start", "--port", port)
    assert done.returncode != 0
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "usage"),
    [
        (["--help"], "usage: everos COMMAND"),
        (["server", "--help"], "server start"),
        (["server", "start", "--help"], "usage: everos server start"),
        (["ome", "run", "-h"], "usage: everos ome run"),
        (["demo", "--help"], "usage: everos demo"),
        (["mcp", "--help"], "usage: everos mcp"),
    ],
)
def test_help_is_about_the_command_and_makes_nothing(
    tmp_path: Path, arguments: list[str], usage: str
) -> None:
    done = everos(tmp_path / "memory", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert usage in done.stdout
    assert "--pythonpath" not in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_has_enough_is_no_error() -> None:
    command = [sys.executable, "-m", "everos_site.cli"]
    process = subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (READER_GONE, b"")


def test_it_has_a_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"everos \d+\.\d+\S*\n", capsys.readouterr().out)


@pytest.mark.long
@pytest.mark.parametrize("command", [["server", "start"], ["cascade", "status"], ["token", "alice"]])
def test_a_postgresql_that_is_away_is_one_line(tmp_path: Path, command: list[str]) -> None:
    with socket.socket() as taken:  # bound, and not listened on
        taken.bind(("127.0.0.1", 0))
        url = f"postgresql://alice:hidden@127.0.0.1:{taken.getsockname()[1]}/everos"
        done = everos(tmp_path, *command, EVEROS_DATABASE__URL=url, EVEROS_API__PORT=str(free_port()))
    [line] = done.stderr.splitlines()
    assert done.returncode == 1
    assert "Connection refused" in line
    assert "EVEROS_DATABASE__URL" in line
    assert "hidden" not in line


@pytest.mark.long
@pytest.mark.parametrize(
    ("right", "mistaken", "reason", "wrong"),
    [
        ("secret@", "hidden@", "password authentication failed", "the user or the password"),
        ("everos:", "alice:", "password authentication failed", "the user or the password"),
        (":secret@", "@", "no password supplied", "the password"),
        ("/postgres", "/nowhere", 'database "nowhere" does not exist', "the name of the database"),
        ("/postgres", "/postgres?sslmode=require", "does not support SSL", "sslmode"),
    ],
)
def test_a_postgresql_that_refuses_is_not_waited_for(
    tmp_path: Path, postgres_server: PostgresServer, right: str, mistaken: str, reason: str, wrong: str
) -> None:
    url = postgres_server.url("postgres").replace(right, mistaken)
    assert url != postgres_server.url("postgres")
    port = str(free_port())
    done = everos(tmp_path, "server", "start", timeout=50, EVEROS_DATABASE__URL=url, EVEROS_API__PORT=port)
    assert done.returncode == 1
    assert reason in done.stderr
    assert done.stderr.endswith(f" Correct {wrong} in EVEROS_DATABASE__URL.\n")
    assert "waiting for PostgreSQL" not in done.stdout + done.stderr
    assert "hidden" not in done.stdout + done.stderr


@pytest.mark.long
def test_a_postgresql_that_goes_away_while_a_command_asks_is_one_line(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    person, terminal = pty.openpty()
    asking = subprocess.Popen(
        [sys.executable, "-m", "everos_site.cli", "forget", "--session", "demo"],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "everos_site.settings",
            "EVEROS_MEMORY__ROOT": str(tmp_path),
            "EVEROS_DATABASE__URL": postgres_server.url(postgres_server.database()),
        },
        cwd=PROJECT, stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert asking.stdout is not None
    while not os.read(asking.stdout.fileno(), 1000).endswith(b"[y/N] "):
        assert asking.poll() is None
    postgres_server.stop()
    os.write(person, b"y\n")
    try:
        _, errors = asking.communicate(timeout=60)
    finally:
        postgres_server.start()
    assert asking.returncode == 1
    assert re.search(
        rb"^everos forget: PostgreSQL has failed: .* Run the command again.$", errors, re.MULTILINE
    )
    assert b"Traceback" not in errors


@pytest.mark.parametrize("command", [["server", "start"], ["cascade", "status"], ["ome", "run"]])
@pytest.mark.parametrize(
    "taken", ["", *(pytest.param(folder, marks=pytest.mark.long) for folder in (".index", ".index/sqlite"))]
)
def test_a_root_that_cannot_be_written_is_one_line(tmp_path: Path, command: list[str], taken: str) -> None:
    """Here because something that is no folder stands in the way: the user of these tests may write everywhere."""
    root = tmp_path / "memory"
    (root / taken).parent.mkdir(parents=True, exist_ok=True)
    (root / taken).write_text("")
    done = everos(root, *command, EVEROS_API__PORT=str(free_port()))
    [line] = done.stderr.splitlines()
    assert done.returncode == 1
    assert f"The memory root {root} cannot be written" in line
    assert "Set EVEROS_MEMORY__ROOT" in line


def test_a_missing_receipt_is_named(tmp_path: Path) -> None:
    done = everos(tmp_path, "audit-forgotten", "fg_nope")
    assert done.returncode == 1
    assert "There is no receipt fg_nope." in done.stderr


def test_what_a_command_says_is_free_of_log_lines_and_of_names_of_classes(tmp_path: Path) -> None:
    chats = tmp_path / "chats.jsonl"
    said = {"session_id": "s", "sender_id": "alice", "role": "user", "timestamp": 1_795_000_000_000}
    chats.write_text(json.dumps({**said, "content": "I moved to Leipzig last week."}) + "\n")
    done = everos(tmp_path / "memory", "import", str(chats))
    assert (done.returncode, done.stderr) == (0, "")
    assert "imported: 1 message\n" in done.stdout
    failed = everos(tmp_path / "memory", "why", "Leipzig", "--user", "alicia")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr == "everos why: Nothing is remembered of the user alicia in default/default.\n"
    loud = everos(tmp_path / "memory", "import", str(chats), EVEROS_LOG__LEVEL="DEBUG")
    assert loud.stderr
