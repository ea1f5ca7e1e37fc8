"""The status of the server in one response."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.ops.base import OpsView
from memory.api.report import OVERVIEW, report, visible
from ome.engine.status import by_strategy


class Account(serializers.Serializer[Any]):
    done = serializers.IntegerField(help_text="Runs that succeeded.")
    failed = serializers.IntegerField(help_text="Attempts that failed.")
    dead = serializers.IntegerField(help_text="Runs that failed too often.")
    cancelled = serializers.IntegerField(help_text="Runs that a person cancelled.")
    seconds = serializers.FloatField(help_text="The duration of all attempts.")
    model_calls = serializers.IntegerField(help_text="Calls of models.")
    prompt_tokens = serializers.IntegerField(help_text="Tokens that models read.")
    completion_tokens = serializers.IntegerField(help_text="Tokens that models wrote.")


class StrategyStatus(serializers.Serializer[Any]):
    enabled = serializers.BooleanField(help_text="Whether it is enabled in ome.toml.")
    held = serializers.IntegerField(help_text="Runs that wait for their trigger.")
    pending = serializers.IntegerField(help_text="Runs that are due, under way, or wait for another attempt.")
    done = serializers.IntegerField(help_text="Runs that succeeded and are not pruned yet.")
    dead = serializers.IntegerField(help_text="Runs that failed too often.")
    cancelled = serializers.IntegerField(help_text="Runs that a person cancelled.")
    account = Account(help_text="Its runs and usage since the beginning.")


class Status(serializers.Serializer[Any]):
    status = serializers.CharField(
        help_text="`ok`, or `degraded` if something fails or lags; work in progress is neither. If the database does "
        "not answer, the call is a 503."
    )
    ready = serializers.BooleanField(help_text="Whether everything written can be found.")
    reasons = serializers.ListField(
        child=serializers.CharField(),
        help_text="What cannot be found, fails or lags; in full for those who may view all tables.",
    )
    buffer = serializers.DictField(required=False, help_text="Buffered messages and pending cells.")
    forgetting = serializers.DictField(required=False, help_text="Memories that wait to be forgotten.")
    queue = serializers.DictField(required=False, help_text="Changed files that wait to be indexed.")
    ome = serializers.DictField(required=False, help_text="Runs of all strategies.")
    index = serializers.DictField(required=False, help_text="The tables, and the latest scan of the files.")
    strategies = serializers.DictField(
        child=StrategyStatus(), required=False, help_text="Runs and usage of each strategy."
    )
    providers = serializers.DictField(
        required=False, help_text="The models in use, and whether the latest call of each succeeded."
    )
    budget = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        help_text="How much of each limit on model usage is used, and what rules have taken over because of it.",
    )
    version = serializers.CharField(help_text="The version of the server.")


class Overview(OpsView):
    """The report of `/health` with runs and usage of each strategy, as far as the caller may view their tables."""

    permission, tag, operation, answer = OVERVIEW, "status", "status", Status

    def get(self, request: Request) -> Response:
        return Response(visible({**report(), "strategies": by_strategy()}, request.user.has_perm))
