"""The calls about versions of a store's memories."""

import hashlib
from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from memory import times
from memory.api.anthropic import store_serializers as shapes
from memory.api.anthropic.pages import paginate
from memory.api.anthropic.store_memories import MOST_FULL, PREFIX, VERSION
from memory.api.anthropic.stores import BOUNDS, COMMON, StoreView, describe, within
from memory.api.rest.views import checked_query
from memory.forgetting import work
from memory.keyed import versions
from memory.keyed.stores import Store
from memory.keyed.versions import Version

OPERATION = {"add": "created", "update": "modified", "delete": "deleted"}
KEY = "apikey_"


class VersionView(StoreView):
    tag = "versions of memories"


class VersionsView(VersionView):
    actions = {"GET": "read"}

    @describe(
        "memory_versions_list",
        "List versions of memories",
        shapes.VersionPage,
        parameters=[*COMMON, *BOUNDS, shapes.VersionsQuery],
    )
    def get(self, request: Request, store_id: str) -> Response:
        """Versions, the newest first, including those of deleted memories."""
        query = checked_query(shapes.VersionsQuery, request)
        _, store = self.store(request, "read", store_id)
        memory = query.get("memory_id")
        file_id = None if memory is None else memory.removeprefix(PREFIX) if memory.startswith(PREFIX) else ""
        found = [each for each in versions.versions_of(store.tree, file_id) if _matches(each, query)]
        most = min(query["limit"], MOST_FULL) if query["view"] == "full" else query["limit"]
        page, after = paginate(found, versions.order_of, most, query.get("page"), newest_first=True)
        return Response({"data": [shown(store, each, query["view"]) for each in page], "next_page": after})


class OneVersionView(VersionView):
    actions = {"GET": "read"}

    @describe(
        "memory_versions_retrieve",
        "One version of a memory",
        shapes.VersionOut,
        parameters=[*COMMON, shapes.ViewQuery],
    )
    def get(self, request: Request, store_id: str, version_id: str) -> Response:
        """The version with its content, or without it if it was redacted."""
        query = checked_query(shapes.ViewQuery, request)
        _, store = self.store(request, "read", store_id)
        return Response(shown(store, _get_version(store, version_id), query.get("view", "full")))


class RedactView(VersionView):
    actions = {"POST": "forget"}

    @describe(
        "memory_versions_redact",
        "Redact a version of a memory",
        shapes.VersionOut,
        parameters=COMMON,
        request=None,
    )
    def post(self, request: Request, store_id: str, version_id: str) -> Response:
        """Removes the content for good: from the history at once, from the index and databases within seconds."""
        connection, store = self.store(request, "forget", store_id)
        work.redact(store.tree, _get_version(store, version_id), connection.asked_by)
        return Response(shown(store, _get_version(store, version_id), "full"))


def shown(store: Store, version: Version, view: str) -> dict[str, Any]:
    change = version.change
    content = change.new
    return {
        "id": f"{VERSION}{version.id}",
        "type": "memory_version",
        "memory_store_id": store.id,
        "memory_id": f"{PREFIX}{version.file_id}",
        "operation": OPERATION[change.event],
        "path": change.path,
        "content": content if view == "full" else None,
        "content_sha256": None if content is None else hashlib.sha256(content.encode()).hexdigest(),
        "content_size_bytes": None if content is None else len(content.encode()),
        "created_at": times.render(change.at),
        "created_by": _actor(change.by),
        "redacted_at": times.render(redacted) if (redacted := change.redacted) else None,
        "redacted_by": _actor(change.redacted_by),
    }


def _get_version(store: Store, version_id: str) -> Version:
    """Raises NotFound."""
    is_valid = version_id.startswith(VERSION)
    version = versions.find(store.tree, version_id.removeprefix(VERSION)) if is_valid else None
    if version is None:
        raise NotFound(f"There is no version {version_id[:150]} in {store.id}")
    return version


def _matches(version: Version, asked: dict[str, Any]) -> bool:
    if asked.get("session_id") or asked.get("service_account_id"):
        return False  # only users of keys write here
    actor = _actor(version.change.by) or {}
    return (
        within(asked, version.change.at)
        and asked.get("operation") in (None, OPERATION[version.change.event])
        and asked.get("api_key_id") in (None, actor.get("api_key_id"))
    )


def _actor(by: str) -> dict[str, str] | None:
    """The key that made a change; None without a key or if the file was edited by hand."""
    return {"type": "api_actor", "api_key_id": f"{KEY}{by.removeprefix('key ')}"} if by else None
