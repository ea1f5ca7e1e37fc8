"""How gunicorn serves: one process of many threads, which also does the background work. Started by `serve`."""

import logging
import os
import sys
from typing import Any

from everos_site import config as settings_in_force
from everos_site.logs import logging_config

_config, _ = settings_in_force.load()

worker_class = "gthread"
workers = 1  # wake-ups over memory:// reach only the process that sent them
threads = _config.api.threads
worker_connections = 1000
keepalive = 30
timeout = 120  # seconds without a sign of life; starting on a busy machine counts too
graceful_timeout = 4  # seconds from SIGTERM until the arbiter kills the worker
control_socket_disable = True
logconfig_dict = logging_config(_config.log.level, _config.log.format)

REQUEST_SECONDS = 1  # of graceful_timeout, for requests that are still being answered; gunicorn may add one
RUNTIME_SECONDS = 1.5  # of graceful_timeout, for the background work

_runtimes: list[Any] = []


def post_fork(server: Any, worker: Any) -> None:
    worker.cfg.set("graceful_timeout", REQUEST_SECONDS)


def post_worker_init(worker: Any) -> None:
    from django.urls import get_resolver

    from everos_site.runtime import Runtime

    _ = get_resolver().url_patterns  # a mistake in a view stops the start, not the first request
    runtime = Runtime()
    runtime.start()
    _runtimes.append(runtime)
    host = f"[{_config.api.host}]" if ":" in _config.api.host else _config.api.host
    address = f"http://{host}:{_config.api.port}"
    print(
        f"EverOS listens on {address} and keeps its memories in {_config.memory.root}",
        file=sys.stderr,
        flush=True,
    )


def worker_exit(server: Any, worker: Any) -> None:
    if os.getpid() != worker.pid or not _runtimes:
        return  # gunicorn also calls this in the arbiter, and for a worker that failed to start
    for runtime in _runtimes:
        runtime.stop(RUNTIME_SECONDS)
    logging.shutdown()
    # Python's own way out would wait for calls to models (a minute) and unload the native libraries of the index
    # (seconds), until the arbiter loses its patience. What was accepted is on disk: nothing is left to be done.
    os._exit(0)
