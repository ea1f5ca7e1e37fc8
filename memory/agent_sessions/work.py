"""Sessions of agent frameworks: items are stored unchanged, and their content is added to memory.

An item and its message are written one after the other. `settle` completes what a crash interrupted in between; it
runs with each change of the session, and periodically. Memory learns from an item of OpenAI's Responses API the words
of user and assistant, and tool calls; reasoning, files, images and instructions are for the model.
"""

from collections.abc import Sequence
from logging import getLogger
from typing import Any

from memory import bounded_json, limits
from memory.agent_sessions import items
from memory.batches import batches
from memory.conversation.messages import IncomingMessage
from memory.coordination import processes
from memory.coordination.locks import session_lock
from memory.errors import InvalidInput, WorkUnderWay
from memory.forgetting import waiting
from memory.ingest import buffer
from memory.ingest.add import Check, add_messages
from memory.ingest.content import check_sizes
from memory.ingest.full_days import full_day
from memory.models import AcceptedKey, BufferedMessage, SessionItem
from memory.scope import Scope
from memory.text.cleaning import storable

log = getLogger(__name__)
TEXTS = {"input_text": "text", "output_text": "text", "text": "text", "refusal": "refusal"}
SPEAKERS = ("user", "assistant")

Item = dict[str, Any]


@processes.freeing_claims()
def append(
    scope: Scope, session_id: str, user_id: str, agent_id: str, texts: Sequence[str], batch: str, check: Check
) -> int:
    """Stores the items durably. Returns how many are new: all, or none for a known batch.

    `check` raises if the session is not the caller's. Raises InvalidInput and SessionTaken; then nothing is stored.
    """
    _verify(scope, session_id, user_id, agent_id, texts)
    with session_lock(scope, session_id):
        check()
        new: Sequence[SessionItem] = ()
        if not items.has_batch(scope, session_id, batch):
            new = items.store(scope, session_id, user_id, agent_id, texts, batch)
        _settle(scope, session_id)
    return len(new)


@processes.freeing_claims()
def pop(scope: Scope, session_id: str, user_id: str, pop_id: str, check: Check) -> str | None:
    """The newest item, which is then neither in the session nor waiting to become a memory."""
    with session_lock(scope, session_id):
        check()
        taken = items.pop_last(scope, session_id, user_id, pop_id)
        _settle(scope, session_id)
    return None if taken is None else taken.item


def clear(scope: Scope, session_id: str, user_id: str) -> int:
    """Empties the session; memory keeps what was said in it. Returns how many items there were."""
    with session_lock(scope, session_id):
        _settle(scope, session_id)
        return items.drop(scope, session_id, user_id)


@processes.freeing_claims()
def settle() -> int:
    """Completes what a crash interrupted; returns in how many sessions."""
    left = items.unsettled()
    for scope, session_id in left:
        with session_lock(scope, session_id):
            _settle(scope, session_id)
    return len(left)


def _settle(scope: Scope, session_id: str) -> None:
    """Hold the session lock."""
    _forget_popped(scope, session_id)
    rows = items.not_added(scope, session_id)
    for messages in batches(_messages_of(rows), limits.limit_of("messages")):
        try:
            add_messages(scope, session_id, messages, extraction="behind")
        except InvalidInput as error:  # since they were stored, a setting has changed, or the day is full
            log.warning("the session %s keeps items that memory cannot take: %s", session_id, error)
    items.mark(rows, told=True)


def _forget_popped(scope: Scope, session_id: str) -> None:
    """What is being extracted at this moment stays, and is checked again later."""
    rows = items.popped_but_added(scope, session_id)
    if not rows:
        return
    ids = [row.message_id for row in rows]
    place = buffer.columns(scope, session_id)
    waits = BufferedMessage.objects.filter(**place, message_id__in=ids)
    try:
        waiting.forget_messages(scope, list(waits))
    except WorkUnderWay:
        return
    AcceptedKey.objects.filter(**place, key__in=[f"m:{each}" for each in ids]).delete()
    items.mark(rows, told=False)


def _verify(scope: Scope, session_id: str, user_id: str, agent_id: str, texts: Sequence[str]) -> None:
    """Called before anything is stored. Raises InvalidInput."""
    limits.check("messages", len(texts), "items")
    drafts = [
        SessionItem(
            session_id=session_id,
            user_id=user_id,
            agent_id=agent_id,
            item=text,
            message_id="draft",
            stored_at_ms=items.now_ms(),
        )
        for text in texts
    ]
    for place, text in enumerate(texts):
        limits.check("message_chars", len(text), f"items.{place}")
    messages = _messages_of(drafts)
    check_sizes(messages)
    if (problem := full_day(scope, messages, None)) is not None:
        raise InvalidInput(problem)


def parsed(text: str) -> Item:
    """Raises InvalidInput."""
    try:
        item = bounded_json.loads(text)
    except ValueError as error:
        raise InvalidInput(f"an item must be the text of a JSON object: {error}") from error
    if not isinstance(item, dict):
        raise InvalidInput("an item must be the text of a JSON object, not of another value")
    return item


def _messages_of(rows: Sequence[SessionItem]) -> list[IncomingMessage]:
    return [message for row in rows if (message := message_of(row)) is not None]


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
