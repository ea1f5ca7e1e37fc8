"""What a newcomer tries first: the demo, and the examples with the packages that people have."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from everos_site import demo
from tests.fakes.openai_server import FakeOpenAI, Says
from tests.system.server import PROJECT, Server, free_port

SENTENCE = "I love climbing in Yosemite every spring."
QUESTION = "Where do I like to climb?"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("first") / "memory", first=True).start()
    yield server
    server.kill()


@pytest.fixture
def two_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the example's 26, the one that answers the first question and another."""
    sessions = json.loads(demo.CONVERSATION.read_text("utf-8"))["sessions"]
    told = [each for each in sessions if "FIV" in str(each) or "blood" in str(each)][:1]
    short = tmp_path / "conversation.json"
    short.write_text(json.dumps({"sessions": [sessions[0], *told]}), "utf-8")
    monkeypatch.setattr(demo, "CONVERSATION", short)


@pytest.mark.long
@pytest.mark.usefixtures("two_sessions")
def test_the_demo_plays_into_the_server_that_runs(
    running: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo.main(["--base-url", f"http://127.0.0.1:{running.port}"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("extracted") == 2
    _, answers = shown.split(f"{demo.QUESTIONS[0]}\n")
    assert answers.startswith("  0.")


@pytest.mark.long
@pytest.mark.usefixtures("two_sessions")
def test_the_demo_needs_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EVEROS_API__PORT", str(free_port()))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "everos_site.settings")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    assert demo.main([]) == 0
    shown = capsys.readouterr().out
    assert "a temporary one is started" in shown
    assert demo.QUESTIONS[0] in shown
    assert not list(tmp_path.glob("everos-demo-*")), "it is removed"


def test_the_demo_says_when_nobody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo.main(["--base-url", f"http://127.0.0.1:{free_port()}"]) == 1
    assert "cannot be reached" in capsys.readouterr().err


def test_openai_sdk_with_a_memory(running: Server, fake_llm: FakeOpenAI) -> None:
    env = {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": fake_llm.url}
    fake_llm.fail(Says("How nice."), Says("In Yosemite."))
    assert example("chat_with_openai.py", SENTENCE, "--user", "olga", running=running, **env) == "How nice.\n"
    assert (
        example("chat_with_openai.py", QUESTION, "--user", "olga", running=running, **env) == "In Yosemite.\n"
    )
    first, second = [call.body["messages"][0]["content"] for call in fake_llm.calls]
    assert "Yosemite" not in first
    assert "Yosemite" in second


@pytest.mark.long
def test_anthropic_sdk_with_a_memory(running: Server, httpserver: HTTPServer) -> None:
    asked: list[dict[str, Any]] = []

    def answer(request: Request) -> Response:
        asked.append(request.get_json())
        message = {
            "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
            "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
            "content": [{"type": "text", "text": f"Answer {len(asked)}."}],
        }  # fmt: skip
        return Response(json.dumps(message), content_type="application/json")

    httpserver.expect_request("/v1/messages", method="POST").respond_with_handler(answer)
    env = {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": httpserver.url_for("")}
    assert (
        example("chat_with_claude.py", SENTENCE, "--user", "clara", running=running, **env) == "Answer 1.\n"
    )
    assert (
        example("chat_with_claude.py", QUESTION, "--user", "clara", running=running, **env) == "Answer 2.\n"
    )
    assert "Yosemite" not in asked[0]["system"]
    assert "Yosemite" in asked[1]["system"]


def example(name: str, *arguments: str, running: Server, **env: str) -> str:
    running.ready()
    done = subprocess.run(
        [
            sys.executable,
            str(PROJECT / "examples" / name),
            *arguments,
            "--everos",
            f"http://127.0.0.1:{running.port}",
        ],
        env={**os.environ, "NO_PROXY": "127.0.0.1", **env},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
