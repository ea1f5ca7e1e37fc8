"""Notices changes of files at once; many of one file become one change, once it has been quiet for a moment.

An optimisation only: the next scan finds what the watcher misses.
"""

import errno
import logging
import os
import threading
import time
from collections.abc import Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Generic, TypeVar

import structlog
from django.db import Error as DatabaseError
from django.db import close_old_connections, connections
from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from cascade import scanner
from cascade.reading import document_of
from memory.coordination.request_priority import yield_to_requests
from memory.markdown.root import current_root, may_hold_memories

log = structlog.get_logger(__name__)

QUIET_SECONDS = 0.08
LONGEST_SECONDS = 1.0
RETRY_SECONDS = 1.0
CHECK_SECONDS = 5.0
# Errors of a system at its limit: fs.inotify.max_user_watches, or max_user_instances.
LIMITS = (errno.ENOSPC, errno.EMFILE)
EVENTS = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]
EVERYTHING = PurePosixPath()
INOTIFY_LOG = "watchdog.observers.inotify_c"

_unwatched = ""
Item = TypeVar("Item", bound=Hashable)


def start() -> "Watcher":
    """Starts watching. Returns at once; a separate thread sets up the watches."""
    watcher = Watcher()
    watcher.start()
    return watcher


def unwatched() -> str:
    """Why not all folders are watched; "" if they are, or if this process has none to watch."""
    return _unwatched


class Watcher:
    """Watches the memory root for new folders, and every folder in it that may hold memories, recursively."""

    def __init__(self) -> None:
        self._root = current_root()
        self._observer: BaseObserver | None = None
        self._watched: dict[str, ObservedWatch] = {}
        self._seen_root: tuple[int, int] | None = None
        self._changed = threading.Condition()
        self._stopping = False
        self._check_at = 0.0
        self._missed_events = False
        self._overflow = _OverflowHandler(self)
        self._files: Debounce[PurePosixPath] = Debounce(QUIET_SECONDS, LONGEST_SECONDS)
        self._folders: Debounce[PurePosixPath] = Debounce(QUIET_SECONDS, LONGEST_SECONDS)
        self._thread = threading.Thread(target=self._run, name="cascade-watcher", daemon=True)

    def start(self) -> None:
        self._overflow.attach()
        self._thread.start()

    def stop(self) -> None:
        """Ends both threads. Changes that were noticed and not yet enqueued are left to the next scan."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._thread.join(timeout=5)
        self._overflow.detach()
        self._end_observer()
        _note(None)

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def note(self, path: PurePosixPath, is_folder: bool) -> None:
        """Records an event at this path, relative to the root."""
        document = document_of(path)
        if not is_folder and self._root.locate(document) is None:
            return
        with self._changed:
            if not self._files and not self._folders:
                self._changed.notify_all()  # otherwise the thread wakes up in time: later events are due later
            if document != path or not is_folder:
                self._files.add(document, time.monotonic())
            else:
                self._folders.add(path, time.monotonic())

    def note_missed_events(self) -> None:
        """Records that nobody knows what has changed: all watches are set up again, and all files compared."""
        with self._changed:
            self._missed_events, self._check_at = True, 0.0
            self._changed.notify_all()

    def watch_folder(self, name: str) -> None:
        """Starts to watch everything below a folder of the root. One of that name that was watched is another one: it
        was moved or removed, which its watch does not know.
        """
        path, watch = self._root.path / name, self._watched.pop(name, None)
        if self._observer and watch is not None:
            self._observer.unschedule(watch)
        if self._observer and may_hold_memories([name]) and path.is_dir() and not path.is_symlink():
            self._watched[name] = self._observer.schedule(
                _Below(self), str(path), recursive=True, event_filter=EVENTS
            )

    def _run(self) -> None:
        try:
            self._observe()
            while self._wait():
                self._act()
                self._check()
        finally:
            connections.close_all()

    def _observe(self) -> None:
        """Sets up all watches; starts over if some could not be set up before."""
        self._end_observer()
        self._watched.clear()
        self._missed_events, self._seen_root = False, self._root_identity()
        try:
            observer = self._observer = Observer()
            observer.start()
            observer.schedule(_AtRoot(self), str(self._root.path), recursive=False, event_filter=EVENTS)
            for entry in os.scandir(self._root.path):
                self.watch_folder(entry.name)
            self._try_another(observer)
        except OSError as error:
            _note(error)
        else:
            _note(None)
            self.note(EVERYTHING, is_folder=True)  # changes made while the watches were being set up
        self._check_at = time.monotonic() + CHECK_SECONDS

    def _end_observer(self) -> None:
        if self._observer is not None and self._observer.is_alive():
            self._observer.stop()
            self._observer.join(timeout=5)
        self._observer = None

    def _check(self) -> None:
        """Checks whether new folders can still be watched: the library silently skips folders below a watched one when
        the limit is reached.
        """
        if time.monotonic() < self._check_at:
            return
        if self._missed_events or self._seen_root != self._root_identity():
            self._observe()
        self._check_at = time.monotonic() + CHECK_SECONDS
        try:
            if self._observer is not None:
                self._try_another(self._observer)
        except OSError as error:
            if error.errno in LIMITS:
                _note(error)
        else:
            if unwatched():
                self._observe()

    def _root_identity(self) -> tuple[int, int] | None:
        """Distinguishes the root from another folder in its place; None if there is none."""
        with suppress(OSError):
            seen = self._root.path.stat()
            return seen.st_dev, seen.st_ino
        return None

    def _try_another(self, observer: BaseObserver) -> None:
        """Tries to watch one more folder, which nothing else watches. Raises OSError if that is impossible."""
        folder = self._root.path / ".tmp"
        folder.mkdir(exist_ok=True)  # in a root that was restored
        watch = observer.schedule(FileSystemEventHandler(), str(folder), event_filter=[DirDeletedEvent])
        observer.unschedule(watch)

    def _wait(self) -> bool:
        """Waits until something is due, or until the next check; False when it is time to stop."""
        with self._changed:
            while not self._stopping:
                now = time.monotonic()
                due = (self._files.wait(now), self._folders.wait(now), self._check_at - now)
                wait = min(seconds for seconds in due if seconds is not None)
                if wait <= 0:
                    return True
                self._changed.wait(wait)
            return False

    def _act(self) -> None:
        with self._changed:
            now = time.monotonic()
            files, folders = self._files.take_due(now), self._folders.take_due(now)
        if not files and not folders:
            return
        close_old_connections()
        yield_to_requests()
        try:
            scanner.enqueue_changed(files)
            for folder in _outermost(folders):
                scanner.scan_folder(folder)
        except (DatabaseError, OSError) as error:
            log.warning("changes seen could not be enqueued yet", error=str(error))
            self._again(files, folders)
        except Exception:  # a mistake: the watcher must not end because of one file
            log.exception("changes seen could not be enqueued, the next scan finds them")

    def _again(self, files: Iterable[PurePosixPath], folders: Iterable[PurePosixPath]) -> None:
        later = time.monotonic() + RETRY_SECONDS
        with self._changed:
            for file in files:
                self._files.add(file, later)
            for folder in folders:
                self._folders.add(folder, later)


class _Below(FileSystemEventHandler):
    """Events below one folder of the root."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._root = current_root().path

    def on_any_event(self, event: FileSystemEvent) -> None:
        for path in self._paths(event):
            self._watcher.note(path, event.is_directory)

    def _paths(self, event: FileSystemEvent) -> list[PurePosixPath]:
        """The affected paths, relative to the root; a move affects both ends."""
        ends = [Path(os.fsdecode(end)) for end in (event.src_path, event.dest_path) if end]
        return [PurePosixPath(end.relative_to(self._root)) for end in ends if end.is_relative_to(self._root)]


class _AtRoot(_Below):
    """Events directly in the root: folders that are created and deleted, and its own end."""

    def on_any_event(self, event: FileSystemEvent) -> None:
        if not event.is_directory:
            return
        for path in self._paths(event):
            if path == EVERYTHING:
                self._watcher.note_missed_events()
            elif len(path.parts) == 1 and may_hold_memories(path.parts):
                self._follow(path)

    def _follow(self, path: PurePosixPath) -> None:
        try:
            self._watcher.watch_folder(path.name)
        except OSError as error:
            _note(error)
        self._watcher.note(path, is_folder=True)


class _OverflowHandler(logging.Handler):
    """Notices that the system has dropped events because there were too many: the library only logs it."""

    def __init__(self, watcher: Watcher) -> None:
        super().__init__(logging.WARNING)
        self._watcher = watcher
        self._log = logging.getLogger(INOTIFY_LOG)

    def attach(self) -> None:
        self._log.setLevel(logging.WARNING)  # whatever this server writes to its own log
        self._log.addHandler(self)

    def detach(self) -> None:
        self._log.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        if "overflow" in record.getMessage():
            self._watcher.note_missed_events()


def _note(trouble: OSError | None) -> None:
    global _unwatched
    reason = (trouble.strerror or str(trouble)) if trouble else ""
    if reason and reason != _unwatched:
        log.warning("not all folders can be watched; changes are found by the scans", error=reason)
    _unwatched = reason


def _outermost(folders: Iterable[PurePosixPath]) -> list[PurePosixPath]:
    """These folders, without those that lie in another one."""
    chosen: list[PurePosixPath] = []
    for folder in sorted(folders):
        if not any(folder.is_relative_to(outer) for outer in chosen):
            chosen.append(folder)
    return chosen


@dataclass(slots=True)
class _Seen:
    first: float
    last: float


class Debounce(Generic[Item]):
    """An item is due `quiet` seconds after its latest event, and at most `longest` seconds after its first. Times are
    seconds of any monotonic clock.
    """

    def __init__(self, quiet: float, longest: float) -> None:
        self._quiet = quiet
        self._longest = longest
        self._seen: dict[Item, _Seen] = {}

    def __bool__(self) -> bool:
        """Whether anything is waiting."""
        return bool(self._seen)

    def add(self, item: Item, now: float) -> None:
        seen = self._seen.setdefault(item, _Seen(now, now))
        seen.last = now

    def take_due(self, now: float) -> list[Item]:
        due = [item for item, seen in self._seen.items() if self._due_at(seen) <= now]
        for item in due:
            del self._seen[item]
        return due

    def wait(self, now: float) -> float | None:
        """Seconds until the next item is due; None when there is none."""
        if not self._seen:
            return None
        return max(0.0, min(self._due_at(seen) for seen in self._seen.values()) - now)

    def _due_at(self, seen: _Seen) -> float:
        return min(seen.last + self._quiet, seen.first + self._longest)
