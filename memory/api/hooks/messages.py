"""Builds messages of a session, with the texts of tools shortened."""

import json
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from memory import limits
from memory.conversation.messages import IncomingMessage

TOOL_CHARS = 8_000  # of a tool's input or output; the agent's own transcript has all of it
NAME_CHARS = 200  # of a tool's name and of the id of a call


@dataclass(frozen=True, slots=True)
class Speakers:
    """Makes messages within the limits of this server, since a larger one would have all messages of a call refused."""

    user_id: str
    agent_id: str

    def user(self, text: str, at: int, id: str | None) -> IncomingMessage:
        return IncomingMessage(self.user_id, "user", at, _bounded(text), id)

    def assistant(
        self, text: str, at: int, id: str | None, calls: list[dict[str, Any]] | None = None
    ) -> IncomingMessage:
        kept = _fitting(calls or [])
        said = _bounded(text, used=sum(map(limits.size_of_json, kept)))
        return IncomingMessage(self.agent_id, "assistant", at, said, id, tool_calls=kept or None)

    def tool(self, output: Any, call_id: str, at: int, id: str | None) -> IncomingMessage:
        named = call_id[:NAME_CHARS]
        told = _bounded(shortened(output_text(output)), used=len(named))
        return IncomingMessage(self.agent_id, "tool", at, told, id, tool_call_id=named)


def call(identifier: str, name: str, tool_input: Any) -> dict[str, Any]:
    """A tool call in OpenAI's format."""
    arguments = json.dumps(_shortened_values(tool_input), ensure_ascii=False)
    if len(arguments) > 2 * TOOL_CHARS:  # of very many values
        arguments = json.dumps({"shortened": shortened(arguments)}, ensure_ascii=False)
    function = {"name": name[:NAME_CHARS], "arguments": arguments}
    return {"id": identifier[:NAME_CHARS], "type": "function", "function": function}


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


def _fitting(calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As many calls as one message may have, in half of its length at most."""
    sizes = accumulate(map(limits.size_of_json, calls))
    room = limits.limit_of("message_chars") // 2
    return [each for each, size in zip(calls, sizes, strict=True) if size <= room][: limits.limit_of("items")]


def _bounded(text: str, used: int = 0) -> str:
    """Cut off at the limit of a message, of which so many characters are used."""
    return text[: max(0, limits.limit_of("message_chars") - used)]
