"""Messages as hooks bring them: whose they are, and how long what tools say may be."""

import json
from dataclasses import dataclass
from typing import Any

from memory import limits
from memory.conversation.messages import IncomingMessage

TOOL_CHARS = (
    8_000  # of what a tool was given, or has answered: the whole of it stays in the agent's own transcript
)


@dataclass(frozen=True, slots=True)
class Speakers:
    user_id: str
    agent_id: str

    def user(self, text: str, at: int, id: str | None) -> IncomingMessage:
        return IncomingMessage(self.user_id, "user", at, _bounded(text), id)

    def assistant(
        self, text: str, at: int, id: str | None, calls: list[dict[str, Any]] | None = None
    ) -> IncomingMessage:
        return IncomingMessage(self.agent_id, "assistant", at, _bounded(text), id, tool_calls=calls)

    def tool(self, output: Any, call_id: str, at: int, id: str | None) -> IncomingMessage:
        return IncomingMessage(self.agent_id, "tool", at, shortened(told(output)), id, tool_call_id=call_id)


def call(identifier: str, name: str, given: Any) -> dict[str, Any]:
    """Of a tool, as OpenAI's assistants write it."""
    arguments = json.dumps(_shortened_values(given), ensure_ascii=False)
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}


def told(output: Any) -> str:
    """A tool's answer as text: blocks of text one after the other, anything else as JSON."""
    if isinstance(output, str):
        return output
    if isinstance(output, list):
        return "\n".join(filter(None, (_block(each) for each in output)))
    if isinstance(output, dict):
        streams = [output.get(name) for name in ("stdout", "stderr", "output", "content", "text")]
        texts = [each for each in streams if isinstance(each, str) and each]
        if texts:
            return "\n".join(texts)
    return "" if output is None else json.dumps(output, ensure_ascii=False)


def shortened(text: str) -> str:
    """Its beginning and its end, which says how it went."""
    if len(text) <= TOOL_CHARS:
        return text
    half = TOOL_CHARS // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters …]\n{text[-half:]}"


def _block(block: Any) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, dict) and isinstance(block.get("text"), str):
        return str(block["text"])
    return ""  # pictures


def _shortened_values(value: Any) -> Any:
    """The text of a file that was written is no part of how it was done."""
    if isinstance(value, str):
        return shortened(value)
    if isinstance(value, list):
        return [_shortened_values(item) for item in value]
    if isinstance(value, dict):
        return {str(name): _shortened_values(item) for name, item in value.items()}
    return value


def _bounded(text: str) -> str:
    """What is longer than a message may be would refuse all that comes with it."""
    return text[: limits.limit_of("message_chars")]
