"""Extends the lease of a lane for as long as somebody works on it.

A run may take longer than a lease: by rules with a very long text, or because it waits for an endpoint. Another worker
would then begin it anew, and neither of them could ever record its end.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import structlog
from django.db import DatabaseError, connections

from ome.engine import lanes
from ome.engine.lanes import Lease, LeaseLost

LONGEST = timedelta(hours=1)  # whoever has not ended by then hangs, and another worker may try
SHARE = 3  # of the lease: so often it is extended while it lasts

log = structlog.get_logger(__name__)


@contextmanager
def kept(lease: Lease) -> Iterator[None]:
    """Extends the lease within this block, from a thread: the one that works may be busy for minutes."""
    ended = threading.Event()
    threading.Thread(target=_keep, args=(lease, ended), name="lane-keeper", daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def _keep(lease: Lease, ended: threading.Event) -> None:
    last = time.monotonic() + LONGEST.total_seconds()
    while not ended.wait(lanes.lease_length().total_seconds() / SHARE) and time.monotonic() < last:
        try:
            lease.keep()
        except LeaseLost:  # or released; the one who works notices that itself
            return
        except DatabaseError as error:
            log.warning("the lease of a lane could not be extended", lane=lease.lane, error=str(error))
        finally:
            connections.close_all()
