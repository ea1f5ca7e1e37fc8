"""The index table of each kind of memory, and rebuilding it."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from cascade import rebuild_requests
from cascade.models import IndexRepair, RebuildRequest
from cascade.status import status
from memory.admin import operations
from memory.api.ops.base import Accepted, OpsView, Paging, order_by, page_of
from memory.api.ops.fields import Strict, Text
from memory.api.rest.fields import Flag, Moment
from memory.api.rest.views import checked, checked_query
from memory.kinds.registry import KINDS
from memory.models import IndexTable


class TableQuery(Paging):
    q = Text(required=False, longest=200, help_text="A part of the kind's name.")
    ready = Flag(required=False, help_text="Whether all files are indexed in it.")
    order = order_by("kind", "rows", "bytes")


class Repair(serializers.Serializer[Any]):
    reason = serializers.CharField(help_text="Why the table is being rebuilt or filled.")
    files_done = serializers.IntegerField(help_text="The number of files that are indexed in the new table.")
    files_total = serializers.IntegerField(help_text="The number of files at its start.")
    started_at = Moment(help_text="When it started.")


class Asked(serializers.Serializer[Any]):
    asked_at = Moment(help_text="The time of the latest request.")
    reembed = serializers.BooleanField(help_text="Whether all vectors are computed again.")


class Table(serializers.Serializer[Any]):
    kind = serializers.CharField(help_text="The kind of memory.")
    table = serializers.CharField(
        allow_null=True, help_text="The generation in use; null if there has never been one."
    )
    rows = serializers.IntegerField(
        allow_null=True, help_text="The number of rows; null if the index does not answer."
    )
    bytes = serializers.IntegerField(
        allow_null=True,
        help_text="The size on disk, including old versions; null if the index does not answer.",
    )
    ready = serializers.BooleanField(help_text="Whether all files are indexed in it.")
    embedder = serializers.CharField(allow_null=True, help_text="The model of its vectors.")
    schema_version = serializers.IntegerField(allow_null=True, help_text="The version of its schema.")
    built_at = Moment(allow_null=True, help_text="When the generation in use was built.")
    repair = Repair(allow_null=True, help_text="The rebuild or filling in progress.")
    rebuild_request = Asked(allow_null=True, help_text="The request of an operator that is not done yet.")


class RebuildBody(Strict):
    kinds = serializers.ListField(
        child=serializers.ChoiceField(list(KINDS)),
        required=False,
        min_length=1,
        help_text="The kinds; by default all.",
    )
    reembed = Flag(default=False, help_text="Whether to compute all vectors again.")


class Tables(OpsView):
    """The index tables, one for each kind of memory."""

    permission, tag, operation = "memory.view_indextable", "tables", "tables"
    query, answer = TableQuery, page_of(Table)

    def get(self, request: Request) -> Response:
        query = checked_query(TableQuery, request)
        found = [table for table in all_tables() if _matches(table, query)]
        column, start = query["order"].removeprefix("-"), query["offset"]
        found.sort(key=lambda table: _sort_key(table[column]), reverse=query["order"].startswith("-"))
        page = found[start : start + query["limit"]]
        return Response({"total": len(found), "items": Table(page, many=True).data})


class OneTable(OpsView):
    """The table of one kind of memory."""

    permission, tag, operation = "memory.view_indextable", "tables", "table"
    answer, names_a_row = Table, True

    def get(self, request: Request, kind: str) -> Response:
        found = next((table for table in all_tables() if table["kind"] == kind), None)
        if found is None:
            raise NotFound(f"There is no kind of memory {kind}; there are {', '.join(KINDS)}")
        return Response(Table(found).data)


class Rebuild(OpsView):
    """Rebuilds tables from the files while the old ones stay in use; `tables` shows the progress."""

    permission, tag, operation = "memory.change_indextable", "tables", "rebuild_tables"
    body, answer, success = RebuildBody, Accepted, 202

    def post(self, request: Request) -> Response:
        body = checked(RebuildBody, request.data)
        kinds = [KINDS[name] for name in body.get("kinds", KINDS)]
        action = operations.REEMBED if body["reembed"] else operations.REBUILD
        tables = IndexTable.objects.filter(pk__in=[kind.name for kind in kinds])
        without_table = {kind.name for kind in kinds} - set(tables.values_list("pk", flat=True))
        with operations.logged(request, tables, action):
            accepted = rebuild_requests.ask(kinds, body["reembed"])
        for name in sorted(without_table):
            operations.log_on(request, IndexTable, name, action)
        return Response({"accepted": accepted}, status=202)


def all_tables() -> list[dict[str, Any]]:
    sizes = status()["tables"]
    tables = IndexTable.objects.in_bulk()
    repairs = IndexRepair.objects.in_bulk()
    rebuilds = RebuildRequest.objects.in_bulk()
    unknown = {"rows": None, "bytes": None, "ready": False}
    return [
        {"kind": kind, "repair": repairs.get(kind), "rebuild_request": rebuilds.get(kind)}
        | _generation(tables.get(kind))
        | sizes.get(kind, unknown)
        for kind in KINDS
    ]


def _generation(table: IndexTable | None) -> dict[str, Any]:
    columns = ("table", "embedder", "schema_version", "built_at")
    return {name: getattr(table, name, None) for name in columns}


def _matches(table: dict[str, Any], query: dict[str, Any]) -> bool:
    return query.get("q", "") in table["kind"] and table["ready"] == query.get("ready", table["ready"])


def _sort_key(value: str | int | None) -> tuple[bool, str | int]:
    return value is not None, value or 0
