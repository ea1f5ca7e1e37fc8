"""Runs of the Offline Memory Engine: what is derived, what failed, and making it again."""

from django.db.models import Q, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memory.admin import operations
from memory.api.ops.base import (
    MOST_IDS,
    Accepted,
    Action,
    Chosen,
    Filter,
    OneRow,
    OpsView,
    Paging,
    RowList,
    flag,
    order_by,
)
from memory.api.ops.fields import Strict, Text
from memory.api.rest.fields import Flag, Identifier, Integer, Moment, ScopeName
from memory.api.rest.views import checked
from memory.coordination import wake_ups
from memory.scope import Owner, OwnerType, Scope
from ome.engine import config
from ome.engine.queue import under_way
from ome.engine.rederivation import derive_again
from ome.models import StrategyRun
from ome.operations import CANCEL, RUN_AGAIN, RUN_HELD
from ome.registry import STRATEGIES

Status = StrategyRun.Status
OWNER_TYPES = [each.value for each in OwnerType]
DEFAULT = Scope()


class RunFilter(Filter):
    lookups = {
        "event": "event_id",
        "under_way": lambda yes: under_way() if yes else ~under_way(),
        "failing": lambda yes: _failing() if yes else ~_failing(),
        "created_after": "created_at__gte",
        "created_before": "created_at__lt",
    }
    searched = ("owner_id", "event__id", "error", "note")

    strategy = Text(required=False, longest=64, help_text="Of this strategy.")
    status = serializers.ChoiceField(Status.values, required=False, help_text="In this state.")
    app_id = Text(required=False, help_text="Of this app.")
    project_id = Text(required=False, help_text="Of this project.")
    owner_type = serializers.ChoiceField(OWNER_TYPES, required=False, help_text="For owners of this type.")
    owner_id = Text(required=False, help_text="For this owner.")
    event = Text(required=False, longest=1_000, help_text="Of this event.")
    failing = Flag(required=False, help_text="Whether they are pending, and their latest attempt failed.")
    under_way = Flag(required=False, help_text="Whether somebody works at their lane just now.")
    created_after = Moment(required=False, help_text="Made at this time or later.")
    created_before = Moment(required=False, help_text="Made before this time.")


def _failing() -> Q:
    return Q(status=Status.PENDING) & ~Q(error="")


class RunQuery(RunFilter, Paging):
    order = order_by("-id", "available_at", "finished_at", "attempts", "seconds", "model_calls")


class ChosenRuns(Chosen):
    model = StrategyRun

    ids = serializers.ListField(child=Integer(), required=False, max_length=MOST_IDS, help_text="These runs.")
    filter = RunFilter(required=False, help_text="All runs of which this is true.")


class Run(serializers.Serializer[StrategyRun]):
    id = serializers.IntegerField(help_text="The run.")
    strategy = serializers.CharField(help_text="What it derives.")
    event_id = serializers.CharField(help_text="What it follows from.")
    app_id = serializers.CharField(help_text="The app.")
    project_id = serializers.CharField(help_text="The project.")
    owner_type = serializers.ChoiceField(OWNER_TYPES, help_text="For whom: a user, an agent, a group.")
    owner_id = serializers.CharField(help_text="And which one.")
    lane = serializers.CharField(help_text="Runs of one lane go one after the other.")
    status = serializers.ChoiceField(
        Status.values,
        help_text="`held` waits for its trigger, `pending` for an attempt, `dead` for a person.",
    )
    under_way = serializers.BooleanField(help_text="Whether somebody works at its lane just now.")
    attempts = serializers.IntegerField(help_text="How often it was tried.")
    failures = serializers.IntegerField(help_text="Attempts that failed while the model was there.")
    available_at = Moment(help_text="Not tried before.")
    model_calls = serializers.IntegerField(help_text="Calls of all attempts.")
    prompt_tokens = serializers.IntegerField(help_text="Their tokens that were read.")
    completion_tokens = serializers.IntegerField(help_text="Their tokens that were written.")
    results = serializers.ListField(child=serializers.CharField(), help_text="Ids of what it made.")
    note = serializers.CharField(help_text="Why it made nothing, or with what it was done together.")
    error = serializers.CharField(help_text="Why the latest attempt failed.")
    created_at = Moment(help_text="When the event was.")
    started_at = Moment(allow_null=True, help_text="When the latest attempt began.")
    finished_at = Moment(allow_null=True, help_text="When it ended, or was cancelled.")
    seconds = serializers.FloatField(help_text="How long the latest attempt took.")


class Derivation(Strict):
    """Whose memories are derived again from the files, and which of them."""

    strategy = Text(longest=64, help_text="What is to be derived: a strategy of ome.toml.")
    app_id = ScopeName(default=DEFAULT.app_id, help_text="The owner's app.")
    project_id = ScopeName(default=DEFAULT.project_id, help_text="The owner's project.")
    owner_type = serializers.ChoiceField(OWNER_TYPES, help_text="The owner: a user, an agent, a group.")
    owner_id = Identifier(help_text="And which one.")

    def validate_strategy(self, name: str) -> str:
        if name not in STRATEGIES:
            raise serializers.ValidationError(f"there is no {name!r}; there are {', '.join(STRATEGIES)}")
        return name


class Cancelled(serializers.Serializer[dict[str, int]]):
    cancelled = serializers.IntegerField(help_text="How many runs.")


def all_runs() -> QuerySet[StrategyRun]:
    return StrategyRun.objects.annotate(under_way=flag(under_way()))


class Runs(RowList):
    """Runs, the latest first."""

    permission, tag, operation = "ome.view_strategyrun", "runs", "runs"
    rows, query, item = all_runs, RunQuery, Run


class OneRun(OneRow):
    """One of them."""

    permission, tag, operation = "ome.view_strategyrun", "runs", "run"
    rows, answer, noun = all_runs, Run, "run"


class Again(Action):
    """Another attempt now, with all retries: for dead runs, and those that wait for their next attempt."""

    permission, tag, operation = "ome.change_strategyrun", "runs", "run_again"
    body, of = ChosenRuns, RUN_AGAIN


class Start(Action):
    """Has held runs done without waiting for their trigger; others are passed over."""

    permission, tag, operation = "ome.change_strategyrun", "runs", "start_runs"
    body, of = ChosenRuns, RUN_HELD


class Cancel(Action):
    """Has runs never tried again, from now on. What is done, or under way just now, is passed over."""

    permission, tag, operation = "ome.change_strategyrun", "runs", "cancel_runs"
    body, of, answer, success = ChosenRuns, CANCEL, Cancelled, 200


class Derive(OpsView):
    """Makes runs for all that is on disk of an owner. What is there already is made anew."""

    permission, tag, operation = "ome.change_strategyrun", "runs", "derive_again"
    body, answer, success = Derivation, Accepted, 202

    def post(self, request: Request) -> Response:
        asked = checked(Derivation, request.data)
        scope = Scope(asked["app_id"], asked["project_id"])
        owner = Owner(OwnerType(asked["owner_type"]), asked["owner_id"])
        made = derive_again(config.strategies()[asked["strategy"]], scope, owner)
        wake_ups.RUN_STRATEGIES.send()
        whose = f"{asked['strategy']} for {owner.type} {owner.id} in {scope.app_id}/{scope.project_id}"
        operations.log_on(request, StrategyRun, whose, operations.DERIVED_AGAIN.format(number=made))
        return Response({"accepted": made}, status=202)
