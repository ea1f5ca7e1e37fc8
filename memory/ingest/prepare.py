"""Turns a client's message into one that every store can hold."""

from collections.abc import Sequence
from dataclasses import replace

from memory import limits
from memory.conversation.messages import IncomingMessage
from memory.errors import InvalidInput
from memory.ingest.content import Reader, place_for
from memory.text.cleaning import clean, storable

NAME_LENGTH = 256
LAST_MS = 253_402_214_399_999  # 9999-12-30: one day early, so that every display time zone can show it


def check_sizes(messages: Sequence[IncomingMessage]) -> None:
    """Raises InvalidInput for anything longer than the settings allow."""
    limits.check("messages", len(messages), "messages")
    for place, message in enumerate(messages):
        where = f"messages.{place}"
        if not isinstance(message.content, str):
            limits.check("items", len(message.content), f"{where}.content")
        limits.check("items", len(message.tool_calls or ()), f"{where}.tool_calls")
        size = limits.size_of_message(
            message.content, message.tool_calls, message.tool_call_id, message.sender_name
        )
        limits.check("message_chars", size, where)


def cleaned(messages: Sequence[IncomingMessage]) -> list[IncomingMessage]:
    """The messages as they are stored, still without their text. Raises InvalidInput."""
    return [_cleaned_message(message) for message in messages]


def with_texts(messages: Sequence[IncomingMessage], reader: Reader) -> list[IncomingMessage]:
    """Raises UnsupportedContent, ContentUnavailable or InvalidInput before anything is stored: a batch is accepted as a
    whole or not at all.
    """
    with place_for(messages):
        return [_with_text(message, reader) for message in messages]


def _with_text(message: IncomingMessage, reader: Reader) -> IncomingMessage:
    read = reader.read(message.content)
    return replace(message, text=read.text, documents=read.documents or None)


def _cleaned_message(message: IncomingMessage) -> IncomingMessage:
    if not 0 < message.timestamp_ms <= LAST_MS:
        raise InvalidInput(f"the timestamp {message.timestamp_ms} is not an instant that a calendar can show")
    return replace(
        message,
        sender_id=clean(message.sender_id),
        sender_name=clean(message.sender_name)[:NAME_LENGTH] if message.sender_name else None,
        content=storable(message.content),
        tool_calls=storable(message.tool_calls) or None,
        tool_call_id=clean(message.tool_call_id) if message.tool_call_id else None,
    )
