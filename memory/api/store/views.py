"""The calls of the store: those of a LangGraph server, and a batch of many operations."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api import bodies
from memory.api.charges import Weights, weights
from memory.api.permission import require, require_action
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import caller_of, requester_name
from memory.api.rest.errors import Refusal, detail_response, exception_handler
from memory.api.rest.views import JsonView, checked, checked_query
from memory.api.store import batch, convert, serializers
from memory.api.store.batch import BatchBody, BatchResults
from memory.api.store.serializers import DEFAULT_AGENT
from memory.errors import DamagedDocument, DocumentChanged
from memory.forgetting import work
from memory.grants import Action, readable
from memory.keyed import documents
from memory.keyed.items import Items, Namespace
from memory.scope import Owner, Scope, agent, user

FAILURES = {
    403: OpenApiResponse(Refusal, "The key does not allow it."),
    422: OpenApiResponse(Refusal, "The body or the query is not valid."),
    503: OpenApiResponse(Refusal, "Something that the call needs is unavailable; nothing was changed."),
}
DONE = {204: OpenApiResponse(description="It is done."), **FAILURES}
Values = dict[str, str]  # of the serializer OwnerQuery


class StoreView(JsonView):
    answer_exception = exception_handler(
        detail_response, bad_input=422, shown={DamagedDocument: 503, DocumentChanged: 503}
    )


class ItemsView(StoreView):
    actions = {"GET": "read", "PUT": "write", "DELETE": "forget"}
    stores = frozenset({"PUT"})

    @extend_schema(
        operation_id="get_item",
        parameters=[serializers.GetQuery],
        responses={200: serializers.ItemOrNull, **FAILURES},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """One item, or null if there is none under the key."""
        query = checked_query(serializers.GetQuery, request)
        items = readable_items(request, query)
        item = items.get(query["namespace"], query["key"], convert.refreshes(query))
        if item is None:
            return JsonResponse(None, safe=False)  # the framework would send an empty body
        return Response(convert.item_response(item))

    @extend_schema(
        operation_id="put_item", parameters=[serializers.OwnerQuery], request=serializers.Put, responses=DONE
    )
    def put(self, request: Request) -> Response:
        """Stores an object under a key, replacing an earlier one. It is a file on disk when the call returns."""
        put = convert.to_put(checked(serializers.Put, request.data))
        require_items(request, _owner_query(request), "write").put([put])
        return Response(status=204)

    @extend_schema(
        operation_id="delete_item",
        parameters=[serializers.OwnerQuery],
        request=serializers.Named,
        responses=DONE,
    )
    def delete(self, request: Request) -> Response:
        """Forgets an item. It is no error if there is none."""
        body = checked(serializers.Named, request.data)
        query = _owner_query(request)
        items = require_items(request, query, "forget")
        _forget(request, query, items, [(body["namespace"], body["key"])])
        return Response(status=204)


class SearchView(StoreView):
    actions = {"POST": "read"}

    @extend_schema(
        operation_id="search_items",
        parameters=[serializers.OwnerQuery],
        request=serializers.Search,
        responses={200: serializers.FoundItems, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """Items below a namespace: the best matches of a query, or without one the oldest first."""
        search = convert.to_search(checked(serializers.Search, request.data))
        found = readable_items(request, _owner_query(request)).search(search)
        return Response({"items": [convert.search_result(item) for item in found]})


class NamespacesView(StoreView):
    actions = {"POST": "read"}

    @extend_schema(
        operation_id="list_namespaces",
        parameters=[serializers.OwnerQuery],
        request=serializers.Namespaces,
        responses={200: serializers.KnownNamespaces, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """Namespaces that contain items."""
        body = checked(serializers.Namespaces, request.data)
        items = readable_items(request, _owner_query(request))
        page = body["max_depth"], body["limit"], body["offset"]
        return Response({"namespaces": items.namespaces(convert.to_matches(body), *page)})


class BatchView(StoreView):
    @classmethod
    def weigh(cls, request: HttpRequest) -> Weights:
        """A batch counts as its operations would one by one."""
        return weights(batch.kinds_of(bodies.glimpse(request)))

    @classmethod
    def stores_with(cls, request: HttpRequest) -> bool:
        return batch.stores_something(bodies.glimpse(request))

    def check_action(self, request: Request) -> None:
        """Checked in `post`, since each operation has its own action."""

    @extend_schema(
        operation_id="batch",
        parameters=[serializers.OwnerQuery],
        request=BatchBody,
        responses={200: BatchResults, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """Executes several operations. All reads see the state before the batch; if several operations write the same
        item, the last one counts."""
        operations = batch.parse_operations(request.data)
        query = _owner_query(request)
        for action in dict.fromkeys(each.action for each in operations):
            require_action(caller_of(request), action)
            if action != "read":
                require_items(request, query, action)
        items = readable_items(request, query)
        results = [None if each.op == "put" else batch.read(each, items) for each in operations]
        self._write(request, query, batch.final_writes(operations))
        return Response({"results": results})

    def _write(self, request: Request, query: Values, writes: list[batch.Operation]) -> None:
        puts = [convert.to_put(each.values) for each in writes if each.action == "write"]
        note_accepted(request, len(puts))
        if puts:
            require_items(request, query, "write").put(puts)
        deleted = [each.item_key for each in writes if each.action == "forget"]
        if deleted:
            _forget(request, query, require_items(request, query, "forget"), deleted)


def _owner_query(request: Request) -> dict[str, Any]:
    return checked_query(serializers.OwnerQuery, request)


def _forget(request: Request, query: Values, items: Items, keys: Iterable[tuple[Namespace, str]]) -> None:
    """Forgets the items that exist; they can no longer be found when this returns."""
    paths = (path for key in keys if documents.exists(path := items.path(*key)))
    work.forget_files(scope_of(query), paths, requester_name(request))


def scope_of(query: Values) -> Scope:
    return Scope(query["app_id"], query["project_id"])


def owner_of(query: Values) -> Owner:
    return user(query["user_id"]) if "user_id" in query else agent(query.get("agent_id", DEFAULT_AGENT))


def readable_items(request: Request, query: Values) -> Items:
    """The owner's items, or those of an owner without any if the caller may not read them."""
    scope = scope_of(query)
    return Items(scope, readable(caller_of(request), scope, owner_of(query)))


def require_items(request: Request, query: Values, action: Action) -> Items:
    """The owner's items, if the caller may do the action with them. Raises Forbidden."""
    scope, owner = scope_of(query), owner_of(query)
    require(request, action, scope, owner)
    return Items(scope, owner)
