"""The calls of the agent memory API. Each translates, calls the core once, and translates back."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.agent_kv import serializers
from memory.api.agent_kv.base import AdminView, EntryView, answers, caller
from memory.api.rest.views import checked, checked_query
from memory.keyed import counts, entries, nearest, retention, sharing

REFLECTION = "reflection:"
OK = {"status": "ok"}


class Store(EntryView):
    @extend_schema(operation_id="store", request=serializers.StoreBody, responses=answers(serializers.Done))
    def post(self, request: Request, agent_id: str) -> Response:
        """Stores a value under a key, in the place of the caller's earlier one. It is on disk when this answers."""
        entries.store(agent_id, caller(request), **checked(serializers.StoreBody, request.data))
        return Response(OK)


class OneEntry(EntryView):
    @extend_schema(operation_id="retrieve", responses=answers(serializers.Entry, 404, 410))
    def get(self, request: Request, agent_id: str, key: str) -> Response:
        """The caller's own entry, or else the system's; for an administrator, or else anybody's."""
        found = entries.retrieve(agent_id, caller(request), key)
        return Response(serializers.Entry(found).data)

    @extend_schema(operation_id="delete", responses=answers(serializers.Done, 403, 404, 410))
    def delete(self, request: Request, agent_id: str, key: str) -> Response:
        entries.delete(agent_id, caller(request), key)
        return Response(OK)


class Pin(OneEntry):
    """A key may itself end like this path: what is no POST is about such a key."""

    @extend_schema(
        operation_id="pin",
        request=serializers.PinBody,
        responses=answers(serializers.Pinned, 403, 404, 410),
    )
    def post(self, request: Request, agent_id: str, key: str) -> Response:
        """Pinned entries do not lose relevance."""
        pinned = checked(serializers.PinBody, request.data)["pinned"]
        entries.pin(agent_id, caller(request), key, pinned)
        return Response({**OK, "pinned": pinned})

    @extend_schema(exclude=True)
    def get(self, request: Request, agent_id: str, key: str) -> Response:
        return super().get(request, agent_id, f"{key}/pin")

    @extend_schema(exclude=True)
    def delete(self, request: Request, agent_id: str, key: str) -> Response:
        return super().delete(request, agent_id, f"{key}/pin")


class Search(EntryView):
    @extend_schema(
        operation_id="search", parameters=[serializers.SearchBody], responses=answers(serializers.Found)
    )
    def get(self, request: Request, agent_id: str) -> Response:
        """By word, best first. What was just stored may take a moment to be found."""
        return self._found(request, agent_id, checked_query(serializers.SearchBody, request))

    @extend_schema(
        operation_id="search_by_post",
        request=serializers.SearchBody,
        responses=answers(serializers.Found),
    )
    def post(self, request: Request, agent_id: str) -> Response:
        """Searches by a query in the body, which may be too long for an address."""
        return self._found(request, agent_id, checked(serializers.SearchBody, request.data))

    def _found(self, request: Request, agent_id: str, asked: dict[str, Any]) -> Response:
        found, pending = nearest.by_word(agent_id, caller(request), asked["q"], asked["limit"])
        return Response(serializers.Found(_results(found, pending)).data)


class VectorSearch(EntryView):
    @extend_schema(
        operation_id="vector_search",
        request=serializers.NearestBody,
        responses=answers(serializers.FoundNear),
    )
    def post(self, request: Request, agent_id: str) -> Response:
        """By meaning; or by a vector of your own, among entries that have one of its length."""
        asked = checked(serializers.NearestBody, request.data)
        limits = asked["limit"], asked["threshold"]
        if asked["text"] is None:
            found, pending = nearest.by_embedding(agent_id, caller(request), asked["embedding"], *limits)
        else:
            found, pending = nearest.by_meaning(agent_id, caller(request), asked["text"], *limits)
        return Response(serializers.FoundNear(_results(found, pending)).data)


def _results(found: Sequence[object], pending: int) -> dict[str, Any]:
    return {"results": found} | ({"pending": pending} if pending else {})


class List(EntryView):
    @extend_schema(
        operation_id="list", parameters=[serializers.ListQuery], responses=answers(serializers.Listed)
    )
    def get(self, request: Request, agent_id: str) -> Response:
        """The latest first."""
        asked = checked_query(serializers.ListQuery, request)
        found = entries.listed(agent_id, caller(request), asked["limit"], asked["offset"])
        return Response(serializers.Listed({"entries": found}).data)


class Reflections(EntryView):
    @extend_schema(operation_id="reflections", responses=answers(serializers.Reflections))
    def get(self, request: Request, agent_id: str) -> Response:
        """Entries whose keys begin with `reflection:`."""
        found = entries.beginning_with(agent_id, caller(request), REFLECTION)
        return Response(serializers.Reflections({"reflections": found}).data)


class Clear(EntryView):
    @extend_schema(operation_id="clear", responses=answers(serializers.Done))
    def delete(self, request: Request, agent_id: str) -> Response:
        """Removes the caller's own entries; for an administrator, everybody's."""
        entries.clear(agent_id, caller(request))
        return Response(OK)


class Stats(AdminView):
    @extend_schema(operation_id="stats", responses=answers(serializers.Stats, 403))
    def get(self, request: Request) -> Response:
        counted = counts.count()
        return Response(
            {
                "total_entries": counted.entries,
                "total_agents": counted.agents,
                "total_forgotten": counted.forgotten,
                "pg_enabled": True,  # files and a database, whichever it is: nothing is kept in memory alone
                "pgvector_enabled": counted.has_embedder,
            }
        )


class Decay(AdminView):
    @extend_schema(operation_id="decay", request=None, responses=answers(serializers.Forgotten, 403))
    def post(self, request: Request) -> Response:
        """Lowers the relevance of unpinned entries by the time since their last use. Removes none, unless the settings
        say below which importance."""
        return Response({**OK, "forgotten": retention.decay()})


class Share(AdminView):
    @extend_schema(
        operation_id="share", request=serializers.ShareBody, responses=answers(serializers.Copied, 403)
    )
    def post(self, request: Request) -> Response:
        """Copies matching entries to another agent, each for the user who has it."""
        asked = checked(serializers.ShareBody, request.data)
        return Response({**OK, "copied": sharing.share(asked["from"], asked["to"], asked["pattern"])})
