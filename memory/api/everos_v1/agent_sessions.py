"""Sessions of agent frameworks, whose items are kept word for word and extracted into memory.

A session belongs to the user who is named with its first items. For others it is empty, and they cannot write to it.
"""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import BaseModel, Field, StringConstraints

from memory.agent_sessions import items as session_items
from memory.agent_sessions import work
from memory.api.everos_v1 import items
from memory.api.everos_v1.fields import FewMessages, FirstMistake, OwnerId, SessionId
from memory.api.everos_v1.schemas import Scoped, Strict
from memory.api.permission import require, require_speaker, requires, session_check
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import caller_of
from memory.grants import may
from memory.scope import agent, user

PREFIX = "/api/v1/sessions"
DEFAULT_AGENT = "assistant"

router = Router(tags=["sessions"], auth=requires(None))  # each route declares its own action

Limit = Annotated[int, Field(ge=0, le=10**9)]
CallId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class SessionQuery(Scoped):
    user_id: OwnerId = Field(description="The user to whom the session belongs.")


class ItemsQuery(SessionQuery):
    limit: Limit | None = Field(None, description="How many of the latest items; by default all.")


class AddItemsRequest(SessionQuery, Strict):
    items: Annotated[list[str], FirstMistake(), FewMessages] = Field(
        min_length=1, description="JSON objects as strings, which are kept as they are."
    )
    agent_id: OwnerId = Field(
        DEFAULT_AGENT, description="The agent that answers the user, by its id in memory."
    )
    batch: CallId = Field(description="Your id of this call. Repeating the call with it stores nothing.")


class PopRequest(SessionQuery, Strict):
    pop_id: CallId = Field(
        description="Your id of this call. Repeating the call with it returns the same item."
    )


class ItemsData(BaseModel):
    items: list[str] = Field(description="The items in order, each as it was stored.")


class AddedItems(BaseModel):
    added: int = Field(description="How many items were added; 0 for a batch that was added before.")


class PoppedItem(BaseModel):
    item: str | None = Field(description="The item; null if the session is empty.")


class ClearedItems(BaseModel):
    removed: int


@router.get(
    "/{path:session_id}/items",
    response=items.answers(ItemsData, 422),
    operation_id="session_items",
    summary="The items of a session",
    auth=requires("read"),
)
def get_items(
    request: HttpRequest, session_id: SessionId, query: Query[ItemsQuery]
) -> items.Envelope[ItemsData]:
    """All items, or the latest ones, in order. A session to which nobody has written is empty."""
    may_read = may(caller_of(request), "read", query.scope, user(query.user_id))
    found = session_items.of_user(query.scope, session_id, query.user_id, query.limit) if may_read else []
    return items.envelope(request, ItemsData(items=found))


@router.post(
    "/{path:session_id}/items",
    response=items.answers(AddedItems, 409, 422),
    operation_id="add_session_items",
    summary="Add items to a session",
    auth=requires("write"),
)
def add_items(
    request: HttpRequest, session_id: SessionId, payload: AddItemsRequest
) -> items.Envelope[AddedItems]:
    """Stores all items in order, or none. The messages of user, assistant and tools in them go into memory."""
    owner, assistant = user(payload.user_id), agent(payload.agent_id)
    caller = require(request, "write", payload.scope, owner)
    require_speaker(caller, payload.scope, assistant)
    added = work.append(
        payload.scope,
        session_id,
        payload.user_id,
        payload.agent_id,
        payload.items,
        payload.batch,
        session_check(caller, payload.scope, session_id, {owner, assistant}),
    )
    note_accepted(request, added)
    return items.envelope(request, AddedItems(added=added))


@router.post(
    "/{path:session_id}/pop",
    response=items.answers(PoppedItem, 409, 422),
    operation_id="pop_session_item",
    summary="Take back the newest item",
    auth=requires("read", "write"),
)
def pop_item(request: HttpRequest, session_id: SessionId, payload: PopRequest) -> items.Envelope[PoppedItem]:
    """Removes the newest item from the session and from the buffer. If it is part of a memory already, that stays."""
    owner = user(payload.user_id)
    caller = require(request, "write", payload.scope, owner)
    check = session_check(caller, payload.scope, session_id, {owner})
    item = work.pop(payload.scope, session_id, payload.user_id, payload.pop_id, check)
    return items.envelope(request, PoppedItem(item=item))


@router.delete(
    "/{path:session_id}/items",
    response=items.answers(ClearedItems, 422),
    operation_id="clear_session_items",
    summary="Empty a session",
    auth=requires("forget"),
)
def clear_items(
    request: HttpRequest, session_id: SessionId, query: Query[SessionQuery]
) -> items.Envelope[ClearedItems]:
    """Removes all items. Memories stay; `POST /api/v1/memory/delete` with the session forgets both."""
    require(request, "forget", query.scope, user(query.user_id))
    removed = work.clear(query.scope, session_id, query.user_id)
    return items.envelope(request, ClearedItems(removed=removed))
