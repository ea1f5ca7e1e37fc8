"""Lanes: what goes one after the other, what goes together, and what does not wait."""

import threading

import pytest

from ome.engine import lanes
from ome.engine.announcing import announce
from ome.engine.events import FactsExtracted
from ome.engine.worker import drain
from ome.models import RecordedEvent, StrategyRun
from tests.ome.conftest import cell, facts, fails, now_is_the_time

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile(register):
    """`profile(do=…)`: a strategy that rewrites one document an owner."""
    return lambda **more: register("profile", on=(FactsExtracted,), serial="owner", **more)


def test_one_owner_in_the_order_of_events(profile):
    probe = profile()
    announce([facts(number) for number in range(5)])
    drain()
    assert probe.events == [[facts(number).id] for number in range(5)]


def test_waiting_runs_are_done_together(profile):
    probe = profile(together=3)
    announce([facts(number) for number in range(4)])
    drain()
    assert [len(ids) for ids in probe.events] == [3, 1]
    first, second, *_ = probe.runs
    assert (first.results, second.results) == (["profile-alice"], [])
    assert second.note == f"done together with run {first.pk}"


def test_owners_do_not_wait_for_each_other(profile):
    profile(together=9)
    announce([facts(1), facts(2, "bob")])
    first, second = lanes.claim(), lanes.claim()
    assert [first.lane, second.lane] == [run.lane for run in StrategyRun.objects.order_by("pk")]
    assert lanes.claim() is None


def test_strategies_of_one_event_share_its_lane(register):
    register("first")
    register("second")
    announce([cell()])
    assert lanes.claim() is not None
    assert lanes.claim() is None


def test_a_run_that_fails_holds_up_only_later_ones_of_its_owner(profile):
    probe = profile(do=lambda work: fails(ValueError())(work) if work.owner.id == "alice" else None)
    announce([facts(1), facts(2), facts(1, "bob")])
    drain()
    assert probe.events == [[facts(1).id], [facts(1, "bob").id]]
    announce([facts(3)])  # new, and due at once: it waits too
    assert drain() == 0


def test_in_the_lane_of_an_event_nothing_waits_for_another_strategy(register):
    register("bad", do=fails(ValueError()))
    good = register("good")
    announce([cell()])
    drain()
    assert len(good.works) == 1


def test_who_failed_before_lets_the_others_of_the_lane_go_first(register):
    bad = register("bad", do=fails(ValueError(), times=1))
    announce([cell()])
    drain()
    good = register("good")
    StrategyRun.objects.create(
        **{
            **{f.name: getattr(bad.run, f.name) for f in StrategyRun._meta.concrete_fields if f.name != "id"},
            "strategy": "good",
            "attempts": 0,
        }
    )
    now_is_the_time()
    order = []
    good.do = lambda work: order.append("good")
    bad.do = lambda work: order.append("bad")
    drain()
    assert order == ["good", "bad"]


def test_a_dead_run_blocks_nobody(profile):
    probe = profile(
        do=lambda work: fails(ValueError())(work) if work.events[0].id == facts(1).id else None, max_retries=0
    )
    announce([facts(1), facts(2)])
    drain()
    now_is_the_time()
    drain()
    assert [run.status for run in probe.runs] == ["dead", "done"]


def test_one_event_that_cannot_be_worked_on_spoils_no_other(profile):
    """Half as many are taken after each failure; what is left alone is dead, and everything else is done."""

    def do(work):
        if facts(5).id in [event.id for event in work.events]:
            raise ValueError("as planned")

    probe = profile(do=do, together=8, max_retries=1)
    announce([facts(number) for number in range(8)])
    drain()
    assert [run.started_at is not None for run in probe.runs] == [True] + [False] * 7
    for _ in range(30):
        drain()
        now_is_the_time()
    assert [run.status for run in probe.runs] == ["done"] * 5 + ["dead"] + ["done"] * 2


@pytest.mark.django_db(transaction=True)
def test_many_drains_do_each_run_once_and_an_owner_one_at_a_time(register):
    guard, at_work, most = threading.Lock(), {}, []

    def do(work):
        with guard:
            at_work[work.owner] = at_work.get(work.owner, 0) + 1
            most.append(at_work[work.owner])
        threading.Event().wait(0.002)
        with guard:
            at_work[work.owner] -= 1

    probe = register("profile", do=do, on=(FactsExtracted,), serial="owner")
    announce([facts(number, user_id) for number in range(10) for user_id in ("alice", "bob", "charlie")])
    in_threads(6, drain)
    drain()
    assert len(probe.works) == 30
    assert max(most) == 1
    alices = [ids[0] for ids in probe.events if "/alice/" in ids[0]]
    assert alices == [facts(number).id for number in range(10)]


def in_threads(number: int, work: object) -> None:
    from django.db import connections

    def run() -> None:
        try:
            work()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


def test_runs_that_are_replaced_while_another_of_the_lane_is_in_progress_are_executed_once(register):
    """The runs of a lane are read at once; the event that happens again has other runs."""

    def happens_again(work):
        if len(first.works) == 1:
            announce([facts(1)], to=["second"])

    first = register("first", on=(FactsExtracted,), do=happens_again)
    second = register("second", on=(FactsExtracted,))
    announce([facts(1)])
    before = second.run.pk
    drain()
    assert (len(first.works), len(second.works)) == (1, 1)
    assert second.run.pk != before
    assert second.run.status == "done"


def test_the_content_of_an_event_is_there_until_its_last_run(register):
    seen = []

    def look(work):
        seen.append(RecordedEvent.objects.get().payload is not None)

    for name in ("first", "second", "third"):
        register(name, do=look)
    announce([cell()])
    drain()
    assert seen == [True, True, True]
    assert RecordedEvent.objects.get().payload is None
