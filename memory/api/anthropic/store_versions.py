"""The calls about the versions of a store's memories."""

import hashlib
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api import times
from memory.api.anthropic import store_serializers as shapes
from memory.api.anthropic.errors import NotFound
from memory.api.anthropic.pages import page_of
from memory.api.anthropic.store_memories import MOST_FULL, PREFIX, VERSION
from memory.api.anthropic.stores import BOUNDS, COMMON, FAILURES, StoreView, within
from memory.api.rest.views import checked_query
from memory.forgetting import work
from memory.keyed import versions
from memory.keyed.stores import Store
from memory.keyed.versions import Version

TAGS = ["versions of memories"]
OPERATION = {"add": "created", "update": "modified", "delete": "deleted"}
KEY = "apikey_"


class VersionsView(StoreView):
    actions = {"GET": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="memory_versions_list",
        summary="List versions of memories",
        parameters=[*COMMON, *BOUNDS, shapes.VersionsQuery],
        responses={200: shapes.VersionPage, **FAILURES},
    )
    def get(self, request: Request, store_id: str) -> Response:
        """The newest first, also of memories that are deleted."""
        asked = checked_query(shapes.VersionsQuery, request)
        _, store = self.store(request, "read", store_id)
        memory = asked.get("memory_id")
        of_one = None if memory is None else memory.removeprefix(PREFIX) if memory.startswith(PREFIX) else ""
        found = [each for each in versions.versions_of(store.tree, of_one) if _is_asked(each, asked)]
        most = min(asked["limit"], MOST_FULL) if asked["view"] == "full" else asked["limit"]
        page, after = page_of(found, versions.order_of, most, asked.get("page"), newest_first=True)
        return Response({"data": [shown(store, each, asked["view"]) for each in page], "next_page": after})


class OneVersionView(StoreView):
    actions = {"GET": "read"}

    @extend_schema(
        tags=TAGS,
        operation_id="memory_versions_retrieve",
        summary="One version of a memory",
        parameters=[*COMMON, shapes.ViewQuery],
        responses={200: shapes.VersionOut, **FAILURES},
    )
    def get(self, request: Request, store_id: str, version_id: str) -> Response:
        """What the memory said then; nothing, where it was redacted."""
        asked = checked_query(shapes.ViewQuery, request)
        _, store = self.store(request, "read", store_id)
        return Response(shown(store, _known(store, version_id), asked.get("view", "full")))


class RedactView(StoreView):
    actions = {"POST": "forget"}

    @extend_schema(
        tags=TAGS,
        operation_id="memory_versions_redact",
        summary="Redact a version of a memory",
        parameters=COMMON,
        request=None,
        responses={200: shapes.VersionOut, **FAILURES},
    )
    def post(self, request: Request, store_id: str, version_id: str) -> Response:
        """Its words are removed for good: from the history now, from what index and databases keep within seconds."""
        connection, store = self.store(request, "forget", store_id)
        work.redact(store.tree, _known(store, version_id), connection.asked_by)
        return Response(shown(store, _known(store, version_id), "full"))


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


def _known(store: Store, version_id: str) -> Version:
    """Raises NotFound."""
    is_one = version_id.startswith(VERSION)
    found = versions.find(store.tree, version_id.removeprefix(VERSION)) if is_one else None
    if found is None:
        raise NotFound(f"There is no version {version_id[:150]} in {store.id}")
    return found


def _is_asked(version: Version, asked: dict[str, Any]) -> bool:
    if asked.get("session_id") or asked.get("service_account_id"):
        return False  # nobody but users of keys writes here
    actor = _actor(version.change.by) or {}
    return (
        within(asked, version.change.at)
        and asked.get("operation") in (None, OPERATION[version.change.event])
        and asked.get("api_key_id") in (None, actor.get("api_key_id"))
    )


def _actor(by: str) -> dict[str, str] | None:
    """Whoever came without a key, or has changed the file by hand, is not known."""
    return {"type": "api_actor", "api_key_id": f"{KEY}{by.removeprefix('key ')}"} if by else None
