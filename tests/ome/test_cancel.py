"""Runs that a person has cancelled: never tried again, in nobody's way, and forgotten like those that are done."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connections

from ome.engine import lanes
from ome.engine.announcing import announce
from ome.engine.queue import cancel, make_pending, prune, run_again
from ome.engine.triggers import tick
from ome.engine.worker import Agenda, drain
from ome.models import LaneLease, RecordedEvent, StrategyAccount, StrategyRun
from tests.ome.conftest import cell, facts, fails, now_is_the_time

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
EVERYTHING = StrategyRun.objects.all


def test_a_run_that_waits_for_its_next_attempt(register):
    probe = register("tea", do=fails(ValueError("no kettle"), times=1))
    announce([cell()])
    drain()
    assert cancel(EVERYTHING()) == 1
    now_is_the_time()
    assert drain() == 0
    assert (probe.run.status, probe.run.error) == ("cancelled", "ValueError: no kettle")


def test_a_run_that_is_held(register):
    probe = register("tea", on=(type(facts(1)),), every=3)
    announce([facts(1)])
    assert cancel(EVERYTHING()) == 1
    announce([facts(2), facts(3)])
    tick()
    assert drain() == 0
    assert [run.status for run in probe.runs] == ["cancelled", "held", "held"]


def test_a_run_that_is_dead_does_not_worry_anybody_any_more(register, client):
    register("tea", do=fails(ValueError("no kettle")), max_retries=0)
    announce([cell()])
    drain()
    assert cancel(EVERYTHING()) == 1
    assert client.get("/health").json()["ome"]["dead"] == 0


def test_nothing_brings_it_back(register):
    probe = register("tea")
    announce([cell()])
    cancel(EVERYTHING())
    assert run_again(EVERYTHING()) == make_pending(EVERYTHING()) == cancel(EVERYTHING()) == 0
    announce([cell()])  # a replay
    assert drain() == 0
    assert probe.run.status == "cancelled"


def test_what_is_done_stays_done(register):
    probe = register("tea")
    announce([cell()])
    drain()
    assert cancel(EVERYTHING()) == 0
    assert probe.run.status == "done"


def test_a_run_that_is_under_way_is_left_out(register):
    cancelled = []
    probe = register("tea", do=lambda work: cancelled.append(cancel(EVERYTHING())))
    announce([cell()])
    drain()
    assert cancelled == [0]
    assert probe.run.status == "done"


def test_who_waits_for_an_attempt_of_its_own_goes_on_waiting(register):
    """In the lane of the run that is cancelled."""
    for name in ("tea", "coffee"):
        register(name, do=fails(ValueError("no kettle"), times=1))
    announce([cell()])
    assert drain() == 2
    assert cancel(StrategyRun.objects.filter(strategy="tea")) == 1
    assert drain() == 0


def test_what_a_crash_left_behind_can_be_cancelled_when_the_lease_has_run_out(register):
    register("tea")
    with time_machine.travel(NOON, tick=False) as clock:
        announce([cell()])
        Agenda(lanes.claim(), 1).begin_next()
        assert cancel(EVERYTHING()) == 0
        clock.shift(lanes.lease_length() + timedelta(seconds=1))
        assert cancel(EVERYTHING()) == 1
    assert not LaneLease.objects.exists()


def test_only_the_chosen_ones(register):
    probe = register("tea")
    announce([cell("mc_1"), cell("mc_2"), cell("mc_3")])
    assert cancel(StrategyRun.objects.filter(event=cell("mc_2").id)) == 1
    drain()
    assert [run.status for run in probe.runs] == ["done", "cancelled", "done"]


def test_who_waited_behind_it_is_due(register):
    probe = register("tea", serial="owner", do=fails(ValueError("no kettle"), times=1))
    announce([cell("mc_1"), cell("mc_2")])
    drain()
    assert drain() == 0  # the second one waits behind the first
    cancel(StrategyRun.objects.filter(event=cell("mc_1").id))
    assert drain() == 1
    assert [run.status for run in probe.runs] == ["cancelled", "done"]


def test_what_was_said_stays_as_long_as_another_run_needs_it(register):
    register("tea")
    register("bad", do=fails(ValueError()), max_retries=0)
    announce([cell()])
    cancel(StrategyRun.objects.filter(strategy="tea"))
    assert RecordedEvent.objects.get().payload is not None
    drain()
    assert RecordedEvent.objects.get().payload is not None  # dead runs are done again
    cancel(EVERYTHING())
    assert RecordedEvent.objects.get().payload is None


def test_what_was_said_goes_with_the_last_run_that_is_done(register):
    register("tea")
    register("milk")
    announce([cell()])
    cancel(StrategyRun.objects.filter(strategy="milk"))
    drain()
    assert RecordedEvent.objects.get().payload is None


def test_they_are_forgotten_after_a_while(register):
    register("tea")
    with time_machine.travel(NOON, tick=False) as clock:
        announce([cell()])
        cancel(EVERYTHING())
        prune()
        assert StrategyRun.objects.count() == 1
        clock.shift(timedelta(days=365))
        prune()
    assert not StrategyRun.objects.exists()
    assert not RecordedEvent.objects.exists()


def test_they_are_counted(register, client):
    register("tea")
    announce([cell("mc_1"), cell("mc_2")])
    cancel(EVERYTHING())
    assert StrategyAccount.objects.get(pk="tea").cancelled == 2
    assert (
        'everos_ome_runs_total{result="cancelled",strategy="tea"} 2.0'
        in client.get("/metrics").content.decode()
    )


def test_more_than_go_into_one_transaction(register):
    register("tea")
    announce([facts(1)] + [cell(f"mc_{number}") for number in range(1_100)])
    assert cancel(EVERYTHING()) == 1_100


@pytest.mark.django_db(transaction=True)
def test_each_run_is_either_done_or_cancelled_when_both_happen_at_once(register):
    probe = register("tea")
    announce([cell(f"mc_{number}") for number in range(60)])

    def work() -> None:
        drain()
        connections.close_all()

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    cancelled = sum(
        cancel(StrategyRun.objects.filter(event=cell(f"mc_{number}").id)) for number in range(59, -1, -1)
    )
    for worker in workers:
        worker.join()
    states = [run.status for run in probe.runs]
    assert states.count("cancelled") == cancelled
    assert states.count("done") == len(probe.works) == 60 - cancelled
