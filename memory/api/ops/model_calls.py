"""What models were asked, what that cost, and how they answered: an hour, a purpose and a model at a time."""

from django.db.models import Q
from rest_framework import serializers

from memory.api.ops.base import Filter, OneRow, Paging, RowList, order_by
from memory.api.ops.fields import Text
from memory.api.rest.fields import Flag, Moment
from memory.models import ModelCall


class ModelCallFilter(Filter):
    lookups = {
        "failing": lambda yes: Q(failures__gt=0) if yes else Q(failures=0),
        "since": "hour__gte",
        "before": "hour__lt",
    }
    searched = ("purpose", "model", "last_error")

    purpose = Text(required=False, longest=64, help_text="For this purpose: boundary, episode, embedding, …")
    model = Text(required=False, help_text="Of this model.")
    failing = Flag(required=False, help_text="Whether there were failures among them.")
    since = Moment(required=False, help_text="Of this hour or later ones.")
    before = Moment(required=False, help_text="Of earlier hours.")


class ModelCallQuery(ModelCallFilter, Paging):
    order = order_by("-hour", "purpose", "model", "calls", "failures", "prompt_tokens", "completion_tokens")


class ModelCalls(serializers.Serializer[ModelCall]):
    id = serializers.IntegerField(help_text="The row.")
    hour = Moment(help_text="The beginning of the hour.")
    purpose = serializers.CharField(help_text="What the answers were for.")
    model = serializers.CharField(help_text="Who answered.")
    calls = serializers.IntegerField(help_text="How many calls.")
    failures = serializers.IntegerField(help_text="How many of them failed.")
    prompt_tokens = serializers.IntegerField(help_text="Tokens that were read.")
    completion_tokens = serializers.IntegerField(help_text="Tokens that were written.")
    last_error = serializers.CharField(help_text="Why the latest of those failed.")
    last_called_at = Moment(help_text="The latest call.")


class Calls(RowList):
    """Calls and tokens, the latest hour first."""

    permission, tag, operation = "memory.view_modelcall", "model-calls", "model_calls"
    rows, query, item = ModelCall.objects.all, ModelCallQuery, ModelCalls


class OneHour(OneRow):
    """Those of one hour, purpose and model."""

    permission, tag, operation = "memory.view_modelcall", "model-calls", "model_calls_of_an_hour"
    rows, answer, noun = ModelCall.objects.all, ModelCalls, "row of model calls"
