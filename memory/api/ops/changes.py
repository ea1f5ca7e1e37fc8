"""The queue of changed files, and how many rows the index has of each file."""

from rest_framework import serializers

from cascade.models import MdChangeState
from cascade.operations import ENQUEUE, RETRY_FAILED
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
from memory.api.rest.fields import Flag, Integer, Moment
from memory.coordination.backoff import under_way
from memory.kinds.registry import KINDS

Status = MdChangeState.Status


class ChangeFilter(Filter):
    lookups = {
        "under": "path__startswith",
        "under_way": whether(under_way),
        "enqueued_after": "enqueued_at__gte",
        "enqueued_before": "enqueued_at__lt",
    }
    searched = ("path", "error")

    status = serializers.ChoiceField(Status.values, required=False, help_text="Files with this status.")
    kind = serializers.ChoiceField(list(KINDS), required=False, help_text="Files of this kind of memory.")
    under = Text(required=False, longest=1_000, help_text="Files whose path begins with this.")
    under_way = Flag(required=False, help_text="Whether a worker is indexing them now.")
    enqueued_after = Moment(required=False, help_text="Enqueued at this time or later.")
    enqueued_before = Moment(required=False, help_text="Enqueued before this time.")


class ChangeQuery(ChangeFilter, Paging):
    order = order_by("-lsn", "enqueued_at", "done_at", "path", "entries", "attempts")


class ChosenChanges(Chosen):
    model = MdChangeState

    ids = serializers.ListField(child=Integer(), required=False, max_length=MOST_IDS, help_text="These rows.")
    filter = ChangeFilter(required=False, help_text="All rows that meet these conditions.")


class Change(serializers.Serializer[MdChangeState]):
    id = serializers.IntegerField(help_text="The id of the row.")
    path = serializers.CharField(help_text="The file, relative to the memory root.")
    kind = serializers.CharField(help_text="The kind of memory in it.")
    status = serializers.ChoiceField(
        Status.values, help_text="`done`: the index is up to date with the file; `failed`: see `error`."
    )
    under_way = serializers.BooleanField(help_text="Whether a worker is indexing it now.")
    lsn = serializers.IntegerField(help_text="The number of its latest change.")
    attempts = serializers.IntegerField(help_text="Failed attempts since that change.")
    available_at = Moment(
        allow_null=True, help_text="The time of the next attempt; null: not before the file changes."
    )
    error = serializers.CharField(help_text="The error of the latest attempt.")
    entries = serializers.IntegerField(help_text="The number of its rows in the index.")
    size = serializers.IntegerField(allow_null=True, help_text="Its size in bytes when it was last read.")
    enqueued_at = Moment(help_text="When it was last enqueued.")
    done_at = Moment(allow_null=True, help_text="When it was last indexed.")


all_changes = rows_with(MdChangeState, under_way=under_way)


class Changes(RowList):
    """All files that the server knows, the latest change first."""

    permission, tag, operation = "cascade.view_mdchangestate", "changes", "changes"
    rows, query, item = all_changes, ChangeQuery, Change


class OneChange(OneRow):
    """One file."""

    permission, tag, operation = "cascade.view_mdchangestate", "changes", "change"
    rows, answer, noun = all_changes, Change, "change"


class Enqueue(Action):
    """Has files compared with the index again, even if they have not changed."""

    permission, tag, operation = "cascade.change_mdchangestate", "changes", "enqueue_changes"
    body, performs = ChosenChanges, ENQUEUE


class Retry(Action):
    """Puts failed files back into the queue; skips others."""

    permission, tag, operation = "cascade.change_mdchangestate", "changes", "retry_changes"
    body, performs = ChosenChanges, RETRY_FAILED
