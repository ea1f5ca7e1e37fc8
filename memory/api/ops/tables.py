"""The index table of each kind of memory: what is in it, and building it anew."""

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
    ready = Flag(required=False, help_text="Whether all files are in it.")
    order = order_by("kind", "rows", "bytes")


class Repair(serializers.Serializer[Any]):
    reason = serializers.CharField(help_text="Why the index is being rebuilt or filled.")
    files_done = serializers.IntegerField(help_text="Files that are in the new one.")
    files_total = serializers.IntegerField(help_text="Files that there were when it began.")
    started_at = Moment(help_text="When it began.")


class Asked(serializers.Serializer[Any]):
    asked_at = Moment(help_text="When an operator asked last.")
    reembed = serializers.BooleanField(help_text="Whether all vectors are to be computed again.")


class Table(serializers.Serializer[Any]):
    kind = serializers.CharField(help_text="The kind of memory.")
    table = serializers.CharField(
        allow_null=True, help_text="The generation that answers; null while there has never been one."
    )
    rows = serializers.IntegerField(allow_null=True, help_text="Rows; null when it does not answer.")
    bytes = serializers.IntegerField(
        allow_null=True,
        help_text="Its size as it is stored, with old versions; null when it does not answer.",
    )
    ready = serializers.BooleanField(help_text="Whether all files are in it.")
    embedder = serializers.CharField(allow_null=True, help_text="The model whose vectors it holds.")
    schema_version = serializers.IntegerField(allow_null=True, help_text="The layout of its rows.")
    built_at = Moment(allow_null=True, help_text="When it last changed what answers.")
    repair = Repair(allow_null=True, help_text="What goes on at present.")
    rebuild_request = Asked(allow_null=True, help_text="What operators have asked for, and has not ended.")


class RebuildBody(Strict):
    kinds = serializers.ListField(
        child=serializers.ChoiceField(list(KINDS)),
        required=False,
        min_length=1,
        help_text="These kinds; without it, every kind.",
    )
    reembed = Flag(default=False, help_text="Compute all vectors again, not only those of changed texts.")


class Tables(OpsView):
    """A table for each kind of memory."""

    permission, tag, operation = "memory.view_indextable", "tables", "tables"
    query, answer = TableQuery, page_of(Table)

    def get(self, request: Request) -> Response:
        wanted = checked_query(TableQuery, request)
        found = [table for table in all_tables() if _fits(table, wanted)]
        column, start = wanted["order"].removeprefix("-"), wanted["offset"]
        found.sort(key=lambda table: _sortable(table[column]), reverse=wanted["order"].startswith("-"))
        shown = found[start : start + wanted["limit"]]
        return Response({"total": len(found), "items": Table(shown, many=True).data})


class OneTable(OpsView):
    """One of them."""

    permission, tag, operation = "memory.view_indextable", "tables", "table"
    answer, names_a_row = Table, True

    def get(self, request: Request, kind: str) -> Response:
        found = next((table for table in all_tables() if table["kind"] == kind), None)
        if found is None:
            raise NotFound(f"There is no kind of memory {kind}; there are {', '.join(KINDS)}")
        return Response(Table(found).data)


class Rebuild(OpsView):
    """Has tables built anew from the files, while the old ones go on answering; `tables` shows how it goes."""

    permission, tag, operation = "memory.change_indextable", "tables", "rebuild_tables"
    body, answer, success = RebuildBody, Accepted, 202

    def post(self, request: Request) -> Response:
        asked = checked(RebuildBody, request.data)
        kinds = [KINDS[name] for name in asked.get("kinds", KINDS)]
        what = operations.REEMBED if asked["reembed"] else operations.REBUILD
        tables = IndexTable.objects.filter(pk__in=[kind.name for kind in kinds])
        without = {kind.name for kind in kinds} - set(tables.values_list("pk", flat=True))
        with operations.logged(request, tables, what):
            accepted = rebuild_requests.ask(kinds, asked["reembed"])
        for name in sorted(without):  # it has never had a table
            operations.log_on(request, IndexTable, name, what)
        return Response({"accepted": accepted}, status=202)


def all_tables() -> list[dict[str, Any]]:
    seen = status()["tables"]
    tables = IndexTable.objects.in_bulk()
    repairs = IndexRepair.objects.in_bulk()
    asked = RebuildRequest.objects.in_bulk()
    unknown = {"rows": None, "bytes": None, "ready": False}
    return [
        {"kind": kind, "repair": repairs.get(kind), "rebuild_request": asked.get(kind)}
        | _pointer(tables.get(kind))
        | seen.get(kind, unknown)
        for kind in KINDS
    ]


def _pointer(table: IndexTable | None) -> dict[str, Any]:
    columns = ("table", "embedder", "schema_version", "built_at")
    return {name: getattr(table, name, None) for name in columns}


def _fits(table: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return wanted.get("q", "") in table["kind"] and table["ready"] == wanted.get("ready", table["ready"])


def _sortable(value: str | int | None) -> tuple[bool, str | int]:
    return value is not None, value or 0
