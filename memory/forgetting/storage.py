"""What index and databases keep of what they have deleted: old versions, words of an index, pages, the log."""

import time
from collections.abc import Collection
from functools import reduce
from operator import or_
from pathlib import PurePosixPath

from django.apps import apps
from django.db import connections
from django.db.models import Q

from cascade import queue
from cascade.drain import drain_once
from cascade.models import MdChangeState
from memory.batches import batches
from memory.errors import IndexUnavailable, WorkUnderWay
from memory.index.tables import KindTable
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.profile import PROFILE
from memory.kinds.registry import KINDS
from memory.markdown.root import current_root
from memory.providers.registry import get_embedder

REDRAWN = (PROFILE.name, AGENT_SKILL.name)
PATHS_AT_ONCE = 500
CHECKPOINT_SECONDS = 5.0
LEFTOVER_SECONDS = 60.0  # nobody writes a file for so long
WRITING_SECONDS = 2.0  # for which writers are waited for
VACUUMED = 1  # `user_version` of a database all of whose pages have been written with secure_delete


def bring_index_up_to_date(paths: Collection[str], folders: Collection[str], seconds: float) -> None:
    """Until the index says of these files, and of profiles and skills in these folders, what is on disk.

    Raises WorkUnderWay when that takes longer, IndexUnavailable when one of the files cannot be indexed.
    """
    queue.enqueue(map(PurePosixPath, paths), recheck=True, by_hand=True)
    redrawn = [Q(kind__in=REDRAWN, path__startswith=f"{folder}/") for folder in folders]
    pending = MdChangeState.objects.filter(
        reduce(or_, redrawn, Q(path__in=list(paths))), status=MdChangeState.Status.PENDING
    )
    deadline = time.monotonic() + seconds
    while pending.exists():
        if time.monotonic() > deadline:
            raise WorkUnderWay
        if not drain_once():
            time.sleep(0.05)
    for some in batches(sorted(paths), PATHS_AT_ONCE):
        failed = MdChangeState.objects.filter(path__in=some, status=MdChangeState.Status.FAILED).first()
        if failed is not None:
            raise IndexUnavailable(f"{failed.path} could not be indexed: {failed.error}")


def waiting_below(folders: Collection[str]) -> set[str]:
    """Files in these folders that the index is yet to follow."""
    below = [Q(path__startswith=f"{folder}/") for folder in folders]
    waiting = MdChangeState.objects.filter(
        reduce(or_, below, Q(pk__in=[])), status=MdChangeState.Status.PENDING
    )
    return set(waiting.values_list("path", flat=True))


def purge_index(kinds: Collection[str]) -> None:
    for kind in sorted(kinds):
        KindTable(KINDS[kind], get_embedder()).purge()


def purge_leftovers() -> None:
    """What processes that died have left of files that they were writing. Raises WorkUnderWay while one may be written
    yet."""
    root = current_root()
    under_way = root.remove_leftovers(LEFTOVER_SECONDS)
    deadline = time.monotonic() + WRITING_SECONDS
    while under_way & root.remove_leftovers(LEFTOVER_SECONDS):
        if time.monotonic() > deadline:
            raise WorkUnderWay
        time.sleep(0.02)


def purge_databases() -> None:
    """SQLite overwrites what it deletes (`secure_delete`); what older servers left in free pages goes once, and the
    write-ahead log is emptied. PostgreSQL frees the rows; its own log and its backups are its operator's."""
    for alias in connections:
        connection = connections[alias]
        if connection.vendor == "sqlite":
            _purge_sqlite(alias)
        else:
            with connection.cursor() as cursor:
                cursor.execute(f"VACUUM {', '.join(_tables())}")


def _tables() -> list[str]:
    """Those in which texts come and go."""
    models = (model for label in ("memory", "ome") for model in apps.get_app_config(label).get_models())
    return [model._meta.db_table for model in models]


def _purge_sqlite(alias: str) -> None:
    with connections[alias].cursor() as cursor:
        cursor.execute("PRAGMA user_version")
        if cursor.fetchone()[0] < VACUUMED:
            cursor.execute("VACUUM")
            cursor.execute(f"PRAGMA user_version = {VACUUMED}")
        deadline = time.monotonic() + CHECKPOINT_SECONDS
        while True:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, *_ = cursor.fetchone()
            if not busy:
                return
            if time.monotonic() > deadline:
                raise WorkUnderWay
            time.sleep(0.02)
