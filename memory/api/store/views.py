"""The calls of the store. The first three are those of a LangGraph server; a batch carries out many at once."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.permission import require_action
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import caller_of, requester_name
from memory.api.rest.views import JsonView, checked, checked_query
from memory.api.store import batch, convert, serializers
from memory.api.store.batch import BatchBody, BatchResults
from memory.api.store.errors import exception_handler
from memory.api.store.owner import Values, changed_items, read_items, scope_of
from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.keyed import documents
from memory.keyed.items import Items, Namespace

FAILURES = {
    403: OpenApiResponse(serializers.Refusal, "The key is not for this."),
    422: OpenApiResponse(serializers.Refusal, "Something in the request is not what it must be."),
    503: OpenApiResponse(
        serializers.Refusal, "Something that this needs cannot answer; nothing was changed."
    ),
}
DONE = {204: OpenApiResponse(description="It is done."), **FAILURES}


class StoreView(JsonView):
    answer_exception = exception_handler


class ItemsView(StoreView):
    actions = {"GET": "read", "PUT": "write", "DELETE": "forget"}

    @extend_schema(
        operation_id="get_item",
        parameters=[serializers.GetQuery],
        responses={200: serializers.ItemOut(allow_null=True), **FAILURES},
    )
    def get(self, request: Request) -> Response:
        """One item; null where there is none under the key."""
        asked = checked_query(serializers.GetQuery, request)
        found = read_items(request, asked).get(asked["namespace"], asked["key"], convert.refreshes(asked))
        return Response(None if found is None else convert.shown(found))

    @extend_schema(
        operation_id="put_item", parameters=[serializers.Whose], request=serializers.Put, responses=DONE
    )
    def put(self, request: Request) -> Response:
        """Stores an object under a key, in the place of the earlier one. It is a file on disk when this answers."""
        put = convert.put_of(checked(serializers.Put, request.data))
        changed_items(request, _whose(request), "write").put([put])
        return Response(status=204)

    @extend_schema(
        operation_id="delete_item",
        parameters=[serializers.Whose],
        request=serializers.Named,
        responses=DONE,
    )
    def delete(self, request: Request) -> Response:
        """Forgets an item; one that is not there is no error."""
        named = checked(serializers.Named, request.data)
        whose = _whose(request)
        _forget(request, whose, changed_items(request, whose, "forget"), [(named["namespace"], named["key"])])
        return Response(status=204)


class SearchView(StoreView):
    actions = {"POST": "read"}

    @extend_schema(
        operation_id="search_items",
        parameters=[serializers.Whose],
        request=serializers.Search,
        responses={200: serializers.FoundItems, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """Items below a namespace: by meaning where there is a query, else the oldest first."""
        search = convert.search_of(checked(serializers.Search, request.data))
        found = read_items(request, _whose(request)).search(search)
        return Response({"items": [convert.shown_found(item) for item in found]})


class NamespacesView(StoreView):
    actions = {"POST": "read"}

    @extend_schema(
        operation_id="list_namespaces",
        parameters=[serializers.Whose],
        request=serializers.Namespaces,
        responses={200: serializers.KnownNamespaces, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """Namespaces in which there are items."""
        asked = checked(serializers.Namespaces, request.data)
        items = read_items(request, _whose(request))
        page = asked["max_depth"], asked["limit"], asked["offset"]
        return Response({"namespaces": items.namespaces(convert.matches_of(asked), *page)})


class BatchView(StoreView):
    def check_action(self, request: Request) -> None:
        """Each operation says what it does."""

    @extend_schema(
        operation_id="batch",
        parameters=[serializers.Whose],
        request=BatchBody,
        responses={200: BatchResults, **FAILURES},
    )
    def post(self, request: Request) -> Response:
        """Carries out operations: all that read see what was there before, and of several that write one item the last
        one counts."""
        operations = batch.operations_of(request.data)
        whose = _whose(request)
        for action in dict.fromkeys(each.action for each in operations):
            require_action(caller_of(request), action)
            if action != "read":
                changed_items(request, whose, action)
        items = read_items(request, whose)
        results = [None if each.op == "put" else batch.read(each, items) for each in operations]
        self._write(request, whose, batch.last_of_each(operations))
        return Response({"results": results})

    def _write(self, request: Request, whose: Values, last: list[batch.Operation]) -> None:
        puts = [convert.put_of(each.given) for each in last if each.action == "write"]
        note_accepted(request, len(puts))
        if puts:
            changed_items(request, whose, "write").put(puts)
        gone = [each.place for each in last if each.action == "forget"]
        if gone:
            _forget(request, whose, changed_items(request, whose, "forget"), gone)


def _whose(request: Request) -> dict[str, Any]:
    return checked_query(serializers.Whose, request)


def _forget(request: Request, whose: Values, items: Items, places: Iterable[tuple[Namespace, str]]) -> None:
    """Those that are there; nobody finds them any more when this returns."""
    paths = [path for place in places if documents.exists(path := items.path(*place))]
    if paths:
        selection = Selection(scope=scope_of(whose), paths=tuple(map(str, paths)))
        work.forget(selection, asked_by=requester_name(request), until="removed")
