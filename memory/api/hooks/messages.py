"""Builds messages of a session, with the texts of tools shortened."""

import json
from dataclasses import dataclass
from typing import Any

from memory import limits
from memory.conversation.messages import IncomingMessage

TOOL_CHARS = 8_000  # of a tool's input or output; the agent's own transcript has all of it


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
        return IncomingMessage(
            self.agent_id, "tool", at, shortened(output_text(output)), id, tool_call_id=call_id
        )


def call(identifier: str, name: str, tool_input: Any) -> dict[str, Any]:
    """A tool call in OpenAI's format."""
    arguments = json.dumps(_shortened_values(tool_input), ensure_ascii=False)
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}


def output_text(output: Any) -> str:
    """A tool's output as text: its text blocks or streams joined, anything else as JSON."""
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
    """The beginning and the end, which usually says how it went."""
    if len(text) <= TOOL_CHARS:
        return text
    half = TOOL_CHARS // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters …]\n{text[-half:]}"


def _block(block: Any) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, dict) and isinstance(block.get("text"), str):
        return str(block["text"])
    return ""  # an image


def _shortened_values(value: Any) -> Any:
    """The value with long texts shortened, such as the content of a file that was written."""
    if isinstance(value, str):
        return shortened(value)
    if isinstance(value, list):
        return [_shortened_values(item) for item in value]
    if isinstance(value, dict):
        return {str(name): _shortened_values(item) for name, item in value.items()}
    return value


def _bounded(text: str) -> str:
    """Cut off at the limit of a message, since a longer one would have all messages of the call refused."""
    return text[: limits.limit_of("message_chars")]
