"""Startup and shutdown of separate worker and beat processes, which import this module."""

import threading
from contextlib import suppress
from typing import Any

import structlog
from celery.signals import beat_init, celeryd_init, worker_init, worker_ready, worker_shutdown
from celery.worker.request import Request
from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError

from everos_site import tracing
from everos_site.celery import app, threads_for
from everos_site.runtime import START_TASKS, release_claims, warm_embedder
from memory.command import SETTINGS_CHECKS, CheckedCommand, migrate_databases, wait_for_postgresql
from memory.coordination import processes

log = structlog.get_logger(__name__)
LAST_SPANS_SECONDS = 2.0


class Unacknowledged(Request):
    """A task of a queue without acknowledgements. Celery sends some all the same, when it has just lost its connection
    to Redis, and the worker ends because there is none.
    """

    def acknowledge(self) -> None:
        self.acknowledged = True


def _prepare() -> None:
    """Checks the settings and migrates, as the server does: a problem ends the process with the same message."""
    try:
        CheckedCommand().check(tags=[SETTINGS_CHECKS])  # prints nothing if nothing is wrong
        wait_for_postgresql()
        migrate_databases()
    except CommandError as error:
        raise SystemExit(str(error)) from None


@celeryd_init.connect
def _choose_threads(conf: Any, options: dict[str, Any] | None = None, **_: object) -> None:
    conf.worker_concurrency = threads_for(conf.beat_schedule)  # `--concurrency` takes precedence


@worker_init.connect
def _worker_begins(**_: object) -> None:
    from ome.starter import write_starter

    if not settings.EVEROS.alone:  # otherwise `serve` has done it
        _prepare()
    write_starter(settings.EVEROS.memory.root)
    processes.join("worker")
    threading.Thread(target=warm_embedder, name="everos-warm-up", daemon=True).start()
    tracing.start("worker")


@worker_ready.connect
def _worker_is_ready(sender: Any, **_: object) -> None:
    if not settings.EVEROS.alone:
        for name in START_TASKS:
            app.send_task(name)
        log.info("the worker is ready", queues=sorted(sender.app.amqp.queues.consume_from))


@beat_init.connect
def _beat_begins(sender: Any, **_: object) -> None:
    if not settings.EVEROS.alone:
        _prepare()
        processes.join("beat")
        log.info("beat sends wake-ups", tasks=sorted(sender.app.conf.beat_schedule))


@worker_shutdown.connect
def _worker_ends(**_: object) -> None:
    if not settings.EVEROS.alone:
        log.info("the worker ends")
        with suppress(DatabaseError):  # what this process was doing when it was stopped did not crash it
            release_claims(of=processes.current().token, clean=True)
        processes.leave()
        tracing.stop(LAST_SPANS_SECONDS)
