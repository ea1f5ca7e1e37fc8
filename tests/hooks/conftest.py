"""Events and transcripts as the agents write them, and calls of `/hooks/` as they make them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from cascade import scanner
from cascade.drain import drain
from memory.ingest.retry import retry_pending
from ome.engine.worker import drain as derive

Json = dict[str, Any]
Post = Callable[..., HttpResponse]
SESSION = "5f0c1a52-3c5e-4a53-9c34-0c8f7d1f2a11"
CWD = "/home/alice/src/shop"


def event(name: str, session: str = SESSION, path: Path | str | None = None, **more: Any) -> Json:
    """As Claude Code sends it."""
    return {
        "session_id": session,
        "transcript_path": str(path or f"/home/alice/.claude/projects/-home-alice-src-shop/{session}.jsonl"),
        "cwd": CWD,
        "permission_mode": "default",
        "hook_event_name": name,
        **more,
    }


class Transcript:
    """A file of Claude Code's, written line by line as it does."""

    def __init__(self, path: Path, session: str = SESSION) -> None:
        self.path, self.session, self.number = path, session, 0
        path.parent.mkdir(parents=True, exist_ok=True)

    def line(self, type: str, content: Any, **more: Any) -> str:
        self.number += 1
        role = {"role": "assistant", "id": f"msg_{self.number}", "model": "claude", "usage": {}}
        return json.dumps(
            {
                "parentUuid": f"{self.session}-{self.number - 1}" if self.number > 1 else None,
                "isSidechain": False,
                "userType": "external",
                "cwd": CWD,
                "sessionId": self.session,
                "version": "2.1.30",
                "gitBranch": "main",
                "type": type,
                "message": {**(role if type == "assistant" else {"role": "user"}), "content": content},
                "uuid": f"{self.session}-{self.number}",
                "timestamp": f"2026-11-20T09:{self.number // 60:02}:{self.number % 60:02}.120Z",
                **more,
            },
            ensure_ascii=False,
        )

    def write(self, *lines: str, end: str = "\n") -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n".join(lines) + end)

    def user(self, text: str, **more: Any) -> None:
        self.write(self.line("user", text, **more))

    def assistant(self, text: str, **more: Any) -> None:
        self.write(self.line("assistant", [{"type": "text", "text": text}], **more))

    def tool(self, name: str, given: Json, answer: Any) -> None:
        identifier = f"toolu_{self.number}"
        use = {"type": "tool_use", "id": identifier, "name": name, "input": given}
        result = {"type": "tool_result", "tool_use_id": identifier, "content": answer}
        self.write(self.line("assistant", [use]), self.line("user", [result], toolUseResult={}))

    def machinery(self) -> None:
        """All that stands in a transcript and is nobody's word."""
        self.write(
            json.dumps({"type": "summary", "summary": "SECRET summary", "leafUuid": "x"}),
            json.dumps({"type": "file-history-snapshot", "messageId": "x", "snapshot": {}}),
            json.dumps({"type": "system", "subtype": "compact_boundary", "content": "SECRET", "uuid": "s"}),
            self.line("user", "SECRET helper's prompt", isSidechain=True),
            self.line("user", "SECRET caveat", isMeta=True),
            self.line("user", "SECRET compacted", isCompactSummary=True),
            self.line("user", "<command-name>/clear</command-name> SECRET"),
            self.line("user", "<task-notification>SECRET</task-notification>"),
            self.line("user", "[Request interrupted by user for tool use]"),
            self.line("assistant", [{"type": "thinking", "thinking": "SECRET", "signature": "x"}]),
            self.line("assistant", [{"type": "text", "text": "API Error: SECRET"}], isApiErrorMessage=True),
            "{not json at all",
            "",
        )


@pytest.fixture
def post(db: None, root: Path) -> Post:
    """`post("recall", body, query="user=alice", client="codex")`: one event."""
    sender = Client(raise_request_exception=False)

    def send(call: str, body: Any, query: str = "", client: str = "claude-code", **more: Any) -> HttpResponse:
        more = {"content_type": "application/json", **more}
        return sender.post(f"/hooks/{client}/{call}?{query}", body, **more)

    return send


@pytest.fixture
def waiting(post: Post) -> Callable[..., list[Json]]:
    """The messages that wait in a session, as EverOS v1 shows them."""

    def look(session: str = f"claude-code-{SESSION}", user: str = "me", **scope: str) -> list[Json]:
        body = {"user_id": user, "query": "x", "filters": {"session_id": session}, **scope}
        answer = Client().post("/api/v1/memory/search", body, content_type="application/json")
        assert answer.status_code == 200, answer.content
        rows: list[Json] = answer.json()["data"]["unprocessed_messages"]
        return rows

    return look


def settle() -> None:
    """All that is left to workers is done."""
    while retry_pending() + derive() + drain() + scanner.scan():
        pass


def contents(rows: list[Json]) -> list[tuple[str, str]]:
    return [(row["role"], row["content"]) for row in rows]
