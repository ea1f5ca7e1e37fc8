"""The three calls of v3. Each asks what the caller may, translates, calls the core, and translates back."""

import time
from datetime import date, timedelta
from functools import partial
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from pydantic import SecretStr
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.agentic_v3 import convert, serializers
from memory.api.agentic_v3.errors import exception_handler
from memory.api.foreign import extraction_asked
from memory.api.permission import require
from memory.api.rest.authentication import caller_of
from memory.api.rest.views import JsonView, checked
from memory.api.sessions import check_session
from memory.grants import Caller, may, readable
from memory.index import sql
from memory.ingest.add import AddResult, anybody
from memory.ingest.group import hear, session_of
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.retrieval import agentic, lightweight
from memory.retrieval.audience import Sees, audience
from memory.retrieval.foresights import is_open
from memory.retrieval.listing import profiles_of
from memory.retrieval.membership import is_member
from memory.retrieval.refine import Judge
from memory.retrieval.requested_model import ModelConfig, requested_model
from memory.retrieval.types import SearchRequest, worth
from memory.scope import Scope, group, user

KINDS: dict[str, Kind] = {
    "episode": EPISODE,
    "memcell": EPISODE,
    "event_log": ATOMIC_FACT,
    "semantic_memory": FORESIGHT,
}
ROUNDS = 2
SCOPE = Scope()  # v3 knows no other
FAILURES = dict.fromkeys((400, 401, 413, 500), serializers.Failure)
CONFLICT = {409: serializers.Failure}

Body = dict[str, Any]


class AgenticView(JsonView):
    answer_exception = exception_handler


class Memorize(AgenticView):
    actions = {"POST": "write"}
    fields_of_others = frozenset({"async_mode", "defer_extraction"})

    @extend_schema(
        operation_id="memorize",
        summary="Store one message",
        request=serializers.MemorizeRequest,
        responses={200: serializers.MemorizeAnswer, **FAILURES, **CONFLICT},
    )
    def post(self, request: Request) -> Response:
        """Keeps it for good; when it completes a stretch of the conversation, that becomes a memory."""
        body = checked(serializers.MemorizeRequest, request.data)
        when = extraction_asked(body["async_mode"], body["defer_extraction"])
        caller = _may_memorize(request, body)
        check = anybody if body["group_id"] is not None else check_session(caller, SCOPE, _session(body))
        said, group_id = convert.incoming(body), body["group_id"]
        result = hear(said, group_id, dict(request.data), when, body["flush"], check)
        memories = [
            item for cell in result.extracted for item in convert.saved(cell) if _may_see(caller, item)
        ]
        message = f"Extracted {len(memories)} memories" if memories else _outlook(result)
        return _ok(
            message, {"saved_memories": memories, "count": len(memories), "status_info": result.status}
        )


class RetrieveLightweight(AgenticView):
    actions = {"POST": "read"}
    fields_of_others = frozenset({"min_score"})

    @extend_schema(
        operation_id="retrieve_lightweight",
        summary="Find memories quickly",
        request=serializers.LightweightRequest,
        responses={200: serializers.LightweightAnswer, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """By vector, by word, or by both, without a language model."""
        started = time.perf_counter()
        caller = caller_of(request)
        body = _readable(caller, checked(serializers.LightweightRequest, request.data))
        memories, counts = _profile(body) if body["data_source"] == "profile" else _lightweight(caller, body)
        return _found(memories, {"retrieval_mode": "lightweight", **counts}, started)


class RetrieveAgentic(AgenticView):
    actions = {"POST": "read"}
    fields_of_others = frozenset({"min_score"})

    @extend_schema(
        operation_id="retrieve_agentic",
        summary="Find memories with the help of a model",
        request=serializers.AgenticRequest,
        responses={200: serializers.AgenticAnswer, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """A model looks at what was found, and may ask for what is missing once more."""
        started = time.perf_counter()
        caller = caller_of(request)
        body = _readable(caller, checked(serializers.AgenticRequest, request.data))
        given = body["llm_config"] or dict.fromkeys(("api_key", "base_url", "model"))
        key = given["api_key"] and SecretStr(given["api_key"])
        with requested_model(ModelConfig(key, given["base_url"], given["model"])) as model:
            seen = audience(SCOPE, body["user_id"], body["group_id"], "all", _sees(caller))
            asked = SearchRequest(SCOPE, user(body["user_id"] or ""), body["query"], "agentic", body["top_k"])
            where = sql.all_of(seen.where, _since(body))
            course = agentic.inquire(
                asked, Judge(asked.query, model), ROUNDS, lambda one: lightweight.recall(seen, where, one)
            )
        hits = worth(course.found.hits[EPISODE.name], body["min_score"])
        memories = [convert.found(hit, seen.groups) for hit in hits]
        return _found(memories, _course(course), started)


def _may_memorize(request: Request, body: Body) -> Caller:
    """Raises Forbidden."""
    if body["group_id"] is not None:
        require(request, "write", SCOPE, group(body["group_id"]))
    return require(request, "write", SCOPE, user(body["sender"]))


def _session(body: Body) -> str:
    return session_of(body["sender"], body["group_id"])


def _may_see(caller: Caller, saved: Body) -> bool:
    """Of a group's memories each member has one, which only those see who may read it."""
    owner = group(saved["group_id"]) if saved["user_id"] is None else user(saved["user_id"])
    return may(caller, "read", SCOPE, owner)


def _readable(caller: Caller, body: Body) -> Body:
    """Whom the caller may not read is asked for as somebody who is not there."""
    named = {name: body[name] for name in ("user_id", "group_id") if body[name] is not None}
    owners = {"user_id": user, "group_id": group}
    return body | {name: readable(caller, SCOPE, owners[name](value)).id for name, value in named.items()}


def _sees(caller: Caller) -> Sees | None:
    return partial(may, caller, "read", SCOPE) if caller.has_limits else None


def _outlook(result: AddResult) -> str:
    """What becomes of a message of which no memory was made in this call."""
    known = "The message was accepted before; it" if result.duplicates else "The message"
    return {
        "extracted": f"{known} is part of a memory",
        "accepted": f"{known} becomes part of a memory in the background",
        "accumulated": f"{known} is kept until its stretch ends",
    }[result.status]


def _lightweight(caller: Caller, body: Body) -> tuple[list[Body], Body]:
    seen = audience(SCOPE, body["user_id"], body["group_id"], body["memory_scope"], _sees(caller))
    day: date | None = body["current_time"] if body["data_source"] == "semantic_memory" else None
    wanted = lightweight.LightweightQuery(
        kind=KINDS[body["data_source"]],
        text=body["query"],
        mode=body["retrieval_mode"],
        limit=body["top_k"],
        offset=body["offset"],
        where=_since(body),
        radius=body["radius"],
        keep=lambda hit: day is None or is_open(hit, day),
    )
    listed = lightweight.search(seen, wanted)
    hits = worth(listed.hits, body["min_score"])
    counts = {
        "emb_count": listed.by_vector,
        "bm25_count": listed.by_word,
        "pending_count": listed.pending,
        "has_more": listed.more and len(hits) == len(listed.hits),
    }
    return [convert.found(hit, seen.groups) for hit in hits], counts


def _profile(body: Body) -> tuple[list[Body], Body]:
    """The user's own; for who asks on behalf of a group, if the user belongs to it."""
    user_id, group_id = body["user_id"], body["group_id"]
    may_see = group_id is None or is_member(SCOPE, group_id, user_id)
    known = profiles_of(SCOPE, user(user_id)) if may_see else []
    memories = [convert.profile(hit, group_id) for hit in known][body["offset"] :]
    return memories, {"emb_count": 0, "bm25_count": 0, "pending_count": 0, "has_more": False}


def _since(body: Body) -> str:
    return f"timestamp >= {sql.instant(timezone.now() - timedelta(days=body['time_range_days']))}"


def _course(course: agentic.SearchTrace) -> Body:
    return {
        "retrieval_mode": "agentic",
        "is_multi_round": bool(course.queries),
        "round1_count": course.first_count,
        "is_sufficient": course.sufficient,
        "reasoning": course.reasoning,
        "refined_queries": course.queries,
        "round2_count": course.count if course.queries else 0,
        "pending_count": course.found.pending,
    }


def _found(memories: list[Body], metadata: Body, started: float) -> Response:
    latency = round((time.perf_counter() - started) * 1000, 2)
    metadata = {**metadata, "final_count": len(memories), "total_latency_ms": latency}
    message = f"Found {len(memories)} memories"
    return _ok(message, {"memories": memories, "count": len(memories), "metadata": metadata})


def _ok(message: str, result: Body) -> Response:
    return Response({"status": "ok", "message": message, "result": result})
