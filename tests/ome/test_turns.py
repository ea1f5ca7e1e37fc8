"""Owners take turns: an import of one does not hold up the others."""

from itertools import takewhile

import pytest
from django.db import connections
from django.utils import timezone

from memory.coordination.backoff import times
from memory.scope import agent
from ome.engine import config, lanes, queue
from ome.engine.announcing import announce
from ome.engine.queue import database
from ome.engine.strategy import Outcome
from ome.engine.worker import Agenda, drain
from ome.models import StrategyRun
from tests.ome.conftest import cell, users_of

pytestmark = pytest.mark.django_db
IMPORTED = 100


def imported(by: str, number: int = IMPORTED) -> None:
    """One event after the other, as sessions come in."""
    for n in range(number):
        announce([cell(f"{by}_{n}", (by,))])


def owners_of(probe) -> list[str]:
    return [work.owner.id for work in probe.works]


def test_a_new_owner_does_not_wait_for_an_import(register):
    probe = register("tea")
    imported("alice")
    announce([cell("bob_1", ("bob",))])
    announce([cell("carol_1", ("carol",))])
    drain()
    assert set(owners_of(probe)[:4]) == {"alice", "bob", "carol"}
    assert len(probe.works) == IMPORTED + 2


def test_who_comes_while_an_import_is_under_way_does_not_wait_either(register):
    def arrive(work):
        if len(probe.works) == IMPORTED // 2:
            announce([cell("bob_1", ("bob",))])

    probe = register("tea", do=arrive)
    imported("alice")
    drain()
    before = list(takewhile(lambda owner: owner != "bob", owners_of(probe)))
    assert IMPORTED // 2 <= len(before) <= IMPORTED // 2 + 2


def test_two_who_import_share(register):
    probe = register("tea")
    imported("alice", 40)
    imported("bob", 40)
    drain()
    for at in range(2, 80, 2):
        assert abs(owners_of(probe)[:at].count("alice") - at / 2) <= 1


def test_an_import_of_one_owner_is_done_in_order(register):
    probe = register("tea")
    imported("alice", 20)
    drain()
    assert probe.events == [[f"cell:alice_{n}"] for n in range(20)]


def test_an_import_of_yesterday_costs_no_turns_today(register):
    probe = register("tea")
    imported("alice", 20)
    drain()
    imported("bob", 20)
    announce([cell("alice_today", ("alice",))])
    drain()
    assert "alice" in owners_of(probe)[20:23]


def test_an_agent_of_all_makes_nobody_wait(register):
    probe = register("tea", owners=lambda event: [*users_of(event), agent("bot")])
    imported("alice", 50)
    announce([cell("bob_1", ("bob",))])
    drain()
    assert "bob" in owners_of(probe)[:5]


def test_what_follows_from_an_event_has_its_turn_too(register):
    """A user's facts come soon, and so does the profile that is made of them."""
    from ome.engine.events import FactsExtracted
    from tests.ome.conftest import facts

    def tell(work):
        return Outcome(events=[facts(1, work.owner.id)] if work.owner.id == "bob" else [])

    probe = register("facts", do=tell)
    profile = register(
        "profile", on=(FactsExtracted,), serial="owner", do=lambda work: seen.append(len(probe.works))
    )
    seen: list[int] = []
    imported("alice", 50)
    announce([cell("bob_1", ("bob",))])
    drain()
    assert seen[0] <= 5
    assert len(profile.works) == 1


def test_runs_of_long_ago_do_not_turn_back_the_clock(register):
    """A dead run that is done again has the present turn: who comes then is not before all the others."""
    probe = register("tea")
    announce([cell("dead", ("alice",))])
    StrategyRun.objects.update(status="dead")
    imported("bob", 30)
    for _ in range(10):
        lease = lanes.claim()
        [run] = Agenda(lease, 1).begin_next()
        StrategyRun.objects.filter(pk=run.pk).update(status="done", finished_at=timezone.now())
        lease.release()
    queue.run_again(StrategyRun.objects.filter(status="dead"))
    imported("carol", 10)
    drain()
    assert owners_of(probe)[:8].count("carol") <= 4


def test_a_claim_asks_an_index(register):
    """And sorts nothing, however much waits."""
    register("tea")
    imported("alice", 3)
    plan = lanes.foremost(*times(), *config.enabled()).explain()
    if connections[database()].vendor == "sqlite":
        assert "run_claimable" in plan
        assert "TEMP B-TREE" not in plan
