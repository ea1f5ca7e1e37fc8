"""A temporary server that requires API keys, and the key of its superuser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from everos_site.demo import temporary_server

ADMIN = "audit"


@contextmanager
def audited_server() -> Iterator[tuple[str, str]]:
    """Yields its address and the key. Of this machine's settings it ignores the databases, the broker and Redis."""
    settings = {"EVEROS_AUTH__REQUIRED": "true", "EVEROS_RATES__ENABLED": "false"}
    ignored = {
        "EVEROS_DATABASE__URL": "",
        "EVEROS_BROKER__URL": "",
        "EVEROS_REDIS__URL": "",
        "EVEROS_LANCEDB__URI": "",
    }
    with temporary_server({**settings, **ignored}) as (address, environ):
        people = {**environ, "DJANGO_SUPERUSER_PASSWORD": os.urandom(16).hex()}
        _run(people, "createsuperuser", "--noinput", "--username", ADMIN, "--email", "")
        yield address, _run(people, "token", ADMIN).strip()


def _run(environ: dict[str, str], *command: str) -> str:
    """Runs an `everos` command and returns its output. Raises RuntimeError if it fails."""
    words = [sys.executable, "-m", "everos_site.cli", *command]
    done = subprocess.run(words, env=environ, capture_output=True, text=True)  # nosec B603 # our own program
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return done.stdout
