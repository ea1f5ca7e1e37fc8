"""The queue of changed files, and what the index holds of each file."""

from django.db.models import Q, QuerySet
from django.utils import timezone
from rest_framework import serializers

from cascade.models import MdChangeState
from cascade.operations import ENQUEUE, RETRY_FAILED
from memory.api.ops.base import MOST_IDS, Action, Chosen, Filter, OneRow, Paging, RowList, flag, order_by
from memory.api.ops.fields import Text
from memory.api.rest.fields import Flag, Integer, Moment
from memory.kinds.registry import KINDS

Status = MdChangeState.Status


def under_way() -> Q:
    return Q(status=Status.PENDING, lease_until__gte=timezone.now())


class ChangeFilter(Filter):
    lookups = {
        "under": "path__startswith",
        "under_way": lambda yes: under_way() if yes else ~under_way(),
        "enqueued_after": "enqueued_at__gte",
        "enqueued_before": "enqueued_at__lt",
    }
    searched = ("path", "error")

    status = serializers.ChoiceField(Status.values, required=False, help_text="In this state.")
    kind = serializers.ChoiceField(list(KINDS), required=False, help_text="Of this kind of memory.")
    under = Text(required=False, longest=1_000, help_text="Paths that begin with this.")
    under_way = Flag(required=False, help_text="Whether somebody works at them just now.")
    enqueued_after = Moment(required=False, help_text="Waiting since this time or later.")
    enqueued_before = Moment(required=False, help_text="Waiting since before this time.")


class ChangeQuery(ChangeFilter, Paging):
    order = order_by("-lsn", "enqueued_at", "done_at", "path", "entries", "attempts")


class ChosenChanges(Chosen):
    model = MdChangeState

    ids = serializers.ListField(child=Integer(), required=False, max_length=MOST_IDS, help_text="These rows.")
    filter = ChangeFilter(required=False, help_text="All rows of which this is true.")


class Change(serializers.Serializer[MdChangeState]):
    id = serializers.IntegerField(help_text="The row.")
    path = serializers.CharField(help_text="The file, relative to the memory root.")
    kind = serializers.CharField(help_text="What kind of memory it holds.")
    status = serializers.ChoiceField(
        Status.values, help_text="`done`: the index holds what the file says; `failed`: see `error`."
    )
    under_way = serializers.BooleanField(help_text="Whether somebody works at it just now.")
    lsn = serializers.IntegerField(help_text="The number of its latest change.")
    attempts = serializers.IntegerField(help_text="Failed attempts since that change.")
    available_at = Moment(allow_null=True, help_text="Not tried before; null: not before the file changes.")
    error = serializers.CharField(help_text="Why the latest attempt failed.")
    entries = serializers.IntegerField(help_text="Rows that the index holds of it.")
    size = serializers.IntegerField(allow_null=True, help_text="Bytes when it was last read.")
    enqueued_at = Moment(help_text="Since when it has been waiting, or had been.")
    done_at = Moment(allow_null=True, help_text="When it was last worked on.")


def all_changes() -> QuerySet[MdChangeState]:
    return MdChangeState.objects.annotate(under_way=flag(under_way()))


class Changes(RowList):
    """All files that the server knows, the latest change first."""

    permission, tag, operation = "cascade.view_mdchangestate", "changes", "changes"
    rows, query, item = all_changes, ChangeQuery, Change


class OneChange(OneRow):
    """One of them."""

    permission, tag, operation = "cascade.view_mdchangestate", "changes", "change"
    rows, answer, noun = all_changes, Change, "change"


class Enqueue(Action):
    """Has files compared with the index again, even if they read as they did."""

    permission, tag, operation = "cascade.change_mdchangestate", "changes", "enqueue_changes"
    body, of = ChosenChanges, ENQUEUE


class Retry(Action):
    """Puts those that failed back into the queue; others are passed over."""

    permission, tag, operation = "cascade.change_mdchangestate", "changes", "retry_changes"
    body, of = ChosenChanges, RETRY_FAILED
