"""How many of the threads that answer requests may be with a model at the same time, or wait for who is.

Whoever asks somebody else's server holds a thread for as long as that server likes. So each kind of call has a share
of the threads, smaller than all of them together: models that hang cost their own answers, and nothing else.
Work in the background has threads of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from memory.coordination import request_priority
from memory.coordination.slots import Full, Slots
from memory.errors import ModelBusy

PATIENCE_SECONDS = 0.5  # for which a request waits for a place: several answers of an embedder that is well


class Share:
    """So many eighths of the threads that answer requests."""

    def __init__(self, eighths: int) -> None:
        self._eighths = eighths
        self._places = Slots()

    @contextmanager
    def one(self) -> Iterator[None]:
        """A place until the end of the block; none is needed in the background. Raises ModelBusy."""
        if not request_priority.is_answering():
            yield
            return
        places = max(1, settings.EVEROS.api.threads * self._eighths // 8)
        try:
            with self._places.one(places, PATIENCE_SECONDS):
                yield
        except Full:
            raise ModelBusy from None


# What messages carry has two eighths more (memory.ingest.content).
LANGUAGE, EMBEDDING = Share(3), Share(2)
"""Language models and rerankers; embedders."""
