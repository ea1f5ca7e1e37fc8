"""Adds new messages of an agent's session to memory, from its transcript if there is one, or else from the event.

The command `everos hook` reads transcripts where the agent runs and sends their lines. The server reads transcripts
itself only below folders that a setting names, and only for callers who may have its files read.
"""

import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest

from memory import limits
from memory.api.hooks import transcript
from memory.api.hooks.events import HookEvent
from memory.api.hooks.messages import Speakers, call, output_text
from memory.api.mcp.connection import Connection
from memory.api.permission import may_write_session, require_speaker, session_check
from memory.api.rest.authentication import may_read_server_files
from memory.conversation.messages import IncomingMessage
from memory.ingest.add import add_messages
from memory.ingest.buffer import accepted_ids
from memory.ingest.flush import flush_session
from memory.payloads import files
from memory.payloads.payload import Rules
from memory.scope import agent

SETTING = "EVEROS_HOOKS__TRANSCRIPT_DIRS"
SUFFIX = ".jsonl"
AFTER_TOOL = (
    "PostToolUse"  # too frequent for reading a transcript; the end of the turn brings all its messages
)
AT_ONCE = 200  # messages added in one transaction
BLOCK = 100  # lines that are compared with known messages together
LARGEST_PART = 16 * 1024 * 1024  # bytes read from the end of a transcript


def capture(request: HttpRequest, connection: Connection, hook_event: HookEvent) -> int:
    """Adds the new messages of the event's session, and returns how many there are.

    Raises Forbidden, InvalidInput, UnsupportedContent.
    """
    owner, assistant = connection.require("write"), agent(hook_event.client)
    for speaker in (owner, assistant):
        require_speaker(connection.caller, connection.scope, speaker)
    speakers = Speakers(owner.id, assistant.id)
    messages = _each_once(_new_messages(request, connection, hook_event, speakers))
    check = session_check(connection.caller, connection.scope, hook_event.session, [owner, assistant])
    most = min(AT_ONCE, limits.limit_of("messages"))
    edges = [*range(0, len(messages), most), len(messages)]
    return sum(
        add_messages(
            connection.scope, hook_event.session, messages[begin:end], extraction="behind", check=check
        ).new
        for begin, end in pairwise(edges)
    )


def flush(connection: Connection, hook_event: HookEvent) -> None:
    """Extracts what is buffered of the session, in the background. Raises Forbidden."""
    connection.require("write")
    if may_write_session(connection.caller, connection.scope, hook_event.session):
        flush_session(connection.scope, hook_event.session, behind=True)


def _new_messages(
    request: HttpRequest, connection: Connection, hook_event: HookEvent, speakers: Speakers
) -> Sequence[IncomingMessage]:
    if hook_event.body.transcript is not None:
        messages = transcript.messages_of(hook_event.body.transcript, speakers)
        known = _known(connection, hook_event, messages)
    elif settings.EVEROS.hooks.transcript_dirs and _has_transcript(request, hook_event):
        lines = [] if hook_event.name == AFTER_TOOL else _lines(hook_event.body.transcript_path)
        return _messages_after_known(connection, hook_event, lines, speakers)
    else:
        messages = messages_of(hook_event, speakers)
        known = accepted_ids(connection.scope, hook_event.session, _ids_of(messages))
    return [message for message in messages if message.message_id not in known]


def _each_once(messages: Iterable[IncomingMessage]) -> list[IncomingMessage]:
    """Without later ones of the same id: with other words, they would have all of them refused."""
    ids, kept = set[str](), []
    for message in messages:
        if message.message_id not in ids:
            kept.append(message)
        if message.message_id:
            ids.add(message.message_id)
    return kept


def _has_transcript(request: HttpRequest, hook_event: HookEvent) -> bool:
    """Whether the session's messages come from a transcript that the server reads.

    Then those of its events are ignored, even if the file does not exist yet: they would be added twice.
    """
    return hook_event.client == "claude-code" and may_read_server_files(request)


def _messages_after_known(
    connection: Connection, hook_event: HookEvent, lines: Sequence[str], speakers: Speakers
) -> list[IncomingMessage]:
    """The messages after the last one that was accepted before.

    If none was, only those since the last prompt: messages from before the hooks were installed, or forgotten since,
    are not added.
    """
    taken: list[IncomingMessage] = []
    for block in _blocks_from_end(lines):
        messages = transcript.messages_of(block, speakers)
        known = _known(connection, hook_event, messages)
        last = max((n for n, each in enumerate(messages) if each.message_id in known), default=None)
        if last is not None:
            return [*messages[last + 1 :], *taken]
        taken = [*messages, *taken]
    prompts = [number for number, message in enumerate(taken) if transcript.is_prompt(message)]
    return taken[prompts[-1] :] if prompts else []


def _known(connection: Connection, hook_event: HookEvent, messages: Sequence[IncomingMessage]) -> set[str]:
    """Ids of lines that were accepted before, in this session or in one of which it is a copy.

    Copied lines come before those of the session itself; only such lines are looked for in all sessions, which is slow.
    """
    ids = _ids_of(messages)
    here = accepted_ids(connection.scope, hook_event.session, ids)
    last = max((number for number, each in enumerate(ids) if each in here), default=len(ids))
    copied = [each for each in ids[:last] if each not in here]
    return here | accepted_ids(connection.scope, None, copied)


def _ids_of(messages: Sequence[IncomingMessage]) -> list[str]:
    return [message.message_id for message in messages if message.message_id]


def _blocks_from_end(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    for end in range(len(lines), 0, -BLOCK):
        yield lines[max(0, end - BLOCK) : end]


def _lines(path: str | None) -> list[str]:
    """The lines at the end of the file; empty if there is no file yet. Raises UnsupportedContent."""
    if not path or not path.endswith(SUFFIX):
        return []
    rules = Rules(
        folders=tuple(map(Path, settings.EVEROS.hooks.transcript_dirs)), forbidden=settings.EVEROS.memory.root
    )
    try:
        with files.opened(path, rules, SETTING) as (file, size):
            file.seek(max(0, size - LARGEST_PART))
            data = file.read(LARGEST_PART)
    except FileNotFoundError:
        return []
    lines = data.decode("utf-8", "replace").split("\n")
    return lines[1:] if size > LARGEST_PART else lines


def messages_of(hook_event: HookEvent, speakers: Speakers) -> list[IncomingMessage]:
    """Messages with ids if the agent names its turns, so that an event sent twice is stored once."""
    return list(_messages(hook_event, speakers, int(time.time() * 1000)))


def _messages(hook_event: HookEvent, speakers: Speakers, now: int) -> Iterator[IncomingMessage]:
    body = hook_event.body
    match hook_event.name:
        case "UserPromptSubmit" if body.typed_prompt:
            yield speakers.user(body.typed_prompt, now, _identifier(hook_event, "prompt", body.typed_prompt))
        case "Stop" if body.response and body.response.strip():
            yield speakers.assistant(body.response, now, _identifier(hook_event, "answer", body.response))
        case "PostToolUse" | "PostToolUseFailure" if body.tool_name:
            tool_call = call("", body.tool_name, body.tool_input)
            text = f"{tool_call['function']}{output_text(body.tool_output)}"
            tool_call["id"] = body.tool_use_id or f"call_{_digest(f'{body.turn}{text}')}"
            identifier = f"{hook_event.client}:{tool_call['id']}"
            yield speakers.assistant("", now, f"{identifier}:call", [tool_call])
            yield speakers.tool(body.tool_output, tool_call["id"], now, f"{identifier}:answer")


def _identifier(hook_event: HookEvent, what: str, text: str) -> str | None:
    """The turn with a digest of the text, since a turn may have several answers; None if turns have no names."""
    return f"{hook_event.body.turn}:{what}:{_digest(text)}" if hook_event.body.turn else None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
