"""Short ways to say what is said in a test, and to read what became of it."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memory.conversation.messages import IncomingMessage
from memory.ingest.add import AddResult, add_messages
from memory.ingest.buffer import unprocessed
from memory.ingest.flush import flush_session
from memory.kinds.episode import EPISODE
from memory.markdown.document import parse
from memory.markdown.entries import Entry
from memory.scope import Scope

SCOPE = Scope()
MINUTE = 60_000
HOUR = 60 * MINUTE
START = int(datetime(2023, 5, 8, 13, 56, tzinfo=UTC).timestamp() * 1000)  # a Monday


def said(text: str, *, by: str = "alice", at: int = 0, **more: Any) -> IncomingMessage:
    """A user's message, `at` milliseconds after START."""
    fields: dict[str, Any] = {"sender_id": by, "role": "user", "timestamp_ms": START + at, "content": text}
    return IncomingMessage(**(fields | more))


def talk(
    count: int, *, start: int = 0, step: int = MINUTE, by: str = "alice", about: str = "message"
) -> list[IncomingMessage]:
    return [said(f"{about} {number}", by=by, at=start + number * step) for number in range(count)]


def add(*messages: IncomingMessage, session: str = "s") -> AddResult:
    return add_messages(SCOPE, session, messages)


def flush(session: str = "s") -> str:
    return flush_session(SCOPE, session)


def waiting(session: str = "s") -> list[str]:
    return [row.text for row in unprocessed(SCOPE, session)]


def episodes(root: Path, user: str = "alice") -> list[Entry]:
    """What is on disk, file by file."""
    files = sorted((root / "default_app/default_project/users" / user / "episodes").glob("*.md"))
    return [entry for file in files for entry in parse(EPISODE, file.read_text()).entries]


def told(root: Path, user: str = "alice") -> list[str]:
    return [str(entry.values["content"]) for entry in episodes(root, user)]
