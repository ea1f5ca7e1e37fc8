"""Purges what index and databases keep of deleted content: old versions, words of an index, pages, the log."""

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import reduce
from operator import or_
from pathlib import PurePosixPath

from django.apps import apps
from django.db import connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Q, QuerySet

from cascade import queue
from cascade.diff import TEXT_ONLY
from cascade.drain import drain_once
from cascade.models import MdChangeState
from cascade.rebuild import rebuild_lock
from cascade.scanner import enqueue_changed
from memory.batches import batches
from memory.coordination.locks import write_gate
from memory.errors import IndexUnavailable, WorkUnderWay
from memory.forgetting.files import readable_entries
from memory.index import query
from memory.index.schema import row_id
from memory.index.tables import KindTable
from memory.keyed import documents
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.profile import PROFILE
from memory.kinds.registry import KINDS
from memory.markdown.root import current_root
from memory.providers.registry import get_embedder

REDERIVED_KINDS = (PROFILE.name, AGENT_SKILL.name)
FOLDERS_AT_ONCE = 200  # SQLite joins at most 1,000 conditions
PATHS_AT_ONCE = 500
CHECKPOINT_SECONDS = 5.0
LEFTOVER_SECONDS = 60.0  # no file takes this long to write
EDIT_SECONDS = 5.0  # how long the index may take to follow an edit
WRITING_SECONDS = 2.0  # how long writers are waited for


def bring_index_up_to_date(
    paths: Collection[str], folders: Collection[str], seconds: float, keep: Callable[[], None]
) -> None:
    """Waits until the index agrees with these files, and with profiles and skills in these folders, and calls `keep`
    between two batches of files.

    Raises WorkUnderWay if that takes longer.
    """
    queue.enqueue(map(PurePosixPath, paths), recheck=True, by_hand=True)
    deadline = time.monotonic() + seconds
    while _waits(paths, folders):
        keep()
        if time.monotonic() > deadline:
            raise WorkUnderWay
        if not drain_once():
            time.sleep(0.05)


def _waits(paths: Collection[str], folders: Collection[str]) -> bool:
    rederived = (rows.filter(kind__in=REDERIVED_KINDS) for rows in _waiting_below(folders))
    waiting = MdChangeState.objects.filter(status=MdChangeState.Status.PENDING)
    return waiting.filter(path__in=list(paths)).exists() or any(rows.exists() for rows in rederived)


def await_commits(paths: Collection[str]) -> None:
    """Lets commits of these files that have begun end: later ones leave out what the files no longer contain."""
    for kind in queue.kinds_being_indexed(paths):
        with write_gate(kind):
            pass


def follow_edits(paths: Collection[PurePosixPath]) -> None:
    """Has edits of these files recorded that the watcher has not seen yet: a history tells what memories said before.
    If the index cannot follow at once, the memories are removed nevertheless.
    """
    if enqueue_changed([*paths]):
        with suppress(WorkUnderWay):
            bring_index_up_to_date({str(path) for path in paths}, (), EDIT_SECONDS, lambda: None)


def failed_among(paths: Collection[str]) -> list[str]:
    """Those of these files that could not be indexed, or only in part."""
    failed = MdChangeState.objects.filter(status=MdChangeState.Status.FAILED).values_list("path", flat=True)
    return [path for some in batches(sorted(paths), PATHS_AT_ONCE) for path in failed.filter(path__in=some)]


def remove_rows(path: str, gone: Collection[str], changed: Collection[str]) -> None:
    """Removes the rows of entries that are no longer in the file. Otherwise the index keeps all rows of a file with a
    damaged place, since their entries may be in it.

    Raises IndexUnavailable if it does not have these changed entries as the file says them.
    """
    place = current_root().locate(PurePosixPath(path))
    if place is None:
        return
    table = KindTable(place.kind, get_embedder())
    indexed = table.entries_of([path]).get(path, {})
    in_file = {entry.id: entry.sha256 for entry in readable_entries(PurePosixPath(path))}
    left = [entry for entry in gone if entry in indexed and entry not in in_file]
    table.apply([], [row_id(place.scope, place.owner, entry) for entry in left])
    for entry in changed:
        if entry in indexed and indexed[entry].removeprefix(TEXT_ONLY) != in_file.get(entry):
            raise IndexUnavailable(f"{path} could not be indexed: {entry} is not as the file says it")


def waiting_below(folders: Collection[str]) -> set[str]:
    """Files in these folders that the index is yet to follow."""
    return {path for rows in _waiting_below(folders) for path in rows.values_list("path", flat=True)}


def _waiting_below(folders: Collection[str]) -> Iterator[QuerySet[MdChangeState]]:
    for some in batches(sorted(folders), FOLDERS_AT_ONCE):
        below = (Q(path__startswith=f"{folder}/") for folder in some)
        yield MdChangeState.objects.filter(reduce(or_, below), status=MdChangeState.Status.PENDING)


def purge_index(kinds: Collection[str], keep: Callable[[], None]) -> None:
    """Also clears what this process caches of these tables; other processes do so at their next search. Calls `keep`
    before each table.

    Raises WorkUnderWay while one is being rebuilt: what the new one was begun with is then in its old versions.
    """
    for kind in sorted(kinds):
        keep()
        with rebuild_lock(KINDS[kind]) as free:
            if not free:
                raise WorkUnderWay
            KindTable(KINDS[kind], get_embedder()).purge()
    query.drop_rows_in_memory()
    documents.clear_cache()


def purge_leftovers() -> None:
    """Removes unfinished files of dead processes. Raises WorkUnderWay while one may still be in use."""
    root = current_root()
    under_way = root.remove_leftovers(LEFTOVER_SECONDS)
    deadline = time.monotonic() + WRITING_SECONDS
    while under_way & root.remove_leftovers(LEFTOVER_SECONDS):
        if time.monotonic() > deadline:
            raise WorkUnderWay
        time.sleep(0.02)


def purge_databases() -> None:
    """SQLite overwrites deleted content (`secure_delete`), but not copies of a row that were left behind when its page
    was split or merged: so its files are written anew. Then their write-ahead logs are truncated.

    PostgreSQL frees the rows; its own log and backups are its operator's.
    """
    for alias in connections:
        connection = connections[alias]
        if connection.vendor == "sqlite":
            _purge_sqlite(alias)
        else:
            with connection.cursor() as cursor:
                cursor.execute(f"VACUUM {', '.join(_tables())}")


def _tables() -> list[str]:
    """Database tables in which text is added and deleted."""
    models = (model for label in ("memory", "ome") for model in apps.get_app_config(label).get_models())
    return [model._meta.db_table for model in models]


def _purge_sqlite(alias: str) -> None:
    """The log must be free first: the new file goes through it, once more with each attempt while somebody reads."""
    with connections[alias].cursor() as cursor:
        _truncate_log(cursor)
        cursor.execute("VACUUM")
        _truncate_log(cursor)


def _truncate_log(cursor: CursorWrapper) -> None:
    deadline = time.monotonic() + CHECKPOINT_SECONDS
    while True:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        busy, *_ = cursor.fetchone()
        if not busy:
            return
        if time.monotonic() > deadline:
            raise WorkUnderWay
        time.sleep(0.02)
