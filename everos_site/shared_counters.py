"""Where several web processes keep their counters, so that whichever is asked for /metrics answers for all of them."""

import os
import shutil
import tempfile

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client looks at it once, when it is imported


def prepare() -> None:
    """Makes an empty folder on a local disk. Call it before a fork, and before prometheus_client is imported."""
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="everos-metrics-")


def folder() -> str | None:
    """None where one process serves, which keeps its counters in memory."""
    return os.environ.get(VARIABLE)


def remove() -> None:
    if (path := os.environ.pop(VARIABLE, None)) is not None:
        shutil.rmtree(path, ignore_errors=True)
