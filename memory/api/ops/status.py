"""How the server stands, in one answer."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.ops.base import OpsView
from memory.api.report import OVERVIEW, report, visible
from ome.engine.status import by_strategy


class Account(serializers.Serializer[Any]):
    done = serializers.IntegerField(help_text="Runs that ended well.")
    failed = serializers.IntegerField(help_text="Attempts that failed.")
    dead = serializers.IntegerField(help_text="Runs that failed too often.")
    cancelled = serializers.IntegerField(help_text="Runs that a person cancelled.")
    seconds = serializers.FloatField(help_text="Time of all attempts.")
    model_calls = serializers.IntegerField(help_text="Calls of models.")
    prompt_tokens = serializers.IntegerField(help_text="Tokens that were read.")
    completion_tokens = serializers.IntegerField(help_text="Tokens that were written.")


class StrategyStatus(serializers.Serializer[Any]):
    enabled = serializers.BooleanField(help_text="Whether ome.toml has it on.")
    held = serializers.IntegerField(help_text="Runs that wait for their trigger.")
    pending = serializers.IntegerField(help_text="Runs that are due, under way, or wait for another attempt.")
    done = serializers.IntegerField(help_text="Runs that ended well and are not yet forgotten.")
    dead = serializers.IntegerField(help_text="Runs that failed too often.")
    cancelled = serializers.IntegerField(help_text="Runs that a person cancelled.")
    account = Account(help_text="What it has done and cost since ever.")


class Status(serializers.Serializer[Any]):
    status = serializers.CharField(
        help_text="`ok`, or `degraded`: something fails or lags. A database that does not answer is a 503."
    )
    ready = serializers.BooleanField(help_text="Whether all that was written can be found.")
    reasons = serializers.ListField(
        child=serializers.CharField(),
        help_text="Why not, and what needs somebody's attention; in full for those who may view all tables.",
    )
    buffer = serializers.DictField(required=False, help_text="Messages and cells on their way.")
    forgetting = serializers.DictField(required=False, help_text="Memories that wait to be forgotten.")
    queue = serializers.DictField(required=False, help_text="Changed files on their way to the index.")
    ome = serializers.DictField(required=False, help_text="Runs.")
    index = serializers.DictField(
        required=False, help_text="Tables, and the latest comparison with the files."
    )
    strategies = serializers.DictField(
        child=StrategyStatus(), required=False, help_text="Runs and costs of each strategy."
    )
    providers = serializers.DictField(
        required=False, help_text="The models in use, and how each last answered."
    )
    version = serializers.CharField(help_text="Of the server.")


class Overview(OpsView):
    """What `/health` tells, and the runs and costs of each strategy: the parts whose tables the caller may view."""

    permission, tag, operation, answer = OVERVIEW, "status", "status", Status

    def get(self, request: Request) -> Response:
        return Response(visible({**report(), "strategies": by_strategy()}, request.user.has_perm))
