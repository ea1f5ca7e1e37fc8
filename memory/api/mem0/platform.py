"""The calls of mem0's platform about memories."""

from collections import Counter
from typing import Any

from django.http import HttpRequest
from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api import bodies
from memory.api.charges import Weights
from memory.api.mem0 import adding, answers, changing, clearing, events, finding, items, serializers
from memory.api.mem0.changing import Changes
from memory.api.mem0.finding import MemoryQuery, superseded
from memory.api.mem0.history import history_of
from memory.api.mem0.items import public_id
from memory.api.mem0.owners import entity_ids, scope_of
from memory.api.mem0.server import limits
from memory.api.mem0.views import (
    SUPPORTED_BY_ADD,
    Mem0View,
    build_filter,
    describe,
    extract_now,
    page_response,
    parse_addition,
    store_as_notes,
)
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import caller_of
from memory.api.rest.views import checked, checked_query
from memory.keyed.single import SingleMemory
from memory.language.dates import resolve
from memory.times import local_day

ORGANIZATION = "everos"
QUEUED = "Memory processing has been queued for background execution"
NO_NAME = "local"  # the user's name if no key is required


class PlatformView(Mem0View):
    tag = "platform"


class Ping(PlatformView):
    actions = {"GET": "read"}

    @describe("ping", "Identify the caller", answers.Ping)
    def get(self, request: Request) -> Response:
        """The user, organization and project of the key. Clients call this once, before anything else."""
        return Response({
            "status": "ok",
            "org_id": ORGANIZATION,
            "project_id": scope_of(request).project_id,
            "user_email": caller_of(request).username or NO_NAME,
        })  # fmt: skip


class Add(PlatformView):
    actions = {"POST": "write"}
    stores = frozenset({"POST"})
    supported_fields = SUPPORTED_BY_ADD

    @describe(
        "add",
        "Add messages",
        answers.PlatformAddedMemories,
        request=serializers.AddToPlatform,
        examples=[
            OpenApiExample(
                "A conversation",
                {"messages": [{"role": "user", "content": "I moved to Leipzig in May."}], "user_id": "alice"},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Stores the messages durably. Extraction continues in the background; the event shows its progress."""
        body = checked(serializers.AddToPlatform, request.data)
        addition = parse_addition(request, body)
        kept = store_as_notes(request, body, addition)
        if kept is not None:
            event_id = public_id(kept[0]) if kept else ""
            return Response(_succeeded(event_id, kept))
        if body["async_mode"] is False:
            found, event_id, is_all = extract_now(request, addition)
            if is_all:
                return Response(_succeeded(event_id, found))
        else:
            event_id = events.extract_later(adding.accept_messages(request, addition))
        return Response({"message": QUEUED, "status": "PENDING", "event_id": event_id})


class Search(PlatformView):
    actions = {"POST": "read"}

    @describe(
        "search",
        "Find memories",
        answers.FoundPlatformMemories,
        request=serializers.SearchPlatform,
        examples=[
            OpenApiExample(
                "With filters",
                {
                    "query": "Where does she live?",
                    "filters": {"AND": [{"user_id": "alice"}, {"metadata": {"topic": "home"}}]},
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Memories, the best first, each with a score from 0 to 1."""
        body = checked(serializers.SearchPlatform, request.data)
        query, reference = body["query"], body.get("reference_date")
        if reference is not None:
            query = resolve(query, local_day(reference))
        found = finding.search_memories(request, _memory_query(body), query, *limits(body))
        shown = [items.with_score(items.platform_item(memory), memory) for memory in found]
        return Response({"results": [items.select_fields(one, body.get("fields")) for one in shown]})


class Memories(PlatformView):
    actions = {"POST": "read"}

    @describe(
        "list",
        "List memories",
        answers.PlatformMemories,
        parameters=[serializers.Paged],
        request=serializers.ListPlatform,
    )
    def post(self, request: Request) -> Response:
        """A page of memories, the newest first."""
        body = checked(serializers.ListPlatform, request.data)
        page = checked_query(serializers.Paged, request)
        found = finding.list_memories(request, _memory_query(body))

        def shown(memory: SingleMemory) -> dict[str, Any]:
            return items.select_fields(items.platform_item(memory), body.get("fields"))

        return Response(page_response(request, page, found, shown))


class Memory(PlatformView):
    actions = {"GET": "read", "PUT": "write", "DELETE": "forget"}
    shows = stores = frozenset({"PUT"})

    @describe("get", "One memory", answers.PlatformMemory, is_about_one=True)
    def get(self, request: Request, memory_id: str) -> Response:
        """Reads the memory from its file."""
        return Response(items.platform_item(finding.get_memory(request, memory_id).memory))

    @describe(
        "update", "Change a memory", answers.PlatformMemory, is_about_one=True, request=serializers.Update
    )
    def put(self, request: Request, memory_id: str) -> Response:
        """Changes the memory. Its earlier text stays in its history."""
        changes = Changes.parse(checked(serializers.Update, request.data))
        changed = changing.change(request, finding.get_memory(request, memory_id, "write"), changes)
        return Response(items.platform_item(changed))

    @describe(
        "delete", "Forget a memory", answers.Done, is_about_one=True, parameters=[serializers.DeleteQuery]
    )
    def delete(self, request: Request, memory_id: str) -> Response:
        """Forgets the memory with its history and what was derived from it."""
        query = checked_query(serializers.DeleteQuery, request)
        place = finding.get_memory(request, memory_id, "forget")
        places = [place]
        if query["delete_linked"]:
            linked = superseded(place.memory, finding.of_same_owner(request, place.memory, "forget"))
            places += [finding.get_memory(request, public_id(one), "forget") for one in linked]
        changing.forget(request, places)
        return Response({"message": "Memory deleted successfully!"})


class History(PlatformView):
    actions = {"GET": "read"}

    @describe("history", "The history of a memory", answers.PlatformChange(many=True), is_about_one=True)
    def get(self, request: Request, memory_id: str) -> Response:
        """The changes of the memory, in order."""
        place = finding.get_memory(request, memory_id)
        more = {"user_id": place.memory.user_id, "metadata": place.memory.metadata}
        return Response([{**change, **more} for change in history_of(place)])


class AllMemories(PlatformView):
    actions = {"DELETE": "forget"}

    @describe(
        "delete_all", "Forget all memories of an entity", answers.Done, parameters=[serializers.SomebodyInApp]
    )
    def delete(self, request: Request) -> Response:
        """Forgets all memories of the entities, also those stored through other dialects."""
        query = checked_query(serializers.SomebodyInApp, request)
        clearing.forget_all(request, entity_ids(request, query))
        return Response({"message": "Memories deleted successfully!"})


class Batch(PlatformView):
    @classmethod
    def weigh(cls, request: HttpRequest) -> Weights:
        """Each memory counts like a call of its own; a body that will be refused is one."""
        body = bodies.glimpse(request)
        memories = body.get("memories") if isinstance(body, dict) else None
        number = len(memories) if isinstance(memories, list) else 1
        return Counter({"writes": number if 0 < number <= changing.MOST_AT_ONCE else 1})

    actions = {"PUT": "write", "DELETE": "forget"}
    stores = frozenset({"PUT"})

    @describe(
        "batch_update", "Change memories", answers.Done, is_about_one=True, request=serializers.UpdateMany
    )
    def put(self, request: Request) -> Response:
        """Changes up to 1,000 memories. If one of them does not exist or cannot have its changes, none is changed."""
        updates = [
            (finding.get_memory(request, each["memory_id"], "write"), Changes.parse(each))
            for each in checked(serializers.UpdateMany, request.data)["memories"]
        ]
        for place, changes in updates:
            changing.check(place, changes)
        for place, changes in updates:
            changing.change(request, place, changes)
        note_accepted(request, len(updates))
        return Response({"message": f"Successfully updated {len(updates)} memories"})

    @describe(
        "batch_delete", "Forget memories", answers.Done, is_about_one=True, request=serializers.DeleteMany
    )
    def delete(self, request: Request) -> Response:
        """Forgets up to 1,000 memories. If one of them does not exist, none is forgotten."""
        memories = checked(serializers.DeleteMany, request.data)["memories"]
        ids = dict.fromkeys(each["memory_id"] for each in memories)
        changing.forget(request, [finding.get_memory(request, each, "forget") for each in ids])
        return Response({"message": f"Successfully deleted {len(ids)} memories"})


def _memory_query(asked: dict[str, Any]) -> MemoryQuery:
    """The filters together with the other fields that narrow a list or a search."""
    times = {"gte": asked.get("start_date"), "lte": asked.get("end_date")}
    between = {operator: at for operator, at in times.items() if at is not None}
    more = [
        {"created_at": between} if between else {},
        {"categories": {"in": asked["categories"]}} if asked.get("categories") else {},
        {"metadata": asked["metadata"]} if asked.get("metadata") else {},
        {"keywords": {"icontains": asked["keywords"]}} if asked.get("keywords") else {},
    ]
    return MemoryQuery(
        build_filter(asked.get("filters"), *more),
        bool(asked.get("show_expired")),
        bool(asked.get("latest_only")),
    )


def _succeeded(event_id: str, memories: list[SingleMemory]) -> dict[str, Any]:
    return {
        "message": "Memories added successfully",
        "status": "SUCCEEDED",
        "event_id": event_id,
        "results": [items.platform_added(memory) for memory in memories],
    }
