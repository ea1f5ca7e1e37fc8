"""The views of long-term memory."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api import times
from memory.api.maas import serializers
from memory.api.maas.errors import NotFound
from memory.api.maas.views import FAILURES, MaasView, checked, query_of, sees
from memory.api.permission import require, require_speaker
from memory.api.rest.authentication import requester_name
from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.keyed import documents, notes
from memory.keyed.note_history import Change
from memory.keyed.notes import About, Note
from memory.scope import agent

NOT_FOUND = {404: serializers.Refusal}
OF_ONE = {
    status: shape for status, shape in FAILURES.items() if status != 422
}  # of a call without anything to check


class MemoriesView(MaasView):
    actions = {"GET": "read", "POST": "write"}

    @extend_schema(
        tags=["ltm"],
        operation_id="ltm_add",
        summary="Add a memory",
        request=serializers.AddMemory,
        responses={200: serializers.MemoryOut, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """What is worth remembering of a text or a chat; it is a file on disk when this answers."""
        given = checked(serializers.AddMemory, request.data, "body")
        _require_all(request, _about(given))
        note = notes.add_note(given["messages"], given["category"], _about(given), given["metadata"] or {})
        return Response(_shown(note))

    @extend_schema(
        tags=["ltm"],
        operation_id="ltm_list",
        summary="List memories",
        parameters=[serializers.ListMemories],
        responses={200: serializers.Memories, **FAILURES},
    )
    def get(self, request: Request) -> Response:
        """The newest first, of all that are named together."""
        asked = checked(serializers.ListMemories, query_of(request), "query")
        found = notes.newest_notes(_about(asked), asked["limit"], sees(request, "read"))
        return Response({"results": [_shown(note) for note in found]})


class SearchView(MaasView):
    actions = {"POST": "read"}

    @extend_schema(
        tags=["ltm"],
        operation_id="ltm_search",
        summary="Search memories",
        request=serializers.SearchMemories,
        responses={200: serializers.Memories, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """The best first, of all that are named together. What was just added may take a moment to be found."""
        asked = checked(serializers.SearchMemories, request.data, "body")
        found, pending = notes.search_notes(
            asked["query"], _about(asked), asked["categories"], asked["limit"], sees(request, "read")
        )
        results = {"results": [_shown(note) for note in found]}
        return Response({**results, "pending": pending} if pending else results)


class MemoryView(MaasView):
    actions = {"GET": "read", "PUT": "write", "DELETE": "forget"}

    @extend_schema(
        tags=["ltm"],
        operation_id="ltm_get",
        summary="One memory",
        responses={200: serializers.MemoryOut, **NOT_FOUND, **OF_ONE},
    )
    def get(self, request: Request, memory_id: str) -> Response:
        """As its file says it now."""
        return Response(_shown(notes.get_note(memory_id, sees(request, "read"))))

    @extend_schema(
        tags=["ltm"],
        operation_id="ltm_update",
        summary="Update a memory's content",
        request=serializers.UpdateMemory,
        responses={200: serializers.MemoryOut, **NOT_FOUND, **FAILURES},
    )
    def put(self, request: Request, memory_id: str) -> Response:
        """The text is kept as it is given; what it was before stays in the history."""
        data = checked(serializers.UpdateMemory, request.data, "body")["data"]
        return Response(_shown(notes.revise_note(memory_id, data, sees(request, "write"))))

    @extend_schema(
        tags=["ltm"],
        operation_id="ltm_delete",
        summary="Delete a memory",
        responses={200: serializers.DeletedMemory, **NOT_FOUND, **OF_ONE},
    )
    def delete(self, request: Request, memory_id: str) -> Response:
        """With its history, and with what was drawn from it."""
        path = notes.path_of(memory_id, sees(request, "forget"))
        if path is None or not documents.exists(path):
            raise NotFound
        named = Selection(scope=notes.SCOPE, paths=(str(path),))
        work.forget(named, asked_by=requester_name(request), until="removed")
        return Response({"id": memory_id, "deleted": True})


class HistoryView(MaasView):
    actions = {"GET": "read"}

    @extend_schema(
        tags=["ltm"],
        operation_id="ltm_history",
        summary="The history of a memory",
        responses={200: serializers.History, **NOT_FOUND, **OF_ONE},
    )
    def get(self, request: Request, memory_id: str) -> Response:
        """In the order in which it changed; also of a memory that is deleted."""
        changes = notes.history_of(memory_id, sees(request, "read"))
        if changes is None:
            raise NotFound
        return Response({"entries": [_entry(memory_id, change) for change in changes]})


def _require_all(request: Request, about: About) -> None:
    """Whose it will be, and an agent that it names besides. Raises Forbidden."""
    caller = require(request, "write", notes.SCOPE, about.owner)
    if about.agent_id:
        require_speaker(caller, notes.SCOPE, agent(about.agent_id))


def _about(given: dict[str, Any]) -> About:
    return About(given["user_id"], given["agent_id"], given["session_id"])


def _shown(note: Note | None) -> dict[str, Any]:
    """The category stands in the metadata, whatever else the client has put there under that name."""
    if note is None:
        raise NotFound
    metadata = {"category": note.category, **note.metadata} | {"category": note.category}
    return {
        "id": note.id,
        "memory": note.memory,
        "metadata": metadata,
        "created_at": times.render(note.created_at) if note.created_at else None,
        "updated_at": times.render(note.updated_at) if note.updated_at else None,
        "score": None if note.score is None else round(note.score, 4),
    }


def _entry(memory_id: str, change: Change) -> dict[str, Any]:
    return {
        "id": change.id,
        "memory_id": memory_id,
        "old_memory": change.old,
        "new_memory": change.new,
        "event": change.event,
        "timestamp": times.render(change.at),
    }
