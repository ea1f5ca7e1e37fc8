"""The calls of the agent memory API. Each translates, calls the core once, and translates back."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.agent_kv import serializers
from memory.api.agent_kv.base import AdminView, EntryView, answers, caller, changed_agent, seen_agent
from memory.api.rest.authentication import asked_by
from memory.api.rest.views import checked, checked_query
from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.keyed import counts, entries, nearest, retention, sharing

REFLECTION = "reflection:"
OK = {"status": "ok"}


class Store(EntryView):
    actions = {"POST": "write"}

    @extend_schema(operation_id="store", request=serializers.StoreBody, responses=answers(serializers.Done))
    def post(self, request: Request, agent_id: str) -> Response:
        """Stores a value under a key, in the place of the caller's earlier one. It is on disk when this answers."""
        body = checked(serializers.StoreBody, request.data)
        entries.store(changed_agent(request, agent_id, "write"), caller(request), **body)
        return Response(OK)


class OneEntry(EntryView):
    actions = {"GET": "read", "DELETE": "forget"}

    @extend_schema(operation_id="retrieve", responses=answers(serializers.Entry, 404, 410))
    def get(self, request: Request, agent_id: str, key: str) -> Response:
        """The caller's own entry, or else the system's; for an administrator, or else anybody's."""
        found = entries.retrieve(seen_agent(request, agent_id), caller(request), key)
        return Response(serializers.Entry(found).data)

    @extend_schema(operation_id="delete", responses=answers(serializers.Done, 403, 404, 410))
    def delete(self, request: Request, agent_id: str, key: str) -> Response:
        path = entries.path_to_delete(changed_agent(request, agent_id, "forget"), caller(request), key)
        work.forget(
            Selection(scope=entries.SCOPE, paths=(str(path),)), asked_by=asked_by(request), until="removed"
        )
        return Response(OK)


class Pin(OneEntry):
    """A key may itself end like this path: what is no POST is about such a key."""

    actions = {**OneEntry.actions, "POST": "write"}

    @extend_schema(
        operation_id="pin",
        request=serializers.PinBody,
        responses=answers(serializers.Pinned, 403, 404, 410),
    )
    def post(self, request: Request, agent_id: str, key: str) -> Response:
        """Pinned entries do not lose relevance."""
        pinned = checked(serializers.PinBody, request.data)["pinned"]
        entries.pin(changed_agent(request, agent_id, "write"), caller(request), key, pinned)
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
        found, pending = nearest.by_word(
            seen_agent(request, agent_id), caller(request), asked["q"], asked["limit"]
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
        """By meaning; or by a vector of your own, among entries that have one of its length."""
        asked = checked(serializers.NearestBody, request.data)
        limits = asked["limit"], asked["threshold"]
        whose = seen_agent(request, agent_id), caller(request)
        if asked["text"] is None:
            found, pending = nearest.by_embedding(*whose, asked["embedding"], *limits)
        else:
            found, pending = nearest.by_meaning(*whose, asked["text"], *limits)
        return Response(serializers.FoundNear(_results(found, pending)).data)


def _results(found: Sequence[object], pending: int) -> dict[str, Any]:
    return {"results": found} | ({"pending": pending} if pending else {})


class List(EntryView):
    actions = {"GET": "read"}

    @extend_schema(
        operation_id="list", parameters=[serializers.ListQuery], responses=answers(serializers.Listed)
    )
    def get(self, request: Request, agent_id: str) -> Response:
        """The latest first."""
        asked = checked_query(serializers.ListQuery, request)
        found = entries.listed(
            seen_agent(request, agent_id), caller(request), asked["limit"], asked["offset"]
        )
        return Response(serializers.Listed({"entries": found}).data)


class Reflections(EntryView):
    actions = {"GET": "read"}

    @extend_schema(operation_id="reflections", responses=answers(serializers.Reflections))
    def get(self, request: Request, agent_id: str) -> Response:
        """Entries whose keys begin with `reflection:`."""
        found = entries.with_prefix(seen_agent(request, agent_id), caller(request), REFLECTION)
        return Response(serializers.Reflections({"reflections": found}).data)


class Clear(EntryView):
    actions = {"DELETE": "forget"}

    @extend_schema(operation_id="clear", responses=answers(serializers.Done))
    def delete(self, request: Request, agent_id: str) -> Response:
        """Removes the caller's own entries; for an administrator, everybody's."""
        paths = tuple(
            map(str, entries.paths_to_clear(changed_agent(request, agent_id, "forget"), caller(request)))
        )
        if paths:
            work.forget(
                Selection(scope=entries.SCOPE, paths=paths), asked_by=asked_by(request), until="removed"
            )
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
                "pg_enabled": True,  # files and a database, whichever it is: nothing is kept in memory alone
                "pgvector_enabled": counted.has_embedder,
            }
        )


class Decay(AdminView):
    actions = {"POST": "admin"}

    @extend_schema(operation_id="decay", request=None, responses=answers(serializers.Forgotten, 403))
    def post(self, request: Request) -> Response:
        """Lowers the relevance of unpinned entries by the time since their last use. Removes none, unless the settings
        say below which importance."""
        return Response({**OK, "forgotten": retention.decay()})


class Share(AdminView):
    actions = {"POST": "admin"}

    @extend_schema(
        operation_id="share", request=serializers.ShareBody, responses=answers(serializers.Copied, 403)
    )
    def post(self, request: Request) -> Response:
        """Copies matching entries to another agent, each for the user who has it."""
        asked = checked(serializers.ShareBody, request.data)
        return Response({**OK, "copied": sharing.share(asked["from"], asked["to"], asked["pattern"])})
