"""The gunicorn worker: a process that gunicorn starts, watches and stops, and in which waitress serves.

Before a long body is read, it is decided whether its caller may send one, so that strangers cannot fill the disk.
"""

import os
import threading
from io import BytesIO
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import DatabaseError, close_old_connections
from gunicorn.workers.base import Worker
from rest_framework.exceptions import AuthenticationFailed

from everos_site.http_server import Server
from memory.api.failures import DATABASE_AWAY
from memory.api.rest.authentication import MISSING, token_user

NOTIFY_SECONDS = 1.0  # between two heartbeats for the arbiter
STOP_SECONDS = 2.6  # for an orderly end; then the process exits, just before the arbiter would kill it


class BufferingWorker(Worker):
    _server: Server | None = None

    def run(self) -> None:
        """Serves until a signal ends it, or the arbiter is gone."""
        api = settings.EVEROS.api
        [listener] = self.sockets
        server = self._server = Server(
            self.wsgi,
            listener.sock,
            threads=api.threads,
            max_body_bytes=api.max_body_bytes,
            client_seconds=api.client_timeout_seconds,
            admit=refusal,
        )
        while self.alive and os.getppid() == self.ppid:
            self.notify()
            server.serve(NOTIFY_SECONDS)
        _end_within(STOP_SECONDS)
        server.drain(self.cfg.graceful_timeout)

    def handle_exit(self, signal: int, frame: FrameType | None) -> None:
        self.alive = False
        if self._server is not None:
            self._server.pull_trigger()

    # Ctrl-C reaches the worker twice, from the terminal and as SIGQUIT from the arbiter; gunicorn's own handler would
    # exit in the middle of the work, and the second time in the middle of exiting.
    handle_quit = handle_exit


def _end_within(seconds: float) -> None:
    """Loses nothing that was accepted: a pending call to a model, for example, is started again by the next process."""
    timer = threading.Timer(seconds, os._exit, [0])
    timer.daemon = True
    timer.start()


def refusal(environ: dict[str, Any]) -> tuple[int, str] | None:
    """Status and message of the refusal; None if the body may be read.

    Where keys are required, every call with a long body needs a valid one, whatever its path.
    """
    if not settings.EVEROS.auth.required:
        return None
    close_old_connections()
    try:
        user = token_user(WSGIRequest({**environ, "wsgi.input": BytesIO()}))
    except AuthenticationFailed as failure:
        return 401, str(failure.detail)
    except DatabaseError:
        return 503, DATABASE_AWAY
    return (401, MISSING) if user is None else None
