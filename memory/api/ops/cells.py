"""Memory cells: closed stretches of sessions on their way to a file."""

from django.db.models import Q, QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memory.admin import operations
from memory.api import times
from memory.api.ops.base import (
    MOST_IDS,
    Accepted,
    Chosen,
    Filter,
    OpsView,
    Paging,
    answers,
    flag,
    order_by,
    page,
    page_of,
    row,
)
from memory.api.ops.fields import Text
from memory.api.rest.fields import Flag, Moment
from memory.ingest import retry
from memory.models import MemCell

Status = MemCell.Status


def under_way() -> Q:
    return Q(status=Status.PENDING, lease_until__gte=timezone.now())


def failing() -> Q:
    return Q(status=Status.PENDING) & ~Q(error="")


class CellFilter(Filter):
    lookups = {
        "under_way": lambda yes: under_way() if yes else ~under_way(),
        "failing": lambda yes: failing() if yes else ~failing(),
        "created_after": "created_at__gte",
        "created_before": "created_at__lt",
    }
    searched = ("id", "session_id", "error")

    app_id = Text(required=False, help_text="Of this app.")
    project_id = Text(required=False, help_text="Of this project.")
    session_id = Text(required=False, help_text="Of this session.")
    group_id = Text(required=False, help_text="Of this group.")
    status = serializers.ChoiceField(Status.values, required=False, help_text="In this state.")
    failing = Flag(required=False, help_text="Whether they are pending, and their latest attempt failed.")
    under_way = Flag(required=False, help_text="Whether somebody extracts them just now.")
    created_after = Moment(required=False, help_text="Closed at this time or later.")
    created_before = Moment(required=False, help_text="Closed before this time.")


class CellQuery(CellFilter, Paging):
    order = order_by("-created_at", "available_at", "attempts", "first_timestamp_ms")


class ChosenCells(Chosen):
    ids = serializers.ListField(child=Text(), required=False, max_length=MOST_IDS, help_text="These cells.")
    filter = CellFilter(required=False, help_text="All cells of which this is true.")


class Cell(serializers.Serializer[MemCell]):
    id = serializers.CharField(help_text="The cell.")
    app_id = serializers.CharField(help_text="The app.")
    project_id = serializers.CharField(help_text="The project.")
    session_id = serializers.CharField(help_text="The session.")
    group_id = serializers.CharField(allow_null=True, help_text="The group that gets the episode too.")
    status = serializers.ChoiceField(Status.values, help_text="`done` when its episodes are on disk.")
    under_way = serializers.BooleanField(help_text="Whether somebody extracts it just now.")
    attempts = serializers.IntegerField(help_text="How often that was tried.")
    available_at = Moment(help_text="Not tried again in the background before.")
    error = serializers.CharField(help_text="Why the latest attempt failed.")
    message_count = serializers.IntegerField(help_text="How many messages it has, or had.")
    first_said_at = serializers.SerializerMethodField(help_text="The time of the first of them.")
    last_said_at = serializers.SerializerMethodField(help_text="And of the last one.")
    owners = serializers.ListField(
        child=serializers.CharField(), help_text="Ids of the users who get the episode."
    )
    entries = serializers.DictField(
        child=serializers.CharField(), help_text="Of each of them, the entry on disk."
    )
    group_entry = serializers.CharField(help_text="The entry of the group's episode.")
    created_at = Moment(help_text="When it was closed.")
    finished_at = Moment(allow_null=True, help_text="When its episodes were on disk.")

    def get_first_said_at(self, cell: MemCell) -> str:
        return times.render_ms(cell.first_timestamp_ms)

    def get_last_said_at(self, cell: MemCell) -> str:
        return times.render_ms(cell.last_timestamp_ms)


class Cells(OpsView):
    permission = "memory.view_memcell"

    @extend_schema(
        tags=["cells"], operation_id="cells", parameters=[CellQuery], responses=answers(page_of(Cell), 422)
    )
    def get(self, request: Request) -> Response:
        """Memory cells, the latest first."""
        return page(request, CellQuery, all_cells(), Cell)


class OneCell(OpsView):
    permission = "memory.view_memcell"

    @extend_schema(tags=["cells"], operation_id="cell", responses=answers(Cell, 404))
    def get(self, request: Request, id: str) -> Response:
        """One of them. Its messages: `GET /api/ops/messages?cell=<id>`, until it is done."""
        return Response(Cell(row(all_cells(), "memory cell", pk=id)).data)


class Retry(OpsView):
    permission = "memory.change_memcell"

    @extend_schema(
        tags=["cells"], operation_id="retry_cells", request=ChosenCells,
        responses=answers(Accepted, 422, of=202),
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Has pending cells extracted now, whatever their next attempt was set to; others are passed over."""
        cells = ChosenCells.rows(request, MemCell.objects.filter(status=Status.PENDING))
        with operations.logged(request, cells, operations.EXTRACTION):
            accepted = retry.soon(cells)
        return Response({"accepted": accepted}, status=202)


def all_cells() -> QuerySet[MemCell]:
    return MemCell.objects.annotate(under_way=flag(under_way()))
