"""Sessions of agent frameworks: items are stored unchanged, and their content is added to memory.

An item and its message are written one after the other. `settle` completes what a crash interrupted in between; it runs
with each change of the session, and periodically.
"""

from collections.abc import Sequence
from logging import getLogger

from memory import limits
from memory.agent_sessions import item_messages, items
from memory.conversation.messages import IncomingMessage
from memory.coordination import processes
from memory.coordination.locks import session_lock
from memory.errors import InvalidInput, WorkUnderWay
from memory.forgetting import waiting
from memory.ingest import buffer
from memory.ingest.add import Check, add_messages
from memory.ingest.full_days import full_day
from memory.ingest.prepare import check_sizes
from memory.models import AcceptedKey, BufferedMessage, SessionItem
from memory.scope import Scope

log = getLogger(__name__)


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
    messages = [message for row in rows if (message := item_messages.message_of(row)) is not None]
    most = limits.limit_of("messages")
    for begin in range(0, len(messages), most):
        _add_to_memory(scope, session_id, messages[begin : begin + most])
    items.mark(rows, told=True)


def _add_to_memory(scope: Scope, session_id: str, messages: Sequence[IncomingMessage]) -> None:
    try:
        add_messages(scope, session_id, messages, extraction="behind")
    except (
        InvalidInput
    ) as error:  # it was valid before; a setting has changed, or the day has become full since
        log.warning("the session %s keeps items that memory cannot take: %s", session_id, error)


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
    messages = [message for draft in drafts if (message := item_messages.message_of(draft)) is not None]
    check_sizes(messages)
    problem = full_day(scope, messages, None)
    if problem is not None:
        raise InvalidInput(problem)
