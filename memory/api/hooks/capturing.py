"""What is new of a session goes into memory: from lines of its transcript where there are any, else from the event.

A server reads transcripts itself only below folders that a setting names, for callers who may have its files read; the
command `everos hook` reads them where the agent runs, and sends their lines.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest

from memory import limits
from memory.api.hooks import spoken, transcript
from memory.api.hooks.events import Heard
from memory.api.hooks.messages import Speakers
from memory.api.mcp.whose import Connection
from memory.api.permission import require_speaker
from memory.api.rest.authentication import may_read_server_files
from memory.api.session_access import may_write_session, session_check
from memory.conversation.messages import IncomingMessage
from memory.ingest.add import add_messages
from memory.ingest.buffer import accepted_ids
from memory.ingest.flush import flush_session
from memory.payloads import files
from memory.payloads.payload import Rules
from memory.scope import agent

SETTING = "EVEROS_HOOKS__TRANSCRIPT_DIRS"
SUFFIX = ".jsonl"
AFTER_TOOL = "PostToolUse"  # too often to read a transcript; the end of the turn brings all of them
AT_ONCE = 200  # messages of one call
BLOCK = 100  # lines that are looked at together
LARGEST_PART = 16 * 1024 * 1024  # bytes of a transcript's end that are read at once


def capture(request: HttpRequest, connection: Connection, heard: Heard) -> int:
    """Returns how many messages are new. Raises Forbidden, InvalidInput, UnsupportedContent."""
    speakers = Speakers(connection.require("write").id, heard.client)
    for speaker in (connection.owner, agent(heard.client)):
        require_speaker(connection.caller, connection.scope, speaker)
    messages = _new(request, connection, heard, speakers)
    check = session_check(
        connection.caller, connection.scope, heard.session, [connection.owner, agent(heard.client)]
    )
    most = min(AT_ONCE, limits.limit_of("messages"))
    edges = [*range(0, len(messages), most), len(messages)]
    return sum(
        add_messages(
            connection.scope, heard.session, messages[begin:end], extraction="behind", check=check
        ).new
        for begin, end in pairwise(edges)
    )


def flush(connection: Connection, heard: Heard) -> None:
    """What waits in the session becomes memory, in the background. Raises Forbidden."""
    connection.require("write")
    if may_write_session(connection.caller, connection.scope, heard.session):
        flush_session(connection.scope, heard.session, behind=True)


def _new(
    request: HttpRequest, connection: Connection, heard: Heard, speakers: Speakers
) -> Sequence[IncomingMessage]:
    if heard.event.transcript is not None:
        messages = transcript.messages_of(heard.event.transcript, speakers)
    elif settings.EVEROS.hooks.transcript_dirs and _has_transcript(request, heard):
        lines = [] if heard.name == AFTER_TOOL else _lines(heard.event.transcript_path)
        return _since_known(connection, heard, lines, speakers)
    else:
        messages = spoken.messages_of(heard, speakers)
    known = _known(connection, heard, messages)
    return [message for message in messages if message.message_id not in known]


def _has_transcript(request: HttpRequest, heard: Heard) -> bool:
    """That is read, be it there yet or not: an event must not bring what its lines will bring once more."""
    return heard.client == "claude-code" and may_read_server_files(request)


def _since_known(
    connection: Connection, heard: Heard, lines: Sequence[str], speakers: Speakers
) -> list[IncomingMessage]:
    """What stands behind the last message that was accepted before. Where none was, only what belongs to the last
    prompt: what was said before anybody listened, or has been forgotten since, is not brought in."""
    taken: list[IncomingMessage] = []
    for block in _from_the_end(lines):
        messages = transcript.messages_of(block, speakers)
        known = _known(connection, heard, messages)
        last = max((n for n, each in enumerate(messages) if each.message_id in known), default=None)
        if last is not None:
            return [*messages[last + 1 :], *taken]
        taken = [*messages, *taken]
    prompts = [number for number, message in enumerate(taken) if transcript.is_prompt(message)]
    return taken[prompts[-1] :] if prompts else []


def _known(connection: Connection, heard: Heard, messages: Sequence[IncomingMessage]) -> set[str]:
    """Ids of those that were accepted, also in the session of which this one is a copy."""
    ids = [message.message_id for message in messages if message.message_id]
    return accepted_ids(connection.scope, heard.session, ids) or accepted_ids(connection.scope, None, ids)


def _from_the_end(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    for end in range(len(lines), 0, -BLOCK):
        yield lines[max(0, end - BLOCK) : end]


def _lines(path: str | None) -> list[str]:
    """Those at the end of the file; none where there is no file yet. Raises UnsupportedContent."""
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
