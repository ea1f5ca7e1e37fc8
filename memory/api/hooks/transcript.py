"""Parses Claude Code's transcript of a session: JSON Lines in a file that grows while it is read.

Lines of the user (typed text, results of tools) and of the assistant (text, tool calls) become messages. Thinking,
summaries, snapshots, hooks and lines of subagents (sidechains) are left out.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from memory import bounded_json, times
from memory.api.hooks.events import text_by_person
from memory.api.hooks.messages import Speakers, call
from memory.conversation.messages import IncomingMessage
from memory.ingest.content import LAST_MS

EXCLUDED = ("isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
INTERRUPTED = "[Request interrupted by user"
Json = dict[str, Any]


def messages_of(lines: Iterable[str], speakers: Speakers) -> list[IncomingMessage]:
    """The messages in the order of their lines; other and damaged lines are left out."""
    messages: list[IncomingMessage] = []
    for line in lines:
        entry = _parse_line(line)
        if entry is not None:
            latest = messages[-1].timestamp_ms if messages else None
            messages += _messages(entry, line, speakers, latest)
    return messages


def is_prompt(message: IncomingMessage) -> bool:
    return message.role == "user"


def _parse_line(line: str) -> Json | None:
    """The line as JSON; None unless it is a message of the user or the assistant."""
    try:
        value = bounded_json.loads(line)
    except ValueError:
        return None
    if not isinstance(value, dict) or value.get("type") not in ("user", "assistant"):
        return None
    is_message = isinstance(value.get("message"), dict) and not any(value.get(mark) for mark in EXCLUDED)
    return value if is_message else None


def _messages(entry: Json, line: str, speakers: Speakers, latest: int | None) -> Iterator[IncomingMessage]:
    at = _milliseconds(entry.get("timestamp"), latest)
    identifier = _identifier(entry, line)
    content = entry["message"].get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    blocks = [each for each in blocks if isinstance(each, dict)] if isinstance(blocks, list) else []
    text = "\n\n".join(str(each["text"]) for each in blocks if _is(each, "text", "text"))
    if entry["type"] == "assistant":
        uses = [each for each in blocks if _is(each, "tool_use", "id", "name")]
        calls = [call(each["id"], each["name"], each.get("input")) for each in uses]
        if text.strip() or calls:
            yield speakers.assistant(text, at, identifier, calls or None)
        return
    for number, each in enumerate(block for block in blocks if _is(block, "tool_result", "tool_use_id")):
        yield speakers.tool(each.get("content"), each["tool_use_id"], at, f"{identifier}.{number}")
    if text_by_person(text) and not text.startswith(INTERRUPTED):
        yield speakers.user(text, at, identifier)


def _is(block: Json, type: str, *texts: str) -> bool:
    return block.get("type") == type and all(isinstance(block.get(name), str) for name in texts)


def _identifier(entry: Json, line: str) -> str:
    uuid = entry.get("uuid")
    if isinstance(uuid, str) and 0 < len(uuid) <= 100 and uuid.isprintable():
        return uuid
    return f"line-{hashlib.sha256(line.encode('utf-8', 'replace')).hexdigest()}"


def _milliseconds(value: object, latest: int | None) -> int:
    """The line's time, or else that of the message before it."""
    try:
        moment = times.read(str(value))
    except (ValueError, OverflowError):
        return latest if latest is not None else int(datetime.now(UTC).timestamp() * 1000)
    return min(max(1, int(moment.timestamp() * 1000)), LAST_MS)
