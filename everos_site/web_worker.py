"""The gunicorn worker: a process that gunicorn starts, watches over and stops, and in which waitress serves."""

import os
from types import FrameType

from gunicorn.workers.base import Worker

from everos_site.http_server import Server

NOTIFY_SECONDS = 1.0  # between two signs of life for the arbiter


class BufferingWorker(Worker):
    _server: Server | None = None

    def run(self) -> None:
        """Serves until a signal ends it, or the arbiter is gone."""
        from django.conf import settings

        from everos_site.admission import refusal

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
        server.drain(self.cfg.graceful_timeout)

    def handle_exit(self, signal: int, frame: FrameType | None) -> None:
        self.alive = False
        if self._server is not None:
            self._server.pull_trigger()
