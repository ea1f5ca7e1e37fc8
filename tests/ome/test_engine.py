"""A run from its event to its end."""

import pytest

from memory.scope import agent, user
from ome.engine.announcing import announce
from ome.engine.events import FactsExtracted
from ome.engine.strategy import Outcome
from ome.engine.worker import drain
from ome.models import LaneLease, RecordedEvent, StrategyRun
from tests.ome.conftest import HERE, cell, facts

pytestmark = pytest.mark.django_db


def test_an_event_becomes_a_run_for_each_strategy_and_owner(register):
    first, second = register("first"), register("second")
    assert announce([cell(owners=("alice", "bob"))]) == 4
    assert drain() == 4
    assert [work.owner for work in first.works] == [user("alice"), user("bob")]
    assert {run.status for run in first.runs + second.runs} == {"done"}
    assert first.runs[1].results == ["first-bob"]


def test_a_strategy_gets_the_event_as_it_was_announced(register):
    probe = register("tea")
    event = cell(text="\u0000 <|endoftext|> 喝茶 \U0001f375 'quoted' \\ back")
    announce([event])
    drain()
    [work] = probe.works
    assert list(work.events) == [event]
    assert (work.scope, work.owner, work.model) == (HERE, user("alice"), None)


def test_nobody_listens(register):
    register("facts-only", on=(FactsExtracted,))
    assert announce([cell()]) == 0
    assert not RecordedEvent.objects.exists()


def test_what_follows_is_announced_in_the_transaction_that_ends_the_run(register):
    register("reads", do=lambda work: Outcome(events=[facts(1)]))
    follows = register("follows", on=(FactsExtracted,), serial="owner")
    announce([cell()])
    assert drain() == 2
    assert follows.events == [[facts(1).id]]


def test_an_ending_that_cannot_be_written_leaves_the_run_and_nothing_of_what_follows(register):
    def owners_of(event: FactsExtracted) -> list[object]:
        raise ValueError("as planned")

    register("reads", do=lambda work: Outcome(events=[facts(1)]))
    register("follows", on=(FactsExtracted,), owners=owners_of)
    announce([cell()])
    drain()
    run = StrategyRun.objects.get()
    assert (run.status, run.results, run.error) == ("pending", [], "ValueError: as planned")


def test_a_replayed_cell_makes_nothing_twice(register):
    probe = register("tea")
    assert announce([cell()]) == 1
    assert announce([cell()]) == 0
    drain()
    assert announce([cell()]) == 0
    assert drain() == 0
    assert len(probe.works) == 1


def test_what_happens_again_is_done_again_after_what_came_between(register):
    probe = register("profile", on=(FactsExtracted,), serial="owner")
    announce([facts(1, version="tea")])
    drain()
    announce([facts(1, version="coffee")])
    announce([facts(1, version="tea")])
    drain()
    assert [version for [work] in probe.events for version in [work.rsplit("/")[-1]]] == [
        "tea",
        "coffee",
        "tea",
    ]


def test_what_was_said_goes_with_the_last_run(register):
    register("first")
    register("second", owners=lambda event: [agent("bot")], on=(type(cell()), FactsExtracted))
    announce([cell()])
    assert RecordedEvent.objects.get().payload["turns"]
    drain()
    event = RecordedEvent.objects.get()
    assert (event.payload, event.kept) == (None, {})


def test_a_value_is_made_once_for_all_strategies_of_an_event(register):
    made = []

    def ask(work):
        value = work.once("reading", lambda: made.append(1) or {"answer": len(made)})
        return Outcome(results=[str(value["answer"])])

    first, second = register("first", do=ask), register("second", do=ask)
    announce([cell(owners=("alice", "bob"))])
    drain()
    assert len(made) == 1
    assert {run.results[0] for run in first.runs + second.runs} == {"1"}


def test_no_lane_stays_claimed(register):
    register("tea")
    announce([cell("mc_1"), cell("mc_2")])
    drain()
    assert not LaneLease.objects.exists()


def test_a_note_says_why_nothing_was_made(register):
    probe = register("case", do=lambda work: Outcome(note="a thin trajectory"))
    announce([cell()])
    drain()
    assert (probe.run.results, probe.run.note) == ([], "a thin trajectory")
