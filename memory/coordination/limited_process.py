"""Runs a module of this project in a separate process, so that hostile input costs only that process.

Threads cannot be stopped and share the server's memory; a process can be limited and killed. No Django and no settings,
so that the process starts quickly and holds no secret.
"""

import math
import os
import resource
import subprocess
import sys
from pathlib import Path

import memory


class TooSlow(Exception):
    """It took longer than it may, and was killed."""


def output_of(module: str, *arguments: str, input: bytes, seconds: float) -> bytes:
    """What the module's `main` writes to standard output; cut off if the process was killed. Raises TooSlow.

    There is no shell, but the arguments must not be text of a caller's.
    """
    try:
        done = subprocess.run(  # nosec B603 # our own interpreter and module
            [sys.executable, "-S", "-P", "-m", module, *arguments],
            input=input,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            env=environment(),
            start_new_session=True,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise TooSlow from error
    return done.stdout


def environment() -> dict[str, str]:
    """Only the location of the code: no key of a model, no setting."""
    project = str(Path(memory.__path__[0]).parent)
    return {"PYTHONPATH": os.pathsep.join([project, *filter(None, sys.path)]), "PYTHONUTF8": "1"}


def confine(seconds: float, memory_bytes: int) -> None:
    """Limits this process through the kernel, which holds even if nobody waits for it any more.

    No file can be written.
    """
    for what, most in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CPU, math.ceil(seconds)),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (allowed, allowed))
