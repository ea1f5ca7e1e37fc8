"""Claims: held while a run lasts, found again after a crash, and given up for what somebody else has taken."""

import time
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from pydantic import BaseModel

from memory.coordination import locks
from memory.errors import LockLost
from memory.providers.usage import Spending
from ome.engine import ending, lanes
from ome.engine.announcing import announce
from ome.engine.lanes import LeaseLost
from ome.engine.strategy import Outcome
from ome.engine.worker import Agenda, drain
from ome.models import LaneLease, RecordedEvent, StrategyRun
from tests.ome.conftest import cell

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_a_claim_that_a_crash_left_behind_can_be_taken_when_it_has_run_out(register):
    probe = register("tea")
    with time_machine.travel(NOON, tick=False) as clock:
        announce([cell()])
        assert lanes.claim() is not None
        assert drain() == 0
        clock.shift(lanes.lease_length() + timedelta(seconds=1))
        assert drain() == 1
    assert probe.run.status == "done"


def test_a_claim_of_a_clock_that_was_ahead_does_not_count_until_it_is_there_again(register):
    probe = register("tea")
    with time_machine.travel(NOON, tick=False) as clock:
        clock.shift(timedelta(days=1))
        announce([cell()])
        assert lanes.claim() is not None
        clock.shift(timedelta(days=-1))
        assert drain() == 1
    assert probe.run.status == "done"


def test_a_server_that_starts_releases_all_claims(register):
    register("tea")
    announce([cell()])
    lanes.claim()
    assert lanes.release_claims() == 1
    assert drain() == 1


def test_only_a_second_crash_makes_a_run_dead(register):
    probe = register("tea", max_retries=0)
    announce([cell()])
    for status in ("pending", "dead"):
        Agenda(lanes.claim(), 1).begin_next()
        lanes.release_claims()
        assert probe.run.status == status


def test_a_run_that_was_stopped_is_not_to_blame_for_a_later_crash(register):
    probe = register("tea")
    announce([cell()])
    Agenda(lanes.claim(), 1).begin_next()
    lanes.release_claims(blames=lambda what: False)
    assert probe.run.started_at is None
    lanes.claim()
    lanes.release_claims()
    assert (probe.run.deaths, probe.run.failures) == (0, 0)


def test_a_run_that_a_crash_interrupted_is_charged_and_done_again(register):
    probe = register("tea")
    announce([cell()])
    lease = lanes.claim()
    assert len(Agenda(lease, 1).begin_next()) == 1
    lanes.release_claims()
    drain()
    assert (probe.run.status, probe.run.attempts, probe.run.failures) == ("done", 2, 1)


def writes() -> Outcome:
    with pytest.raises(LockLost):
        locks.verify()
    return Outcome(results=["x"])


def fails() -> Outcome:
    raise RuntimeError


@pytest.mark.parametrize("then", [writes, fails])
def test_who_has_lost_the_lane_writes_and_records_nothing(register, then):
    def lose_the_lane(work):
        LaneLease.objects.update(claimed_by="another")
        return then()

    probe = register("tea", do=lose_the_lane)
    announce([cell()])
    drain()
    assert (probe.run.status, probe.run.results, probe.run.failures) == ("pending", [], 0)
    assert LaneLease.objects.get().claimed_by == "another"


def test_of_two_answers_that_are_stored_at_once_the_first_counts(register):
    def ask():
        RecordedEvent.objects.update(kept={"answer": {"said": "theirs"}})
        return {"said": "ours"}

    answers = []
    register("tea", do=lambda work: answers.append(work.once("answer", ask)))
    announce([cell()])
    drain()
    assert answers == [{"said": "theirs"}]


def test_nobody_ends_a_run_with_a_claim_that_is_not_theirs(register):
    register("tea")
    announce([cell()])
    lease = lanes.claim()
    runs = Agenda(lease, 1).begin_next()
    stale = lanes.Lease(lease.lane, "another")
    with pytest.raises(LeaseLost):
        ending.finish(stale, runs, Outcome(), Spending())
    assert StrategyRun.objects.get().status == "pending"


@pytest.mark.django_db(transaction=True)
def test_a_claim_lasts_as_long_as_its_run(register, monkeypatch):
    """A second worker would begin it anew, again and again."""
    monkeypatch.setattr(lanes, "lease_length", lambda: timedelta(seconds=0.6))

    def work(work):
        time.sleep(1.5)
        assert lanes.claim() is None
        return Outcome(results=["x"])

    probe = register("tea", do=work)
    announce([cell()])
    drain()
    assert (probe.run.status, probe.run.attempts, probe.run.results) == ("done", 1, ["x"])


@pytest.mark.django_db(transaction=True)
def test_a_claim_of_a_run_that_hangs_ends(register, monkeypatch):
    monkeypatch.setattr(lanes, "lease_length", lambda: timedelta(seconds=0.6))
    monkeypatch.setattr(lanes, "LONGEST", timedelta(seconds=0.6))
    taken = []

    def hang(work):
        if not taken:
            time.sleep(2)
            taken.append(lanes.claim())

    register("tea", do=hang)
    announce([cell()])
    drain()
    assert taken[0] is not None


def test_a_claim_lasts_longer_than_a_call_to_the_model(register, endpoint, settings):
    class Answer(BaseModel):
        said: str

    seen = []

    def ask(work):
        LaneLease.objects.update(lease_until=NOON)
        work.model.complete("tea", "s", "u", Answer, 10)
        seen.append(LaneLease.objects.get().lease_until)

    register("tea", do=ask)
    announce([cell()])
    drain()
    assert seen[0] > NOON
    assert lanes.lease_length() > timedelta(seconds=settings.EVEROS.llm.timeout_seconds)
