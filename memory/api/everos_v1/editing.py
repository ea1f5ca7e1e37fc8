"""The v1 calls about one memory: reading it with its lineage, editing, its history, and verifying it."""

from dataclasses import asdict
from typing import Any, Self

from django.http import HttpRequest
from django.urls import register_converter
from django.urls.converters import StringConverter
from django.utils import timezone
from ninja import Query, Router
from pydantic import BaseModel, Field, model_validator

from memory import editing
from memory.api.everos_v1 import convert, items
from memory.api.everos_v1.schemas import Scoped, Strict, VerifyRequest
from memory.api.permission import require, requires
from memory.api.rest.authentication import caller_of, requester_name
from memory.editing import MOST_REASON_CHARS, Known
from memory.grants import may
from memory.markdown.verification import Verification
from memory.markdown.verification import verify as verify_memory
from memory.markdown.wire_ids import ENTRY
from memory.scope import Scope

router = Router(tags=["memory"])
ENTRY_SUFFIX = ENTRY.replace("?P<entry>", "?:").replace("?P<prefix>", "?:")  # of ids, without named groups
ITEMS: dict[str, type[items.Placed]] = {
    "episode": items.GetEpisodeItem,
    "atomic_fact": items.GetAtomicFactItem,
    "foresight": items.GetForesightItem,
    "agent_case": items.GetAgentCaseItem,
}


class MemoryId(StringConverter):
    """The id of a memory in a path. The pattern excludes the names of other calls, and ids of owners with a slash:
    below /api/v1/memory/ such a path is an entry of the agent memory.
    """

    regex = rf"[^/]+_{ENTRY_SUFFIX}"


class AnyMemoryId(MemoryId):
    """The id may also be that of an owner with a slash."""

    regex = rf"[\s\S]+_{ENTRY_SUFFIX}"


register_converter(MemoryId, "memory_id")
register_converter(AnyMemoryId, "any_memory_id")


class ScopeQuery(Scoped):
    """The scope in the query."""


class EditRequest(Scoped, Strict):
    """The new values of fields; the possible fields depend on the kind."""

    content: str | None = Field(None, description="The text of an episode, an atomic fact or a foresight.")
    subject: str | None = Field(None, description="Episodes only.")
    summary: str | None = Field(None, description="Episodes only.")
    task_intent: str | None = Field(None, description="Agent cases only.")
    approach: str | None = Field(None, description="Agent cases only.")
    key_insight: str | None = Field(None, description="Agent cases only.")
    reason: str = Field("", max_length=MOST_REASON_CHARS, description="The reason, for the history.")
    expected_hash: str | None = Field(
        None,
        description="The `hash` of the memory as it was read. If it has changed since, the answer is a 409.",
    )

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if not self.changed_fields():
            raise ValueError(
                "give something to change: content, subject, summary, task_intent, approach, key_insight"
            )
        return self

    def changed_fields(self) -> dict[str, str]:
        names = ("content", "subject", "summary", "task_intent", "approach", "key_insight")
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class LineageItem(BaseModel):
    source: str | None = Field(description="The episode or note from which it was extracted.")
    cell_id: str | None = Field(description="The memory cell from which it was extracted.")
    message_ids: list[str] = Field(description="Ids of the messages of that cell, while the cell is kept.")
    derived: list[str] = Field(description="Memories that were extracted from it.")
    replaced_by: str | None = Field(description="The merged episode that replaces it in searches.")


class OneMemory(BaseModel):
    kind: str
    memory: dict[str, Any] = Field(description="The memory as `get` shows it.")
    hash: str = Field(description="The hash of all its values.")
    lineage: LineageItem


class ChangeItem(BaseModel):
    at: str
    by: str = Field(
        description="`hand` for an edit of the file, or else the key of the call; empty if no key was sent."
    )
    reason: str
    old: dict[str, str] = Field(description="The earlier values of the fields.")


class HistoryData(BaseModel):
    changes: list[ChangeItem] = Field(description="The changes in order; of very many only the latest.")


@router.get(
    "/{memory_id:identifier}",
    response=items.answers(OneMemory, 404, 422),
    operation_id="get_one",
    summary="One memory, with its lineage",
    auth=requires("read"),
)
def get_one(request: HttpRequest, identifier: str, query: Query[ScopeQuery]) -> items.Envelope[OneMemory]:
    """Reads a memory from its file, also one that a merged episode has replaced."""
    return _answer(request, _readable(request, query.scope, identifier))


@router.patch(
    "/{memory_id:identifier}",
    response=items.answers(OneMemory, 404, 409, 422),
    operation_id="edit",
    summary="Correct a memory",
    auth=requires("read", "write"),
)
def edit(request: HttpRequest, identifier: str, payload: EditRequest) -> items.Envelope[OneMemory]:
    """Changes a memory. What was extracted from it is updated in the background; the history has its earlier text."""
    memory = _require_write(request, payload.scope, identifier)
    texts = _to_kind_fields(memory, payload.changed_fields())
    edited = editing.edit(
        payload.scope, identifier, texts, requester_name(request), payload.reason, payload.expected_hash
    )
    return _answer(request, edited)


@router.get(
    "/{memory_id:identifier}/history",
    response=items.answers(HistoryData, 404, 422),
    operation_id="history",
    summary="The history of a memory",
    auth=requires("read"),
)
def history(request: HttpRequest, identifier: str, query: Query[ScopeQuery]) -> items.Envelope[HistoryData]:
    """The changes of a memory by calls and by edits of its file."""
    changes = [
        ChangeItem(at=change.at, by=change.by, reason=change.reason, old=_to_api_fields(change.old))
        for change in editing.history_of(_readable(request, query.scope, identifier))
    ]
    return items.envelope(request, HistoryData(changes=changes))


@router.post(
    "/verify",
    response=items.answers(items.VerifyData, 404, 422),
    auth=requires("write"),
    operation_id="verify",
    summary="Mark a memory as verified",
)
def verify(request: HttpRequest, payload: VerifyRequest) -> items.Envelope[items.VerifyData]:
    """Records in the memory's file that somebody has confirmed it, and until when that is valid."""
    _require_write(request, payload.scope, payload.id)
    verification = Verification(payload.verified_at or timezone.now(), payload.by, payload.stale_after)
    values = verify_memory(payload.scope, payload.id, verification)
    return items.envelope(request, items.VerifyData(id=payload.id, **convert.verification_fields(values)))


def _answer(request: HttpRequest, memory: Known) -> items.Envelope[OneMemory]:
    lineage = editing.lineage_of(memory)
    data = OneMemory(
        kind=memory.place.kind.name,
        memory=ITEMS[memory.place.kind.name](**convert.fields_of(memory.as_hit())).model_dump(),
        hash=memory.entry.sha256,
        lineage=LineageItem(**asdict(lineage)),
    )
    return items.envelope(request, data)


def _readable(request: HttpRequest, scope: Scope, identifier: str) -> Known:
    """Raises NoSuchMemory, also for a memory of an owner whom the caller's key does not cover."""
    memory = editing.find(scope, identifier)
    if not may(caller_of(request), "read", scope, memory.owner):
        raise editing.no_such_memory(identifier)
    return memory


def _require_write(request: HttpRequest, scope: Scope, identifier: str) -> Known:
    """Raises Forbidden for a memory that the caller may only read, NoSuchMemory for one that it may not read."""
    memory = editing.find(scope, identifier)
    if not may(caller_of(request), "write", scope, memory.owner):
        _readable(request, scope, identifier)
        require(request, "write", scope, memory.owner)
    return memory


def _to_kind_fields(memory: Known, values: dict[str, str]) -> dict[str, str]:
    """The values by the kind's own field names: this API calls the text of each kind `content`."""
    kind = memory.place.kind
    text = editing.EDITABLE[kind.name][0] if kind.name in editing.EDITABLE else "content"
    is_text = text in ("content", "fact", "foresight")
    return {text if name == "content" and is_text else name: value for name, value in values.items()}


def _to_api_fields(values: Any) -> dict[str, str]:
    """The values by this API's field names."""
    return {"content" if name in ("fact", "foresight") else name: text for name, text in values.items()}
