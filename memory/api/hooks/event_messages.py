"""The messages of one event, for agents whose transcript is not read."""

import hashlib
import time
from collections.abc import Iterator

from memory.api.hooks.events import HookEvent
from memory.api.hooks.messages import Speakers, call, output_text
from memory.conversation.messages import IncomingMessage


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
