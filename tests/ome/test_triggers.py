"""When runs are made: at each event, at every so many, after a silence, at times of the day."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from ome.engine import config
from ome.engine.announcing import announce
from ome.engine.events import FactsExtracted
from ome.engine.triggers import tick
from ome.engine.worker import drain
from tests.conftest import change_settings
from tests.ome.conftest import facts

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def reflect(register):
    return lambda **trigger: register("reflect", on=(FactsExtracted,), serial="owner", together=50, **trigger)


def test_every_third_event_of_an_owner(reflect):
    probe = reflect(every=3)
    announce([facts(1), facts(2), facts(1, "bob")])
    assert drain() == 0
    announce([facts(3), facts(4)])
    drain()
    assert probe.events == [[facts(number).id for number in (1, 2, 3, 4)]]
    announce([facts(5), facts(2, "bob"), facts(3, "bob")])
    drain()
    assert len(probe.events[1]) == 3


def test_the_same_event_counts_once(reflect):
    probe = reflect(every=2)
    announce([facts(1)])
    announce([facts(1)])
    drain()
    assert probe.works == []


def test_after_a_silence_of_the_owner(reflect, clock):
    probe = reflect(idle_minutes=10)
    announce([facts(1)])
    clock.shift(timedelta(minutes=6))
    announce([facts(2), facts(1, "bob")])
    clock.shift(timedelta(minutes=6))
    assert tick() == 0
    clock.shift(timedelta(minutes=4))
    assert tick() == 3
    drain()
    assert sorted(len(ids) for ids in probe.events) == [1, 2]


def test_after_a_silence_also_of_a_clock_that_was_ahead(reflect, clock):
    probe = reflect(idle_minutes=10)
    clock.shift(timedelta(days=300))
    announce([facts(1), facts(1, "bob")])
    clock.shift(timedelta(days=-300))
    announce([facts(2)])
    assert tick() == 1, "bob has been silent since the clock was set back"
    clock.shift(timedelta(minutes=10))
    assert tick() == 2
    drain()
    assert sorted(len(ids) for ids in probe.events) == [1, 2]


def test_at_a_time_of_the_day_also_of_a_clock_that_was_ahead(reflect, clock):
    reflect(cron="30 12 * * *")
    clock.shift(timedelta(days=300))
    tick()
    announce([facts(1)])
    clock.shift(timedelta(days=-300))
    assert tick() == 0
    clock.shift(timedelta(minutes=30))
    assert tick() == 1


def test_at_a_time_of_the_day(reflect, clock):
    probe = reflect(cron="30 12 * * *")
    tick()
    announce([facts(1)])
    clock.shift(timedelta(minutes=29))
    assert tick() == 0
    clock.shift(timedelta(minutes=1))
    assert tick() == 1
    drain()
    assert probe.events == [[facts(1).id]]
    assert tick() == 0


def test_a_time_that_passed_while_nobody_was_there_is_made_up_for_once(reflect, clock):
    reflect(cron="30 12 * * *")
    tick()
    announce([facts(1)])
    clock.shift(timedelta(days=3))
    assert tick() == 1
    announce([facts(2)])
    assert tick() == 0


def test_a_first_start_is_no_time_of_the_day(reflect, clock):
    reflect(cron="0 12 * * *")
    announce([facts(1)])
    assert tick() == 0


def test_what_was_held_for_a_trigger_that_is_gone_runs(reflect, root):
    reflect(every=100)
    announce([facts(1)])
    (root / "ome.toml").write_text("[strategies.reflect]\nevery = 1\n")
    config.strategies(fresh=True)
    assert tick() == 1


@pytest.fixture
def profiles(reflect, endpoint):
    return reflect(pause_minutes=10)


def events_of(probe):
    return [[event.rpartition("/")[0][-1] for event in events] for events in probe.events]


def test_a_pause_takes_what_happens_within_it_together(profiles, clock):
    announce([facts(1)])
    drain()
    clock.shift(timedelta(minutes=6))
    announce([facts(2)])
    announce([facts(3), facts(4, "bob")])
    drain()
    assert events_of(profiles) == [["1"], ["4"]], "bob has had no run"
    clock.shift(timedelta(minutes=3))
    assert tick() == 0
    clock.shift(timedelta(minutes=1))
    assert tick() == 2
    drain()
    assert events_of(profiles) == [["1"], ["4"], ["2", "3"]]


def test_after_a_longer_silence_nothing_waits(profiles, clock):
    announce([facts(1)])
    drain()
    clock.shift(timedelta(minutes=10))
    announce([facts(2)])
    drain()
    assert events_of(profiles) == [["1"], ["2"]]


def test_a_run_of_a_clock_that_was_ahead_makes_nobody_wait(profiles, clock):
    clock.shift(timedelta(days=300))
    announce([facts(1)])
    drain()
    clock.shift(timedelta(days=-300))
    announce([facts(2)])
    drain()
    assert events_of(profiles) == [["1"], ["2"]]


def test_what_waits_for_its_first_run_is_joined_and_what_is_in_progress_is_waited_for(profiles, clock):
    announce([facts(1)])
    announce([facts(2)])
    profiles.do = lambda work: announce([facts(3)]) and None
    drain()
    assert events_of(profiles) == [["1", "2"]]
    assert [run.status for run in profiles.runs] == ["done", "done", "held"]


@pytest.mark.parametrize("hurry", ["by hand", "a correction"])
def test_what_must_not_wait_takes_along_what_does(profiles, hurry):
    announce([facts(1)])
    drain()
    announce([facts(2)])
    now = facts(3).model_copy(update={"is_correction": hurry == "a correction"})
    announce([now], by_hand=hurry == "by hand")
    drain()
    assert events_of(profiles) == [["1"], ["2", "3"]]


def test_rules_need_no_pause(reflect):
    probe = reflect(pause_minutes=10)
    announce([facts(1)])
    drain()
    announce([facts(2)])
    drain()
    assert events_of(probe) == [["1"], ["2"]]


def test_a_model_that_is_taken_away_ends_the_pause(profiles, settings):
    announce([facts(1)])
    drain()
    announce([facts(2)])
    change_settings(settings, "llm", base_url=None, api_key=None, model=None)
    assert tick() == 1
