"""The calls about memory stores, and the base of all views of Memory Stores."""

from datetime import datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from memory import times
from memory.api.anthropic import serializers
from memory.api.anthropic import store_serializers as shapes
from memory.api.anthropic.pages import paginate
from memory.api.anthropic.views import OWNER_PARAMETERS, AnthropicView
from memory.api.mcp.connection import Connection, connection_of
from memory.api.rest.views import checked, checked_query, describer
from memory.coordination.locks import path_lock
from memory.errors import InvalidInput
from memory.forgetting import work
from memory.grants import Action
from memory.keyed import files, note_history, stores, versions
from memory.keyed.stores import Store

BETAS = {"agent-memory-2026-07-22", "managed-agents-2026-04-01"}
BETA = OpenApiParameter(
    "anthropic-beta",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description="agent-memory-2026-07-22",
)
COMMON = [BETA, *OWNER_PARAMETERS]
BOUNDS = [OpenApiParameter(f"created_at[{side}]", OpenApiTypes.DATETIME) for side in ("gte", "lte")]
describe = describer(dict.fromkeys((400, 401, 403, 404, 409, 413, 429, 500, 503), serializers.Refusal))


class StoreView(AnthropicView):
    tag = "memory stores"

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        named = {each.strip() for each in request.headers.get("anthropic-beta", "").split(",")} & BETAS
        if len(named) > 1:
            raise InvalidInput(f"anthropic-beta: name one of {' and '.join(sorted(BETAS))}, not both")

    def store(self, request: Request, action: Action, identifier: str) -> tuple[Connection, Store]:
        """The store, if the caller may do the action. Raises NotFound, Forbidden."""
        connection = connection_of(request)
        owner = connection.readable_owner() if action == "read" else connection.require(action)
        store = stores.find(connection.scope, owner, identifier)
        if store is None:
            raise NotFound(f"There is no memory store {identifier[:100]}")
        return connection, store


class StoresView(StoreView):
    actions = {"GET": "read", "POST": "write"}
    stores = frozenset({"POST"})

    @describe(
        "memory_stores_create",
        "Create a memory store",
        shapes.StoreOut,
        parameters=COMMON,
        request=shapes.NewStore,
    )
    def post(self, request: Request) -> Response:
        """Creates a named tree of files, which belongs to the user whom the key or the URL names."""
        body = checked(shapes.NewStore, request.data)
        connection = connection_of(request)
        owner = connection.require("write")
        metadata = body.get("metadata") or {}
        store = stores.create(connection.scope, owner, body["name"], body["description"] or "", metadata)
        return Response(shown(store))

    @describe(
        "memory_stores_list",
        "List memory stores",
        shapes.StorePage,
        parameters=[*COMMON, *BOUNDS, shapes.StoresQuery],
    )
    def get(self, request: Request) -> Response:
        """Memory stores, the newest first."""
        query = checked_query(shapes.StoresQuery, request)
        connection = connection_of(request)
        found = [
            store
            for store in stores.listed(connection.scope, connection.readable_owner())
            if within(query, store.created_at)
            and (store.archived_at is None or query["include_archived"] == "true")
        ]
        page, after = paginate(
            found,
            lambda store: [store.created_at.isoformat(), store.id],
            query["limit"],
            query.get("page"),
            newest_first=True,
        )
        return Response({"data": list(map(shown, page)), "next_page": after})


class OneStoreView(StoreView):
    actions = {"GET": "read", "POST": "write", "DELETE": "forget"}
    shows = stores = frozenset({"POST"})

    @describe("memory_stores_retrieve", "One memory store", shapes.StoreOut, parameters=COMMON)
    def get(self, request: Request, store_id: str) -> Response:
        """The store with its metadata."""
        return Response(shown(self.store(request, "read", store_id)[1]))

    @describe(
        "memory_stores_update",
        "Change a memory store",
        shapes.StoreOut,
        parameters=COMMON,
        request=shapes.ChangedStore,
    )
    def post(self, request: Request, store_id: str) -> Response:
        """Changes the name, the description, or pairs of the metadata."""
        changes = checked(shapes.ChangedStore, request.data)
        _, store = self.store(request, "write", store_id)
        stores.require_open(store)
        pairs = {**store.metadata, **(changes.get("metadata") or {})}
        if sum(value is not None for value in pairs.values()) > shapes.MOST_PAIRS:
            raise InvalidInput(f"metadata: at most {shapes.MOST_PAIRS} pairs are possible")
        return Response(shown(stores.change(store, **changes)))

    @describe("memory_stores_delete", "Delete a memory store", shapes.Deleted, parameters=COMMON)
    def delete(self, request: Request, store_id: str) -> Response:
        """Deletes the store with its memories and all their versions, for good."""
        connection, store = self.store(request, "forget", store_id)
        versioned = {version.place for version in versions.versions_of(store.tree)}
        places = (*files.listed(store.tree).values(), store.place)
        # Histories of deleted memories first: after a crash the store still exists and can be deleted again.
        for place in versioned - {*places}:
            with path_lock(place):
                note_history.remove(place)
        work.forget_files(store.scope, places, connection.asked_by)
        return Response({"id": store.id, "type": "memory_store_deleted"})


class ArchiveView(StoreView):
    actions = {"POST": "write"}
    shows = frozenset({"POST"})

    @describe(
        "memory_stores_archive", "Archive a memory store", shapes.StoreOut, parameters=COMMON, request=None
    )
    def post(self, request: Request, store_id: str) -> Response:
        """Makes the store read-only: nothing in it can be created or changed. It can still be deleted."""
        _, store = self.store(request, "write", store_id)
        return Response(shown(stores.change(store, archived=True) if store.archived_at is None else store))


def shown(store: Store) -> dict[str, Any]:
    return {
        "id": store.id,
        "type": "memory_store",
        "name": store.name,
        "description": store.description,
        "metadata": dict(store.metadata),
        "created_at": times.render(store.created_at),
        "updated_at": times.render(store.updated_at),
        "archived_at": times.render(store.archived_at) if store.archived_at else None,
    }


def within(asked: dict[str, Any], moment: datetime) -> bool:
    """Whether a time is within the bounds of a query."""
    first, last = asked.get("created_at[gte]"), asked.get("created_at[lte]")
    return (first is None or moment >= first) and (last is None or moment <= last)
