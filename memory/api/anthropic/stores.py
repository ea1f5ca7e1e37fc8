"""The calls about memory stores, and what all calls of Memory Stores have in common."""

from datetime import datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api import times
from memory.api.anthropic import serializers
from memory.api.anthropic import store_serializers as shapes
from memory.api.anthropic.errors import NotFound
from memory.api.anthropic.pages import page_of
from memory.api.anthropic.views import WHOSE, AnthropicView
from memory.api.mcp.whose import Connection, connection_of
from memory.api.rest.views import checked, checked_query
from memory.coordination.locks import path_lock
from memory.errors import InvalidInput
from memory.forgetting import work
from memory.forgetting.selection import Selection
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
COMMON = [BETA, *WHOSE]
BOUNDS = [OpenApiParameter(f"created_at[{side}]", OpenApiTypes.DATETIME) for side in ("gte", "lte")]
FAILURES = dict.fromkeys((400, 401, 403, 404, 409, 413, 429, 500, 503), serializers.Refusal)
TAGS = ["memory stores"]


class StoreView(AnthropicView):
    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        named = {each.strip() for each in request.headers.get("anthropic-beta", "").split(",")} & BETAS
        if len(named) > 1:
            raise InvalidInput(f"anthropic-beta: name one of {' and '.join(sorted(BETAS))}, not both")

    def store(self, request: Request, action: Action, identifier: str) -> tuple[Connection, Store]:
        """Raises NotFound, Forbidden."""
        connection = connection_of(request)
        owner = connection.seen() if action == "read" else connection.require(action)
        store = stores.find(connection.scope, owner, identifier)
        if store is None:
            raise NotFound(f"There is no memory store {identifier[:100]}")
        return connection, store


class StoresView(StoreView):
    actions = {"GET": "read", "POST": "write"}

    @extend_schema(
        tags=TAGS,
        operation_id="memory_stores_create",
        summary="Create a memory store",
        parameters=COMMON,
        request=shapes.NewStore,
        responses={200: shapes.StoreOut, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """A named tree of files, which belongs to the user whom the key or the address names."""
        given = checked(shapes.NewStore, request.data)
        connection = connection_of(request)
        owner = connection.require("write")
        metadata = given.get("metadata") or {}
        store = stores.create(connection.scope, owner, given["name"], given["description"] or "", metadata)
        return Response(shown(store))

    @extend_schema(
        tags=TAGS,
        operation_id="memory_stores_list",
        summary="List memory stores",
        parameters=[*COMMON, *BOUNDS, shapes.StoresQuery],
        responses={200: shapes.StorePage, **FAILURES},
    )
    def get(self, request: Request) -> Response:
        """The newest first."""
        asked = checked_query(shapes.StoresQuery, request)
        connection = connection_of(request)
        found = [
            store
            for store in stores.listed(connection.scope, connection.seen())
            if within(asked, store.created_at)
            and (store.archived_at is None or asked["include_archived"] == "true")
        ]
        page, after = page_of(
            found,
            lambda store: [store.created_at.isoformat(), store.id],
            asked["limit"],
            asked.get("page"),
            newest_first=True,
        )
        return Response({"data": list(map(shown, page)), "next_page": after})


class OneStoreView(StoreView):
    actions = {"GET": "read", "POST": "write", "DELETE": "forget"}

    @extend_schema(
        tags=TAGS,
        operation_id="memory_stores_retrieve",
        summary="One memory store",
        parameters=COMMON,
        responses={200: shapes.StoreOut, **FAILURES},
    )
    def get(self, request: Request, store_id: str) -> Response:
        """As it is now."""
        return Response(shown(self.store(request, "read", store_id)[1]))

    @extend_schema(
        tags=TAGS,
        operation_id="memory_stores_update",
        summary="Change a memory store",
        parameters=COMMON,
        request=shapes.ChangedStore,
        responses={200: shapes.StoreOut, **FAILURES},
    )
    def post(self, request: Request, store_id: str) -> Response:
        """Its name, its description, or pairs of its metadata."""
        shape = shapes.ChangedStore(data=request.data, context={"updates": True})
        shape.is_valid(raise_exception=True)
        _, store = self.store(request, "write", store_id)
        stores.require_open(store)
        given = dict(shape.validated_data)
        kept = {
            key
            for key, value in {**store.metadata, **(given.get("metadata") or {})}.items()
            if value is not None
        }
        if len(kept) > shapes.MOST_PAIRS:
            raise InvalidInput(f"metadata: at most {shapes.MOST_PAIRS} pairs are possible")
        return Response(shown(stores.change(store, **given)))

    @extend_schema(
        tags=TAGS,
        operation_id="memory_stores_delete",
        summary="Delete a memory store",
        parameters=COMMON,
        responses={200: shapes.Deleted, **FAILURES},
    )
    def delete(self, request: Request, store_id: str) -> Response:
        """With its memories and all their versions, for good."""
        connection, store = self.store(request, "forget", store_id)
        gone = {version.place for version in versions.versions_of(store.tree)}
        places = (*files.listed(store.tree).values(), store.place)
        for place in gone - {*places}:  # first: after a crash the store is there, and can be deleted again
            with path_lock(place):
                note_history.remove(place)
        named = Selection(scope=store.scope, paths=tuple(map(str, places)))
        work.forget(named, connection.asked_by, until="removed")
        return Response({"id": store.id, "type": "memory_store_deleted"})


class ArchiveView(StoreView):
    actions = {"POST": "write"}

    @extend_schema(
        tags=TAGS,
        operation_id="memory_stores_archive",
        summary="Archive a memory store",
        parameters=COMMON,
        request=None,
        responses={200: shapes.StoreOut, **FAILURES},
    )
    def post(self, request: Request, store_id: str) -> Response:
        """From then on nothing in it is created or changed. It is read, and deleted, as before."""
        _, store = self.store(request, "write", store_id)
        return Response(shown(stores.change(store, archived=True) if store.archived_at is None else store))


def shown(store: Store) -> dict[str, Any]:
    archived_at = datetime.fromisoformat(store.archived_at) if store.archived_at else None
    return {
        "id": store.id,
        "type": "memory_store",
        "name": store.name,
        "description": store.description,
        "metadata": dict(store.metadata),
        "created_at": times.render(store.created_at),
        "updated_at": times.render(store.updated_at),
        "archived_at": times.render(archived_at) if archived_at else None,
    }


def within(asked: dict[str, Any], moment: datetime) -> bool:
    """The bounds of a query."""
    first, last = asked.get("created_at[gte]"), asked.get("created_at[lte]")
    return (first is None or moment >= first) and (last is None or moment <= last)
