"""Memory cells: closed stretches of sessions on their way to a file."""

from django.db.models import Q, QuerySet
from django.utils import timezone
from rest_framework import serializers

from memory.admin.operations import EXTRACT_AGAIN
from memory.api import times
from memory.api.ops.base import MOST_IDS, Action, Chosen, Filter, OneRow, Paging, RowList, flag, order_by
from memory.api.ops.fields import Text
from memory.api.rest.fields import Flag, Moment
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
    model = MemCell

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


def all_cells() -> QuerySet[MemCell]:
    return MemCell.objects.annotate(under_way=flag(under_way()))


class Cells(RowList):
    """Memory cells, the latest first."""

    permission, tag, operation = "memory.view_memcell", "cells", "cells"
    rows, query, item = all_cells, CellQuery, Cell


class OneCell(OneRow):
    """One of them. Its messages: `GET /api/ops/messages?cell=<id>`, until it is done."""

    permission, tag, operation = "memory.view_memcell", "cells", "cell"
    rows, answer, noun = all_cells, Cell, "memory cell"


class Retry(Action):
    """Has pending cells extracted now, whatever their next attempt was set to; others are passed over."""

    permission, tag, operation = "memory.change_memcell", "cells", "retry_cells"
    body, of = ChosenCells, EXTRACT_AGAIN
