"""Runs that fail: tried again, seen, dead in the end, and done again when somebody asks."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pydantic import BaseModel

from memory.errors import DamagedDocument, LockTimeout, ModelUnavailable
from ome.engine import lanes
from ome.engine.announcing import announce
from ome.engine.events import FactsExtracted
from ome.engine.queue import prune, run_again
from ome.engine.strategy import Outcome
from ome.engine.worker import drain
from ome.models import LaneLease, RecordedEvent, StrategyRun
from tests.ome.conftest import cell, facts, fails, now_is_the_time

pytestmark = pytest.mark.django_db


def drain_often(times: int) -> None:
    for _ in range(times):
        drain()
        now_is_the_time()


def test_a_run_that_fails_is_tried_again_later(register):
    probe = register("tea", do=fails(ValueError("no kettle"), times=1))
    announce([cell()])
    drain()
    waiting = probe.run
    assert (waiting.status, waiting.attempts, waiting.error) == ("pending", 1, "ValueError: no kettle")
    assert waiting.available_at > timezone.now()
    assert drain() == 0
    now_is_the_time()
    drain()
    assert (probe.run.status, probe.run.attempts, probe.run.error) == ("done", 2, "")


def test_it_is_dead_after_its_last_retry(register):
    probe = register("tea", do=fails(ValueError("no kettle")), max_retries=2)
    announce([cell()])
    drain_often(9)
    assert (probe.run.status, probe.run.attempts) == ("dead", 3)
    assert RecordedEvent.objects.get().payload is not None


def test_dead_runs_can_be_run_again_with_all_retries(register):
    probe = register("tea", do=fails(ValueError("no kettle"), times=3), max_retries=1)
    announce([cell()])
    drain_often(5)
    assert probe.run.status == "dead"
    assert run_again(StrategyRun.objects.all()) == 1
    drain_often(5)
    assert (probe.run.status, probe.run.attempts) == ("done", 2)
    assert RecordedEvent.objects.get().payload is None


def test_runs_that_are_done_are_not_run_again(register):
    register("tea")
    announce([cell()])
    drain()
    assert run_again(StrategyRun.objects.all()) == 0


@pytest.mark.parametrize(
    "error", [ModelUnavailable(), LockTimeout(), DamagedDocument(), OSError("disk full")]
)
def test_what_lies_outside_the_strategy_never_makes_a_run_dead(register, error):
    probe = register("tea", do=fails(error, times=20), max_retries=1)
    announce([cell()])
    drain_often(20)
    assert probe.run.status == "pending"
    drain_often(1)
    assert probe.run.status == "done"


def test_the_wait_doubles_up_to_an_hour():
    for attempts, longest in ((1, 2), (2, 4), (5, 32), (12, 3600), (500, 3600)):
        wait = lanes.RETRY.after(attempts)
        assert timedelta(seconds=longest / 2) <= wait <= timedelta(seconds=longest)


def test_in_an_outage_a_few_runs_find_out_and_the_rest_waits_untried(register):
    probe = register("tea", do=fails(ModelUnavailable("gone")))
    announce([cell(f"mc_{number}") for number in range(10)])
    drain()
    assert len(probe.works) == 2
    assert [run.attempts for run in probe.runs] == [1, 1] + [0] * 8


def test_a_lane_asks_an_absent_model_once_and_then_rests(register):
    first, second = register("first", do=fails(ModelUnavailable())), register("second")
    announce([cell()])
    drain()
    assert (len(first.works), len(second.works)) == (1, 0)
    assert second.run.available_at == first.run.available_at


def test_a_run_that_the_model_does_not_like_blocks_nobody_for_ever(register, endpoint):
    """Others of the lane get their turn, and after max_retries the later ones of the same owner, too."""

    class Answer(BaseModel):
        said: str

    def ask(work):
        if work.events[0].id == facts(1).id:
            raise ModelUnavailable("refused by the content filter")
        work.model.complete("tea", "s", "u", Answer, 10)

    probe = register("tea", do=ask, on=(FactsExtracted,), serial="owner", max_retries=1)
    announce([facts(1), facts(2), facts(1, "bob")])
    drain_often(1)
    assert [run.status for run in probe.runs] == ["pending", "pending", "done"]
    drain_often(1)
    announce([facts(2, "bob")])
    drain_often(1)
    announce([facts(3, "bob")])
    drain_often(3)
    assert [run.status for run in probe.runs] == ["pending", "done", "done", "done", "done"]


def test_nobody_waits_for_the_lane_of_who_found_no_model(register):
    register("tea", do=fails(ModelUnavailable()))
    announce([cell("mc_1"), cell("mc_2"), cell("mc_3")])
    assert drain() == 2
    assert not LaneLease.objects.exists()


def test_old_runs_are_forgotten(register):
    probe = register("tea")
    announce([cell("mc_1"), cell("mc_2")])
    RecordedEvent.objects.create(id="cell:mc_3", type="memcell_extracted")
    drain()
    assert prune() == 0
    old = timezone.now() - timedelta(days=31)
    StrategyRun.objects.filter(event="cell:mc_1").update(finished_at=old)
    RecordedEvent.objects.filter(pk="cell:mc_1").update(created_at=old)
    assert prune() == 2
    assert RecordedEvent.objects.filter(pk="cell:mc_3").exists(), "it may be heard of again"
    assert probe.run.event_id == "cell:mc_2"


def test_a_mistake_in_one_strategy_is_told_from_its_results(register):
    probe = register("tea", do=lambda work: Outcome(results=["x"], note="y"))
    announce([cell()])
    drain()
    assert (probe.run.results, probe.run.note, probe.run.error) == (["x"], "y", "")
