"""Runs of strategies: listing, retrying, starting and cancelling them, and deriving memories again."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

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
    order_by,
    rows_with,
    whether,
)
from memory.api.ops.fields import Strict, Text
from memory.api.rest.fields import Flag, Identifier, Integer, Moment, ScopeName
from memory.api.rest.views import checked
from memory.coordination.backoff import failing
from memory.scope import Owner, OwnerType, Scope
from ome.admin_derive import derive
from ome.engine.queue import under_way
from ome.models import StrategyRun
from ome.operations import CANCEL, RUN_AGAIN, RUN_HELD
from ome.registry import STRATEGIES

Status = StrategyRun.Status
OWNER_TYPES = [each.value for each in OwnerType]
DEFAULT = Scope()


class RunFilter(Filter):
    lookups = {
        "event": "event_id",
        "under_way": whether(under_way),
        "failing": whether(failing),
        "created_after": "created_at__gte",
        "created_before": "created_at__lt",
    }
    searched = ("owner_id", "event__id", "error", "note")

    strategy = Text(required=False, longest=64, help_text="Runs of this strategy.")
    status = serializers.ChoiceField(Status.values, required=False, help_text="Runs with this status.")
    app_id = Text(required=False, help_text="Runs of this app.")
    project_id = Text(required=False, help_text="Runs of this project.")
    owner_type = serializers.ChoiceField(
        OWNER_TYPES, required=False, help_text="Runs for owners of this type."
    )
    owner_id = Text(required=False, help_text="Runs for this owner.")
    event = Text(required=False, longest=1_000, help_text="Runs of this event.")
    failing = Flag(required=False, help_text="Whether they are pending and their latest attempt failed.")
    under_way = Flag(required=False, help_text="Whether a worker is processing their lane now.")
    created_after = Moment(required=False, help_text="Created at this time or later.")
    created_before = Moment(required=False, help_text="Created before this time.")


class RunQuery(RunFilter, Paging):
    order = order_by("-id", "available_at", "finished_at", "attempts", "seconds", "model_calls")


class ChosenRuns(Chosen):
    model = StrategyRun

    ids = serializers.ListField(child=Integer(), required=False, max_length=MOST_IDS, help_text="These runs.")
    filter = RunFilter(required=False, help_text="All runs that meet these conditions.")


class Run(serializers.Serializer[StrategyRun]):
    id = serializers.IntegerField(help_text="The id of the run.")
    strategy = serializers.CharField(help_text="The strategy.")
    event_id = serializers.CharField(help_text="The event that it follows.")
    app_id = serializers.CharField(help_text="The app.")
    project_id = serializers.CharField(help_text="The project.")
    owner_type = serializers.ChoiceField(OWNER_TYPES, help_text="The type of the owner.")
    owner_id = serializers.CharField(help_text="The id of the owner.")
    lane = serializers.CharField(help_text="The lane; its runs go one after the other.")
    status = serializers.ChoiceField(
        Status.values,
        help_text="`held` waits for its trigger, `pending` for an attempt; `dead` has failed too often.",
    )
    under_way = serializers.BooleanField(help_text="Whether a worker is processing its lane now.")
    attempts = serializers.IntegerField(help_text="The number of attempts.")
    failures = serializers.IntegerField(help_text="Attempts that failed although the model was available.")
    available_at = Moment(help_text="The time of the next attempt.")
    model_calls = serializers.IntegerField(help_text="Model calls of all attempts.")
    prompt_tokens = serializers.IntegerField(help_text="Tokens that the model read.")
    completion_tokens = serializers.IntegerField(help_text="Tokens that the model wrote.")
    results = serializers.ListField(
        child=serializers.CharField(), help_text="Ids of the memories that it derived."
    )
    note = serializers.CharField(
        help_text="Why it derived nothing, or the run with which it was done together."
    )
    error = serializers.CharField(help_text="The error of the latest attempt.")
    created_at = Moment(help_text="The time of the event.")
    started_at = Moment(allow_null=True, help_text="When the latest attempt began.")
    finished_at = Moment(allow_null=True, help_text="When it ended or was cancelled.")
    seconds = serializers.FloatField(help_text="The duration of the latest attempt.")


class Derivation(Strict):
    """The strategy and the owner whose memories are derived again from the files."""

    strategy = Text(longest=64, help_text="A strategy of ome.toml.")
    app_id = ScopeName(default=DEFAULT.app_id, help_text="The owner's app.")
    project_id = ScopeName(default=DEFAULT.project_id, help_text="The owner's project.")
    owner_type = serializers.ChoiceField(OWNER_TYPES, help_text="The type of the owner.")
    owner_id = Identifier(help_text="The id of the owner.")

    def validate_strategy(self, name: str) -> str:
        if name not in STRATEGIES:
            raise serializers.ValidationError(
                f"there is no strategy {name!r}; there are {', '.join(STRATEGIES)}"
            )
        return name


class Cancelled(serializers.Serializer[dict[str, int]]):
    cancelled = serializers.IntegerField(help_text="The number of runs.")


all_runs = rows_with(StrategyRun, under_way=under_way)


class Runs(RowList):
    """Runs, the latest first."""

    permission, tag, operation = "ome.view_strategyrun", "runs", "runs"
    rows, query, item = all_runs, RunQuery, Run


class OneRun(OneRow):
    """One run."""

    permission, tag, operation = "ome.view_strategyrun", "runs", "run"
    rows, answer, noun = all_runs, Run, "run"


class Again(Action):
    """Starts another attempt now, with all retries, of dead runs and of those that wait for their next attempt."""

    permission, tag, operation = "ome.change_strategyrun", "runs", "run_again"
    body, performs = ChosenRuns, RUN_AGAIN


class Start(Action):
    """Starts held runs without waiting for their trigger; skips others."""

    permission, tag, operation = "ome.change_strategyrun", "runs", "start_runs"
    body, performs = ChosenRuns, RUN_HELD


class Cancel(Action):
    """Cancels runs, which are then never tried again; skips those that are done or under way."""

    permission, tag, operation = "ome.change_strategyrun", "runs", "cancel_runs"
    body, performs, answer, success = ChosenRuns, CANCEL, Cancelled, 200


class Derive(OpsView):
    """Creates runs that derive an owner's memories again from all files, replacing those that exist."""

    permission, tag, operation = "ome.change_strategyrun", "runs", "derive_again"
    body, answer, success = Derivation, Accepted, 202

    def post(self, request: Request) -> Response:
        body = checked(Derivation, request.data)
        scope = Scope(body["app_id"], body["project_id"])
        owner = Owner(OwnerType(body["owner_type"]), body["owner_id"])
        number, _ = derive(request, body["strategy"], scope, owner)
        return Response({"accepted": number}, status=202)
