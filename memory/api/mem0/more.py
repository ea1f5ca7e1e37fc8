"""The other calls of mem0's platform: exports, events, feedback, the project."""

import json
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory import bounded_json
from memory.api.mem0 import answers, changing, events, finding, items, serializers
from memory.api.mem0.changing import Changes
from memory.api.mem0.finding import MemoryQuery
from memory.api.mem0.owners import entity_ids, scope_of
from memory.api.mem0.platform import ORGANIZATION
from memory.api.mem0.views import Mem0View, build_filter, describe, page_response
from memory.api.rest.views import checked, checked_query
from memory.errors import InvalidInput, NoSuchMemory

EXPORTED = "Memories are exported as they are: no schema is applied to them"
NO_INSTRUCTIONS = "A project has no settings here: there are no custom instructions or categories"

Json = dict[str, Any]


class OtherView(Mem0View):
    tag = "more"


class Exports(OtherView):
    actions = {"POST": "read"}

    @describe("export", "Request an export", answers.ExportAsked, request=serializers.AskExport)
    def post(self, request: Request) -> Response:
        """Answers with an id that contains the filter; the export is made when it is fetched."""
        body = checked(serializers.AskExport, request.data)
        tree = _tree(request, body)
        build_filter(tree)
        return Response({"message": EXPORTED, "id": _export_id(tree)})


class Export(OtherView):
    actions = {"POST": "read"}

    @describe(
        "get_export", "Fetch an export", answers.Export, is_about_one=True, request=serializers.GetExport
    )
    def post(self, request: Request) -> Response:
        """The memories of an export, by its id or by filters."""
        body = checked(serializers.GetExport, request.data)
        identifier = body.get("memory_export_id")
        tree = _parse_export_id(identifier) if identifier else _tree(request, body)
        found = finding.list_memories(request, MemoryQuery(build_filter(tree), show_expired=True))
        shown = [items.platform_item(memory) for memory in found]
        return Response({"message": EXPORTED, "count": len(shown), "results": shown})


class Event(OtherView):
    actions = {"GET": "read"}

    @describe("event", "What became of an addition", answers.Event, is_about_one=True)
    def get(self, request: Request, event_id: str) -> Response:
        """The event of an addition: `SUCCEEDED` when everything has been extracted from its messages."""
        return Response(events.get_event(request, event_id))


class Events(OtherView):
    actions = {"GET": "read"}

    @describe(
        "events", "What became of the latest conversations", answers.Events, parameters=[serializers.Paged]
    )
    def get(self, request: Request) -> Response:
        """Events of the app, the newest first, including those of messages from other dialects."""
        query = checked_query(serializers.Paged, request)
        return Response(page_response(request, query, events.list_cells(request), events.of_cell))


class Feedback(OtherView):
    actions = {"POST": "write"}
    stores = frozenset({"POST"})

    @describe(
        "feedback",
        "Give feedback on a memory",
        answers.Feedback,
        is_about_one=True,
        request=serializers.GiveFeedback,
    )
    def post(self, request: Request) -> Response:
        """Stores the feedback in the memory's metadata, as `feedback` and `feedback_reason`."""
        body = checked(serializers.GiveFeedback, request.data)
        place = finding.get_memory(request, body["memory_id"], "write")
        feedback = {"feedback": body.get("feedback"), "feedback_reason": body.get("feedback_reason")}
        changing.change(request, place, Changes.parse({"metadata": feedback}))
        return Response({"id": body["memory_id"], **feedback})


class Project(OtherView):
    actions = {"GET": "read", "PATCH": "write", "DELETE": "forget"}

    @describe("project", "The project of the key", answers.Project, is_about_one=True)
    def get(self, request: Request, org_id: str, project_id: str) -> Response:
        """The name and ids of the project; it has no settings."""
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
        raise InvalidInput("A project cannot be deleted in one call; delete its users, agents and runs")


def _tree(request: Request, asked: Json) -> Json:
    """The filter of the memories to export."""
    return {"AND": [each for each in (asked.get("filters"), entity_ids(request, asked).filter_tree) if each]}


def _export_id(tree: Json) -> str:
    return json.dumps(tree, separators=(",", ":"), ensure_ascii=False)


def _parse_export_id(identifier: str) -> Json:
    """Raises NoSuchMemory."""
    try:
        tree = bounded_json.loads(identifier)
    except ValueError:
        tree = None
    if not isinstance(tree, dict):
        raise NoSuchMemory("There is no such export")
    return tree
