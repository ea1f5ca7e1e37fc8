"""The three calls of v3. Each translates, calls the core, and translates back."""

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
from memory.api.foreign import extraction_asked
from memory.api.rest.views import JsonView, checked
from memory.index import sql
from memory.ingest.add import AddResult
from memory.ingest.group import hear
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.retrieval import agentic, lightweight
from memory.retrieval.audience import audience
from memory.retrieval.foresights import is_open
from memory.retrieval.listing import profiles_of
from memory.retrieval.membership import is_member
from memory.retrieval.refine import Judge
from memory.retrieval.requested_model import ModelConfig, requested_model
from memory.retrieval.types import SearchRequest, worth
from memory.scope import Scope, user

KINDS: dict[str, Kind] = {
    "episode": EPISODE,
    "memcell": EPISODE,
    "event_log": ATOMIC_FACT,
    "semantic_memory": FORESIGHT,
}
ROUNDS = 2
FAILURES = dict.fromkeys((400, 401, 413, 500), serializers.Failure)
CONFLICT = {409: serializers.Failure}

Body = dict[str, Any]


class AgenticView(JsonView):
    answer_exception = exception_handler


class Memorize(AgenticView):
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
        result = hear(convert.incoming(body), body["group_id"], dict(request.data), when, body["flush"])
        memories = [item for cell in result.extracted for item in convert.saved(cell)]
        message = f"Extracted {len(memories)} memories" if memories else _outlook(result)
        return _ok(
            message, {"saved_memories": memories, "count": len(memories), "status_info": result.status}
        )


class RetrieveLightweight(AgenticView):
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
        body = checked(serializers.LightweightRequest, request.data)
        memories, counts = _profile(body) if body["data_source"] == "profile" else _lightweight(body)
        return _found(memories, {"retrieval_mode": "lightweight", **counts}, started)


class RetrieveAgentic(AgenticView):
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
        body = checked(serializers.AgenticRequest, request.data)
        given = body["llm_config"] or dict.fromkeys(("api_key", "base_url", "model"))
        key = given["api_key"] and SecretStr(given["api_key"])
        with requested_model(ModelConfig(key, given["base_url"], given["model"])) as model:
            seen = audience(Scope(), body["user_id"], body["group_id"], "all")
            asked = SearchRequest(
                Scope(), user(body["user_id"] or ""), body["query"], "agentic", body["top_k"]
            )
            where = sql.all_of(seen.where, _since(body))
            course = agentic.inquire(
                asked, Judge(asked.query, model), ROUNDS, lambda one: lightweight.recall(seen, where, one)
            )
        hits = worth(course.found.hits[EPISODE.name], body["min_score"])
        memories = [convert.found(hit, seen.groups) for hit in hits]
        return _found(memories, _course(course), started)


def _outlook(result: AddResult) -> str:
    """What becomes of a message of which no memory was made in this call."""
    known = "The message was accepted before; it" if result.duplicates else "The message"
    return {
        "extracted": f"{known} is part of a memory",
        "accepted": f"{known} becomes part of a memory in the background",
        "accumulated": f"{known} is kept until its stretch ends",
    }[result.status]


def _lightweight(body: Body) -> tuple[list[Body], Body]:
    seen = audience(Scope(), body["user_id"], body["group_id"], body["memory_scope"])
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
    may_see = group_id is None or is_member(Scope(), group_id, user_id)
    known = profiles_of(Scope(), user(user_id)) if may_see else []
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
