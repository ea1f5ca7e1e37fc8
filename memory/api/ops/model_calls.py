"""What models were asked, what that cost, and how they answered: an hour, a purpose and a model at a time."""

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.ops.base import Filter, OpsView, Paging, answers, order_by, page, page_of, row
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


class Calls(OpsView):
    permission = "memory.view_modelcall"

    @extend_schema(
        tags=["model-calls"], operation_id="model_calls", parameters=[ModelCallQuery],
        responses=answers(page_of(ModelCalls), 422),
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Calls and tokens, the latest hour first."""
        return page(request, ModelCallQuery, ModelCall.objects.all(), ModelCalls)


class OneHour(OpsView):
    permission = "memory.view_modelcall"

    @extend_schema(
        tags=["model-calls"], operation_id="model_calls_of_an_hour", responses=answers(ModelCalls, 404)
    )
    def get(self, request: Request, id: int) -> Response:
        """Those of one hour, purpose and model."""
        return Response(ModelCalls(row(ModelCall.objects.all(), "row of model calls", pk=id)).data)
