"""The three calls of V3. Each checks permission, validates the request, calls the core and renders the result."""

import time
from datetime import date, timedelta
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from pydantic import SecretStr
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.agentic_v3 import convert, serializers
from memory.api.agentic_v3.errors import exception_handler
from memory.api.bodies import extraction_mode
from memory.api.permission import owner_filter, require, session_check
from memory.api.rest.authentication import caller_of
from memory.api.rest.views import JsonView, checked
from memory.grants import Caller, may, readable
from memory.index import sql
from memory.ingest.add import AddResult, anybody
from memory.ingest.group import hear, session_of
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.providers.attribution import attributed
from memory.retrieval import agentic, lightweight
from memory.retrieval.audience import Sees, audience
from memory.retrieval.foresights import is_open
from memory.retrieval.listing import profiles_of
from memory.retrieval.participants import is_member
from memory.retrieval.refine import Judge
from memory.retrieval.requested_model import ModelConfig, requested_model
from memory.retrieval.types import SearchRequest, Stages, worth
from memory.scope import Scope, group, user

KINDS: dict[str, Kind] = {
    "episode": EPISODE,
    "memcell": EPISODE,
    "event_log": ATOMIC_FACT,
    "semantic_memory": FORESIGHT,
}
ROUNDS = 2
SCOPE = Scope()  # V3 has only the default app and project
FAILURES = dict.fromkeys((400, 401, 413, 500), serializers.Failure)
CONFLICT = {409: serializers.Failure}

Body = dict[str, Any]


class AgenticView(JsonView):
    answer_exception = exception_handler


class Memorize(AgenticView):
    actions = {"POST": "write"}
    stores = frozenset({"POST"})
    supported_fields = frozenset({"async_mode", "defer_extraction"})

    @extend_schema(
        operation_id="memorize",
        summary="Store one message",
        request=serializers.MemorizeRequest,
        responses={200: serializers.MemorizeAnswer, **FAILURES, **CONFLICT},
    )
    def post(self, request: Request) -> Response:
        """Stores the message durably. If it closes a memory cell, the cell is extracted."""
        body = checked(serializers.MemorizeRequest, request.data)
        extraction = extraction_mode(body["async_mode"], body["defer_extraction"])
        caller, group_id = _require_write(request, body), body["group_id"]
        session_id = session_of(body["sender"], group_id)
        check = anybody if group_id is not None else session_check(caller, SCOPE, session_id)
        result = hear(convert.incoming(body), group_id, dict(request.data), extraction, body["flush"], check)
        memories = [
            item for cell in result.extracted for item in convert.saved_items(cell) if _may_read(caller, item)
        ]
        message = f"Extracted {len(memories)} memories" if memories else _describe_status(result)
        return _ok(
            message, {"saved_memories": memories, "count": len(memories), "status_info": result.status}
        )


class RetrieveLightweight(AgenticView):
    actions = {"POST": "read"}
    supported_fields = frozenset({"min_score"})

    @extend_schema(
        operation_id="retrieve_lightweight",
        summary="Find memories quickly",
        request=serializers.LightweightRequest,
        responses={200: serializers.LightweightAnswer, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """Searches by vector, by word, or both, without a language model."""
        started = time.perf_counter()
        body = _with_readable_owners(
            caller_of(request), checked(serializers.LightweightRequest, request.data)
        )
        if body["data_source"] == "profile":
            memories, counts = _fetch_profile(body)
        else:
            memories, counts = _search(body, owner_filter(request, "read"))
        return _found(memories, {"retrieval_mode": "lightweight", **counts}, started)


class RetrieveAgentic(AgenticView):
    actions = {"POST": "read"}
    supported_fields = frozenset({"min_score"})

    @extend_schema(
        operation_id="retrieve_agentic",
        summary="Find memories with the help of a model",
        request=serializers.AgenticRequest,
        responses={200: serializers.AgenticAnswer, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """A model judges the memories found, and may search a second time for what is missing."""
        started = time.perf_counter()
        body = _with_readable_owners(caller_of(request), checked(serializers.AgenticRequest, request.data))
        config = body["llm_config"] or dict.fromkeys(("api_key", "base_url", "model"))
        key = config["api_key"] and SecretStr(config["api_key"])
        asked = ModelConfig(key, config["base_url"], config["model"])
        stages = Stages() if body["explain"] else None
        with attributed(SCOPE), requested_model(asked) as model:
            sees = owner_filter(request, "read")
            seen = audience(SCOPE, body["user_id"], body["group_id"], "all", sees)
            owner, wanted = user(body["user_id"] or ""), body["top_k"]
            query = SearchRequest(SCOPE, owner, body["query"], "agentic", wanted, stages=stages)
            where = sql.all_of(seen.where, _since(body))
            trace = agentic.inquire(
                query, Judge(query.query, model), lambda one: lightweight.recall(seen, where, one), ROUNDS
            )
        hits = worth(trace.found.hits[EPISODE.name], body["min_score"])
        memories = [convert.memory_item(hit, seen.groups, stages) for hit in hits]
        return _found(memories, _trace_metadata(trace), started)


def _require_write(request: Request, body: Body) -> Caller:
    """The caller, who may write to the group and for the sender. Raises Forbidden."""
    if body["group_id"] is not None:
        require(request, "write", SCOPE, group(body["group_id"]))
    return require(request, "write", SCOPE, user(body["sender"]))


def _may_read(caller: Caller, saved: Body) -> bool:
    """A group's conversation becomes a memory of each member; the caller sees those of owners whom it may read."""
    owner = group(saved["group_id"]) if saved["user_id"] is None else user(saved["user_id"])
    return may(caller, "read", SCOPE, owner)


def _with_readable_owners(caller: Caller, body: Body) -> Body:
    """The body, with an owner whom the caller may not read replaced by one without memories."""
    owner_types = {"user_id": user, "group_id": group}
    return body | {
        name: readable(caller, SCOPE, owner_type(body[name])).id
        for name, owner_type in owner_types.items()
        if body[name] is not None
    }


def _describe_status(result: AddResult) -> str:
    """The answer's message if this call has extracted no memory."""
    subject = "The message was accepted before; it" if result.duplicates else "The message"
    return {
        "extracted": f"{subject} is part of a memory",
        "accepted": f"{subject} becomes part of a memory in the background",
        "accumulated": f"{subject} is kept until its memory cell closes",
    }[result.status]


def _search(body: Body, sees: Sees | None) -> tuple[list[Body], Body]:
    seen = audience(SCOPE, body["user_id"], body["group_id"], body["memory_scope"], sees)
    day: date | None = body["current_time"] if body["data_source"] == "semantic_memory" else None
    stages = Stages() if body["explain"] else None
    query = lightweight.LightweightQuery(
        kind=KINDS[body["data_source"]],
        text=body["query"],
        mode=body["retrieval_mode"],
        limit=body["top_k"],
        offset=body["offset"],
        where=_since(body),
        radius=body["radius"],
        keep=lambda hit: day is None or is_open(hit, day),
        stages=stages,
    )
    found = lightweight.search(seen, query)
    hits = worth(found.hits, body["min_score"])
    counts = {
        "emb_count": found.by_vector,
        "bm25_count": found.by_word,
        "pending_count": found.pending,
        "has_more": found.more and len(hits) == len(found.hits),
    }
    return [convert.memory_item(hit, seen.groups, stages) for hit in hits], counts


def _fetch_profile(body: Body) -> tuple[list[Body], Body]:
    """The user's profile; if the body names a group, only if the user is a member of it."""
    user_id, group_id = body["user_id"], body["group_id"]
    is_visible = group_id is None or is_member(SCOPE, group_id, user_id)
    profiles = profiles_of(SCOPE, user(user_id)) if is_visible else []
    memories = [convert.profile_item(hit, group_id) for hit in profiles][body["offset"] :]
    return memories, {"emb_count": 0, "bm25_count": 0, "pending_count": 0, "has_more": False}


def _since(body: Body) -> str:
    return f"timestamp >= {sql.instant(timezone.now() - timedelta(days=body['time_range_days']))}"


def _trace_metadata(trace: agentic.SearchTrace) -> Body:
    return {
        "retrieval_mode": "agentic",
        "is_multi_round": bool(trace.queries),
        "round1_count": trace.first_count,
        "is_sufficient": trace.sufficient,
        "reasoning": trace.reasoning,
        "refined_queries": trace.queries,
        "round2_count": trace.count if trace.queries else 0,
        "pending_count": trace.found.pending,
    }


def _found(memories: list[Body], metadata: Body, started: float) -> Response:
    latency = round((time.perf_counter() - started) * 1000, 2)
    metadata = {**metadata, "final_count": len(memories), "total_latency_ms": latency}
    message = f"Found {len(memories)} memories"
    return _ok(message, {"memories": memories, "count": len(memories), "metadata": metadata})


def _ok(message: str, result: Body) -> Response:
    return Response({"status": "ok", "message": message, "result": result})
