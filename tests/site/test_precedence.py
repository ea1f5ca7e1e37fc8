"""Background work gives way to requests: threads that wait for an event, and no clock."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.signals import request_finished, request_started

from memory.coordination import request_priority
from memory.coordination.request_priority import Precedence

AN_HOUR = 3600.0


@contextmanager
def answering(here: Precedence) -> Iterator[None]:
    """Another thread answers a request."""
    begun, done = threading.Event(), threading.Event()

    def answer() -> None:
        here.begin()
        begun.set()
        done.wait()
        here.end()

    thread = threading.Thread(target=answer)
    thread.start()
    begun.wait()
    yield
    done.set()
    thread.join()


def test_a_step_waits_for_a_request_to_end() -> None:
    here, order = Precedence(AN_HOUR, AN_HOUR, AN_HOUR), []

    def step() -> None:
        here.yield_to_requests()
        order.append("step")

    with answering(here):
        worker = threading.Thread(target=step)
        worker.start()
        order.append("request")
    worker.join()
    assert order == ["request", "step"]


def test_a_stream_of_requests_does_not_hold_it_up() -> None:
    here = Precedence(young_seconds=AN_HOUR)
    with answering(here):
        here.yield_to_requests()
        here.yield_to_requests()


def test_the_more_requests_there_are_the_longer_it_waits() -> None:
    here = Precedence(step_seconds=0.05, young_seconds=AN_HOUR, longest_step_seconds=AN_HOUR)
    began = time.monotonic()
    with answering(here), answering(here), answering(here), answering(here):
        here.yield_to_requests()
    assert time.monotonic() - began >= 0.2


def test_however_many_there_are_it_does_not_wait_for_ever() -> None:
    here = Precedence(step_seconds=AN_HOUR, young_seconds=AN_HOUR, longest_step_seconds=0)
    with answering(here), answering(here):
        here.yield_to_requests()


def test_a_request_that_takes_long_counts_no_more() -> None:
    here = Precedence(step_seconds=AN_HOUR, longest_step_seconds=AN_HOUR)
    with answering(here):
        here.yield_to_requests()


def test_a_request_that_does_many_things_is_not_interrupted() -> None:
    here, order = Precedence(), []

    def step() -> None:
        here.yield_to_requests()
        order.append("step")

    here.begin()
    with here.bulk():
        with here.bulk():  # of another request, which ends earlier
            pass
        worker = threading.Thread(target=step)
        worker.start()
        worker.join(timeout=10 * request_priority.STEP_SECONDS)
        order.append("request")
    worker.join()
    assert order == ["request", "step"]


def test_of_many_such_requests_in_a_row_the_first_alone_holds_up_the_background() -> None:
    here = Precedence(step_seconds=0)
    here.begin()
    with here.bulk():
        pass
    with here.bulk():
        worker = threading.Thread(target=here.yield_to_requests)
        worker.start()
        worker.join(timeout=request_priority.BULK_SECONDS / 2)
        assert not worker.is_alive()


def test_work_that_nobody_waits_for_holds_up_nothing() -> None:
    here, began = Precedence(step_seconds=0), time.monotonic()
    with here.bulk(), answering(here):
        here.yield_to_requests()
    assert time.monotonic() - began < request_priority.BULK_SECONDS / 2


def test_a_request_does_not_wait_for_itself() -> None:
    here = Precedence(AN_HOUR, AN_HOUR, AN_HOUR)
    here.begin()
    here.yield_to_requests()


def test_every_request_to_this_process_counts() -> None:
    connected = [lookup[1]() for signal in (request_started, request_finished) for lookup in signal.receivers]
    assert request_priority.request_begins in connected
    assert request_priority.request_ends in connected
