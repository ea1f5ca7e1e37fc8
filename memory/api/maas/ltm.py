"""The views of long-term memory."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from memory import times
from memory.api.maas import serializers
from memory.api.maas.errors import NotFound
from memory.api.maas.views import MaasView, describe, describe_without_input
from memory.api.permission import owner_filter, require, require_speaker
from memory.api.rest.authentication import requester_name
from memory.api.rest.views import checked, checked_query
from memory.forgetting import work
from memory.keyed import documents, notes
from memory.keyed.note_history import Change
from memory.keyed.notes import About, Note
from memory.scope import agent


class LtmView(MaasView):
    tag = "ltm"


class MemoriesView(LtmView):
    actions = {"GET": "read", "POST": "write"}
    stores = frozenset({"POST"})

    @describe("ltm_add", "Add a memory", serializers.MemoryOut, request=serializers.AddMemory)
    def post(self, request: Request) -> Response:
        """Stores what is worth remembering of a text or a chat. It is a file on disk when the call returns."""
        body = checked(serializers.AddMemory, request.data)
        about = _about(body)
        _require_write(request, about)
        note = notes.add_note(body["messages"], body["category"], about, body["metadata"] or {})
        return Response(_memory(note))

    @describe("ltm_list", "List memories", serializers.Memories, parameters=[serializers.ListMemories])
    def get(self, request: Request) -> Response:
        """Memories that match all of the given ids, the newest first."""
        query = checked_query(serializers.ListMemories, request)
        found = notes.newest_notes(_about(query), query["limit"], owner_filter(request, "read"))
        return Response({"results": [_memory(note) for note in found]})


class SearchView(LtmView):
    actions = {"POST": "read"}

    @describe("ltm_search", "Search memories", serializers.Memories, request=serializers.SearchMemories)
    def post(self, request: Request) -> Response:
        """Memories that match all of the given ids, best first. What was just added may take a moment to be found."""
        body = checked(serializers.SearchMemories, request.data)
        found, pending = notes.search_notes(
            body["query"], _about(body), body["categories"], body["limit"], owner_filter(request, "read")
        )
        results = {"results": [_memory(note) for note in found]}
        return Response({**results, "pending": pending} if pending else results)


class MemoryView(LtmView):
    actions = {"GET": "read", "PUT": "write", "DELETE": "forget"}
    shows = stores = frozenset({"PUT"})

    @describe_without_input("ltm_get", "One memory", serializers.MemoryOut, is_about_one=True)
    def get(self, request: Request, memory_id: str) -> Response:
        """Reads the memory from its file."""
        return Response(_memory(notes.get_note(memory_id, owner_filter(request, "read"))))

    @describe(
        "ltm_update",
        "Update a memory's content",
        serializers.MemoryOut,
        is_about_one=True,
        request=serializers.UpdateMemory,
    )
    def put(self, request: Request, memory_id: str) -> Response:
        """Stores the text as it is. The earlier text stays in the history."""
        data = checked(serializers.UpdateMemory, request.data)["data"]
        return Response(_memory(notes.revise_note(memory_id, data, owner_filter(request, "write"))))

    @describe_without_input("ltm_delete", "Delete a memory", serializers.DeletedMemory, is_about_one=True)
    def delete(self, request: Request, memory_id: str) -> Response:
        """Deletes the memory with its history and what was derived from it."""
        path = notes.path_of(memory_id, owner_filter(request, "forget"))
        if path is None or not documents.exists(path):
            raise NotFound
        work.forget_files(notes.SCOPE, [path], requester_name(request))
        return Response({"id": memory_id, "deleted": True})


class HistoryView(LtmView):
    actions = {"GET": "read"}

    @describe_without_input("ltm_history", "The history of a memory", serializers.History, is_about_one=True)
    def get(self, request: Request, memory_id: str) -> Response:
        """The changes of the memory in order, also if it is deleted."""
        changes = notes.history_of(memory_id, owner_filter(request, "read"))
        if changes is None:
            raise NotFound
        return Response({"entries": [_entry(memory_id, change) for change in changes]})


def _require_write(request: Request, about: About) -> None:
    """Raises Forbidden unless the caller may write for the owner of the new memory and for an agent that it names."""
    caller = require(request, "write", notes.SCOPE, about.owner)
    if about.agent_id:
        require_speaker(caller, notes.SCOPE, agent(about.agent_id))


def _about(values: dict[str, Any]) -> About:
    return About(values["user_id"], values["agent_id"], values["session_id"])


def _memory(note: Note | None) -> dict[str, Any]:
    """The response for a note. `category` in its metadata is always the note's own. Raises NotFound."""
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
