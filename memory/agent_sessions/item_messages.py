"""What memory learns from an item of OpenAI's Responses API: the words of user and assistant, and tool calls.

Reasoning, files, images and instructions are ignored: they are for the model, and the session keeps them.
"""

from typing import Any

from memory import bounded_json
from memory.conversation.messages import IncomingMessage
from memory.errors import InvalidInput
from memory.models import SessionItem
from memory.text.cleaning import storable

TEXTS = {"input_text": "text", "output_text": "text", "text": "text", "refusal": "refusal"}
SPEAKERS = ("user", "assistant")

Item = dict[str, Any]


def parsed(text: str) -> Item:
    """Raises InvalidInput."""
    try:
        item = bounded_json.loads(text)
    except ValueError as error:
        raise InvalidInput(f"an item must be the text of a JSON object: {error}") from error
    if not isinstance(item, dict):
        raise InvalidInput("an item must be the text of a JSON object, not of another value")
    return item


def message_of(row: SessionItem) -> IncomingMessage | None:
    """None if memory learns nothing from the item."""
    item = storable(parsed(row.item))
    match item.get("type", "message"):
        case "message" if item.get("role") in SPEAKERS:
            return _said(row, str(item["role"]), _text(item.get("content")))
        case "function_call":
            return _call(row, item)
        case "function_call_output":
            return _result(row, item)
        case _:
            return None


def _said(row: SessionItem, role: str, text: str) -> IncomingMessage | None:
    return _message(row, role, text) if text.strip() else None


def _call(row: SessionItem, item: Item) -> IncomingMessage | None:
    identifier, name, arguments = (item.get(each) for each in ("call_id", "name", "arguments"))
    if not (isinstance(identifier, str) and isinstance(name, str) and identifier and name):
        return None
    function = {"name": name, "arguments": arguments if isinstance(arguments, str) else "{}"}
    return _message(
        row, "assistant", "", tool_calls=[{"id": identifier, "type": "function", "function": function}]
    )


def _result(row: SessionItem, item: Item) -> IncomingMessage | None:
    identifier, text = item.get("call_id"), _text(item.get("output"))
    if not (isinstance(identifier, str) and identifier and text.strip()):
        return None
    return _message(row, "tool", text, tool_call_id=identifier)


def _message(row: SessionItem, role: str, text: str, **more: Any) -> IncomingMessage:
    return IncomingMessage(
        sender_id=row.user_id if role == "user" else row.agent_id,
        role=role,
        timestamp_ms=row.stored_at_ms,
        content=text,
        text=text,
        message_id=row.message_id,
        **more,
    )


def _text(content: Any) -> str:
    """A text, or the text parts of a list."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    found = [part.get(TEXTS.get(str(part.get("type")), "")) for part in parts if isinstance(part, dict)]
    return "\n".join(text for text in found if isinstance(text, str))
