"""Limits how many request threads may be waiting for a model at the same time.

A call to another server occupies a thread for as long as that server likes. So each kind of call gets a share of the
threads, smaller than all of them: models that hang cost their own answers, and nothing else. Background work has its
own threads.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from memory.coordination import request_priority
from memory.coordination.slots import Full, Slots
from memory.errors import ModelBusy

PATIENCE_SECONDS = 0.5  # how long a request waits for a slot: several answers of a healthy embedder


class Share:
    """This many eighths of the request threads."""

    def __init__(self, eighths: int) -> None:
        self._eighths = eighths
        self._places = Slots()

    @contextmanager
    def one(self) -> Iterator[None]:
        """A slot until the end of the block; background work needs none. Raises ModelBusy."""
        if not request_priority.is_answering():
            yield
            return
        places = max(1, settings.EVEROS.api.threads * self._eighths // 8)
        try:
            with self._places.one(places, PATIENCE_SECONDS):
                yield
        except Full:
            raise ModelBusy from None


# Attachments of messages have another two eighths (memory.ingest.content).
LANGUAGE, EMBEDDING = Share(3), Share(2)
"""Language models and rerankers; embedders."""
