"""The calls of the agent memory API. Each validates the request, calls the core once and renders the result."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.agent_kv import serializers
from memory.api.agent_kv.base import AdminView, EntryView, answers, caller, readable_agent, require_agent
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import requester_name
from memory.api.rest.views import checked, checked_query
from memory.forgetting import work
from memory.keyed import counts, entries, nearest, retention

REFLECTION = "reflection:"
OK = {"status": "ok"}


class Store(EntryView):
    actions = {"POST": "write"}
    stores = frozenset({"POST"})

    @extend_schema(operation_id="store", request=serializers.StoreBody, responses=answers(serializers.Done))
    def post(self, request: Request, agent_id: str) -> Response:
        """Stores a value under a key, replacing the caller's earlier one. It is on disk when the call returns."""
        body = checked(serializers.StoreBody, request.data)
        entries.store(require_agent(request, agent_id, "write"), caller(request), **body)
        return Response(OK)


class OneEntry(EntryView):
    actions = {"GET": "read", "DELETE": "forget"}

    @extend_schema(operation_id="retrieve", responses=answers(serializers.Entry, 404, 410))
    def get(self, request: Request, agent_id: str, key: str) -> Response:
        """The caller's own entry, or else the system's; for administrators, or else anybody's."""
        entry = entries.retrieve(readable_agent(request, agent_id), caller(request), key)
        return Response(serializers.Entry(entry).data)

    @extend_schema(operation_id="delete", responses=answers(serializers.Done, 403, 404, 410))
    def delete(self, request: Request, agent_id: str, key: str) -> Response:
        path = entries.path_to_delete(require_agent(request, agent_id, "forget"), caller(request), key)
        work.forget_files(entries.SCOPE, [path], requester_name(request))
        return Response(OK)


class Pin(OneEntry):
    """Pins the entry of a key. A key may itself end in `/pin`, so GET and DELETE are about the entry of such a key."""

    actions = {**OneEntry.actions, "POST": "write"}

    @extend_schema(
        operation_id="pin", request=serializers.PinBody, responses=answers(serializers.Pinned, 403, 404, 410)
    )
    def post(self, request: Request, agent_id: str, key: str) -> Response:
        """Pinned entries do not lose relevance."""
        pinned = checked(serializers.PinBody, request.data)["pinned"]
        entries.pin(require_agent(request, agent_id, "write"), caller(request), key, pinned)
        return Response({**OK, "pinned": pinned})

    @extend_schema(exclude=True)
    def get(self, request: Request, agent_id: str, key: str) -> Response:
        return super().get(request, agent_id, f"{key}/pin")

    @extend_schema(exclude=True)
    def delete(self, request: Request, agent_id: str, key: str) -> Response:
        return super().delete(request, agent_id, f"{key}/pin")


class Search(EntryView):
    actions = {"GET": "read", "POST": "read"}

    @extend_schema(
        operation_id="search", parameters=[serializers.SearchBody], responses=answers(serializers.Found)
    )
    def get(self, request: Request, agent_id: str) -> Response:
        """Finds entries by word, best first. What was just stored may take a moment to be found."""
        return self._search(request, agent_id, checked_query(serializers.SearchBody, request))

    @extend_schema(
        operation_id="search_by_post", request=serializers.SearchBody, responses=answers(serializers.Found)
    )
    def post(self, request: Request, agent_id: str) -> Response:
        """Finds entries by word. The query is in the body, since it may be too long for a URL."""
        return self._search(request, agent_id, checked(serializers.SearchBody, request.data))

    def _search(self, request: Request, agent_id: str, search: dict[str, Any]) -> Response:
        found, pending = nearest.by_word(
            readable_agent(request, agent_id), caller(request), search["q"], search["limit"]
        )
        return Response(serializers.Found(_results(found, pending)).data)


class VectorSearch(EntryView):
    actions = {"POST": "read"}

    @extend_schema(
        operation_id="vector_search",
        request=serializers.NearestBody,
        responses=answers(serializers.FoundNear),
    )
    def post(self, request: Request, agent_id: str) -> Response:
        """Finds entries by meaning, or by a vector of your own among entries with a vector of its length."""
        body = checked(serializers.NearestBody, request.data)
        limits = body["limit"], body["threshold"]
        owner = readable_agent(request, agent_id), caller(request)
        if body["text"] is None:
            found, pending = nearest.by_embedding(*owner, body["embedding"], *limits)
        else:
            found, pending = nearest.by_meaning(*owner, body["text"], *limits)
        return Response(serializers.FoundNear(_results(found, pending)).data)


def _results(found: Sequence[object], pending: int) -> dict[str, Any]:
    return {"results": found} | ({"pending": pending} if pending else {})


class List(EntryView):
    actions = {"GET": "read"}

    @extend_schema(
        operation_id="list", parameters=[serializers.ListQuery], responses=answers(serializers.Listed)
    )
    def get(self, request: Request, agent_id: str) -> Response:
        """Entries, the latest first."""
        query = checked_query(serializers.ListQuery, request)
        page = entries.listed(
            readable_agent(request, agent_id), caller(request), query["limit"], query["offset"]
        )
        return Response(serializers.Listed({"entries": page}).data)


class Reflections(EntryView):
    actions = {"GET": "read"}

    @extend_schema(operation_id="reflections", responses=answers(serializers.Reflections))
    def get(self, request: Request, agent_id: str) -> Response:
        """Entries whose keys begin with `reflection:`."""
        found = entries.with_prefix(readable_agent(request, agent_id), caller(request), REFLECTION)
        return Response(serializers.Reflections({"reflections": found}).data)


class Clear(EntryView):
    actions = {"DELETE": "forget"}

    @extend_schema(operation_id="clear", responses=answers(serializers.Done))
    def delete(self, request: Request, agent_id: str) -> Response:
        """Removes the caller's own entries; for administrators, everybody's."""
        paths = entries.paths_to_clear(require_agent(request, agent_id, "forget"), caller(request))
        work.forget_files(entries.SCOPE, paths, requester_name(request))
        return Response(OK)


class Stats(AdminView):
    actions = {"GET": "admin"}

    @extend_schema(operation_id="stats", responses=answers(serializers.Stats, 403))
    def get(self, request: Request) -> Response:
        counted = counts.count()
        return Response(
            {
                "total_entries": counted.entries,
                "total_agents": counted.agents,
                "total_forgotten": counted.forgotten,
                "pg_enabled": True,  # entries are always stored durably, in files and a database
                "pgvector_enabled": counted.has_embedder,
            }
        )


class Decay(AdminView):
    actions = {"POST": "admin"}

    @extend_schema(operation_id="decay", request=None, responses=answers(serializers.Forgotten, 403))
    def post(self, request: Request) -> Response:
        """Lowers the relevance of unpinned entries by the time since their last use. Entries are removed only if the
        settings give an importance below which they are."""
        return Response({**OK, "forgotten": retention.decay()})


class Share(AdminView):
    actions = {"POST": "admin"}
    stores = frozenset({"POST"})

    @extend_schema(
        operation_id="share", request=serializers.ShareBody, responses=answers(serializers.Copied, 403)
    )
    def post(self, request: Request) -> Response:
        """Copies matching entries to another agent. Each copy belongs to the same user as the entry."""
        body = checked(serializers.ShareBody, request.data)
        copied = entries.share(body["from"], body["to"], body["pattern"])
        note_accepted(request, copied)
        return Response({**OK, "copied": copied})
