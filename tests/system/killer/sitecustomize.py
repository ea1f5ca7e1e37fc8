"""Python runs this file at start when its folder is on PYTHONPATH: it kills the server at a named moment.

EVEROS_TEST_KILL_ORDER names a file. Once it says `<point>:<n>`, the process that reaches the point for the n-th time
from then on is ended with SIGKILL: the worker, which does all the work. The one above it starts the next, as it does
when the kernel kills one that has grown too large. The points sit around calls of the standard library, Django and
LanceDB; the product knows nothing of them.
"""

import importlib.abc
import importlib.util
import itertools
import os
import signal
import sys
import threading
import time

ORDER = os.environ.get("EVEROS_TEST_KILL_ORDER", "")
counts = {}

BUFFER, CELL, CHANGE = "memory_bufferedmessage ", "memory_memcell ", "md_change_state "
LOG_SEQUENCE = "md_change_lsn "  # counts on with each change of a file, a known one too
REGISTER = "memory_keyeddocument "
RUN, LANE, ACCOUNT = "ome_strategyrun ", "ome_lanelease ", "ome_strategyaccount "
# What a transaction must have done for its commit to be the moment that the name means.
COMMITS = {
    "after-buffer-commit": ("INSERT", f"INTO {BUFFER}"),
    "after-cells": ("INSERT", f"INTO {CELL}"),
    "before-cell-done": ("DELETE", f"FROM {BUFFER}"),
    "after-cell-done": ("DELETE", f"FROM {BUFFER}"),
    "before-change-row": ("INSERT", f"INTO {CHANGE}"),
    "after-change-row": ("INSERT", f"INTO {CHANGE}"),
    "before-enqueue": ("INSERT", f"INTO {LOG_SEQUENCE}"),
    "after-enqueue": ("INSERT", f"INTO {LOG_SEQUENCE}"),
    "before-register": ("INSERT", f"INTO {REGISTER}"),
    "after-register": ("INSERT", f"INTO {REGISTER}"),
    "before-runs": ("INSERT", f"INTO {RUN}"),
    "after-runs": ("INSERT", f"INTO {RUN}"),
    "after-lane-claim": ("INSERT", f"INTO {LANE}"),
    "after-run-start": ("UPDATE", f"{RUN}SET started_at"),
    "before-run-done": ("UPDATE", f"{ACCOUNT}SET"),
    "after-run-done": ("UPDATE", f"{ACCOUNT}SET"),
    "after-forgetting": ("UPDATE", "memory_forgetting SET"),
}
# What a file that is put into place is called at its end, and what its points are named by.
FILES = {".md": "rename", ".history.jsonl": "history", ".zip": "archive"}


def die() -> None:
    """The order is carried out: it does not concern the next process."""
    with open(ORDER, "w"):
        os.kill(os.getpid(), signal.SIGKILL)


def at(point: str, die=die) -> None:
    with open(ORDER) as file:
        order = file.read()
    wanted, _, number = order.partition(":")
    if point == wanted and next(counts.setdefault(order, itertools.count(1))) == int(number):
        die()


def watched(rename):
    def rename_and_die(source, target, *more):
        kinds = [kind for suffix, kind in FILES.items() if os.fspath(target).endswith(suffix)]
        for kind in kinds:
            at(f"before-{kind}")
        result = rename(source, target, *more)
        for kind in kinds:
            at(f"after-{kind}")
        return result

    return rename_and_die


def watch_replacements() -> None:
    os.replace = watched(os.replace)


def watch_exchanges(renaming) -> None:
    renaming._renamed = watched(renaming._renamed)


def watch_removals() -> None:
    rename = os.rename

    def rename_and_die(source, target, **more):
        rename(source, target, **more)
        if os.fspath(source).endswith(".md") and ".tmp" in os.fspath(target):
            at("after-removal")

    os.rename = rename_and_die


def watch_commits(sqlite) -> None:
    """Notes the statements of a transaction and looks at them when it is committed."""
    wrapper, cursor = sqlite.DatabaseWrapper, sqlite.SQLiteCursorWrapper
    execute, executemany = cursor.execute, cursor.executemany
    commit, rollback = wrapper._commit, wrapper._rollback
    noted = threading.local()

    def meant(query):
        bare = query.replace('"', "")
        return [p for p, (verb, table) in COMMITS.items() if bare.startswith(verb) and table in bare]

    def taken():
        points, noted.points = getattr(noted, "points", []), []
        return points

    def noting(run):
        def run_and_note(self, query, params=None):
            points, alone = meant(str(query)), not self.connection.in_transaction
            result = run(self, query, params)
            if alone:  # it was its own transaction
                for point in points:
                    at(point)
            else:
                noted.points = [*getattr(noted, "points", []), *points]
            return result

        return run_and_note

    def commit_and_die(self):
        points = dict.fromkeys(taken())
        for point in points:
            if point.startswith("before"):
                at(point)
        commit(self)
        for point in points:
            if point.startswith("after"):
                at(point)

    def rollback_and_forget(self):
        taken()
        rollback(self)

    cursor.execute, cursor.executemany = noting(execute), noting(executemany)
    wrapper._commit, wrapper._rollback = commit_and_die, rollback_and_forget


def die_meanwhile() -> None:
    time.sleep(0.004)
    die()


def watch_index(merge) -> None:
    builder = merge.LanceMergeInsertBuilder
    execute = builder.execute

    def execute_and_die(self, *arguments, **more):
        at("before-index-commit")
        at("during-index-commit", die=lambda: threading.Thread(target=die_meanwhile, daemon=True).start())
        result = execute(self, *arguments, **more)
        at("after-index-commit")
        return result

    builder.execute = execute_and_die


def watch_archives(zipfile) -> None:
    writestr = zipfile.ZipFile.writestr

    def write_and_die(self, *arguments, **more):
        writestr(self, *arguments, **more)
        at("after-member")

    zipfile.ZipFile.writestr = write_and_die


class WatchOnImport(importlib.abc.MetaPathFinder):
    """LanceDB and Django are imported when the product does it: here it would be too early to fork."""

    watchers = {
        "django.db.backends.sqlite3.base": watch_commits,
        "lancedb.merge": watch_index,
        "zipfile": watch_archives,
        "memory.markdown.files": watch_exchanges,
    }

    def find_spec(self, name, path=None, target=None):
        watcher = self.watchers.pop(name, None)
        if watcher is None:
            return None
        spec = importlib.util.find_spec(name)
        run = spec.loader.exec_module

        def run_and_watch(module):
            run(module)
            watcher(module)

        spec.loader.exec_module = run_and_watch
        return spec


if ORDER:
    watch_replacements()
    watch_removals()
    sys.meta_path.insert(0, WatchOnImport())
