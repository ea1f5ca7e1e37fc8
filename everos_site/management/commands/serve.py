import os
import socket
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from everos_site import engine_lock, state
from everos_site.checks import TAG

GUNICORN_CONF = Path(__file__).resolve().parents[2] / "gunicorn.conf.py"


class Command(BaseCommand):
    help = "Serves the API on one port, with all background work: checks the settings, migrates, and starts."
    # Only the settings: the other checks import the views, and with them the index, into a process that becomes
    # another one a moment later. They run in `make check`.
    requires_system_checks = [TAG]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", help="instead of EVEROS_API__HOST")
        parser.add_argument("--port", type=port_number, help="instead of EVEROS_API__PORT")

    def handle(self, *args: Any, **options: Any) -> None:
        root = settings.EVEROS.memory.root
        host = options["host"] or settings.EVEROS.api.host
        port = options["port"] or settings.EVEROS.api.port
        try:
            engine_lock.take(state.lock_path(root), root)
        except engine_lock.RootInUse as error:
            raise CommandError(str(error)) from error
        listener = listen(host, port)
        for database in connections:
            call_command("migrate", database=database, interactive=False, verbosity=0)
        connections.close_all()
        os.environ["EVEROS_API__HOST"] = host
        os.environ["EVEROS_API__PORT"] = str(port)
        # Lance writes to standard error by itself, for instance that a new table is new.
        os.environ.setdefault("LANCEDB_LOG", "error")
        become_gunicorn(listener)


def port_number(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 65535:
        raise ValueError
    return number


def listen(host: str, port: int) -> socket.socket:
    """Taken before anything is started, so that a busy port is one line and nothing else."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise CommandError(f"Cannot listen on {host} port {port}: {reason}. Set EVEROS_API__PORT.") from error


def become_gunicorn(listener: socket.socket) -> None:
    """Replaces this program: gunicorn's arbiter then forks from a process without Django, database or index.

    LanceDB must not be loaded before a fork, and the lock and the socket go along as open files.
    """
    listener.set_inheritable(True)
    sys.stdout.flush()
    sys.stderr.flush()
    arguments = ["-m", "gunicorn", "-c", str(GUNICORN_CONF), "--bind", f"fd://{listener.fileno()}"]
    os.execv(sys.executable, [sys.executable, *arguments, "everos_site.wsgi"])
