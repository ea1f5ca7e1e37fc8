"""Samples of the server's state, one a minute, for the charts of the admin.

Beat has a worker sample what waits. Requests are counted by the processes that answer them; a thread of each adds its
counts to the rows of the minutes that are over. The last minute of a process is not counted.
"""

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import DatabaseError, connections
from django.db.models import F, Max, Sum

from cascade.status import queue_state
from memory.ingest import waiting
from memory.models import StatusSample
from ome.engine import status as ome

log = logging.getLogger(__name__)

KEPT = timedelta(days=14)
SOON_SECONDS = 1.0
WAITING = ("files", "cells", "runs", "lag")
REQUESTS = ("answered", "refused", "failed")


@dataclass(slots=True)
class _Counts:
    """The requests of this process that are in no row yet, by minute: answered, refused, failed."""

    by_minute: dict[int, list[int]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


_counts = _Counts()


def count_request(status_code: int) -> None:
    with _counts.lock:
        numbers = _counts.by_minute.setdefault(_minute(), [0, 0, 0])
        numbers[0 if status_code < 400 else 1 if status_code < 500 else 2] += 1


def keep_saving() -> None:
    """Saves each minute's requests soon after its end, as long as this process runs."""
    while True:
        time.sleep(60 - time.time() % 60 + SOON_SECONDS)
        save_requests()
        connections.close_all()


def save_requests() -> None:
    """Adds the counts of minutes that are over to their rows. If the database refuses, the next call tries again."""
    minute = _minute()
    with _counts.lock:
        past = {each: _counts.by_minute.pop(each) for each in list(_counts.by_minute) if each < minute}
    for each, numbers in past.items():
        try:
            _add(each, numbers)
        except DatabaseError as error:
            log.warning("the requests of a minute are not saved yet: %s", error)
            _put_back(each, numbers)


def take() -> None:
    """Samples what waits now."""
    state, cells, runs = queue_state(), waiting.status(), ome.status()
    found = {
        "files": state["pending"],
        "cells": cells.pending_cells,
        "runs": runs["pending"],
        "lag": state["lag"],
    }
    StatusSample.objects.update_or_create(minute=_minute(), defaults=found)


def prune() -> int:
    oldest = _minute() - KEPT // timedelta(minutes=1)
    return StatusSample.objects.filter(minute__lt=oldest).delete()[0]


def in_steps(first: int, width: int) -> Mapping[int, Mapping[str, int | None]]:
    """By step of `width` minutes (its number since 1970): the highest of what waited, and the sum of the requests."""
    rows = StatusSample.objects.filter(minute__gte=first * width).annotate(step=F("minute") / width)
    found = rows.values_list("step").order_by("step").annotate(*map(Max, WAITING), *map(Sum, REQUESTS))
    return {step: dict(zip((*WAITING, *REQUESTS), numbers, strict=True)) for step, *numbers in found}


def _minute() -> int:
    return int(time.time()) // 60


def _add(minute: int, numbers: Sequence[int]) -> None:
    StatusSample.objects.bulk_create([StatusSample(minute=minute)], ignore_conflicts=True)
    added = {name: F(name) + number for name, number in zip(REQUESTS, numbers, strict=True)}
    StatusSample.objects.filter(minute=minute).update(**added)


def _put_back(minute: int, numbers: Sequence[int]) -> None:
    with _counts.lock:
        known = _counts.by_minute.get(minute, [0, 0, 0])
        _counts.by_minute[minute] = [one + other for one, other in zip(known, numbers, strict=True)]
