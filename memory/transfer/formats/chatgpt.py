"""`conversations.json` of ChatGPT: trees of messages, of which the displayed branch counts."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from memory.conversation.messages import IncomingMessage
from memory.transfer.chats import Conversation
from memory.transfer.formats.base import People, chats, has_chats, milliseconds

ROLES = {"user": "user", "assistant": "assistant"}


def fits(data: Any) -> bool:
    return has_chats(data, "mapping")


def conversations(data: Any, people: People) -> Iterator[Conversation]:
    return chats(data, "mapping", dict, partial(_conversation, people))


def _conversation(people: People, chat: dict[str, Any]) -> Conversation:
    session_id = str(chat.get("conversation_id") or chat.get("id") or chat.get("title") or "chatgpt")[:128]
    messages: list[IncomingMessage] = []
    left_out: list[tuple[str, str]] = []
    began = milliseconds(chat.get("create_time")) or 1
    for message in _branch(chat):
        said = _said(message, people, messages[-1].timestamp_ms if messages else began)
        if isinstance(said, IncomingMessage):
            messages.append(said)
        elif said:
            left_out.append((f"a message of {session_id}", said))
    return Conversation(session_id, messages, left_out)


def _branch(conversation: dict[str, Any]) -> list[dict[str, Any]]:
    """From the root to the last displayed message."""
    mapping, node = conversation["mapping"], conversation.get("current_node")
    found: list[dict[str, Any]] = []
    seen: set[str] = set()
    while isinstance(node, str) and node in mapping and node not in seen and isinstance(mapping[node], dict):
        seen.add(node)
        message = mapping[node].get("message")
        if isinstance(message, dict):
            found.append({"node": node, **message})
        node = mapping[node].get("parent")
    return found[::-1]


def _said(message: dict[str, Any], people: People, before: int) -> IncomingMessage | str:
    """The message, or why it is left out; empty for what the program itself does not display."""
    author, metadata = message.get("author"), message.get("metadata")
    role = author.get("role") if isinstance(author, dict) else None
    if role == "system" or (
        isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation")
    ):
        return ""
    if role not in ROLES:
        return f"the output of a tool is nobody's words ({role})"
    content = message.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    texts = [part for part in parts if isinstance(part, str)] if isinstance(parts, list) else []
    text = "\n".join(filter(str.strip, texts))
    if not text:
        kind = content.get("content_type") if isinstance(content, dict) else "nothing"
        return "" if kind in ("text", None) else f"it has no text but {kind}"
    return IncomingMessage(
        sender_id=people.user if role == "user" else people.assistant,
        role=ROLES[role],
        timestamp_ms=max(before, milliseconds(message.get("create_time")) or before),
        content=text,
        message_id=str(message.get("id") or message["node"])[:256],
    )
