"""What is left of a request's time for an object store."""

import time
from collections.abc import Iterator
from contextvars import copy_context

import pytest
from django.core.signals import request_finished, request_started

from memory.index import store_time
from memory.index.store_time import QUERY_SECONDS, REQUEST_SECONDS, seconds_left


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def took(clock: list[float], seconds: float) -> float:
    """What a query was allowed that then took so long."""
    with seconds_left() as left:
        clock[0] += seconds
    return left


@pytest.fixture
def one_request(clock: list[float]) -> Iterator[None]:
    """The queries of the test are those of one request."""
    store_time.request_begins()
    yield
    store_time.request_ends()


@pytest.mark.usefixtures("one_request")
def test_a_request_has_one_limit_for_all_its_queries(clock: list[float]) -> None:
    assert took(clock, 8) == QUERY_SECONDS
    assert took(clock, 20) == REQUEST_SECONDS - 8
    assert took(clock, 1) == 0


@pytest.mark.usefixtures("one_request")
def test_what_else_a_request_waits_for_does_not_count(clock: list[float]) -> None:
    took(clock, 6)
    clock[0] += 60  # a model
    assert [took(clock, 1), took(clock, 1)] == [REQUEST_SECONDS - 6, REQUEST_SECONDS - 7]


@pytest.mark.usefixtures("one_request")
def test_queries_side_by_side_count_once(clock: list[float]) -> None:
    with seconds_left():
        clock[0] += 4
        assert copy_context().run(took, clock, 4) == QUERY_SECONDS
        clock[0] += 1
    assert took(clock, 1) == REQUEST_SECONDS - 9


@pytest.mark.django_db
def test_each_request_has_its_own(one_request: None, clock: list[float]) -> None:
    took(clock, 100)
    request_started.send(None)
    assert took(clock, 100) == QUERY_SECONDS
    request_finished.send(None)
    assert [took(clock, 100), took(clock, 100)] == [QUERY_SECONDS] * 2


def test_background_work_has_a_limit_for_each_query(clock: list[float]) -> None:
    assert [took(clock, 100), took(clock, 100)] == [QUERY_SECONDS] * 2
