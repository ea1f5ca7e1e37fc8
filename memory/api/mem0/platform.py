"""The calls of mem0's platform that are about memories."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.mem0 import adding, answers, changing, clearing, events, finding, items, serializers
from memory.api.mem0.changing import Changes
from memory.api.mem0.finding import Wanted, superseded
from memory.api.mem0.history import history_of
from memory.api.mem0.ids import id_of
from memory.api.mem0.server import bounds
from memory.api.mem0.views import (
    FAILURES,
    NOT_FOUND,
    OF_ADD,
    Mem0View,
    addition_of,
    drawn,
    filter_of,
    kept_at_once,
    page_of,
)
from memory.api.mem0.whose import entities_of, scope_of
from memory.api.rest.authentication import caller_of
from memory.api.rest.views import checked, checked_query
from memory.api.times import local_day
from memory.language.dates import resolve

TAGS = ["platform"]
ORGANIZATION = "everos"
QUEUED = "Memory processing has been queued for background execution"
NO_NAME = "local"  # of whom nobody asks for a key


class Ping(Mem0View):
    actions = {"GET": "read"}

    @extend_schema(
        tags=TAGS, operation_id="ping", summary="Who calls", responses={200: answers.Ping, **FAILURES}
    )
    def get(self, request: Request) -> Response:
        """Clients ask it once, before anything else."""
        return Response({
            "status": "ok",
            "org_id": ORGANIZATION,
            "project_id": scope_of(request).project_id,
            "user_email": caller_of(request).username or NO_NAME,
        })  # fmt: skip


class Add(Mem0View):
    actions = {"POST": "write"}
    supported_fields = OF_ADD

    @extend_schema(
        tags=TAGS,
        operation_id="add",
        summary="Add messages",
        request=serializers.AddToPlatform,
        responses={200: answers.PlatformAddedMemories, **FAILURES},
        examples=[
            OpenApiExample(
                "A conversation",
                {"messages": [{"role": "user", "content": "I moved to Leipzig in May."}], "user_id": "alice"},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Kept when this answers. What is drawn from a conversation follows; its event says when."""
        given = checked(serializers.AddToPlatform, request.data)
        addition = addition_of(request, given)
        kept = kept_at_once(request, given, addition)
        if kept is not None:
            event_id = id_of(kept[0]) if kept else ""
            return Response(_succeeded(event_id, kept))
        if given["async_mode"] is False:
            found, event_id, is_all = drawn(request, addition)
            if is_all:
                return Response(_succeeded(event_id, found))
        else:
            event_id = events.soon(adding.accept(request, addition))
        return Response({"message": QUEUED, "status": "PENDING", "event_id": event_id})


class Search(Mem0View):
    actions = {"POST": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="search",
        summary="Find memories",
        request=serializers.SearchPlatform,
        responses={200: answers.FoundPlatformMemories, **FAILURES},
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
        """The best first, each with a score from 0 to 1."""
        asked = checked(serializers.SearchPlatform, request.data)
        query, reference = asked["query"], asked.get("reference_date")
        if reference is not None:
            query = resolve(query, local_day(reference))
        found = finding.searched(request, _wanted(asked), query, *bounds(asked))
        shown = [items.with_score(items.of_platform(memory), memory) for memory in found]
        return Response({"results": [items.only(one, asked.get("fields")) for one in shown]})


class Memories(Mem0View):
    actions = {"POST": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="list",
        summary="List memories",
        parameters=[serializers.Paged],
        request=serializers.ListPlatform,
        responses={200: answers.PlatformMemories, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """Page by page, the newest first."""
        asked = checked(serializers.ListPlatform, request.data)
        page = checked_query(serializers.Paged, request)
        number, size = page["page"], page["page_size"]
        found = finding.listed(request, _wanted(asked))
        shown = [items.of_platform(memory) for memory in found[(number - 1) * size : number * size]]
        shown = [items.only(one, asked.get("fields")) for one in shown]
        return Response(page_of(request, shown, len(found), number, size))


class Memory(Mem0View):
    actions = {"GET": "read", "PUT": "write", "DELETE": "forget"}

    @extend_schema(
        tags=TAGS,
        operation_id="get",
        summary="One memory",
        responses={200: answers.PlatformMemory, **NOT_FOUND, **FAILURES},
    )
    def get(self, request: Request, memory_id: str) -> Response:
        """As its file says it now."""
        return Response(items.of_platform(finding.one(request, memory_id).memory))

    @extend_schema(
        tags=TAGS,
        operation_id="update",
        summary="Change a memory",
        request=serializers.Update,
        responses={200: answers.PlatformMemory, **NOT_FOUND, **FAILURES},
    )
    def put(self, request: Request, memory_id: str) -> Response:
        """What it said before stays in its history."""
        changes = Changes.of(checked(serializers.Update, request.data))
        changed = changing.change(request, finding.one(request, memory_id, "write"), changes)
        return Response(items.of_platform(changed))

    @extend_schema(
        tags=TAGS,
        operation_id="delete",
        summary="Forget a memory",
        parameters=[serializers.DeleteQuery],
        responses={200: answers.Done, **NOT_FOUND, **FAILURES},
    )
    def delete(self, request: Request, memory_id: str) -> Response:
        """With its history, and with what was drawn from it."""
        asked = checked_query(serializers.DeleteQuery, request)
        place = finding.one(request, memory_id, "forget")
        places = [place]
        if asked["delete_linked"]:
            places += [finding.one(request, id_of(one), "forget") for one in _older(request, place)]
        changing.forget(request, places)
        return Response({"message": "Memory deleted successfully!"})


class History(Mem0View):
    actions = {"GET": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="history",
        summary="The history of a memory",
        responses={200: answers.PlatformChange(many=True), **NOT_FOUND, **FAILURES},
    )
    def get(self, request: Request, memory_id: str) -> Response:
        """In the order in which it changed."""
        place = finding.one(request, memory_id)
        more = {"user_id": place.memory.user_id, "metadata": place.memory.metadata}
        return Response([{**change, **more} for change in history_of(place)])


class AllMemories(Mem0View):
    actions = {"DELETE": "forget"}

    @extend_schema(
        tags=TAGS,
        operation_id="delete_all",
        summary="Forget all memories of somebody",
        parameters=[serializers.SomebodyInApp],
        responses={200: answers.Done, **FAILURES},
    )
    def delete(self, request: Request) -> Response:
        """With what other dialects stored of them."""
        asked = checked_query(serializers.SomebodyInApp, request)
        clearing.forget_all(request, entities_of(request, asked))
        return Response({"message": "Memories deleted successfully!"})


class Batch(Mem0View):
    actions = {"PUT": "write", "DELETE": "forget"}

    @extend_schema(
        tags=TAGS,
        operation_id="batch_update",
        summary="Change memories",
        request=serializers.UpdateMany,
        responses={200: answers.Done, **NOT_FOUND, **FAILURES},
    )
    def put(self, request: Request) -> Response:
        """Up to 1,000; where one of them is not there, none is changed."""
        given = checked(serializers.UpdateMany, request.data)["memories"]
        wanted = [(finding.one(request, each["memory_id"], "write"), Changes.of(each)) for each in given]
        for place, changes in wanted:
            changing.change(request, place, changes)
        return Response({"message": f"Successfully updated {len(wanted)} memories"})

    @extend_schema(
        tags=TAGS,
        operation_id="batch_delete",
        summary="Forget memories",
        request=serializers.DeleteMany,
        responses={200: answers.Done, **NOT_FOUND, **FAILURES},
    )
    def delete(self, request: Request) -> Response:
        """Up to 1,000; where one of them is not there, none is forgotten."""
        given = checked(serializers.DeleteMany, request.data)["memories"]
        named = dict.fromkeys(each["memory_id"] for each in given)
        changing.forget(request, [finding.one(request, each, "forget") for each in named])
        return Response({"message": f"Successfully deleted {len(named)} memories"})


def _wanted(asked: dict[str, Any]) -> Wanted:
    """The filters and what stands beside them."""
    times = {"gte": asked.get("start_date"), "lte": asked.get("end_date")}
    between = {operator: at for operator, at in times.items() if at is not None}
    more = [
        {"created_at": between} if between else {},
        {"categories": {"in": asked["categories"]}} if asked.get("categories") else {},
        {"metadata": asked["metadata"]} if asked.get("metadata") else {},
        {"keywords": {"icontains": asked["keywords"]}} if asked.get("keywords") else {},
    ]
    return Wanted(
        filter_of(asked.get("filters"), *more),
        bool(asked.get("show_expired")),
        bool(asked.get("latest_only")),
    )


def _older(request: Request, place: finding.Place) -> list[Any]:
    whose = {f"{place.memory.owner.type}_id": place.memory.owner.id, "app_id": place.memory.scope.app_id}
    others = finding.listed(request, Wanted(filter_of(whose), show_expired=True))
    return list(superseded(place.memory, others))


def _succeeded(event_id: str, memories: list[Any]) -> dict[str, Any]:
    return {
        "message": "Memories added successfully",
        "status": "SUCCEEDED",
        "event_id": event_id,
        "results": [items.added_of_platform(memory) for memory in memories],
    }
