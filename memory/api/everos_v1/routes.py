"""The calls of v1. Each checks permission, converts the request, calls the core once and converts the result."""

from typing import Any

from django.http import HttpRequest
from ninja import Router, Status

from memory.api.bodies import extraction_mode
from memory.api.everos_v1 import convert, items, schemas
from memory.api.permission import (
    may_write_session,
    readable_rows,
    require,
    require_speaker,
    requires,
    session_check,
)
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import caller_of, may_read_server_files
from memory.grants import Caller, may, readable
from memory.index.filters import unprocessed_session
from memory.ingest.add import add_messages
from memory.ingest.buffer import took_part, unprocessed
from memory.ingest.content import new_reader
from memory.ingest.flush import FlushStatus, flush_session
from memory.models import BufferedMessage
from memory.providers import budget
from memory.retrieval.explanation import of_hit
from memory.retrieval.listing import list_memories
from memory.retrieval.participants import is_member
from memory.retrieval.search import search as search_memories
from memory.retrieval.types import Found, SearchRequest, Stages
from memory.scope import group

router = Router(tags=["memory"], auth=requires(None))  # each route declares its own action

Answer = dict[str, Any]


@router.post(
    "/add",
    response=items.answers(items.AddData, 202, 409, 415, 422),
    exclude_none=True,
    auth=requires("write"),
    operation_id="add",
    summary="Add messages to a session",
)
def add(request: HttpRequest, payload: schemas.AddRequest) -> Status[items.Envelope[items.AddData]]:
    """Stores the messages durably. If they close a memory cell, it is extracted into memories."""
    caller = require(request, "write", payload.scope)
    speakers = dict.fromkeys(message.speaker for message in payload.messages)
    for speaker in speakers:
        require_speaker(caller, payload.scope, speaker)
    messages = [convert.incoming(message) for message in payload.messages]
    reader = new_reader(of_files=may_read_server_files(request))
    when = extraction_mode(payload.async_mode, payload.defer_extraction)
    result = add_messages(
        payload.scope,
        payload.session_id,
        messages,
        reader,
        extraction=when,
        check=session_check(caller, payload.scope, payload.session_id, speakers),
    )
    note_accepted(request, result.new)
    data = items.AddData(
        message_count=result.message_count, status=result.status, duplicates=result.duplicates or None
    )
    return items.accepted(request, data)


@router.post(
    "/flush",
    response=items.answers(items.FlushData, 202, 422),
    exclude_none=True,
    auth=requires("write"),
    operation_id="flush",
    summary="Extract the buffered messages of a session",
)
def flush(request: HttpRequest, payload: schemas.FlushRequest) -> Status[items.Envelope[items.FlushData]]:
    """Extracts all buffered messages of the session. The memory is on disk if the status is `extracted`."""
    caller = require(request, "write", payload.scope)
    status: FlushStatus = "no_extraction"  # as for a session that does not exist
    if may_write_session(caller, payload.scope, payload.session_id):
        status = flush_session(payload.scope, payload.session_id, behind=payload.async_mode)
    data = items.FlushData(status=status, by_rules=list(budget.by_rules(payload.scope)) or None)
    return items.accepted(request, data)


@router.post(
    "/search",
    response=items.answers(items.SearchData, 422),
    auth=requires("read"),
    operation_id="search",
    summary="Find memories",
)
def search(request: HttpRequest, payload: schemas.SearchRequest) -> items.Envelope[items.SearchData]:
    """Finds the memories of one owner that match a query. What was accepted is found at once, indexed or not."""
    caller = caller_of(request)
    stages = Stages() if payload.explain else None
    found = search_memories(
        SearchRequest(
            scope=payload.scope,
            owner=readable(caller, payload.scope, payload.owner),
            query=payload.query,
            method="agentic" if payload.method == "llm_multiround" else payload.method,
            top_k=payload.top_k,
            radius=payload.radius,
            min_score=payload.min_score,
            include_profile=payload.include_profile,
            include_foresights=payload.include_foresights,
            filters=payload.filter_tree,
            enable_llm_rerank=payload.enable_llm_rerank,
            view=payload.view,
            stages=stages,
        )
    )
    data = _search_data(found)
    if stages is not None:
        data.explanations = _explanations(found, stages)
    session_id = unprocessed_session(payload.filter_tree)
    if session_id is not None:
        data.unprocessed_messages = [
            convert.unprocessed(row) for row in _waiting(caller, payload, session_id)
        ]
    return items.envelope(request, data)


@router.post(
    "/get",
    response=items.answers(items.GetData, 422),
    auth=requires("read"),
    operation_id="get",
    summary="List memories",
)
def get(request: HttpRequest, payload: schemas.GetRequest) -> items.Envelope[items.GetData]:
    """One page of an owner's memories of one kind, by time."""
    page = list_memories(
        scope=payload.scope,
        owner=readable(caller_of(request), payload.scope, payload.owner),
        kind=payload.memory_type,
        page=payload.page,
        page_size=payload.page_size,
        sort_by=payload.sort_by,
        descending=payload.sort_order == "desc",
        filters=payload.filter_tree,
        view=payload.view,
    )
    listed = {convert.ARRAYS[payload.memory_type]: [convert.fields_of(hit) for hit in page.items]}
    data = items.GetData.model_validate(
        {**listed, "total_count": page.total, "count": len(page.items), "pending": page.pending}
    )
    return items.envelope(request, data)


def _waiting(caller: Caller, payload: schemas.SearchRequest, session_id: str) -> list[BufferedMessage]:
    """The buffered messages of a session in which the owner took part; those of a group only for its members."""
    if not may(caller, "read", payload.scope, payload.owner):
        return []
    rows = unprocessed(payload.scope, session_id)
    shown = {each for each in {row.group_id for row in rows} if _belongs(caller, payload, session_id, each)}
    return readable_rows(caller, payload.scope, [row for row in rows if row.group_id in shown])


def _belongs(caller: Caller, payload: schemas.SearchRequest, session_id: str, group_id: str | None) -> bool:
    if group_id is None:
        return took_part(payload.scope, session_id, payload.owner)
    if not may(caller, "read", payload.scope, group(group_id)):
        return False
    return is_member(payload.scope, group_id, payload.user_id or "")


def _explanations(found: Found, stages: Stages) -> dict[str, items.ExplanationItem]:
    hits = [hit for kind in found.hits.values() for hit in kind]
    return {
        hit.wire_id: items.ExplanationItem(**numbers.as_json(hit.owner))
        for hit in hits
        if (numbers := of_hit(stages, hit)) is not None
    }


def _search_data(found: Found) -> items.SearchData:
    def ranked(kind: str) -> list[Answer]:
        return [
            {**convert.fields_of(hit), "score": convert.score_of(hit)} for hit in found.hits.get(kind, [])
        ]

    expected = [items.SearchForesightItem(**foresight) for foresight in ranked("foresight")]
    return items.SearchData(
        episodes=[convert.found_episode(hit) for hit in found.hits.get("episode", [])],
        profiles=[items.SearchProfileItem(**convert.fields_of(hit), score=None) for hit in found.profiles],
        agent_cases=[items.SearchAgentCaseItem(**case) for case in ranked("agent_case")],
        agent_skills=[items.SearchAgentSkillItem(**skill) for skill in ranked("agent_skill")],
        foresights=expected if "foresight" in found.hits else None,
        pending=found.pending,
    )
