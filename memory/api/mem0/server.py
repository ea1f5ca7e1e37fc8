"""The calls of mem0's open-source server."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.mem0 import answers, changing, clearing, finding, items, serializers
from memory.api.mem0.changing import Changes
from memory.api.mem0.filters import match_all
from memory.api.mem0.finding import MemoryQuery
from memory.api.mem0.history import history_of
from memory.api.mem0.owners import entity_ids
from memory.api.mem0.views import (
    SUPPORTED_BY_ADD,
    Mem0View,
    build_filter,
    describe,
    extract_now,
    parse_addition,
    store_as_notes,
)
from memory.api.permission import require
from memory.api.rest.views import checked, checked_query
from memory.errors import InvalidInput
from memory.providers.registry import get_embedder

BY_SETTINGS = "Models are configured by the settings EVEROS_LLM__* and EVEROS_EMBEDDING__*, not over HTTP"


class ServerView(Mem0View):
    tag = "server"


class Memories(ServerView):
    actions = {"GET": "read", "POST": "write", "DELETE": "forget"}
    stores = frozenset({"POST"})
    supported_fields = SUPPORTED_BY_ADD

    @describe(
        "server_add",
        "Add messages",
        answers.AddedMemories,
        request=serializers.Add,
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
        """Stores the messages durably, and answers with the memories that are extracted within ten seconds."""
        body = checked(serializers.Add, request.data)
        addition = parse_addition(request, body)
        kept = store_as_notes(request, body, addition)
        if kept is not None:
            return Response({"results": [items.server_added(memory) for memory in kept]})
        found, event_id, is_all = extract_now(request, addition)
        more = {} if is_all else {"status": "PENDING", "event_id": event_id}
        return Response({"results": [items.server_added(memory) for memory in found], **more})

    @describe("server_list", "List memories", answers.Memories, parameters=[serializers.ListServer])
    def get(self, request: Request) -> Response:
        """Memories of all the named entities, or of everybody if none is named, the newest first."""
        params = checked_query(serializers.ListServer, request)
        entities = entity_ids(request, params).filter_tree
        query = MemoryQuery(
            build_filter(entities) if entities else match_all(), bool(params.get("show_expired"))
        )
        most = params.get("top_k") or params.get("limit") or serializers.MOST_FOUND
        found = finding.list_memories(request, query)[:most]
        return Response({"results": [items.server_item(memory) for memory in found]})

    @describe(
        "server_delete_all",
        "Forget all memories of an entity",
        answers.Done,
        parameters=[serializers.Somebody],
    )
    def delete(self, request: Request) -> Response:
        """Forgets all memories of the entities, also those stored through other dialects."""
        query = checked_query(serializers.Somebody, request)
        clearing.forget_all(request, entity_ids(request, query))
        return Response({"message": "All relevant memories deleted"})


class Memory(ServerView):
    actions = {"GET": "read", "PUT": "write", "DELETE": "forget"}
    stores = frozenset({"PUT"})

    @describe("server_get", "One memory", answers.Memory, is_about_one=True)
    def get(self, request: Request, memory_id: str) -> Response:
        """Reads the memory from its file."""
        return Response(items.server_item(finding.get_memory(request, memory_id).memory))

    @describe("server_update", "Change a memory", answers.Done, is_about_one=True, request=serializers.Update)
    def put(self, request: Request, memory_id: str) -> Response:
        """Changes the memory. Its earlier text stays in its history."""
        changes = Changes.parse(checked(serializers.Update, request.data))
        changing.change(request, finding.get_memory(request, memory_id, "write"), changes)
        return Response({"message": "Memory updated successfully!"})

    @describe("server_delete", "Forget a memory", answers.Done, is_about_one=True)
    def delete(self, request: Request, memory_id: str) -> Response:
        """Forgets the memory with its history and what was derived from it."""
        changing.forget(request, [finding.get_memory(request, memory_id, "forget")])
        return Response({"message": "Memory deleted successfully"})


class History(ServerView):
    actions = {"GET": "read"}

    @describe("server_history", "The history of a memory", answers.Change(many=True), is_about_one=True)
    def get(self, request: Request, memory_id: str) -> Response:
        """The changes of the memory, in order."""
        return Response(history_of(finding.get_memory(request, memory_id)))


class Search(ServerView):
    actions = {"POST": "read"}

    @describe(
        "server_search",
        "Find memories",
        answers.FoundMemories,
        request=serializers.SearchServer,
        examples=[
            OpenApiExample(
                "What does she eat?",
                {"query": "What can she not eat?", "filters": {"user_id": "alice"}, "top_k": 5},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Memories, the best first, including those accepted a moment ago."""
        body = checked(serializers.SearchServer, request.data)
        query = MemoryQuery(
            build_filter(body.get("filters"), entity_ids(request, body).filter_tree),
            bool(body.get("show_expired")),
        )
        found = finding.search_memories(request, query, body["query"], *limits(body))
        shown = [items.with_score(items.server_item(memory), memory) for memory in found]
        if body.get("explain"):
            shown = [{**one, "score_details": {"final_score": one["score"]}} for one in shown]
        return Response({"results": shown})


class Reset(ServerView):
    actions = {"POST": "admin"}

    @describe("server_reset", "Forget the memories of everybody", answers.Done, request=None)
    def post(self, request: Request) -> Response:
        """Forgets all memories of one app and project. For members of the staff whose key may `admin`
        and `forget`, everywhere.
        """
        clearing.forget_everything(request)
        return Response({"message": "All memories reset"})


class Configure(ServerView):
    actions = {"GET": "read", "POST": "admin"}

    @describe("server_configuration", "The models in use", answers.Configuration)
    def get(self, request: Request) -> Response:
        """The configured models, without keys and addresses."""
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


class Providers(ServerView):
    actions = {"GET": "read"}

    @describe("server_providers", "The supported providers", answers.Providers)
    def get(self, request: Request) -> Response:
        """The providers that the settings of this server can choose."""
        return Response({"llm": ["openai"], "embedder": ["everos", "openai"], "vector_store": ["lancedb"]})


def limits(asked: dict[str, Any]) -> tuple[int, float]:
    """The number of results and their minimum score."""
    most = asked.get("top_k") or asked.get("limit") or serializers.DEFAULT_FOUND
    least = asked.get("threshold")
    return most, serializers.DEFAULT_THRESHOLD if least is None else least
