"""The calls of mem0's own server."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.mem0 import answers, changing, clearing, finding, items, serializers
from memory.api.mem0.changing import Changes
from memory.api.mem0.filters import everything
from memory.api.mem0.finding import Wanted
from memory.api.mem0.history import history_of
from memory.api.mem0.views import (
    FAILURES,
    NOT_FOUND,
    OF_ADD,
    Mem0View,
    addition_of,
    drawn,
    filter_of,
    kept_at_once,
    named_in,
)
from memory.api.mem0.whose import entities_of
from memory.api.permission import require
from memory.api.rest.views import checked, checked_query
from memory.errors import InvalidInput
from memory.providers.registry import get_embedder

TAGS = ["server"]
BY_SETTINGS = (
    "Models are chosen by the settings EVEROS_LLM__* and EVEROS_EMBEDDING__* of this server, not over HTTP"
)


class Memories(Mem0View):
    actions = {"GET": "read", "POST": "write", "DELETE": "forget"}
    supported_fields = OF_ADD

    @extend_schema(
        tags=TAGS,
        operation_id="server_add",
        summary="Add messages",
        request=serializers.Add,
        responses={200: answers.AddedMemories, **FAILURES},
        examples=[
            OpenApiExample(
                "Word for word",
                {
                    "messages": [{"role": "user", "content": "I am allergic to nuts."}],
                    "user_id": "alice",
                    "infer": False,
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """What became of them; of messages that a model has to read, as much as is known within ten seconds."""
        given = checked(serializers.Add, request.data)
        addition = addition_of(request, given)
        kept = kept_at_once(request, given, addition)
        if kept is not None:
            return Response({"results": [items.added(memory) for memory in kept]})
        found, event_id, is_all = drawn(request, addition)
        more = {} if is_all else {"status": "PENDING", "event_id": event_id}
        return Response({"results": [items.added(memory) for memory in found], **more})

    @extend_schema(
        tags=TAGS,
        operation_id="server_list",
        summary="List memories",
        parameters=[serializers.ListServer],
        responses={200: answers.Memories, **FAILURES},
    )
    def get(self, request: Request) -> Response:
        """Of all that are named together, the newest first; of everybody whom the key may read, where nobody is."""
        asked = checked_query(serializers.ListServer, request)
        whose = named_in(entities_of(request, asked))
        wanted = Wanted(filter_of(whose) if whose else everything(), bool(asked.get("show_expired")))
        most = asked.get("top_k") or asked.get("limit") or serializers.MOST_FOUND
        found = finding.listed(request, wanted)[:most]
        return Response({"results": [items.of_server(memory) for memory in found]})

    @extend_schema(
        tags=TAGS,
        operation_id="server_delete_all",
        summary="Forget all memories of somebody",
        parameters=[serializers.Somebody],
        responses={200: answers.Done, **FAILURES},
    )
    def delete(self, request: Request) -> Response:
        """With what other dialects stored of them."""
        asked = checked_query(serializers.Somebody, request)
        clearing.forget_all(request, entities_of(request, asked))
        return Response({"message": "All relevant memories deleted"})


class Memory(Mem0View):
    actions = {"GET": "read", "PUT": "write", "DELETE": "forget"}

    @extend_schema(
        tags=TAGS,
        operation_id="server_get",
        summary="One memory",
        responses={200: answers.Memory, **NOT_FOUND, **FAILURES},
    )
    def get(self, request: Request, memory_id: str) -> Response:
        """As its file says it now."""
        return Response(items.of_server(finding.one(request, memory_id).memory))

    @extend_schema(
        tags=TAGS,
        operation_id="server_update",
        summary="Change a memory",
        request=serializers.Update,
        responses={200: answers.Done, **NOT_FOUND, **FAILURES},
    )
    def put(self, request: Request, memory_id: str) -> Response:
        """What it said before stays in its history."""
        changes = Changes.of(checked(serializers.Update, request.data))
        changing.change(request, finding.one(request, memory_id, "write"), changes)
        return Response({"message": "Memory updated successfully!"})

    @extend_schema(
        tags=TAGS,
        operation_id="server_delete",
        summary="Forget a memory",
        responses={200: answers.Done, **NOT_FOUND, **FAILURES},
    )
    def delete(self, request: Request, memory_id: str) -> Response:
        """With its history, and with what was drawn from it."""
        changing.forget(request, [finding.one(request, memory_id, "forget")])
        return Response({"message": "Memory deleted successfully"})


class History(Mem0View):
    actions = {"GET": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="server_history",
        summary="The history of a memory",
        responses={200: answers.Change(many=True), **NOT_FOUND, **FAILURES},
    )
    def get(self, request: Request, memory_id: str) -> Response:
        """In the order in which it changed."""
        return Response(history_of(finding.one(request, memory_id)))


class Search(Mem0View):
    actions = {"POST": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="server_search",
        summary="Find memories",
        request=serializers.SearchServer,
        responses={200: answers.FoundMemories, **FAILURES},
        examples=[
            OpenApiExample(
                "What does she eat?",
                {"query": "What can she not eat?", "filters": {"user_id": "alice"}, "top_k": 5},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """The best first; what was accepted a moment ago is found, too."""
        asked = checked(serializers.SearchServer, request.data)
        wanted = Wanted(
            filter_of(asked.get("filters"), named_in(entities_of(request, asked))),
            bool(asked.get("show_expired")),
        )
        found = finding.searched(request, wanted, asked["query"], *bounds(asked))
        shown = [items.with_score(items.of_server(memory), memory) for memory in found]
        if asked.get("explain"):
            shown = [{**one, "score_details": {"final_score": one["score"]}} for one in shown]
        return Response({"results": shown})


class Reset(Mem0View):
    actions = {"POST": "admin"}

    @extend_schema(
        tags=TAGS,
        operation_id="server_reset",
        summary="Forget the memories of everybody",
        request=None,
        responses={200: answers.Done, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """Of one app and project; for the staff, by a key without limits."""
        clearing.forget_everything(request)
        return Response({"message": "All memories reset"})


class Configure(Mem0View):
    actions = {"GET": "read", "POST": "admin"}

    @extend_schema(
        tags=TAGS,
        operation_id="server_configuration",
        summary="The models in use",
        responses={200: answers.Configuration, **FAILURES},
    )
    def get(self, request: Request) -> Response:
        """As the settings say; no keys and no addresses."""
        model = settings.EVEROS.llm
        llm = {"provider": "openai", "config": {"model": model.model}} if model.configured else None
        embedder = get_embedder()
        return Response({
            "llm": llm,
            "embedder": {"provider": "everos", "config": {"model": embedder.fingerprint}},
            "vector_store": {"provider": "lancedb", "config": {}},
        })  # fmt: skip

    @extend_schema(exclude=True)
    def post(self, request: Request) -> Response:
        require(request, "admin", None)
        raise InvalidInput(BY_SETTINGS)


class Providers(Mem0View):
    actions = {"GET": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="server_providers",
        summary="The kinds of models that can be used",
        responses={200: answers.Providers, **FAILURES},
    )
    def get(self, request: Request) -> Response:
        """By the settings of this server."""
        return Response({"llm": ["openai"], "embedder": ["everos", "openai"], "vector_store": ["lancedb"]})


def bounds(asked: dict[str, Any]) -> tuple[int, float]:
    """How many are wanted, and the least score."""
    most = asked.get("top_k") or asked.get("limit") or serializers.USUAL_FOUND
    least = asked.get("threshold")
    return most, serializers.USUAL_THRESHOLD if least is None else least
