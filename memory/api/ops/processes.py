"""The processes that share a PostgreSQL database; a single server lists none."""

from django.db.models import Q
from django.db.models.functions import Now
from rest_framework import serializers

from memory.api.ops.base import Filter, OneRow, Paging, RowList, order_by, rows_with, whether
from memory.api.ops.fields import Text
from memory.api.rest.fields import Flag, Moment
from memory.models import ServerProcess


def alive() -> Q:
    """The condition of a process that is alive, by the database's clock."""
    return Q(alive_until__gt=Now())


class ProcessFilter(Filter):
    lookups = {"alive": whether(alive)}
    searched = ("token", "host", "role")

    role = Text(
        required=False,
        longest=16,
        help_text="Processes with this role: web, worker, beat, watcher or command.",
    )
    host = Text(required=False, help_text="Processes on this machine.")
    alive = Flag(required=False, help_text="Whether their latest heartbeat still counts.")


class ProcessQuery(ProcessFilter, Paging):
    order = order_by("-started_at", "role", "host", "alive_until")


class Process(serializers.Serializer[ServerProcess]):
    token = serializers.CharField(help_text="The id of the process; its claims begin with it.")
    role = serializers.CharField(help_text="web, worker, beat, watcher or command.")
    host = serializers.CharField(help_text="The machine.")
    pid = serializers.IntegerField(help_text="Its process id on that machine.")
    started_at = Moment(help_text="When it started.")
    alive_until = Moment(help_text="When it counts as dead, unless there is another heartbeat before.")
    alive = serializers.BooleanField(help_text="Whether it counts as alive.")


all_processes = rows_with(ServerProcess, alive=alive)


class Processes(RowList):
    """The processes of this deployment, the latest start first."""

    permission, tag, operation = "memory.view_serverprocess", "processes", "processes"
    rows, query, item = all_processes, ProcessQuery, Process


class OneProcess(OneRow):
    """One process."""

    permission, tag, operation = "memory.view_serverprocess", "processes", "process"
    rows, answer, noun = all_processes, Process, "process"
