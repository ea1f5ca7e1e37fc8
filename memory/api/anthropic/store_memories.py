"""The calls about the memories of a store."""

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from memory import times
from memory.api.anthropic import store_serializers as shapes
from memory.api.anthropic.errors import PreconditionFailed
from memory.api.anthropic.pages import paginate
from memory.api.anthropic.stores import COMMON, StoreView, describe
from memory.api.rest.views import checked, checked_query
from memory.keyed import files, stores, versions
from memory.keyed.files import File
from memory.keyed.stores import Store

PREFIX, VERSION = "mem_", "memver_"
MOST_FULL = 20  # items of a page with their content


class MemoryView(StoreView):
    tag = "memories of a store"


class MemoriesView(MemoryView):
    actions = {"GET": "read", "POST": "write"}
    stores = frozenset({"POST"})

    @describe(
        "memories_create",
        "Create a memory",
        shapes.MemoryOut,
        parameters=[*COMMON, shapes.ViewQuery],
        request=shapes.NewMemory,
    )
    def post(self, request: Request, store_id: str) -> Response:
        """Stores a text under a path. It is a file on disk, and found by every search, when the call returns."""
        query = checked_query(shapes.ViewQuery, request)
        body = checked(shapes.NewMemory, request.data)
        connection, store = self.store(request, "write", store_id)
        stores.require_open(store)
        file = files.create(store.tree, body["path"], body["content"] or "", connection.asked_by)
        return Response(shown(store, file, query.get("view", "basic")))

    @describe("memories_list", "List memories", shapes.MemoryPage, parameters=[*COMMON, shapes.MemoriesQuery])
    def get(self, request: Request, store_id: str) -> Response:
        """Memories in the order of their paths; with a depth of 1, folders stand for the memories in them."""
        query = checked_query(shapes.MemoriesQuery, request)
        _, store = self.store(request, "read", store_id)
        prefix = query.get("path_prefix") or "/"
        listed = files.listed(store.tree)
        paths = [path for path in listed if path.startswith(prefix)]
        if query["depth"] == 1:
            paths = sorted({_child_of(prefix, path) for path in paths})
        most = min(query["limit"], MOST_FULL) if query["view"] == "full" else query["limit"]
        page, after = paginate(paths, lambda path: [path], most, query.get("page"), newest_first=False)
        found = [_item(store, path, listed, query["view"]) for path in page]
        return Response({"data": [item for item in found if item], "next_page": after})


class OneMemoryView(MemoryView):
    actions = {"GET": "read", "POST": "write", "DELETE": "forget"}
    shows = stores = frozenset({"POST"})

    @describe("memories_retrieve", "One memory", shapes.MemoryOut, parameters=[*COMMON, shapes.ViewQuery])
    def get(self, request: Request, store_id: str, memory_id: str) -> Response:
        """Reads the memory from its file."""
        query = checked_query(shapes.ViewQuery, request)
        _, store = self.store(request, "read", store_id)
        return Response(shown(store, get_file(store, memory_id), query.get("view", "full")))

    @describe(
        "memories_update",
        "Change a memory",
        shapes.MemoryOut,
        parameters=[*COMMON, shapes.ViewQuery],
        request=shapes.ChangedMemory,
    )
    def post(self, request: Request, store_id: str, memory_id: str) -> Response:
        """Changes content, path or both as one version; with a precondition, only if the content has that hash."""
        query = checked_query(shapes.ViewQuery, request)
        body = checked(shapes.ChangedMemory, request.data)
        connection, store = self.store(request, "write", store_id)
        stores.require_open(store)
        file = get_file(store, memory_id)
        _require(file, (body.get("precondition") or {}).get("content_sha256"))
        changed = files.change(store.tree, file, connection.asked_by, body.get("content"), body.get("path"))
        return Response(shown(store, changed, query.get("view", "basic")))

    @describe("memories_delete", "Delete a memory", shapes.Deleted, parameters=[*COMMON, shapes.DeleteQuery])
    def delete(self, request: Request, store_id: str, memory_id: str) -> Response:
        """Deletes the memory. Its versions stay until each is redacted or the store is deleted."""
        query = checked_query(shapes.DeleteQuery, request)
        connection, store = self.store(request, "forget", store_id)
        file = get_file(store, memory_id)
        _require(file, query.get("expected_content_sha256"))
        files.remove(file, connection.asked_by)
        return Response({"id": memory_id, "type": "memory_deleted"})


def get_file(store: Store, memory_id: str) -> File:
    """The memory's file. Raises NotFound."""
    identifier = memory_id.removeprefix(PREFIX)
    is_valid = memory_id.startswith(PREFIX) and versions.is_file_id(identifier)
    file = files.find(store.tree, identifier) if is_valid else None
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
    """A memory or a folder of a list; None for a memory that has just been deleted."""
    if path not in listed:
        return {"path": path, "type": "memory_prefix"}
    file = files.read(store.tree, listed[path])
    return shown(store, file, view) if file else None


def _child_of(prefix: str, path: str) -> str:
    """The file or folder directly below the prefix on the way to the path."""
    child, slash, _ = path.removeprefix(prefix).partition("/")
    return f"{prefix}{child}{slash}"


def _require(file: File, expected: str | None) -> None:
    """Raises PreconditionFailed if the content has another hash than the expected one."""
    if expected is not None and file.sha256 != expected:
        raise PreconditionFailed(f"The content of the memory has the SHA-256 {file.sha256}; read it again")
