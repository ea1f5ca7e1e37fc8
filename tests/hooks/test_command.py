"""`everos hook` as agents start it: a process for each event, before a real server, a dead one, and a slow one."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from everos_site.hook import LARGEST_LINE
from tests.hooks.conftest import CWD, Json, Transcript, contents, event
from tests.system.client import connected, eventually
from tests.system.server import PROJECT, Server, free_port

Hook = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("hooks") / "memory", {"EVEROS_AUTH__REQUIRED": "true"})
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.fixture(scope="module")
def key(served: Server) -> str:
    return served.manage("token", "alice").split()[-1]


@pytest.fixture
def hook(tmp_path: Path, served: Server, key: str) -> Hook:
    """`hook("claude-code", "capture", {…})`."""

    def run(
        client: str, call: str, told: Any, *options: str, url: str = "", **env: str
    ) -> "subprocess.CompletedProcess[str]":
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("EVEROS_", "XDG_", "DJANGO_"))}
        return subprocess.run(
            [sys.executable, "-m", "everos_site.cli", "hook", client, call,
             "--url", url or f"http://127.0.0.1:{served.port}", *options],
            env={**kept, "HOME": str(tmp_path), "EVEROS_TOKEN": key, **env}, cwd=PROJECT,
            input=told if isinstance(told, str) else json.dumps(told), capture_output=True, text=True, timeout=60,
        )  # fmt: skip

    return run


def fine(done: "subprocess.CompletedProcess[str]") -> str:
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def waiting(served: Server, key: str, session: str, user: str = "alice") -> list[tuple[str, str]]:
    with connected(served.port) as client:
        client.headers["Authorization"] = f"Token {key}"
        return contents(client.unprocessed(user, session))


def log(tmp_path: Path) -> str:
    return (tmp_path / ".local/state/everos/hooks.log").read_text()


def test_from_a_conversation_to_what_the_next_one_is_told(
    hook: Hook, served: Server, key: str, tmp_path: Path
) -> None:
    transcript = Transcript(tmp_path / ".claude/projects/-home-alice-src-shop/one.jsonl", "one")

    def told(name: str, **more: Any) -> Json:
        return event(name, session="one", path=transcript.path, **more)

    transcript.user("Our staging database runs on PostgreSQL 16 at port 5433. Why does the login test fail?")
    transcript.tool("Bash", {"command": "pytest"}, "1 failed")
    half = transcript.line("assistant", [{"type": "text", "text": "A fixture lacks its user."}])
    transcript.write(half[:40], end="")
    assert fine(hook("claude-code", "capture", told("Stop"))) == ""
    assert [role for role, _ in waiting(served, key, "claude-code-one")] == ["user", "assistant", "tool"]
    transcript.write(half[40:], end="")  # whole, and the end of the line is still to come
    assert fine(hook("claude-code", "capture", told("PreCompact"))) == ""
    transcript.write("")
    assert fine(hook("claude-code", "capture", told("Stop"))) == ""
    assert len(waiting(served, key, "claude-code-one")) == 4
    assert fine(hook("claude-code", "flush", told("SessionEnd", reason="exit"))) == ""

    asked = event("UserPromptSubmit", session="two", prompt="Which database does staging use?")

    def recalled() -> str:
        return fine(hook("claude-code", "recall", asked))

    output = json.loads(eventually(recalled, "the next session is told"))["hookSpecificOutput"]
    assert "PostgreSQL 16" in output["additionalContext"]
    assert fine(hook("claude-code", "recall", {**asked, "prompt": "ok, thanks"})) == ""


def test_an_event_without_a_transcript_speaks_for_itself(hook: Hook, served: Server, key: str) -> None:
    asked = event("UserPromptSubmit", session="bare", prompt="We deploy on Thursdays.")
    del asked["transcript_path"]
    assert fine(hook("claude-code", "capture", asked)) == ""
    assert waiting(served, key, "claude-code-bare") == [("user", "We deploy on Thursdays.")]


def test_only_new_lines_are_sent(hook: Hook, served: Server, key: str, tmp_path: Path) -> None:
    """How far it was sent is kept, for each server and user; where that is lost, the server knows it again."""
    transcript = Transcript(tmp_path / "x.jsonl", "kept")
    transcript.user("First.")
    told = event("Stop", session="kept", path=transcript.path)
    fine(hook("claude-code", "capture", told))
    [place] = (tmp_path / ".local/state/everos/transcripts").iterdir()
    assert int(place.read_text().split()[0]) == transcript.path.stat().st_size
    transcript.user("z" * LARGEST_LINE)
    transcript.user("Second.")
    place.unlink()
    fine(hook("claude-code", "capture", told))
    fine(hook("claude-code", "capture", told))
    assert waiting(served, key, "claude-code-kept") == [("user", "First."), ("user", "Second.")]
    transcript.path.unlink()
    other = Transcript(tmp_path / "y.jsonl", "other")
    other.user("Elsewhere.")
    fine(hook("claude-code", "capture", event("Stop", session="other", path=other.path)))
    assert not place.exists(), "nothing is kept of transcripts that are gone"


def test_several_at_once(hook: Hook, served: Server, key: str, tmp_path: Path) -> None:
    transcript = Transcript(tmp_path / "x.jsonl", "several")
    for number in range(30):
        transcript.user(f"Message {number}.")
    told = event("Stop", session="several", path=transcript.path)
    with ThreadPoolExecutor(4) as pool:
        for done in pool.map(lambda _: hook("claude-code", "capture", told), range(4)):
            fine(done)
    rows = waiting(served, key, "claude-code-several")
    assert rows == [("user", f"Message {number}.") for number in range(30)]


def test_cursor_and_codex(hook: Hook, served: Server, key: str) -> None:
    cursor = {"conversation_id": "c", "generation_id": "g", "cursor_version": "2.1", "workspace_roots": [CWD]}
    prompt = {**cursor, "hook_event_name": "beforeSubmitPrompt", "prompt": "Mend it."}
    assert fine(hook("cursor", "capture", prompt)) == ""
    assert fine(hook("claude-code", "capture", prompt)) == "", "Cursor calls these, too"
    assert waiting(served, key, "cursor-c") == [("user", "Mend it.")]
    assert waiting(served, key, "claude-code-c") == []
    codex = {"session_id": "s", "turn_id": "t", "cwd": CWD, "hook_event_name": "Stop"}
    assert fine(hook("codex", "capture", {**codex, "last_assistant_message": "Done."}, "--user", "bob")) == ""
    fine(
        hook(
            "codex",
            "capture",
            {**codex, "hook_event_name": "UserPromptSubmit", "prompt": "Hi."},
            "--user",
            "bob",
        )
    )
    assert waiting(served, key, "codex-s", "bob") == [("assistant", "Done."), ("user", "Hi.")]


def test_a_dead_server_costs_nothing_and_loses_nothing(
    hook: Hook, served: Server, key: str, tmp_path: Path
) -> None:
    transcript = Transcript(tmp_path / "x.jsonl", "dead")
    transcript.user("Said while nobody listened.")
    told = event("Stop", session="dead", path=transcript.path)
    done = hook("claude-code", "capture", told, url=(nowhere := f"http://127.0.0.1:{free_port()}"))
    assert (done.returncode, done.stdout) == (0, "")
    assert "Connection refused" in log(tmp_path)
    assert nowhere in log(tmp_path)
    fine(hook("claude-code", "capture", told))
    assert waiting(served, key, "claude-code-dead") == [("user", "Said while nobody listened.")]


def test_a_server_that_never_answers(hook: Hook) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begun = time.monotonic()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        done = hook("codex", "recall", event("UserPromptSubmit", prompt="x"), "--timeout", "0.5", url=url)
    assert (done.returncode, done.stdout) == (0, "")
    assert "timed out" in done.stderr
    assert time.monotonic() - begun < 30


def test_a_server_that_answers_nonsense(hook: Hook) -> None:
    """It is not handed on to the agent."""
    with socket.create_server(("127.0.0.1", 0)) as nonsense:

        def answer() -> None:
            connection, _ = nonsense.accept()
            connection.recv(65_536)
            connection.sendall(b"SSH-2.0-nonsense\r\n\r\n")
            connection.close()

        threading.Thread(target=answer, daemon=True).start()
        url = f"http://127.0.0.1:{nonsense.getsockname()[1]}"
        done = hook("codex", "recall", event("UserPromptSubmit", prompt="x"), url=url)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr


@pytest.mark.parametrize(
    ("told", "env"),
    [
        ("", {}),
        ("{not json", {}),
        ("[1]", {}),
        ("[" * 100_000, {}),
        ('{"hook_event_name": "Stop"}', {}),
        ('{"hook_event_name": "Stop", "session_id": "\\ud800", "transcript_path": "\\u0000"}', {}),
        ('{"hook_event_name": "Stop", "session_id": "s", "transcript_path": "/proc/self/mem"}', {}),
        ('{"hook_event_name": "Stop", "session_id": "s", "transcript_path": "/"}', {}),
        ('{"hook_event_name": "Stop", "session_id": "s"}', {"EVEROS_TOKEN": "wrong"}),
        ('{"hook_event_name": "Stop", "session_id": "s"}', {"EVEROS_TOKEN": ""}),
        ('{"hook_event_name": "Stop", "session_id": "s"}', {"XDG_STATE_HOME": "/proc/nowhere"}),
    ],
)
def test_whatever_comes_the_agent_goes_on(hook: Hook, told: str, env: dict[str, str]) -> None:
    done = hook("claude-code", "capture", told, **env)
    assert (done.returncode, done.stdout) == (0, "")
    assert "Traceback" not in done.stderr


def test_wrong_options_do_not_stop_the_agent(hook: Hook) -> None:
    """The code 2 would."""
    assert hook("claude-code", "capture", "{}", "--nonsense").returncode == 1
    assert hook("emacs", "capture", "{}").returncode == 1
    assert hook("claude-code", "capture", "{}", "--help").returncode == 0
    assert hook("claude-code", "recall", event("Stop"), url="ftp://x").returncode == 0


def test_it_starts_quickly() -> None:
    """A process for each prompt: nothing of the server is loaded."""
    code = (
        "import sys; sys.stdin = open('/dev/null'); from everos_site import cli; cli.main(['hook', 'codex', 'recall']);"
        "print([name for name in sys.modules if name.split('.')[0] in ('django', 'pydantic', 'memory', 'httpx2')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "[]", done.stderr
