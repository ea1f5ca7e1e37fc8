"""Python runs this file at start when its folder is on PYTHONPATH: it kills the server at a named moment.

EVEROS_TEST_KILL=<point>:<n> ends the process group with SIGKILL when the point is reached for the n-th time.
The points sit around calls of the standard library, Django and LanceDB; the product knows nothing of them.
"""

import importlib.abc
import importlib.util
import itertools
import os
import signal
import sys
import threading
import time

POINT, _, NUMBER = os.environ.get("EVEROS_TEST_KILL", "").partition(":")
reached = itertools.count(1)

BUFFER, CELL, CHANGE = '"memory_bufferedmessage"', '"memory_memcell"', '"md_change_state"'
RUN, LANE, ACCOUNT = '"ome_strategyrun"', '"ome_lanelease"', '"ome_strategyaccount"'
# What a transaction must have done for its commit to be the moment that the name means.
COMMITS = {
    "after-buffer-commit": ("INSERT", f"INTO {BUFFER}"),
    "after-carve": ("INSERT", f"INTO {CELL}"),
    "before-cell-done": ("DELETE", f"FROM {BUFFER}"),
    "after-cell-done": ("DELETE", f"FROM {BUFFER}"),
    "before-change-row": ("INSERT", f"INTO {CHANGE}"),
    "after-change-row": ("INSERT", f"INTO {CHANGE}"),
    "before-runs": ("INSERT", f"INTO {RUN}"),
    "after-runs": ("INSERT", f"INTO {RUN}"),
    "after-lane-claim": ("INSERT", f"INTO {LANE}"),
    "after-run-start": ("UPDATE", f'{RUN} SET "started_at"'),
    "before-run-done": ("UPDATE", f"{ACCOUNT} SET"),
    "after-run-done": ("UPDATE", f"{ACCOUNT} SET"),
}


def die() -> None:
    if next(reached) == int(NUMBER or 1):
        os.killpg(0, signal.SIGKILL)


def at(point: str) -> None:
    if point == POINT:
        die()


def watch_renames() -> None:
    replace = os.replace

    def replace_and_die(source, target, **more):
        memory_file = os.fspath(target).endswith(".md")
        if memory_file:
            at("before-rename")
        replace(source, target, **more)
        if memory_file:
            at("after-rename")

    os.replace = replace_and_die


def watch_commits(sqlite) -> None:
    """Notes the statements of a transaction and looks at them when it is committed."""
    wanted = COMMITS.get(POINT)
    if wanted is None:
        return
    wrapper, cursor = sqlite.DatabaseWrapper, sqlite.SQLiteCursorWrapper
    execute, executemany = cursor.execute, cursor.executemany
    noted = threading.local()

    def note(self, query):
        verb, table = wanted
        if query.startswith(verb) and table in query:
            noted.hit = True
            if self.connection.in_transaction is False:
                noted.autocommit = True

    def execute_and_note(self, query, params=None):
        note(self, str(query))
        result = execute(self, query, params)
        die_after_autocommit()
        return result

    def executemany_and_note(self, query, params):
        note(self, str(query))
        result = executemany(self, query, params)
        die_after_autocommit()
        return result

    def die_after_autocommit():
        if getattr(noted, "autocommit", False):
            noted.autocommit = noted.hit = False
            die()

    commit, rollback = wrapper._commit, wrapper._rollback

    def commit_and_die(self):
        hit, noted.hit = getattr(noted, "hit", False), False
        if hit and POINT.startswith("before"):
            die()
        commit(self)
        if hit and POINT.startswith("after"):
            die()

    def rollback_and_forget(self):
        noted.hit = False
        rollback(self)

    cursor.execute, cursor.executemany = execute_and_note, executemany_and_note
    wrapper._commit, wrapper._rollback = commit_and_die, rollback_and_forget


def watch_index(merge) -> None:
    builder = merge.LanceMergeInsertBuilder
    execute = builder.execute

    def execute_and_die(self, *arguments, **more):
        at("before-index-commit")
        if POINT == "during-index-commit":
            threading.Thread(target=lambda: (time.sleep(0.004), die()), daemon=True).start()
        result = execute(self, *arguments, **more)
        at("after-index-commit")
        return result

    builder.execute = execute_and_die


class WatchOnImport(importlib.abc.MetaPathFinder):
    """LanceDB and Django are imported when the product does it: here it would be too early to fork."""

    watchers = {"django.db.backends.sqlite3.base": watch_commits, "lancedb.merge": watch_index}

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


if POINT:
    watch_renames()
    sys.meta_path.insert(0, WatchOnImport())
