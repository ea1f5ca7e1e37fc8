"""The threads beside the web server: when one that matters ends by itself, the process does not go on without it."""

import signal
import threading
from collections.abc import Iterator
from types import FrameType

import pytest

from everos_site.runtime import Runtime


@pytest.fixture
def told_to_end() -> Iterator[threading.Event]:
    """Set when this process is sent SIGTERM, which then does nothing else."""
    told = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        told.set()

    before = signal.signal(signal.SIGTERM, note)
    yield told
    signal.signal(signal.SIGTERM, before)


def test_the_process_ends_with_its_background_work(told_to_end: threading.Event) -> None:
    runtime = Runtime()
    runtime.run_thread("worker", lambda: None, vital=True)
    assert told_to_end.wait(10)
    runtime.stop(10)


def test_work_that_is_done_ends_nothing(told_to_end: threading.Event) -> None:
    runtime = Runtime()
    runtime.run_thread("warm-up", lambda: None)
    runtime.stop(10)
    assert not told_to_end.is_set()
