"""The v1 calls that forget memories, or preview that, and return receipts."""

from collections import Counter
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from django.http import HttpRequest
from ninja import Router, Status
from pydantic import AfterValidator, BaseModel, Field, model_validator

from memory.api.everos_v1 import items
from memory.api.everos_v1.fields import EpochMs, Number, Query, Radius, SessionId
from memory.api.everos_v1.schemas import OptionallyOwned, Strict
from memory.api.permission import require, requires, speaker_of
from memory.api.rest.authentication import caller_of, requester_name
from memory.errors import Forbidden, NoSuchReceipt, NothingToForget
from memory.forgetting import receipts, waiting, work
from memory.forgetting.finding import Found, Memory, shown_text
from memory.forgetting.matching import matching
from memory.forgetting.selection import NOTHING_NAMED, Selection
from memory.grants import Caller, may
from memory.markdown.root import current_root
from memory.markdown.wire_ids import places_of
from memory.models import BufferedMessage, Forgetting
from memory.scope import Scope
from memory.text.wording import beginning

router = Router(tags=["forgetting"])

MOST_IDS = 1000
MOST_SHOWN = 200  # memories in the answer to a dry run
LONGEST_TEXT = 300  # characters of each
DEFAULT_THRESHOLD = 0.5
DEFAULT_LIMIT = 20


def _some(ids: list[str]) -> list[str]:
    """None would narrow nothing: everything of the owner would go, where the client has found nothing to forget."""
    if not 1 <= len(ids) <= MOST_IDS:
        raise ValueError(f"1 to {MOST_IDS} ids per request, not {len(ids)}; leave `ids` out to name none")
    return ids


MemoryId = Annotated[str, Field(min_length=1, max_length=600)]


class DeleteRequest(OptionallyOwned, Strict):
    """Memories to forget: those that match all given fields, of which at least one besides the scope is needed."""

    id: MemoryId | None = Field(
        None, description="The id of a memory, as search and get return it, or of a buffered message."
    )
    ids: Annotated[list[MemoryId], AfterValidator(_some)] | None = Field(
        None, description=f"1 to {MOST_IDS} ids."
    )
    session_id: SessionId | None = Field(None, description="Memories of this conversation.")
    before: EpochMs | None = Field(None, description="Only what was said before this time.")
    after: EpochMs | None = Field(None, description="Only what was said at this time or later.")
    query: Query | None = Field(
        None, description="Memories that a search for this finds; needs user_id or agent_id."
    )
    threshold: Radius = Field(
        DEFAULT_THRESHOLD, description="The minimum score of memories found by `query`."
    )
    limit: Number = Field(
        DEFAULT_LIMIT, ge=1, le=100, description="The maximum number of memories found by `query`."
    )
    dry_run: bool | None = Field(
        None, description="Only show what would be forgotten; the default with `query`."
    )
    async_mode: bool = Field(False, description="Answer at once and forget in the background.")

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        named = (self.id, self.ids, self.session_id, self.owner, self.before, self.after, self.query)
        if all(each is None for each in named):
            raise ValueError(NOTHING_NAMED)
        if self.query is not None and (self.user_id is None) == (self.agent_id is None):
            raise ValueError("query needs user_id or agent_id")
        if self.query is not None and (self.id or self.ids):
            raise ValueError("query and ids cannot be given together")
        return self

    def selected_ids(self) -> list[str]:
        return list(dict.fromkeys([*([self.id] if self.id else []), *(self.ids or [])]))

    def selection(self) -> Selection | None:
        """None if a query finds nothing. Raises IndexUnavailable, ModelUnavailable."""
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
    """A memory that would be forgotten."""

    id: str
    kind: str
    text: str = Field(description="The beginning of its text.")


class DeleteData(BaseModel):
    status: Literal["would_forget", "forgotten", "accepted", "nothing"] = Field(
        description="`accepted` (202): it continues in the background, see the receipt. `nothing`: nothing matches."
    )
    receipt_id: str | None = Field(
        None, description="The id of the receipt, which is complete when it is done."
    )
    count: int = Field(description="The number of memories.")
    counts: dict[str, int] = Field(description="The number of memories by kind.")
    messages: int = Field(description="The number of buffered messages.")
    session_items: int = Field(0, description="The number of items of agents' sessions.")
    memories: list[DoomedMemory] = Field(
        [], description=f"With a dry run: the first {MOST_SHOWN} memories that would be forgotten."
    )
    rewritten: list[str] = Field(
        [], description="Ids of episodes that stay but lose the text of a forgotten fact."
    )
    quoted_in: list[str] = Field(
        [],
        description="Ids of memories of the same conversation that stay: of others, and episodes in other words; and "
        "of those with texts by a person that may tell it.",
    )
    unknown: list[str] = Field([], description="Ids that do not exist.")
    unreadable: dict[str, str] = Field(
        {}, description="Damaged files, which a person has to repair before everything in them can be found."
    )


class ReceiptData(BaseModel):
    id: str
    stage: Literal["find", "remove", "index", "purge", "done"]
    error: str | None = Field(None, description="The error of the last attempt if it has failed.")
    receipt: dict[str, Any] | None = Field(
        None, description="The signed receipt: ids, kinds, keyed hashes, counts and times, but no text."
    )


@router.post(
    "/delete",
    response=items.answers(DeleteData, 202, 404, 422),
    operation_id="delete",
    summary="Forget memories",
    auth=requires("forget"),
)
def delete(request: HttpRequest, payload: DeleteRequest) -> Status[items.Envelope[DeleteData]]:
    """Forgets memories and what was derived from them, in files, index, buffers and runs. Returns a receipt's id."""
    caller = require(request, "forget", payload.scope, payload.owner)
    if payload.query is not None:
        require(request, "read", payload.scope, payload.owner)
    selection = _limit_to_caller(caller, payload.selection())
    if selection is None:
        return items.accepted(request, DeleteData(status="nothing", count=0, counts={}, messages=0))
    is_dry = payload.query is not None if payload.dry_run is None else payload.dry_run
    found, texts, messages = preview = work.preview(selection)
    data = _data(found, len(messages), payload.selected_ids())
    data.session_items = waiting.session_items_of(selection).filter(popped_at_ms=None).count()
    if caller.is_bound:
        data.quoted_in, data.unreadable = [], {}  # these would reveal memories of other owners
    if is_dry:
        may_read = may(caller, "read", payload.scope, payload.owner)
        data.memories = [
            _doomed(memory, texts[memory] if may_read else []) for memory in found.memories[:MOST_SHOWN]
        ]
        return items.accepted(request, data)
    matches_any = found.memories or messages or data.session_items
    if not selection.ids and not matches_any and not selection.is_whole_session:
        data.status = "nothing"
        return items.accepted(request, data)
    until: Literal["asked", "done"] = "asked" if payload.async_mode else "done"
    row = work.forget(selection, requester_name(request), until, preview)
    data.receipt_id = row.pk
    data.status = "forgotten" if row.stage == Forgetting.Stage.DONE else "accepted"
    return items.accepted(request, data)


@router.get(
    "/receipts/{receipt_id}",
    response=items.answers(ReceiptData, 404),
    operation_id="receipt",
    summary="The state of a deletion and its receipt",
    auth=requires("forget"),
)
def receipt(request: HttpRequest, receipt_id: str) -> items.Envelope[ReceiptData]:
    """Shows a deletion. Receipts are files beside the memories, so they outlive the database."""
    row = Forgetting.objects.filter(pk=receipt_id).first()
    if row is not None:
        data = ReceiptData(id=row.pk, stage=row.stage, error=row.error or None, receipt=row.receipt)
        selection, requester = row.selection, row.asked_by
    else:
        signed = receipts.read(receipt_id)
        data = ReceiptData(id=receipt_id, stage="done", receipt=signed)
        selection, requester = signed["selection"], signed["asked_by"]
    if not _may_see_receipt(request, Selection.from_json(selection), requester):
        raise NoSuchReceipt
    return items.envelope(request, data)


def _limit_to_caller(caller: Caller, selection: Selection | None) -> Selection | None:
    """The selection without ids of owners whom the key does not cover.

    Raises Forbidden if a key for some owners names none of them, NothingToForget if no id is left.
    """
    if selection is None or not caller.is_bound or selection.owner is not None:
        return selection
    if not selection.ids:
        raise Forbidden("This key is for some owners only: name one of them by user_id, agent_id or group_id")
    own = tuple(each for each in selection.ids if _is_own(caller, selection.scope, each))
    if not own:
        raise NothingToForget(f"Nothing is remembered under {', '.join(selection.ids[:3])}.")
    return replace(selection, ids=own)


def _is_own(caller: Caller, scope: Scope, identifier: str) -> bool:
    """Whether the id is a memory of owners whom the key covers, or a message of theirs."""
    owners = {
        place.owner
        for path, place, _ in places_of(scope, identifier)
        if current_root().absolute(path).exists()
    }
    senders = BufferedMessage.objects.filter(**scope.columns, message_id=identifier)
    owners |= {speaker_of(row) for row in senders}
    return bool(owners) and all(may(caller, "forget", scope, owner) for owner in owners)


def _may_see_receipt(request: HttpRequest, selection: Selection, requester: str) -> bool:
    caller = caller_of(request)
    is_own = requester == requester_name(request)
    return may(caller, "forget", selection.scope, selection.owner) and (
        selection.owner is not None or is_own or not caller.is_bound
    )


def _data(found: Found, messages: int, ids: list[str]) -> DeleteData:
    return DeleteData(
        status="would_forget",
        count=len(found.memories),
        counts=dict(Counter(memory.kind for memory in found.memories)),
        messages=messages,
        rewritten=sorted(found.rewritten),
        quoted_in=sorted(set(found.quoted_in)),
        unknown=[*found.unknown, *(each for each in ids if each not in found.looked_for)],
        unreadable=found.unreadable,
    )


def _doomed(memory: Memory, texts: list[str]) -> DoomedMemory:
    text = beginning(shown_text(texts), LONGEST_TEXT)
    return DoomedMemory(id=memory.wire_id, kind=memory.kind, text=text)
