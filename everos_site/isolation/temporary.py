"""A server on a root of its own that is removed, which asks for keys, and the key of its superuser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from everos_site.demo import temporary_server

ADMIN = "audit"


@contextmanager
def audited_server() -> Iterator[tuple[str, str]]:
    """Its address and the key. Nothing of the settings of this machine is in force but the models that they name."""
    settings = {"EVEROS_AUTH__REQUIRED": "true", "EVEROS_RATES__ENABLED": "false"}
    removed = {
        "EVEROS_DATABASE__URL": "",
        "EVEROS_BROKER__URL": "",
        "EVEROS_REDIS__URL": "",
        "EVEROS_LANCEDB__URI": "",
    }
    with temporary_server({**settings, **removed}) as (address, environ):
        people = {**environ, "DJANGO_SUPERUSER_PASSWORD": os.urandom(16).hex()}
        _run(people, "createsuperuser", "--noinput", "--username", ADMIN, "--email", "")
        yield address, _run(people, "token", ADMIN).strip()


def _run(environ: dict[str, str], *command: str) -> str:
    """Raises RuntimeError."""
    words = [sys.executable, "-m", "everos_site.cli", *command]
    done = subprocess.run(words, env=environ, capture_output=True, text=True)  # nosec B603 # our own program
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return done.stdout
