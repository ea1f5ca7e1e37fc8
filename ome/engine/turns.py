"""Owners take turns, so that an owner with little work does not wait until somebody else's import is done.

Every event has a turn, and lanes are worked at in the order of the turns of their runs. An event's turn is the one
after its owner's latest, but not before the present turn. So a thousand events of one owner stand one behind the other,
and the first of somebody else stands beside the first of them that still waits (start-time fair queuing: Goyal, Vin and
Cheng, SIGCOMM 1996).
"""

from collections.abc import Sequence
from itertools import groupby

from memory.prepared import Prepared
from ome.models import StrategyRun

_Owner = tuple[str, str, str, str]


_FOREMOST = Prepared(
    StrategyRun,
    lambda *strategies: (
        StrategyRun.objects.filter(status=StrategyRun.Status.PENDING, error="", strategy__in=strategies)
        .order_by("turn")
        .values_list("turn")[:1]
    ),
)
_HIGHEST = Prepared(StrategyRun, lambda: StrategyRun.objects.order_by("-turn").values_list("turn")[:1])
_LATEST = Prepared(
    StrategyRun,
    lambda app_id, project_id, owner_type, owner_id: (
        StrategyRun.objects.filter(
            app_id=app_id, project_id=project_id, owner_type=owner_type, owner_id=owner_id
        )
        .order_by("-turn")
        .values_list("turn")[:1]
    ),
)


def present() -> int:
    """The turn of the first run that waits for its first attempt, or the highest turn so far if none waits."""
    from ome.engine import config

    found = _FOREMOST.rows(*config.enabled()) or _HIGHEST.rows()
    return int(found[0][0]) if found else 0


def assign(runs: Sequence[StrategyRun]) -> None:
    """Assigns turns to new runs, the same one to all runs of an event."""
    now = present()
    latest: dict[_Owner, int] = {}
    for _, group in groupby(runs, key=lambda run: run.event_id):
        of_event = list(group)
        owners = _whose(of_event)
        for owner in owners - latest.keys():
            latest[owner] = _latest(owner)
        turn = max([now, *(latest[owner] + 1 for owner in owners)])
        latest |= dict.fromkeys(owners, turn)
        for run in of_event:
            run.turn = turn


def _whose(runs: Sequence[StrategyRun]) -> set[_Owner]:
    """The owners whose turns count. Agents do not, unless alone: people who talk with one agent must not wait for each
    other.
    """
    owners = {(run.app_id, run.project_id, run.owner_type, run.owner_id) for run in runs}
    people = {owner for owner in owners if owner[2] != "agent"}
    return people or owners


def _latest(owner: _Owner) -> int:
    found = _LATEST.rows(*owner)
    return int(found[0][0]) if found else -1
