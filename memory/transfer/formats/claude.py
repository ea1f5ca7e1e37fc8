"""`conversations.json` of Claude."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from memory.conversation.messages import IncomingMessage
from memory.transfer.chats import Conversation
from memory.transfer.formats.base import People, chats, has_chats, milliseconds


def fits(data: Any) -> bool:
    return has_chats(data, "chat_messages")


def conversations(data: Any, people: People) -> Iterator[Conversation]:
    return chats(data, "chat_messages", list, partial(_conversation, people))


def _conversation(people: People, chat: dict[str, Any]) -> Conversation:
    session_id = str(chat.get("uuid") or chat.get("name") or "claude")[:128]
    messages: list[IncomingMessage] = []
    left_out: list[tuple[str, str]] = []
    for message in chat["chat_messages"]:
        began = messages[-1].timestamp_ms if messages else milliseconds(chat.get("created_at")) or 1
        said = _said(message, people, began) if isinstance(message, dict) else "it is not a message"
        if isinstance(said, IncomingMessage):
            messages.append(said)
        else:
            left_out.append((f"a message of {session_id}", said))
        left_out += _attached(message, session_id)
    return Conversation(session_id, messages, left_out)


def _said(message: dict[str, Any], people: People, before: int) -> IncomingMessage | str:
    """Tool results are among the parts, and are not the words of a person."""
    parts = message.get("content")
    shown = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    texts = [str(part["text"]) for part in shown if part.get("type") == "text" and part.get("text")]
    text = "\n".join(filter(str.strip, texts)) or str(message.get("text") or "")
    sender = message.get("sender")
    if sender not in ("human", "assistant"):
        return f"nobody is known by the name {sender!r}"
    if not text.strip():
        return "it has no text"
    return IncomingMessage(
        sender_id=people.user if sender == "human" else people.assistant,
        role="user" if sender == "human" else "assistant",
        timestamp_ms=max(before, milliseconds(message.get("created_at")) or before),
        content=text,
        message_id=str(message.get("uuid") or "")[:256] or None,
    )


def _attached(message: Any, session_id: str) -> Iterator[tuple[str, str]]:
    attachments = message.get("attachments") if isinstance(message, dict) else None
    for each in attachments if isinstance(attachments, list) else ():
        name = each.get("file_name") if isinstance(each, dict) else None
        yield f"{name or 'a file'} of {session_id}", "a document is nobody's words; store it as a note"
