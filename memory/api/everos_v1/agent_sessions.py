"""Sessions of agent frameworks: items are kept word for word, and what they tell becomes memory.

A session belongs to the user who is named with its first items. To others it is empty, and they cannot write to it.
"""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import BaseModel, Field, StringConstraints

from memory.agent_sessions import items as kept
from memory.agent_sessions import work
from memory.api.everos_v1 import items
from memory.api.everos_v1.fields import FewMessages, FirstMistake, OwnerId, SessionId
from memory.api.everos_v1.routes import FAILURES
from memory.api.everos_v1.schemas import Scoped, Strict
from memory.api.permission import require, require_speaker, requires
from memory.api.request_meta import note_accepted, request_id
from memory.api.rest.authentication import caller_of
from memory.api.session_access import session_check
from memory.grants import may
from memory.scope import agent, user

PREFIX = "/api/v1/sessions"
DEFAULT_AGENT = "assistant"

router = Router(tags=["sessions"], auth=requires(None))  # a route says itself what it asks for
TAKEN: dict[int, Any] = {409: items.ErrorEnvelope, **FAILURES}

Limit = Annotated[int, Field(ge=0, le=10**9)]
CallId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class OfUser(Scoped):
    user_id: OwnerId = Field(description="Whose session it is.")


class ItemsQuery(OfUser):
    limit: Limit | None = Field(None, description="Only the latest of them; else all.")


class AddItemsRequest(OfUser, Strict):
    items: Annotated[list[str], FirstMistake(), FewMessages] = Field(
        min_length=1, description="Each the text of a JSON object, which is kept as it is."
    )
    agent_id: OwnerId = Field(DEFAULT_AGENT, description="Who answers the user: as whom memory knows it.")
    batch: CallId = Field(description="Your id of this call: a second time it stores nothing.")


class PopRequest(OfUser, Strict):
    pop_id: CallId = Field(description="Your id of this call: a second time it answers the same item.")


class ItemsData(BaseModel):
    items: list[str] = Field(description="In their order, each as it was stored.")


class AddedItems(BaseModel):
    added: int = Field(description="0 for a batch that is there already.")


class PoppedItem(BaseModel):
    item: str | None = Field(description="null: the session is empty.")


class ClearedItems(BaseModel):
    removed: int


@router.get(
    "/{path:session_id}/items",
    response={200: items.Envelope[ItemsData], **FAILURES},
    operation_id="session_items",
    summary="The items of a session",
    auth=requires("read"),
)
def get_items(
    request: HttpRequest, session_id: SessionId, asked: Query[ItemsQuery]
) -> items.Envelope[ItemsData]:
    """All, or the latest of them, in their order. A session that nobody has written to is empty."""
    sees = may(caller_of(request), "read", asked.scope, user(asked.user_id))
    found = kept.of_user(asked.scope, session_id, asked.user_id, asked.limit) if sees else []
    return items.Envelope[ItemsData](request_id=request_id(request), data=ItemsData(items=found))


@router.post(
    "/{path:session_id}/items",
    response={200: items.Envelope[AddedItems], **TAKEN},
    operation_id="add_session_items",
    summary="Add items to a session",
    auth=requires("write"),
)
def add_items(
    request: HttpRequest, session_id: SessionId, payload: AddItemsRequest
) -> items.Envelope[AddedItems]:
    """All of them are kept, in their order, or none. What user, assistant and tools say in them goes into memory."""
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
    return items.Envelope[AddedItems](request_id=request_id(request), data=AddedItems(added=added))


@router.post(
    "/{path:session_id}/pop",
    response={200: items.Envelope[PoppedItem], **TAKEN},
    operation_id="pop_session_item",
    summary="Take back the newest item",
    auth=requires("write"),
)
def pop_item(request: HttpRequest, session_id: SessionId, payload: PopRequest) -> items.Envelope[PoppedItem]:
    """Out of the session, and out of what waits to become a memory. What is a memory already stays one."""
    owner = user(payload.user_id)
    caller = require(request, "write", payload.scope, owner)
    check = session_check(caller, payload.scope, session_id, {owner})
    item = work.pop(payload.scope, session_id, payload.user_id, payload.pop_id, check)
    return items.Envelope[PoppedItem](request_id=request_id(request), data=PoppedItem(item=item))


@router.delete(
    "/{path:session_id}/items",
    response={200: items.Envelope[ClearedItems], **FAILURES},
    operation_id="clear_session_items",
    summary="Empty a session",
    auth=requires("forget"),
)
def clear_items(
    request: HttpRequest, session_id: SessionId, asked: Query[OfUser]
) -> items.Envelope[ClearedItems]:
    """What was said in it stays in memory; `POST /api/v1/memory/delete` with the session forgets both."""
    require(request, "forget", asked.scope, user(asked.user_id))
    removed = work.clear(asked.scope, session_id, asked.user_id)
    return items.Envelope[ClearedItems](request_id=request_id(request), data=ClearedItems(removed=removed))
