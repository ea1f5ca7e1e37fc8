"""Claude Code's transcript of a session: a file of lines, each a JSON object, which grows while it is read.

A line is of the user (what was typed, or what tools have answered), of the assistant (text, thinking, calls of tools),
or of the machinery (summaries, snapshots, hooks), which is nobody's word. Lines of helpers that the agent has started
(sidechains) belong to conversations of their own.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from memory import bounded_json
from memory.api import times
from memory.api.hooks.events import said_by_a_person
from memory.api.hooks.messages import Speakers, call
from memory.conversation.messages import IncomingMessage

NOT_SAID = ("isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
INTERRUPTED = "[Request interrupted by user"
Json = dict[str, Any]


def messages_of(lines: Iterable[str], speakers: Speakers) -> list[IncomingMessage]:
    """In the order of the lines. What is no line of a conversation, or damaged, is left out."""
    messages: list[IncomingMessage] = []
    for line in lines:
        said = _said(line)
        if said is not None:
            latest = messages[-1].timestamp_ms if messages else None
            messages += _messages(said, line, speakers, latest)
    return messages


def is_prompt(message: IncomingMessage) -> bool:
    return message.role == "user"


def _said(line: str) -> Json | None:
    """The line, if somebody says something in it."""
    try:
        value = bounded_json.loads(line)
    except ValueError:
        return None
    if not isinstance(value, dict) or value.get("type") not in ("user", "assistant"):
        return None
    is_said = isinstance(value.get("message"), dict) and not any(value.get(mark) for mark in NOT_SAID)
    return value if is_said else None


def _messages(said: Json, line: str, speakers: Speakers, latest: int | None) -> Iterator[IncomingMessage]:
    at = _milliseconds(said.get("timestamp"), latest)
    identifier = _identifier(said, line)
    content = said["message"].get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    blocks = [each for each in blocks if isinstance(each, dict)] if isinstance(blocks, list) else []
    text = "\n\n".join(str(each["text"]) for each in blocks if _is(each, "text", "text"))
    if said["type"] == "assistant":
        calls = [_call(each) for each in blocks if _is(each, "tool_use", "id", "name")]
        if text.strip() or calls:
            yield speakers.assistant(text, at, identifier, calls or None)
        return
    for number, each in enumerate(block for block in blocks if _is(block, "tool_result", "tool_use_id")):
        yield speakers.tool(each.get("content"), each["tool_use_id"], at, f"{identifier}.{number}")
    if said_by_a_person(text) and not text.startswith(INTERRUPTED):
        yield speakers.user(text, at, identifier)


def _is(block: Json, type: str, *texts: str) -> bool:
    return block.get("type") == type and all(isinstance(block.get(name), str) for name in texts)


def _call(block: Json) -> Json:
    return call(block["id"], block["name"], block.get("input"))


def _identifier(said: Json, line: str) -> str:
    given = said.get("uuid")
    if isinstance(given, str) and 0 < len(given) <= 100 and given.isprintable():
        return given
    return f"line-{hashlib.sha256(line.encode('utf-8', 'replace')).hexdigest()}"


def _milliseconds(value: object, latest: int | None) -> int:
    """A line without a time was written when the one before it was."""
    try:
        moment = times.read(str(value))
    except (ValueError, OverflowError):
        return latest if latest is not None else int(datetime.now(UTC).timestamp() * 1000)
    return max(1, int(moment.timestamp() * 1000))
