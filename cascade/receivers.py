"""Enqueues files that the markdown store has written, and notes those that exist before a new database does. Does not
load LanceDB, because it runs in the process that forks the workers.
"""

from collections.abc import Sequence
from pathlib import PurePosixPath

from django.conf import settings
from django.db import connection
from django.dispatch import receiver

from cascade import queue
from cascade.models import MdChangeState, ScanReport
from cascade.reading import stamp_of
from memory.coordination import wake_ups
from memory.index.waiting import Reach, Waiting, register
from memory.kinds.base import Kind
from memory.markdown.root import current_root
from memory.models import EmptyTable
from memory.prepared import Prepared
from memory.signals import file_written


@receiver(file_written)
def enqueue_written_files(paths: Sequence[PurePosixPath], **_: object) -> None:
    root = current_root().path
    queue.enqueue(paths, stamps={str(path): stamp_of(root / path) for path in paths})
    wake_ups.INDEX_TEXTS.send()


_PENDING = Prepared(
    MdChangeState,
    lambda kind: MdChangeState.objects.filter(kind=kind, status=MdChangeState.Status.PENDING).values_list(
        "id"
    )[:1],
)


@register
def unindexed(kind: Kind, reach: Reach) -> Waiting | None:
    """Loads LanceDB only if something waits, and never in the process that forks the workers."""
    if settings.EVEROS.alone and not _PENDING.rows(kind.name):
        return None
    from cascade import waiting

    return waiting.unindexed(kind, reach)


def note_files() -> None:
    """Before the first scan, marks the tables of all kinds with files as not yet filled.

    Does nothing after a migration to an earlier version that lacks some of these database tables.
    """
    needed = {model._meta.db_table for model in (ScanReport, MdChangeState, EmptyTable)}
    if not needed <= set(connection.introspection.table_names()):
        return
    if ScanReport.objects.exists() or MdChangeState.objects.exists():
        return
    root = current_root()
    places = (root.locate(path) for path in root.documents())
    kinds = {place.kind.name for place in places if place is not None}
    EmptyTable.objects.bulk_create([EmptyTable(kind=kind) for kind in kinds], ignore_conflicts=True)
