"""What is said to an agent goes into memory: once, and nobody else's words."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.conftest import change_settings
from tests.hooks.conftest import SESSION, Json, Post, Transcript, contents, event, settle

Waiting = Callable[..., list[Json]]


@pytest.fixture
def transcript(tmp_path: Path, settings: Any) -> Transcript:
    """One that the server may read."""
    folder = tmp_path / "projects"
    change_settings(settings, "hooks", transcript_dirs=[str(folder)])
    return Transcript(folder / "-home-alice-src-shop" / f"{SESSION}.jsonl")


def stop(transcript: Transcript, name: str = "Stop", **more: Any) -> Json:
    return event(name, path=transcript.path, stop_hook_active=False, **more)


def taken(
    post: Post, body: Json, call: str = "capture", query: str = "", client: str = "claude-code"
) -> None:
    answer = post(call, body, query, client)
    assert (answer.status_code, answer.content) == (204, b""), answer.content


def test_a_session_is_taken_from_its_transcript(post: Post, waiting: Waiting, transcript: Transcript) -> None:
    transcript.machinery()
    transcript.user("Why does the login test fail?")
    transcript.tool("Bash", {"command": "pytest tests/test_login.py"}, "1 failed: KeyError 'user'")
    transcript.tool("Edit", {"file_path": "login.py"}, [{"type": "text", "text": "edited"}])
    transcript.assistant("The fixture had no user; it passes now.")
    transcript.machinery()
    taken(post, stop(transcript))
    rows = waiting()
    assert contents(rows) == [
        ("user", "Why does the login test fail?"),
        ("assistant", ""),
        ("tool", "1 failed: KeyError 'user'"),
        ("assistant", ""),
        ("tool", "edited"),
        ("assistant", "The fixture had no user; it passes now."),
    ]
    assert {row["sender_id"] for row in rows} == {"me", "claude-code"}
    made = rows[1]["tool_calls"][0]
    assert made["function"]["name"] == "Bash"
    assert json.loads(made["function"]["arguments"]) == {"command": "pytest tests/test_login.py"}
    assert made["id"] == rows[2]["tool_call_id"]
    assert rows[0]["timestamp"].startswith("2026-11-20T09:")


def test_only_what_is_new_is_taken_whatever_is_repeated(
    post: Post, waiting: Waiting, transcript: Transcript
) -> None:
    transcript.user("First question.")
    transcript.assistant("First answer.")
    for _ in range(3):
        taken(post, stop(transcript))
    transcript.user("Second question.")
    transcript.assistant("Second answer.")
    for name in ("PreCompact", "Stop", "Stop"):
        taken(post, stop(transcript, name))
    assert [text for _, text in contents(waiting())] == [
        "First question.", "First answer.", "Second question.", "Second answer.",
    ]  # fmt: skip


def test_the_same_words_twice_are_two_messages(post: Post, waiting: Waiting, transcript: Transcript) -> None:
    for _ in range(2):
        transcript.user("Run the tests.")
        transcript.assistant("Done.")
        taken(post, stop(transcript))
    assert len(waiting()) == 4


def test_a_line_that_is_still_being_written(post: Post, waiting: Waiting, transcript: Transcript) -> None:
    transcript.user("A question.")
    whole = transcript.line("assistant", [{"type": "text", "text": "An answer with ünicode."}])
    transcript.write(whole[:-30], end="")
    taken(post, stop(transcript))
    assert contents(waiting()) == [("user", "A question.")]
    transcript.write(whole[-30:])
    taken(post, stop(transcript))
    assert contents(waiting())[1:] == [("assistant", "An answer with ünicode.")]


def test_damaged_lines_cost_nothing_else(post: Post, waiting: Waiting, transcript: Transcript) -> None:
    transcript.user("A question.")
    taken(post, stop(transcript))
    transcript.write("[" * 5_000, '{"type": "user", "message": 5}', '{"type": "user"', "null", '"x"', "\x00")
    transcript.write('{"type":"user","message":{"content":[1,{"type":"text"},{"type":"tool_result"}]}}')
    transcript.path.open("ab").write(b'{"type": "user", "message": {"content": "\xff\xfe bytes"}}\n')
    transcript.write(
        '{"type":"assistant","message":{"content":[{"type":"text","text":"half \\ud83d pair"}]}}'
    )
    transcript.write('{"type":"user","message":{"content":"When?"},"timestamp":"yesterday","uuid":7}')
    taken(post, stop(transcript))
    said = contents(waiting())
    assert said[0] == ("user", "A question.")
    assert said[-1] == ("user", "When?")
    assert any(text.startswith("half ") for _, text in said)
    taken(post, stop(transcript))
    assert contents(waiting()) == said


def test_what_was_said_before_anybody_listened_is_not_brought_in(
    post: Post, waiting: Waiting, transcript: Transcript
) -> None:
    """Otherwise what somebody has forgotten would come back from the transcript."""
    transcript.user("An old secret.")
    transcript.assistant("Noted.")
    transcript.user("A new question.")
    transcript.assistant("A new answer.")
    taken(post, stop(transcript))
    assert [text for _, text in contents(waiting())] == ["A new question.", "A new answer."]


def test_what_is_forgotten_stays_forgotten(post: Post, waiting: Waiting, transcript: Transcript) -> None:
    transcript.user("My salary is a hundred thousand.")
    transcript.assistant("Noted.")
    taken(post, stop(transcript))
    answer = Client().post("/api/v1/memory/delete", {"user_id": "me"}, content_type="application/json")
    assert answer.status_code in (200, 202), answer.content
    settle()
    transcript.user("Something else.")
    taken(post, stop(transcript))
    assert contents(waiting()) == [("user", "Something else.")]


def test_a_copy_of_a_session_brings_only_what_is_new_in_it(
    post: Post, waiting: Waiting, transcript: Transcript
) -> None:
    transcript.user("Said once.")
    taken(post, stop(transcript))
    copy = Transcript(transcript.path.with_name("copy.jsonl"), "copy")
    copy.path.write_bytes(transcript.path.read_bytes())
    copy.user("Said in the copy.")
    taken(post, event("Stop", session="copy", path=copy.path))
    assert contents(waiting("claude-code-copy")) == [("user", "Said in the copy.")]


def test_a_long_session_is_taken_whole(post: Post, waiting: Waiting, transcript: Transcript) -> None:
    transcript.user("Begin.")
    for number in range(260):
        transcript.tool("Read", {"n": number}, "x" * 20)
    transcript.assistant("Finished.")
    taken(post, stop(transcript))
    settle()
    body = {"user_id": "me", "memory_type": "episode"}
    found = Client().post("/api/v1/memory/get", body, content_type="application/json").json()["data"]
    assert len(waiting()) == 522 or found["total_count"] >= 1
    transcript.user("One more.")
    taken(post, stop(transcript))
    assert ("user", "One more.") in contents(waiting())


def test_what_tools_say_is_shortened_in_the_middle(
    post: Post, waiting: Waiting, transcript: Transcript
) -> None:
    transcript.user("Read it.")
    transcript.tool("Write", {"content": "b" * 50_000}, "begin " + "x" * 3_000_000 + " end")
    taken(post, stop(transcript))
    tool = waiting()[2]["content"]
    assert tool.startswith("begin ")
    assert tool.endswith(" end")
    assert len(tool) < 9_000
    assert len(waiting()[1]["tool_calls"][0]["function"]["arguments"]) < 9_000


def test_files_elsewhere_are_not_read(
    post: Post, waiting: Waiting, transcript: Transcript, tmp_path: Path
) -> None:
    outside = Transcript(tmp_path / "elsewhere" / f"{SESSION}.jsonl")
    outside.user("Not for the server.")
    link = transcript.path.with_name("link.jsonl")
    link.symlink_to(outside.path)
    inside = transcript.path.parent / ".." / ".." / "elsewhere" / outside.path.name
    for path in (outside.path, link, inside, Path("/proc/self/environ.jsonl")):
        answer = post("capture", event("Stop", path=path))
        assert answer.status_code == 415, path
        assert "EVEROS_HOOKS__TRANSCRIPT_DIRS" in answer.json()["error"]
    for path in ("relative.jsonl", f"/{'x' * 5000}.jsonl", "/a\x00.jsonl"):
        assert post("capture", event("Stop", path=path)).status_code == 415, path[:20]
    taken(post, event("Stop", path=transcript.path.with_suffix(".txt")))
    taken(post, event("Stop", path=transcript.path.with_name("not-there-yet.jsonl")))
    assert waiting() == []


def test_by_default_no_file_is_read(post: Post, waiting: Waiting, tmp_path: Path) -> None:
    outside = Transcript(tmp_path / f"{SESSION}.jsonl")
    outside.user("Not for the server.")
    taken(post, event("Stop", path=outside.path))
    assert waiting() == []


def test_without_a_transcript_the_events_say_it(post: Post, waiting: Waiting) -> None:
    told = [
        event("UserPromptSubmit", prompt="Why does it fail?", prompt_id="p1"),
        event(
            "PostToolUse", tool_name="Bash", tool_input={"command": "pytest"}, tool_use_id="toolu_1",
            tool_response={"stdout": "1 failed", "stderr": "KeyError", "interrupted": False}, prompt_id="p1",
        ),
        event("Stop", last_assistant_message="A key was missing.", prompt_id="p1"),
        event("UserPromptSubmit", prompt="<task-notification>x</task-notification>", prompt_id="p2"),
        event("UserPromptSubmit", prompt="machine", source="system", prompt_id="p3"),
        event("Notification", message="x"),
    ]  # fmt: skip
    for each in [*told, *told]:
        taken(post, each)
    rows = waiting()
    assert contents(rows) == [
        ("user", "Why does it fail?"),
        ("assistant", ""),
        ("tool", "1 failed\nKeyError"),
        ("assistant", "A key was missing."),
    ]
    assert rows[1]["tool_calls"][0]["function"]["name"] == "Bash"


def test_cursor_and_codex(post: Post, waiting: Waiting) -> None:
    cursor = {
        "conversation_id": "c",
        "generation_id": "g",
        "workspace_roots": ["/src"],
        "cursor_version": "2",
    }
    for told in (
        {"hook_event_name": "beforeSubmitPrompt", "prompt": "Mend it.", "attachments": []},
        {
            "hook_event_name": "postToolUse",
            "tool_name": "Shell",
            "tool_input": {"c": "ls"},
            "tool_output": "a.py",
        },
        {"hook_event_name": "afterAgentResponse", "text": "Mended."},
        {"hook_event_name": "stop", "status": "completed", "loop_count": 0},
    ):
        for _ in range(2):
            taken(post, {**cursor, **told}, client="cursor")
    assert contents(waiting("cursor-c")) == [
        ("user", "Mend it."), ("assistant", ""), ("tool", "a.py"), ("assistant", "Mended."),
    ]  # fmt: skip
    codex = {"session_id": "s", "turn_id": "t", "cwd": "/src", "transcript_path": None, "model": "m"}
    taken(post, {**codex, "hook_event_name": "UserPromptSubmit", "prompt": "Mend it."}, client="codex")
    taken(post, {**codex, "hook_event_name": "Stop", "last_assistant_message": "Done."}, client="codex")
    assert contents(waiting("codex-s")) == [("user", "Mend it."), ("assistant", "Done.")]
    again = {**codex, "session_id": "other", "hook_event_name": "UserPromptSubmit", "prompt": "Mend it."}
    taken(post, again, client="codex")
    assert contents(waiting("codex-other")) == [("user", "Mend it.")], (
        "turns may have names in their session only"
    )


def test_a_session_that_ends_becomes_memory_and_teaches_the_agent(post: Post, transcript: Transcript) -> None:
    transcript.user("Find out why the login test fails, and mend it.")
    transcript.tool("Bash", {"command": "pytest tests/test_login.py"}, "1 failed: KeyError 'user'")
    transcript.tool("Edit", {"file_path": "conftest.py", "new_string": "user=alice"}, "The file was updated.")
    transcript.tool("Bash", {"command": "pytest tests/test_login.py"}, "1 passed")
    transcript.assistant("The fixture lacked a user. I added one, and the login test passes now.")
    for _ in range(2):
        taken(post, stop(transcript, "SessionEnd", reason="exit"), "flush")
    settle()

    def listed(kind: str, **whose: str) -> list[Json]:
        body = {**whose, "memory_type": kind}
        answer = Client().post("/api/v1/memory/get", body, content_type="application/json").json()
        found: list[Json] = answer["data"][f"{kind}s"]
        return found

    assert len(listed("episode", user_id="me")) == 1
    [case] = listed("agent_case", agent_id="claude-code")
    assert "login test" in case["task_intent"]
    assert "pytest" in case["approach"]


def test_lines_that_a_command_sends(post: Post, waiting: Waiting, tmp_path: Path) -> None:
    writer = Transcript(tmp_path / "x.jsonl")
    lines = [writer.line("user", "One."), writer.line("user", "Two."), writer.line("user", "Three.")]
    for sent in (lines[:1], lines[:2], [], lines, lines[2:]):
        taken(post, event("Stop", transcript=sent))
    assert [text for _, text in contents(waiting())] == ["One.", "Two.", "Three."]


def test_a_copy_that_is_sent_again_brings_nothing_twice(post: Post, waiting: Waiting, tmp_path: Path) -> None:
    """As after an answer that did not arrive."""
    writer = Transcript(tmp_path / "x.jsonl")
    before, own, later = (writer.line("user", text) for text in ("Before.", "In the copy.", "Later."))
    taken(post, event("Stop", transcript=[before]))
    for sent in ([before, own], [before, own, later]):
        taken(post, event("Stop", session="copy", transcript=sent))
    assert contents(waiting("claude-code-copy")) == [("user", "In the copy."), ("user", "Later.")]


def test_no_line_of_a_transcript_keeps_the_others_out(post: Post, waiting: Waiting, tmp_path: Path) -> None:
    """They come together, again and again: if one were refused, none of the session would ever be stored."""
    writer = Transcript(tmp_path / "x.jsonl")
    edits = {"edits": [{"old": "x" * 8000, "new": "y" * 8000}] * 100}

    def use(number: int, name: str, given: Any) -> Json:
        return {"type": "tool_use", "id": f"t{number}", "name": name, "input": given}

    lines = [
        writer.line("user", "One."),
        writer.line("assistant", [use(0, "MultiEdit", edits), {"type": "text", "text": "z" * 1_000_000}]),
        writer.line("assistant", [use(number, "n" * 2_000, {"x": "y" * 16_000}) for number in range(300)]),
        writer.line("user", [{"type": "tool_result", "tool_use_id": "t" * 2_000_000, "content": "ok"}]),
        writer.line("user", "Late.", timestamp="9999-12-31T23:59:59Z"),
        writer.line("user", "Two.", uuid="twice"),
        writer.line("user", "Other words.", uuid="twice"),
    ]
    taken(post, event("Stop", transcript=lines))
    rows = waiting()
    assert [text for role, text in contents(rows) if role == "user"] == ["One.", "Two.", "Late."]
    assert len(rows[1]["tool_calls"][0]["function"]["arguments"]) < 9_000
    assert rows[2]["tool_calls"]


def test_a_message_id_with_other_words_blocks_nothing(post: Post, waiting: Waiting, tmp_path: Path) -> None:
    """As after an upgrade that reads transcripts otherwise."""
    writer = Transcript(tmp_path / "x.jsonl")
    first = writer.line("user", "One.")
    taken(post, event("Stop", transcript=[first]))
    taken(post, event("Stop", transcript=[first.replace("One.", "Uno."), writer.line("user", "Two.")]))
    assert [text for _, text in contents(waiting())] == ["One.", "Two."]


@pytest.mark.parametrize(
    ("body", "more", "status", "said"),
    [
        (b"{", {}, 400, "is not valid JSON"),
        (b"", {}, 400, "must be application/json"),
        (b"{}", {"content_type": "text/plain"}, 400, "must be application/json, not text/plain"),
        ({}, {}, 422, "hook_event_name: Field required"),
        (event("Stop"), {"query": "project_by=branch"}, 422, "can only be cwd"),
        (event("Stop"), {"query": "user=.."}, 422, "?user= in the URL"),
        (b" " * 2000, {}, 413, "larger than"),
    ],
)
def test_what_cannot_be_read_is_refused_in_the_same_words_by_each_call(
    post: Post, settings: Any, body: Any, more: Json, status: int, said: str
) -> None:
    change_settings(settings, "api", max_body_bytes=1024)
    for call in ("recall", "capture", "flush"):
        answer = post(call, body, **more)
        assert answer.status_code == status, answer.content
        assert said in answer.json()["error"]


def test_events_are_posted(db: None) -> None:
    answer = Client().get("/hooks/codex/recall")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert answer.json() == {"error": "GET is not allowed here, only POST"}
