"""Memory cells, from the closing of a cell until its episodes are on disk."""

from rest_framework import serializers

from memory import times
from memory.admin.operations import EXTRACT_AGAIN
from memory.api.ops.base import (
    MOST_IDS,
    Action,
    Chosen,
    Filter,
    OneRow,
    Paging,
    RowList,
    order_by,
    rows_with,
    whether,
)
from memory.api.ops.fields import Text
from memory.api.rest.fields import Flag, Moment
from memory.coordination.backoff import failing, under_way
from memory.models import MemCell

Status = MemCell.Status


class CellFilter(Filter):
    lookups = {
        "under_way": whether(under_way),
        "failing": whether(failing),
        "created_after": "created_at__gte",
        "created_before": "created_at__lt",
    }
    searched = ("id", "session_id", "error", "note")

    app_id = Text(required=False, help_text="Cells of this app.")
    project_id = Text(required=False, help_text="Cells of this project.")
    session_id = Text(required=False, help_text="Cells of this session.")
    group_id = Text(required=False, help_text="Cells of this group.")
    status = serializers.ChoiceField(Status.values, required=False, help_text="Cells with this status.")
    failing = Flag(required=False, help_text="Whether they are pending and their latest attempt failed.")
    under_way = Flag(required=False, help_text="Whether a worker is extracting them now.")
    created_after = Moment(required=False, help_text="Closed at this time or later.")
    created_before = Moment(required=False, help_text="Closed before this time.")


class CellQuery(CellFilter, Paging):
    order = order_by("-created_at", "available_at", "attempts", "first_timestamp_ms")


class ChosenCells(Chosen):
    model = MemCell

    ids = serializers.ListField(child=Text(), required=False, max_length=MOST_IDS, help_text="These cells.")
    filter = CellFilter(required=False, help_text="All cells that meet these conditions.")


class Cell(serializers.Serializer[MemCell]):
    id = serializers.CharField(help_text="The id of the cell.")
    app_id = serializers.CharField(help_text="The app.")
    project_id = serializers.CharField(help_text="The project.")
    session_id = serializers.CharField(help_text="The session.")
    group_id = serializers.CharField(allow_null=True, help_text="The group that also gets an episode.")
    status = serializers.ChoiceField(Status.values, help_text="`done` when its episodes are on disk.")
    under_way = serializers.BooleanField(help_text="Whether a worker is extracting it now.")
    attempts = serializers.IntegerField(help_text="The number of attempts to extract it.")
    available_at = Moment(help_text="The time of the next attempt in the background.")
    error = serializers.CharField(help_text="The error of the latest attempt.")
    note = serializers.CharField(help_text="What rules made of it because of the budget for models, and why.")
    message_count = serializers.IntegerField(help_text="The number of its messages.")
    first_said_at = serializers.SerializerMethodField(help_text="The time of its first message.")
    last_said_at = serializers.SerializerMethodField(help_text="The time of its last message.")
    owners = serializers.ListField(
        child=serializers.CharField(), help_text="Ids of the users who get an episode."
    )
    entries = serializers.DictField(
        child=serializers.CharField(), help_text="The entry of the episode, by user."
    )
    group_entry = serializers.CharField(help_text="The entry of the group's episode.")
    created_at = Moment(help_text="When it was closed.")
    finished_at = Moment(allow_null=True, help_text="When its episodes were on disk.")

    def get_first_said_at(self, cell: MemCell) -> str:
        return times.render_ms(cell.first_timestamp_ms)

    def get_last_said_at(self, cell: MemCell) -> str:
        return times.render_ms(cell.last_timestamp_ms)


all_cells = rows_with(MemCell, under_way=under_way)


class Cells(RowList):
    """Memory cells, the latest first."""

    permission, tag, operation = "memory.view_memcell", "cells", "cells"
    rows, query, item = all_cells, CellQuery, Cell


class OneCell(OneRow):
    """One memory cell. Until it is done, `GET /api/ops/messages?cell=<id>` lists its messages."""

    permission, tag, operation = "memory.view_memcell", "cells", "cell"
    rows, answer, noun = all_cells, Cell, "memory cell"


class Retry(Action):
    """Has pending cells extracted now instead of at their next attempt; skips others."""

    permission, tag, operation = "memory.change_memcell", "cells", "retry_cells"
    body, performs = ChosenCells, EXTRACT_AGAIN
