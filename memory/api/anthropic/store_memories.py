"""The calls about the memories of a store."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api import times
from memory.api.anthropic import store_serializers as shapes
from memory.api.anthropic.errors import NotFound, PreconditionFailed
from memory.api.anthropic.pages import page_of
from memory.api.anthropic.stores import COMMON, FAILURES, StoreView
from memory.api.rest.views import checked, checked_query
from memory.keyed import files, stores, versions
from memory.keyed.files import File
from memory.keyed.stores import Store

TAGS = ["memories of a store"]
PREFIX, VERSION = "mem_", "memver_"
MOST_FULL = 20  # items of a page with their content


class MemoriesView(StoreView):
    actions = {"GET": "read", "POST": "write"}

    @extend_schema(
        tags=TAGS,
        operation_id="memories_create",
        summary="Create a memory",
        parameters=[*COMMON, shapes.ViewQuery],
        request=shapes.NewMemory,
        responses={200: shapes.MemoryOut, **FAILURES},
    )
    def post(self, request: Request, store_id: str) -> Response:
        """A text under a path. It is a file on disk, and found by every search, when this answers."""
        asked = checked_query(shapes.ViewQuery, request)
        given = checked(shapes.NewMemory, request.data)
        connection, store = self.store(request, "write", store_id)
        stores.require_open(store)
        file = files.create(store.tree, given["path"], given["content"] or "", connection.asked_by)
        return Response(shown(store, file, asked.get("view", "basic")))

    @extend_schema(
        tags=TAGS,
        operation_id="memories_list",
        summary="List memories",
        parameters=[*COMMON, shapes.MemoriesQuery],
        responses={200: shapes.MemoryPage, **FAILURES},
    )
    def get(self, request: Request, store_id: str) -> Response:
        """In the order of their paths; with a depth of 1, deeper ones as the folders that hold them."""
        asked = checked_query(shapes.MemoriesQuery, request)
        _, store = self.store(request, "read", store_id)
        prefix = asked.get("path_prefix") or "/"
        listed = files.listed(store.tree)
        paths = [path for path in listed if path.startswith(prefix)]
        if asked["depth"] == 1:
            paths = sorted({_rolled_up(path, prefix) for path in paths})
        most = min(asked["limit"], MOST_FULL) if asked["view"] == "full" else asked["limit"]
        page, after = page_of(paths, lambda path: [path], most, asked.get("page"), newest_first=False)
        found = [_item(store, path, listed, asked["view"]) for path in page]
        return Response({"data": [item for item in found if item], "next_page": after})


class OneMemoryView(StoreView):
    actions = {"GET": "read", "POST": "write", "DELETE": "forget"}

    @extend_schema(
        tags=TAGS,
        operation_id="memories_retrieve",
        summary="One memory",
        parameters=[*COMMON, shapes.ViewQuery],
        responses={200: shapes.MemoryOut, **FAILURES},
    )
    def get(self, request: Request, store_id: str, memory_id: str) -> Response:
        """As its file says it now."""
        asked = checked_query(shapes.ViewQuery, request)
        _, store = self.store(request, "read", store_id)
        return Response(shown(store, known(store, memory_id), asked.get("view", "full")))

    @extend_schema(
        tags=TAGS,
        operation_id="memories_update",
        summary="Change a memory",
        parameters=[*COMMON, shapes.ViewQuery],
        request=shapes.ChangedMemory,
        responses={200: shapes.MemoryOut, **FAILURES},
    )
    def post(self, request: Request, store_id: str, memory_id: str) -> Response:
        """Its content, its path, or both in one version; with a precondition, only if it says what the client read."""
        asked = checked_query(shapes.ViewQuery, request)
        given = checked(shapes.ChangedMemory, request.data)
        connection, store = self.store(request, "write", store_id)
        stores.require_open(store)
        file = known(store, memory_id)
        _require(file, (given.get("precondition") or {}).get("content_sha256"))
        changed = files.change(store.tree, file, connection.asked_by, given.get("content"), given.get("path"))
        return Response(shown(store, changed, asked.get("view", "basic")))

    @extend_schema(
        tags=TAGS,
        operation_id="memories_delete",
        summary="Delete a memory",
        parameters=[*COMMON, shapes.DeleteQuery],
        responses={200: shapes.Deleted, **FAILURES},
    )
    def delete(self, request: Request, store_id: str, memory_id: str) -> Response:
        """Its versions stay, until each is redacted or the store is deleted."""
        asked = checked_query(shapes.DeleteQuery, request)
        connection, store = self.store(request, "forget", store_id)
        file = known(store, memory_id)
        _require(file, asked.get("expected_content_sha256"))
        files.remove(file, connection.asked_by)
        return Response({"id": memory_id, "type": "memory_deleted"})


def known(store: Store, memory_id: str) -> File:
    """Raises NotFound."""
    identifier = memory_id.removeprefix(PREFIX)
    is_one = memory_id.startswith(PREFIX) and versions.is_file_id(identifier)
    file = files.find(store.tree, identifier) if is_one else None
    if file is None:
        raise NotFound(f"There is no memory {memory_id[:100]} in {store.id}")
    return file


def shown(store: Store, file: File, view: str) -> dict[str, Any]:
    return {
        "id": f"{PREFIX}{file.id}",
        "type": "memory",
        "memory_store_id": store.id,
        "memory_version_id": f"{VERSION}{versions.head_of(store.tree, file.id)}",
        "path": file.path,
        "content": file.text if view == "full" else None,
        "content_sha256": file.sha256,
        "content_size_bytes": file.size,
        "created_at": times.render(file.created_at),
        "updated_at": times.render(file.updated_at),
    }


def _item(store: Store, path: str, listed: dict[str, Any], view: str) -> dict[str, Any] | None:
    """None for a memory that went meanwhile."""
    if path not in listed:
        return {"path": path, "type": "memory_prefix"}
    file = files.read(store.tree, listed[path])
    return shown(store, file, view) if file else None


def _rolled_up(path: str, prefix: str) -> str:
    child, slash, _ = path.removeprefix(prefix).partition("/")
    return f"{prefix}{child}{slash}"


def _require(file: File, expected: str | None) -> None:
    """Raises PreconditionFailed."""
    if expected is not None and file.sha256 != expected:
        raise PreconditionFailed(f"The content of the memory has the SHA-256 {file.sha256}; read it again")
