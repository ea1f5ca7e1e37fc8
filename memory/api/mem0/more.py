"""The other calls of mem0's platform: exports, events, feedback, the project."""

import json
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory import bounded_json
from memory.api.mem0 import answers, changing, events, finding, items, serializers
from memory.api.mem0.changing import Changes
from memory.api.mem0.finding import Wanted
from memory.api.mem0.platform import ORGANIZATION
from memory.api.mem0.views import FAILURES, NOT_FOUND, Mem0View, filter_of, named_in, page_of
from memory.api.mem0.whose import entities_of, scope_of
from memory.api.rest.views import checked, checked_query
from memory.errors import InvalidInput, NoSuchMemory

TAGS = ["more"]
AS_THEY_ARE = "Memories are exported as they are: no schema is applied to them"
NO_INSTRUCTIONS = (
    "A project has no settings of its own here: nothing is steered by instructions or categories"
)

Json = dict[str, Any]


class Exports(Mem0View):
    actions = {"POST": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="export",
        summary="Ask for an export",
        request=serializers.AskExport,
        responses={200: answers.ExportAsked, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """The id says what is to be exported; the export itself is made when it is fetched."""
        asked = checked(serializers.AskExport, request.data)
        tree = _tree(request, asked)
        filter_of(tree)
        return Response({"message": AS_THEY_ARE, "id": _export_id(tree)})


class Export(Mem0View):
    actions = {"POST": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="get_export",
        summary="Fetch an export",
        request=serializers.GetExport,
        responses={200: answers.Export, **NOT_FOUND, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """By its id, or by what it names."""
        asked = checked(serializers.GetExport, request.data)
        identifier = asked.get("memory_export_id")
        tree = _of_export(identifier) if identifier else _tree(request, asked)
        found = finding.listed(request, Wanted(filter_of(tree), show_expired=True))
        shown = [items.of_platform(memory) for memory in found]
        return Response({"message": AS_THEY_ARE, "count": len(shown), "results": shown})


class Event(Mem0View):
    actions = {"GET": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="event",
        summary="What became of an addition",
        responses={200: answers.Event, **NOT_FOUND, **FAILURES},
    )
    def get(self, request: Request, event_id: str) -> Response:
        """`SUCCEEDED` when all that is drawn from the messages is there."""
        return Response(events.one(request, event_id))


class Events(Mem0View):
    actions = {"GET": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="events",
        summary="What became of the latest conversations",
        parameters=[serializers.Paged],
        responses={200: answers.Events, **FAILURES},
    )
    def get(self, request: Request) -> Response:
        """The newest first, of every dialect."""
        asked = checked_query(serializers.Paged, request)
        number, size = asked["page"], asked["page_size"]
        shown, total = events.page(request, (number - 1) * size, size)
        return Response(page_of(request, shown, total, number, size))


class Feedback(Mem0View):
    actions = {"POST": "write"}

    @extend_schema(
        tags=TAGS,
        operation_id="feedback",
        summary="Say whether a memory is good",
        request=serializers.GiveFeedback,
        responses={200: answers.Feedback, **NOT_FOUND, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """It is kept in the memory's metadata, under `feedback` and `feedback_reason`."""
        given = checked(serializers.GiveFeedback, request.data)
        place = finding.one(request, given["memory_id"], "write")
        said = {"feedback": given.get("feedback"), "feedback_reason": given.get("feedback_reason")}
        changing.change(request, place, Changes.of({"metadata": said}))
        return Response({"id": given["memory_id"], **said})


class Project(Mem0View):
    actions = {"GET": "read", "PATCH": "write", "DELETE": "forget"}

    @extend_schema(
        tags=TAGS,
        operation_id="project",
        summary="The project of the key",
        responses={200: answers.Project, **NOT_FOUND, **FAILURES},
    )
    def get(self, request: Request, org_id: str, project_id: str) -> Response:
        """It has no settings of its own."""
        own = scope_of(request).project_id
        if (org_id, project_id) != (ORGANIZATION, own):
            raise NoSuchMemory("There is no such project")
        return Response({
            "name": own,
            "project_id": own,
            "org_id": ORGANIZATION,
            "custom_instructions": None,
            "custom_categories": None,
        })  # fmt: skip

    @extend_schema(exclude=True)
    def patch(self, request: Request, org_id: str, project_id: str) -> Response:
        raise InvalidInput(NO_INSTRUCTIONS)

    @extend_schema(exclude=True)
    def delete(self, request: Request, org_id: str, project_id: str) -> Response:
        raise InvalidInput("A whole project is not forgotten by one call; forget its users, agents and runs")


def _tree(request: Request, asked: Json) -> Json:
    """What is to be exported, as a filter."""
    return {"AND": [each for each in (asked.get("filters"), named_in(entities_of(request, asked))) if each]}


def _export_id(tree: Json) -> str:
    return json.dumps(tree, separators=(",", ":"), ensure_ascii=False)


def _of_export(identifier: str) -> Json:
    """Raises NoSuchMemory."""
    try:
        tree = bounded_json.loads(identifier)
    except ValueError:
        tree = None
    if not isinstance(tree, dict):
        raise NoSuchMemory("There is no such export")
    return tree
