"""Embedded mode: the background work of the single web process, in threads.

A Celery worker and its scheduler over `memory://`, whose messages only this process sees, and the watcher of the memory
root. All of it may be stopped at any moment: the work is stored in rows, and the next start resumes it.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Protocol

from celery.beat import Service as Beat
from celery.signals import worker_ready
from celery.worker import WorkController
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connections

from everos_site import state
from everos_site.celery import app, threads_for
from memory.coordination import isolation, processes
from memory.markdown import disk

log = logging.getLogger(__name__)

START_TASKS = (
    "cascade.tasks.scan",
    "cascade.tasks.index_texts",
    "memory.tasks.retry_cells",
    "ome.tasks.drain",
    "everos_site.tasks.forget",
)
DISK_SECONDS = 1.0  # between two checks of a disk that accepts no writes


class Watcher(Protocol):
    def stop(self) -> None: ...


class Runtime:
    """The background threads of a web process."""

    def __init__(self) -> None:
        self._worker: WorkController | None = None
        self._beat: Beat | None = None
        self._watcher: Watcher | None = None
        self._worker_ready = threading.Event()
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """While nothing can be written, requests that only read are answered; the rest starts when writing works."""
        try:
            self._begin()
        except (OSError, DatabaseError) as error:
            if disk.why_closed(settings.EVEROS.memory.root) is None:
                raise
            log.error("nothing is indexed or derived until the memory root can be written: %s", error)
            self.run_thread("start", self._end_when_possible)

    def _end_when_possible(self) -> None:
        """Ends the process so that the next one opens new connections: those that SQLite opened read-only stay
        read-only.
        """
        while not self._stopping.wait(DISK_SECONDS):
            if disk.why_closed(settings.EVEROS.memory.root) is None:
                log.warning("the memory root can be written: this process ends, another one takes over")
                os.kill(os.getpid(), signal.SIGTERM)
                return

    def _begin(self) -> None:
        from cascade import watcher
        from memory.markdown.root import current_root
        from ome.starter import write_starter

        current_root().ensure()
        write_starter(settings.EVEROS.memory.root)
        processes.join("server")
        release_claims(clean=state.was_stopped(settings.EVEROS.memory.root))
        self._worker = WorkController(
            app=app,
            pool_cls="threads",
            concurrency=threads_for(app.conf.beat_schedule),
            ready_callback=self._on_worker_ready,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        # Stopping the scheduler takes at most one second.
        self._beat = Beat(
            app, max_interval=1, scheduler_cls="everos_site.beat:SteadyScheduler", remote_control=False
        )
        self.run_thread("worker", self._worker.start, vital=True)
        self.run_thread("beat", self._beat.start, vital=True)
        self.run_thread("warm-up", warm_embedder)
        self._watcher = watcher.start()
        for name in START_TASKS:
            app.send_task(name)

    def _on_worker_ready(self, consumer: object) -> None:
        # As the command-line worker does; memory.coordination.wake_ups waits for it.
        worker_ready.send(sender=consumer)
        self._worker_ready.set()

    def run_thread(self, name: str, work: Callable[[], None], vital: bool = False) -> None:
        """A server whose background work has died would accept memories that are never found: it restarts."""

        def run() -> None:
            try:
                work()
            finally:
                connections.close_all()
                if vital and not self._stopping.is_set():
                    log.critical(
                        "the %s has ended by itself; this process ends, another one takes over", name
                    )
                    os.kill(os.getpid(), signal.SIGTERM)

        thread = threading.Thread(target=run, name=f"everos-{name}", daemon=True)
        thread.start()
        self._threads.append(thread)

    def stop(self, seconds: float) -> None:
        """Waits at most `seconds`; whatever has not ended by then, such as a call to a model, can safely be cut off."""
        deadline = time.monotonic() + seconds
        self._stopping.set()
        if self._beat is not None:
            self._beat.stop()
        if self._watcher is not None:
            self._watcher.stop()
        if self._worker is not None and self._worker_ready.wait(seconds):
            app.control.shutdown()
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))


def release_claims(of: str = "", clean: bool = False) -> None:
    """Releases the claims of a process that has ended (by its token); without one, all, because the engine lock proves
    that no other server is running.

    Unless it was stopped (`clean`), it died of what it was working on, and that counts as a failure.
    """
    from cascade import queue
    from memory.ingest import retry
    from memory.models import Forgetting
    from ome.engine import lanes

    blames = isolation.verdict(of, clean)
    queue.release_claims(of, blames)
    retry.release_claims(of, blames)
    lanes.release_claims(of, blames)
    Forgetting.release_claims(of)
    isolation.forget(of)


def warm_embedder() -> None:
    """Loads the local model before the first request needs it; an endpoint is not called unnecessarily."""
    if settings.EVEROS.embedding.configured:
        return
    from memory.providers.registry import get_embedder
    from memory.retrieval.question import unrelated_vectors

    get_embedder().embed_query("warm up")
    unrelated_vectors(get_embedder())
