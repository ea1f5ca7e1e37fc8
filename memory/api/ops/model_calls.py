"""Usage: calls of models, their tokens, cost and failures, by hour, purpose, model, project and requester."""

from datetime import UTC, datetime

from django.db.models import Q
from rest_framework import serializers

from memory.api.ops.base import Filter, OneRow, Paging, RowList, order_by
from memory.api.ops.fields import Text
from memory.api.rest.fields import Flag, Moment
from memory.models import ModelCall


class ModelCallFilter(Filter):
    lookups = {
        "failing": lambda yes: Q(failures__gt=0) if yes else Q(failures=0),
        "since": lambda at: Q(hour__gte=_hour_of(at)),
        "before": lambda at: Q(hour__lt=_hour_of(at)),
    }
    searched = ("purpose", "model", "requester", "last_error")

    purpose = Text(
        required=False, longest=64, help_text="Calls for this purpose: boundary, episode, embedding, …"
    )
    model = Text(required=False, help_text="Calls of this model.")
    app_id = Text(required=False, help_text="Calls for this app.")
    project_id = Text(required=False, help_text="Calls for this project.")
    requester = Text(required=False, help_text="Calls that this key or connector caused: `key ab12cd34`.")
    failing = Flag(required=False, help_text="Whether some of them failed.")
    since = Moment(required=False, help_text="Calls in this hour or later.")
    before = Moment(required=False, help_text="Calls in earlier hours.")


def _hour_of(moment: datetime) -> datetime:
    """The beginning of its hour in UTC, by which calls are counted."""
    return moment.astimezone(UTC).replace(minute=0, second=0, microsecond=0)


class ModelCallQuery(ModelCallFilter, Paging):
    order = order_by(
        "-hour", "purpose", "model", "calls", "failures", "prompt_tokens", "completion_tokens", "cost"
    )


class ModelCalls(serializers.Serializer[ModelCall]):
    id = serializers.IntegerField(help_text="The id of the row.")
    hour = Moment(help_text="The beginning of the hour.")
    purpose = serializers.CharField(help_text="The purpose of the calls.")
    model = serializers.CharField(help_text="The model.")
    app_id = serializers.CharField(help_text="The app; empty if it is not known, or if there were several.")
    project_id = serializers.CharField(
        help_text="The project; empty if it is not known, or if there were several."
    )
    requester = serializers.CharField(
        help_text="The key or connector that caused the calls; empty for work of the server itself."
    )
    calls = serializers.IntegerField(help_text="The number of calls.")
    failures = serializers.IntegerField(help_text="The number of failed calls.")
    prompt_tokens = serializers.IntegerField(help_text="Tokens that the model read.")
    completion_tokens = serializers.IntegerField(help_text="Tokens that the model wrote.")
    cost = serializers.FloatField(help_text="Their cost by the prices of that time.")
    last_error = serializers.CharField(help_text="The error of the latest failed call.")
    last_called_at = Moment(help_text="The time of the latest call.")


class Calls(RowList):
    """Calls, tokens and cost by hour, purpose, model, project and requester, the latest hour first."""

    permission, tag, operation = "memory.view_modelcall", "model-calls", "model_calls"
    rows, query, item = ModelCall.objects.all, ModelCallQuery, ModelCalls


class OneHour(OneRow):
    """The calls of one hour, purpose and model."""

    permission, tag, operation = "memory.view_modelcall", "model-calls", "model_calls_of_an_hour"
    rows, answer, noun = ModelCall.objects.all, ModelCalls, "row of model calls"
