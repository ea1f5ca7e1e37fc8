"""Forgetting over v1: what is to go is named, shown by a dry run or forgotten, and proven by a receipt."""

from collections import Counter
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from django.http import HttpRequest
from ninja import Router, Status
from pydantic import AfterValidator, BaseModel, Field, model_validator

from memory.api.everos_v1 import items
from memory.api.everos_v1.fields import EpochMs, Number, OwnerId, Query, Radius, SessionId
from memory.api.everos_v1.routes import FAILURES
from memory.api.everos_v1.schemas import Scoped, Strict
from memory.api.permission import require, requires
from memory.api.request_meta import request_id
from memory.api.rest.authentication import caller_of, requester_name
from memory.api.session_access import speaker_of
from memory.errors import Forbidden, NoSuchReceipt, NothingToForget
from memory.forgetting import receipts, session_items, work
from memory.forgetting.finding import Found, Memory
from memory.forgetting.matching import matching
from memory.forgetting.selection import NOTHING_NAMED, Selection
from memory.grants import Caller, may
from memory.markdown.root import current_root
from memory.markdown.wire_ids import places_of
from memory.models import BufferedMessage, Forgetting
from memory.scope import Owner, Scope, agent, group, user

router = Router(tags=["forgetting"])

MOST_IDS = 1000
SHOWN = 200  # memories of a dry run
TEXT_SHOWN = 300  # characters of each
DEFAULT_THRESHOLD = 0.5
DEFAULT_LIMIT = 20


def _few(ids: list[str]) -> list[str]:
    if len(ids) > MOST_IDS:
        raise ValueError(f"at most {MOST_IDS} ids a request, not {len(ids)}")
    return ids


MemoryId = Annotated[str, Field(min_length=1, max_length=600)]


class DeleteRequest(Scoped, Strict):
    """Everything that is given must fit; something beside the scope must be given."""

    id: MemoryId | None = Field(
        None, description="A memory, as search and get answer its id; or a message that waits."
    )
    ids: Annotated[list[MemoryId], AfterValidator(_few)] | None = Field(None, description="Several of them.")
    session_id: SessionId | None = Field(None, description="What was remembered of this conversation.")
    user_id: OwnerId | None = Field(None, description="What is remembered of this user.")
    agent_id: OwnerId | None = Field(None, description="What this agent has learnt, or stored.")
    group_id: OwnerId | None = Field(None, description="What is remembered of this group.")
    before: EpochMs | None = Field(None, description="Only what was said before this moment.")
    after: EpochMs | None = Field(None, description="Only what was said at this moment, or later.")
    query: Query | None = Field(None, description="What a search for this finds; needs user_id or agent_id.")
    threshold: Radius = Field(DEFAULT_THRESHOLD, description="The least score of what `query` finds.")
    limit: Number = Field(DEFAULT_LIMIT, ge=1, le=100, description="How much `query` finds at most.")
    dry_run: bool | None = Field(None, description="Only show what would go; the default with `query`.")
    async_mode: bool = Field(False, description="Answer at once; it is forgotten in the background.")

    @model_validator(mode="after")
    def _says_what(self) -> Self:
        if sum(each is not None for each in (self.user_id, self.agent_id, self.group_id)) > 1:
            raise ValueError("at most one of user_id / agent_id / group_id can be given")
        named = (self.id, self.ids, self.session_id, self.owner, self.before, self.after, self.query)
        if all(each is None or each == [] for each in named):
            raise ValueError(NOTHING_NAMED)
        if self.query is not None and (self.user_id is None) == (self.agent_id is None):
            raise ValueError("query needs user_id or agent_id")
        if self.query is not None and (self.id or self.ids):
            raise ValueError("query and ids cannot be given together")
        return self

    @property
    def owner(self) -> Owner | None:
        named = ((user, self.user_id), (agent, self.agent_id), (group, self.group_id))
        return next((owner(each) for owner, each in named if each is not None), None)

    def selected_ids(self) -> list[str]:
        return list(dict.fromkeys([*([self.id] if self.id else []), *(self.ids or [])]))

    def selection(self) -> Selection | None:
        """None when a query finds nothing. Raises IndexUnavailable, ModelUnavailable."""
        ids = self.selected_ids()
        if self.query is not None:
            assert self.owner is not None
            ids = matching(self.scope, self.owner, self.query, self.threshold, self.limit)
            if not ids:
                return None
        return Selection(
            scope=self.scope,
            ids=tuple(ids),
            session_id=self.session_id,
            owner=self.owner,
            before=self.before,
            after=self.after,
        )


class DoomedMemory(BaseModel):
    id: str
    kind: str
    text: str = Field(description="The beginning of what it says.")


class DeleteData(BaseModel):
    status: Literal["would_forget", "forgotten", "accepted", "nothing"] = Field(
        description="`accepted` (202): it goes on in the background; ask for the receipt. `nothing`: there is none."
    )
    receipt_id: str | None = Field(None, description="By which the receipt is fetched, when it is done.")
    count: int = Field(description="How many memories go.")
    counts: dict[str, int] = Field(description="The same, by kind.")
    messages: int = Field(description="How many messages go that are no memory yet.")
    session_items: int = Field(0, description="How many items of agents' sessions go.")
    memories: list[DoomedMemory] = Field([], description=f"Of a dry run: what would go, the first {SHOWN}.")
    rewritten: list[str] = Field(
        [], description="Episodes, by id, that stay and lose the words of a fact that goes."
    )
    quoted_in: list[str] = Field(
        [], description="Memories of others, by id, that tell the same conversation: these stay."
    )
    unknown: list[str] = Field([], description="Ids that name nothing.")
    unreadable: dict[str, str] = Field(
        {}, description="Files that a person has to mend before all of them is known."
    )


class ReceiptData(BaseModel):
    id: str
    stage: Literal["find", "remove", "index", "purge", "done"]
    error: str | None = Field(None, description="Why it is not done yet, where something went wrong.")
    receipt: dict[str, Any] | None = Field(
        None, description="Signed: ids, kinds, keyed hashes, counts and times; nothing of what was said."
    )


@router.post(
    "/delete",
    response={
        200: items.Envelope[DeleteData],
        202: items.Envelope[DeleteData],
        404: items.ErrorEnvelope,
        **FAILURES,
    },
    operation_id="delete",
    summary="Forget memories",
    auth=requires("forget"),
)
def delete(request: HttpRequest, payload: DeleteRequest) -> Status[items.Envelope[DeleteData]]:
    """Forgets what is named and all that was drawn from it: files, index, buffers, runs. A receipt says what went."""
    caller = require(request, "forget", payload.scope, payload.owner)
    if payload.query is not None:
        require(request, "read", payload.scope, payload.owner)
    selection = _within(caller, payload.selection())
    if selection is None:
        return _answer(request, DeleteData(status="nothing", count=0, counts={}, messages=0))
    is_dry = payload.query is not None if payload.dry_run is None else payload.dry_run
    found, texts, messages = seen = work.preview(selection)
    shown = _data(found, len(messages), payload.selected_ids())
    shown.session_items = session_items.of(selection).filter(popped_at_ms=None).count()
    if caller.is_bound:
        shown.quoted_in, shown.unreadable = [], {}  # whose they are, and that they are there, concerns others
    if is_dry:
        may_see = may(caller, "read", payload.scope, payload.owner)
        shown.memories = [
            _doomed(memory, texts[memory] if may_see else []) for memory in found.memories[:SHOWN]
        ]
        return _answer(request, shown)
    is_there = found.memories or messages or shown.session_items
    if not selection.ids and not is_there and not selection.is_whole_session:
        shown.status = "nothing"
        return _answer(request, shown)
    until: Literal["asked", "done"] = "asked" if payload.async_mode else "done"
    row = work.forget(selection, requester_name(request), until, seen)
    shown.receipt_id = row.pk
    shown.status = "forgotten" if row.stage == Forgetting.Stage.DONE else "accepted"
    return _answer(request, shown)


@router.get(
    "/receipts/{receipt_id}",
    response={200: items.Envelope[ReceiptData], 404: items.ErrorEnvelope},
    operation_id="receipt",
    summary="How far a deletion is, and its receipt",
    auth=requires("forget"),
)
def receipt(request: HttpRequest, receipt_id: str) -> items.Envelope[ReceiptData]:
    """Also of what was forgotten before the database was made anew: receipts are files beside the memories."""
    row = Forgetting.objects.filter(pk=receipt_id).first()
    if row is not None:
        data = ReceiptData(id=row.pk, stage=row.stage, error=row.error or None, receipt=row.receipt)
        stored, by = row.selection, row.asked_by
    else:
        kept = receipts.read(receipt_id)
        data = ReceiptData(id=receipt_id, stage="done", receipt=kept)
        stored, by = kept["selection"], kept["asked_by"]
    if not _may_see(request, Selection.from_json(stored), by):
        raise NoSuchReceipt
    return items.Envelope[ReceiptData](request_id=request_id(request), data=data)


def _answer(request: HttpRequest, data: DeleteData) -> Status[items.Envelope[DeleteData]]:
    envelope = items.Envelope[DeleteData](request_id=request_id(request), data=data)
    return Status(202 if data.status == "accepted" else 200, envelope)


def _within(caller: Caller, selection: Selection | None) -> Selection | None:
    """As much of it as a key may name that is for some owners. Raises Forbidden for what belongs to several."""
    if selection is None or not caller.is_bound or selection.owner is not None:
        return selection
    if not selection.ids:
        raise Forbidden(
            "This key is for some owners: say whose memory it is, by user_id, agent_id or group_id"
        )
    own = tuple(each for each in selection.ids if _is_own(caller, selection.scope, each))
    if not own:
        raise NothingToForget(f"Nothing is remembered under {', '.join(selection.ids[:3])}.")
    return replace(selection, ids=own)


def _is_own(caller: Caller, scope: Scope, identifier: str) -> bool:
    """A memory of the key's owners, or a message that one of them has said."""
    owners = {
        place.owner
        for path, place, _ in places_of(scope, identifier)
        if current_root().absolute(path).exists()
    }
    senders = BufferedMessage.objects.filter(
        app_id=scope.app_id, project_id=scope.project_id, message_id=identifier
    )
    owners |= {speaker_of(row) for row in senders}
    return bool(owners) and all(may(caller, "forget", scope, owner) for owner in owners)


def _may_see(request: HttpRequest, asked: Selection, by: str) -> bool:
    caller = caller_of(request)
    is_own = by != "" and by == requester_name(request)
    return may(caller, "forget", asked.scope, asked.owner) and (
        asked.owner is not None or is_own or not caller.is_bound
    )


def _data(found: Found, messages: int, named: list[str]) -> DeleteData:
    return DeleteData(
        status="would_forget",
        count=len(found.memories),
        counts=dict(Counter(memory.kind for memory in found.memories)),
        messages=messages,
        rewritten=sorted(found.rewritten),
        quoted_in=sorted(set(found.quoted_in)),
        unknown=[*found.unknown, *(each for each in named if each not in found.looked_for)],
        unreadable=found.unreadable,
    )


def _doomed(memory: Memory, texts: list[str]) -> DoomedMemory:
    longest = max(texts, key=len, default="")
    text = longest if len(longest) <= TEXT_SHOWN else f"{longest[:TEXT_SHOWN]}…"
    return DoomedMemory(id=memory.wire_id, kind=memory.kind, text=text)
