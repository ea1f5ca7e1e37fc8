"""Configures gunicorn: processes that answer requests; a single one also does the background work.

Started by `serve`.
"""

import contextlib
import gc
import logging
import os
import sys
import threading
from typing import Any

from django.db import DatabaseError

from everos_site import config as settings_in_force
from everos_site import shared_counters, state
from everos_site.logs import logging_config

_config, _ = settings_in_force.load()

worker_class = "everos_site.web_worker.BufferingWorker"
# Wake-ups over memory:// reach only the process that sent them.
workers = 1 if _config.alone else _config.api.processes
timeout = 120  # seconds without a heartbeat, including the start on a busy machine
graceful_timeout = 3  # seconds from SIGTERM until the arbiter kills the worker
control_socket_disable = True
logconfig_dict = logging_config(_config.log.level, _config.log.format)

REQUEST_SECONDS = 1  # of graceful_timeout, for requests in progress
RUNTIME_SECONDS = 1  # of graceful_timeout, for the background work
LAST_SPANS_SECONDS = 0.3  # of graceful_timeout, for unsent traces

# How long a thread keeps the GIL while others want it. A short request takes it some dozen times, and waits that
# long for each computing thread: with Python's 5 ms that added up to seconds (benchmarks/bench_attack.py).
SWITCH_SECONDS = 0.0002

_aborted: list[int] = []  # the process that the arbiter kills because it sent no heartbeat
_started: list[int] = []  # the process that serves
_runtimes: list[Any] = []  # its background work


def on_starting(server: Any) -> None:
    if workers > 1:
        shared_counters.prepare()


def on_exit(server: Any) -> None:
    if _config.alone:  # even if the worker had to be killed: being stopped is not its work's fault
        state.note_stop(_config.memory.root)
    shared_counters.remove()
    if _config.log.format == "json":
        logging.getLogger("everos").info("stopped")
    else:
        print("EverOS has stopped.", file=sys.stderr, flush=True)


def worker_abort(worker: Any) -> None:
    _aborted.append(os.getpid())


def post_fork(server: Any, worker: Any) -> None:
    from everos_site import tracing

    worker.cfg.set("graceful_timeout", REQUEST_SECONDS)
    tracing.start("web")


def post_worker_init(worker: Any) -> None:
    from django.urls import get_resolver

    _ = get_resolver().url_patterns  # a mistake in a view fails the start, not the first request
    gc.freeze()  # what was imported stays: later collections, which stop all threads, do not look through it
    gc.enable()
    begin_work()
    if _config.log.format == "json":
        facts = {"address": settings_in_force.address(_config), "root": str(_config.memory.root)}
        logging.getLogger("everos").info("listening", extra=facts)
        return
    print("\n".join(_welcome()), file=sys.stderr, flush=True)


def _welcome() -> list[str]:
    """What a server prints on a terminal when it starts: its addresses."""
    base = settings_in_force.address(_config)
    links = {
        "Explorer": f"{base}/explorer/",
        "API": f"{base}/api/v1/memory",
        **({"Docs": f"{base}/docs"} if _config.documented else {}),
        "Admin": f"{base}/admin/  (`everos createsuperuser` makes an account)",
        "Health": f"{base}/health",
    }
    return [
        f"EverOS listens on {base} and keeps its memories in {_config.memory.root}",
        *(f"  {name:<8} {link}" for name, link in links.items()),
        "  Ctrl-C stops it.",
    ]


def begin_work() -> None:
    sys.setswitchinterval(SWITCH_SECONDS)
    from everos_site.dashboard import samples
    from everos_site.runtime import Runtime, warm_embedder
    from memory.coordination import processes

    _started.append(os.getpid())
    threading.Thread(target=samples.keep_saving, name="everos-samples", daemon=True).start()
    if not _config.alone:
        processes.join("web")
        threading.Thread(target=warm_embedder, name="everos-warm-up", daemon=True).start()
        return
    runtime = Runtime()
    runtime.start()
    _runtimes.append(runtime)


def release_own_claims() -> None:
    """A process that is stopped has not crashed because of its work."""
    from everos_site.runtime import release_claims
    from memory.coordination import processes

    if _config.alone:
        state.note_stop(_config.memory.root)
    else:
        with contextlib.suppress(DatabaseError):
            release_claims(of=processes.current().token, clean=True)


def worker_exit(server: Any, worker: Any) -> None:
    from everos_site import tracing
    from memory.coordination import processes

    if os.getpid() not in _started:
        return  # gunicorn also calls this in the arbiter, and for a worker that failed to start
    for runtime in _runtimes:
        runtime.stop(RUNTIME_SECONDS)
    if not _aborted:
        release_own_claims()
    processes.leave()
    tracing.stop(LAST_SPANS_SECONDS)
    logging.shutdown()
    # A normal exit would wait for calls to models (a minute) and unload the native libraries of the index
    # (seconds), until the arbiter kills the process. Everything accepted is on disk: nothing is left to do.
    os._exit(0)
