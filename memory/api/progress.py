"""How far long work is: rebuilds of the index, files that wait for it after an import, and forgetting."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Min

from cascade.models import IndexRepair, MdChangeState
from cascade.status import files_done
from memory.models import Forgetting
from memory.scope import Scope

FEWEST_FILES = 20  # that wait; fewer are indexed before anybody can look
MOST_FORGETTINGS = 10
STAGES = [each.value for each in Forgetting.Stage]


@dataclass(frozen=True, slots=True)
class Progress:
    """`what` is `rebuild` of the kind `of`, `index`, or `forget` with the stage in `of`."""

    what: str
    of: str
    done: int
    total: int


def long_work(scope: Scope | None = None) -> list[Progress]:
    """The long work of the whole server; of requests to forget only those in the scope, if one is given."""
    return [*_rebuilds(), *_indexing(), *_forgetting(scope)]


def _rebuilds() -> Iterator[Progress]:
    for repair in IndexRepair.objects.order_by("kind"):
        yield Progress("rebuild", repair.kind, files_done(repair), repair.files_total)


def _indexing() -> Iterator[Progress]:
    """Counts all changes since the oldest one that waits: later ones are done or wait, too."""
    pending = MdChangeState.objects.filter(status=MdChangeState.Status.PENDING)
    waiting = pending.count()
    if waiting >= FEWEST_FILES:
        oldest = pending.aggregate(lsn=Min("lsn"))["lsn"]
        total = MdChangeState.objects.filter(lsn__gte=oldest).count()
        yield Progress("index", "", max(0, total - waiting), total)


def _forgetting(scope: Scope | None) -> Iterator[Progress]:
    rows = Forgetting.objects.exclude(stage=Forgetting.Stage.DONE).order_by("created_at")
    if scope is not None:
        rows = rows.filter(**scope.columns)
    for row in rows.only("stage")[:MOST_FORGETTINGS]:
        yield Progress("forget", row.stage, STAGES.index(row.stage), len(STAGES) - 1)
