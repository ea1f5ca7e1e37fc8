"""The processes that share the database, where there is a PostgreSQL; a server that is alone lists none."""

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from rest_framework import serializers

from memory.api.ops.base import Filter, OneRow, Paging, RowList, flag, order_by
from memory.api.ops.fields import Text
from memory.api.rest.fields import Flag, Moment
from memory.models import ServerProcess


class ProcessFilter(Filter):
    lookups = {"alive": lambda yes: alive() if yes else ~alive()}
    searched = ("token", "host", "role")

    role = Text(required=False, longest=16, help_text="web, worker, beat, watcher or command.")
    host = Text(required=False, help_text="On this machine.")
    alive = Flag(required=False, help_text="Whether they have said lately that they live.")


class ProcessQuery(ProcessFilter, Paging):
    order = order_by("-started_at", "role", "host", "alive_until")


class Process(serializers.Serializer[ServerProcess]):
    token = serializers.CharField(help_text="This life of the process; its claims begin with it.")
    role = serializers.CharField(help_text="web, worker, beat, watcher or command.")
    host = serializers.CharField(help_text="The machine.")
    pid = serializers.IntegerField(help_text="Its number there.")
    started_at = Moment(help_text="When it joined the others.")
    alive_until = Moment(help_text="When it counts as dead, unless it is heard of before.")
    alive = serializers.BooleanField(help_text="Whether it does not yet.")


def all_processes() -> QuerySet[ServerProcess]:
    return ServerProcess.objects.annotate(alive=flag(alive()))


def alive() -> Q:
    """By the database's clock, as they tell it."""
    return Q(alive_until__gt=Now())


class Processes(RowList):
    """The processes that work on these memories, the youngest first."""

    permission, tag, operation = "memory.view_serverprocess", "processes", "processes"
    rows, query, item = all_processes, ProcessQuery, Process


class OneProcess(OneRow):
    """One of them."""

    permission, tag, operation = "memory.view_serverprocess", "processes", "process"
    rows, answer, noun = all_processes, Process, "process"
