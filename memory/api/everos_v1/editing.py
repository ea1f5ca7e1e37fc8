"""One memory over v1: what it says and where it comes from, its corrections, and what it said before."""

from typing import Any, Self

from django.http import HttpRequest
from django.urls import register_converter
from django.utils import timezone
from ninja import Query, Router
from pydantic import BaseModel, Field, model_validator

from memory import editing
from memory.api.everos_v1 import convert, items
from memory.api.everos_v1.routes import FAILURES
from memory.api.everos_v1.schemas import Scoped, Strict, VerifyRequest
from memory.api.permission import asks, require
from memory.api.request_meta import request_id
from memory.api.rest.authentication import asked_by, caller_of
from memory.editing import MOST_REASON_CHARS, Known
from memory.grants import may
from memory.markdown.verification import Verification
from memory.markdown.verification import verify as verify_memory
from memory.markdown.wire_ids import ENTRY
from memory.scope import Scope

router = Router(tags=["memory"])
FAILURES_OF_ONE = {404: items.ErrorEnvelope, **FAILURES}
ITEMS: dict[str, type[items.Placed]] = {
    "episode": items.GetEpisodeItem,
    "atomic_fact": items.GetAtomicFactItem,
    "foresight": items.GetForesightItem,
    "agent_case": items.GetAgentCaseItem,
}


class MemoryId:
    """In a path; so no other call's name is taken for one. An owner's id with a slash has no such path."""

    regex = rf"[^/]+_{ENTRY.replace('?P<entry>', '?:').replace('?P<prefix>', '?:')}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(MemoryId, "memory_id")


class OneRequest(Scoped):
    """The scope, as parameters of the address."""


class EditRequest(Scoped, Strict):
    """The fields that are to say something else; which there are depends on the kind."""

    content: str | None = Field(None, description="Of an episode, an atomic fact or a foresight: its text.")
    subject: str | None = Field(None, description="Of an episode.")
    summary: str | None = Field(None, description="Of an episode.")
    task_intent: str | None = Field(None, description="Of an agent case.")
    approach: str | None = Field(None, description="Of an agent case.")
    key_insight: str | None = Field(None, description="Of an agent case.")
    reason: str = Field("", max_length=MOST_REASON_CHARS, description="Why, for the history.")
    expected_hash: str | None = Field(
        None, description="The `hash` of what was read: when it is another one by now, this is a 409."
    )

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if not self.given():
            raise ValueError(
                "say what is to be changed: content, subject, summary, task_intent, approach, key_insight"
            )
        return self

    def given(self) -> dict[str, str]:
        names = ("content", "subject", "summary", "task_intent", "approach", "key_insight")
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class LineageItem(BaseModel):
    source: str | None = Field(description="The episode, or the note, from which it was drawn.")
    cell_id: str | None = Field(description="The memory cell of which it was made.")
    message_ids: list[str] = Field(description="Of the messages of that cell, as long as it is remembered.")
    derived: list[str] = Field(description="Memories that were drawn from it.")
    replaced_by: str | None = Field(description="The merged episode that is found in its place.")


class OneMemory(BaseModel):
    kind: str
    memory: dict[str, Any] = Field(description="As `get` answers it.")
    hash: str = Field(description="Of all its values: changes with any of them.")
    lineage: LineageItem


class ChangeItem(BaseModel):
    at: str
    by: str = Field(
        description="`hand` for an edit of the file; else who called, empty where no keys are needed."
    )
    reason: str
    old: dict[str, str] = Field(description="What the fields said before.")


class HistoryData(BaseModel):
    changes: list[ChangeItem] = Field(description="In order; of very many the latest.")


@router.get(
    "/{memory_id:identifier}",
    response={200: items.Envelope[OneMemory], **FAILURES_OF_ONE},
    operation_id="get_one",
    summary="One memory, with its lineage",
    auth=asks("read"),
)
def get_one(request: HttpRequest, identifier: str, asked: Query[OneRequest]) -> items.Envelope[OneMemory]:
    """As its file says it now; also one that a merged episode has replaced."""
    return _answer(request, _readable(request, asked.scope, identifier))


@router.patch(
    "/{memory_id:identifier}",
    response={200: items.Envelope[OneMemory], 409: items.ErrorEnvelope, **FAILURES_OF_ONE},
    operation_id="edit",
    summary="Correct a memory",
    auth=asks("write"),
)
def edit(request: HttpRequest, identifier: str, payload: EditRequest) -> items.Envelope[OneMemory]:
    """What was drawn from it follows, in the background. What it said before is in its history."""
    texts = _by_field(_require_write(request, payload.scope, identifier), payload.given())
    edited = editing.edit(
        payload.scope, identifier, texts, asked_by(request), payload.reason, payload.expected_hash
    )
    return _answer(request, edited)


@router.get(
    "/{memory_id:identifier}/history",
    response={200: items.Envelope[HistoryData], **FAILURES_OF_ONE},
    operation_id="history",
    summary="What a memory said before",
    auth=asks("read"),
)
def history(request: HttpRequest, identifier: str, asked: Query[OneRequest]) -> items.Envelope[HistoryData]:
    """Corrections by calls, and edits of the file."""
    changes = [
        ChangeItem(at=change.at, by=change.by, reason=change.reason, old=_named(change.old))
        for change in editing.history_of(_readable(request, asked.scope, identifier))
    ]
    return items.Envelope[HistoryData](request_id=request_id(request), data=HistoryData(changes=changes))


@router.post(
    "/verify",
    response={200: items.Envelope[items.VerifyData], **FAILURES_OF_ONE},
    auth=asks("write"),
    operation_id="verify",
    summary="Mark a memory as verified",
)
def verify(request: HttpRequest, payload: VerifyRequest) -> items.Envelope[items.VerifyData]:
    """Notes in the memory's file that somebody has looked and that it holds, and until when nobody needs to again."""
    _require_write(request, payload.scope, payload.id)
    looked = Verification(payload.verified_at or timezone.now(), payload.by, payload.stale_after)
    data = items.VerifyData(id=payload.id, **convert.marks(verify_memory(payload.scope, payload.id, looked)))
    return items.Envelope[items.VerifyData](request_id=request_id(request), data=data)


def _answer(request: HttpRequest, memory: Known) -> items.Envelope[OneMemory]:
    lineage = editing.lineage_of(memory)
    data = OneMemory(
        kind=memory.place.kind.name,
        memory=ITEMS[memory.place.kind.name](**convert.fields_of(memory.as_hit())).model_dump(),
        hash=memory.entry.sha256,
        lineage=LineageItem(
            source=lineage.source,
            cell_id=lineage.cell_id,
            message_ids=lineage.message_ids,
            derived=lineage.derived,
            replaced_by=lineage.replaced_by,
        ),
    )
    return items.Envelope[OneMemory](request_id=request_id(request), data=data)


def _readable(request: HttpRequest, scope: Scope, identifier: str) -> Known:
    """Raises NoSuchMemory also for one of somebody whom the caller's key is not for."""
    memory = editing.find(scope, identifier)
    if not may(caller_of(request), "read", scope, memory.owner):
        raise editing.no_such_memory(identifier)
    return memory


def _require_write(request: HttpRequest, scope: Scope, identifier: str) -> Known:
    """Raises Forbidden for a memory that the caller may read and not change, NoSuchMemory for any other."""
    memory = editing.find(scope, identifier)
    if not may(caller_of(request), "write", scope, memory.owner):
        _readable(request, scope, identifier)
        require(request, "write", scope, memory.owner)
    return memory


def _by_field(memory: Known, given: dict[str, str]) -> dict[str, str]:
    """`content` is what this API calls the text of every kind; in their files they have names of their own."""
    kind = memory.place.kind
    text = editing.EDITABLE[kind.name][0] if kind.name in editing.EDITABLE else "content"
    is_text = text in ("content", "fact", "foresight")
    return {text if name == "content" and is_text else name: value for name, value in given.items()}


def _named(old: Any) -> dict[str, str]:
    return {"content" if name in ("fact", "foresight") else name: text for name, text in old.items()}
