"""Schedules the embedding engine: a query that somebody waits for precedes batches of the index."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

# Queries that may overtake one waiting batch: bounds the wait of the index under constant load.
MAX_OVERTAKES = 4


class PriorityGate:
    """Queries enter at once; batches one at a time, while no query is inside or after MAX_OVERTAKES of them.

    A running batch is not interrupted, so callers keep their batches small.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._queries_inside = 0
        self._queries_entered = 0
        self._batch_inside = False

    @contextmanager
    def query(self) -> Iterator[None]:
        with self._changed:
            self._queries_inside += 1
            self._queries_entered += 1
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._queries_inside -= 1
                self._changed.notify_all()

    @contextmanager
    def batch(self) -> Iterator[None]:
        with self._changed:
            patience = self._queries_entered + MAX_OVERTAKES
            self._changed.wait_for(lambda: self._batch_may_enter(patience))
            self._batch_inside = True
        try:
            yield
        finally:
            with self._changed:
                self._batch_inside = False
                self._changed.notify_all()

    def _batch_may_enter(self, patience: int) -> bool:
        if self._batch_inside:
            return False
        return self._queries_inside == 0 or self._queries_entered >= patience
