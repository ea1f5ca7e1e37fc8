import errno
import gc
import os
import socket
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections

from everos_site import engine_lock, state
from everos_site.web import WebServer
from memory.command import (
    SERVING_CHECKS,
    SETTINGS_CHECKS,
    CheckedCommand,
    migrate_databases,
    unusable,
    verify_databases,
    wait_for_postgresql,
)


class Command(CheckedCommand):
    help = (
        "Serves the API on one port: checks the settings, migrates the databases, and starts. Also does all background "
        "work, unless EVEROS_BROKER__URL names a broker for separate workers."
    )

    requires_system_checks = [SETTINGS_CHECKS, SERVING_CHECKS]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", help="overrides EVEROS_API__HOST")
        parser.add_argument("--port", type=port_number, help="overrides EVEROS_API__PORT")

    def execute(self, *args: Any, **options: Any) -> None:
        api = settings.EVEROS.api
        host, port = options["host"] or api.host, options["port"] or api.port
        if (host, port) != (api.host, api.port):
            restart_with(host, port)
        super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.EVEROS.alone:
            lock_root(settings.EVEROS.memory.root)
        listener = listen(settings.EVEROS.api.host, settings.EVEROS.api.port)
        wait_for_postgresql()
        migrate_databases()
        verify_databases()
        connections.close_all()
        gc.disable()  # until the worker has imported what it needs: a fifth of the processor time of a start
        WebServer(listener.detach()).run()


def lock_root(root: Path) -> None:
    try:
        engine_lock.take(state.lock_path(root), root)
    except engine_lock.RootInUse as error:
        raise CommandError(str(error)) from error
    except OSError as error:  # some file systems refuse what the file mode allows
        raise CommandError(unusable(root, error)) from error


def port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return int(text)


def restart_with(host: str, port: int) -> None:
    """Restarts this program with the options as environment variables, so that they are treated like settings."""
    os.environ["EVEROS_API__HOST"] = host
    os.environ["EVEROS_API__PORT"] = str(port)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, sys.orig_argv)  # nosec B606 # its own arguments


def listen(host: str, port: int) -> socket.socket:
    """Binds the port before anything is started, so that a busy port ends the command with a single line."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        wrong = "port" if error.errno in (errno.EADDRINUSE, errno.EACCES) else "host"
        hint = f"Set EVEROS_API__{wrong.upper()}, or use --{wrong}."
        raise CommandError(f"Cannot listen on {host} port {port}: {reason}. {hint}") from error
