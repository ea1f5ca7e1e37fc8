"""The messages of one event, for agents of whose transcript nothing is read."""

import hashlib
import time
from collections.abc import Iterator

from memory.api.hooks.events import Heard
from memory.api.hooks.messages import Speakers, call, told
from memory.conversation.messages import IncomingMessage


def messages_of(heard: Heard, speakers: Speakers) -> list[IncomingMessage]:
    """Each has an id wherever the agent names its turns: so an event that is told twice is stored once."""
    return list(_messages(heard, speakers, int(time.time() * 1000)))


def _messages(heard: Heard, speakers: Speakers, now: int) -> Iterator[IncomingMessage]:
    event = heard.event
    match heard.name:
        case "UserPromptSubmit" if event.asked:
            yield speakers.user(event.asked, now, _identifier(heard, "prompt", event.asked))
        case "Stop" if event.response and event.response.strip():
            yield speakers.assistant(event.response, now, _identifier(heard, "answer", event.response))
        case "PostToolUse" | "PostToolUseFailure" if event.tool_name:
            made = call("", event.tool_name, event.tool_input)
            whole = f"{made['function']}{told(event.tool_output)}"
            made["id"] = event.tool_use_id or f"call_{_digest(f'{event.turn}{whole}')}"
            identifier = f"{heard.client}:{made['id']}"
            yield speakers.assistant("", now, f"{identifier}:call", [made])
            yield speakers.tool(event.tool_output, made["id"], now, f"{identifier}:answer")


def _identifier(heard: Heard, what: str, text: str) -> str | None:
    """Of one turn there may be several answers."""
    return f"{heard.event.turn}:{what}:{_digest(text)}" if heard.event.turn else None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
