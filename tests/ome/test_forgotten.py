"""Work that has to do with what is forgotten: it goes, without a trace, and only it."""

import pytest

from memory.scope import user
from ome.engine.announcing import announce
from ome.engine.events import FactsExtracted, MemcellExtracted
from ome.engine.forgetting import Doomed, forget_runs
from ome.engine.worker import drain
from ome.models import LaneLease, RecordedEvent, StrategyRun
from tests.ome.conftest import HERE, cell, facts

pytestmark = pytest.mark.django_db
ALICE = user("alice")


def test_the_lanes_are_free_again(register):
    register("tea")
    announce([cell("mc_1"), cell("mc_2")])
    assert forget_runs(HERE, Doomed(cells=["mc_1"]))
    assert not LaneLease.objects.exists()
    assert StrategyRun.objects.get().event_id == RecordedEvent.objects.get().pk == "cell:mc_2"


def test_what_was_said_goes_with_the_last_of_those_who_remember_it(register):
    register("tea")
    announce([cell(owners=("alice", "bob"))])
    StrategyRun.objects.filter(owner_id="bob").update(status="done")
    doomed = Doomed(shared_cells=["mc_1"], entries={ALICE: ["ep_20261121_00000001"]})
    assert forget_runs(HERE, doomed)
    assert StrategyRun.objects.get().owner_id == "bob"
    assert RecordedEvent.objects.get().payload is None


def test_answers_of_a_model_for_what_waits_go_and_it_asks_again(register):
    register("tea", on=(FactsExtracted, MemcellExtracted))
    announce([facts(1), facts(1, "bob"), cell()])
    RecordedEvent.objects.update(kept={"answer": {"said": "Alice plays the cello."}})
    assert forget_runs(HERE, Doomed(entries={ALICE: ["ep_20261121_00000009"]}))
    kept = {event.pk: bool(event.kept) for event in RecordedEvent.objects.all()}
    assert kept == {facts(1).id: False, facts(1, "bob").id: True, cell().id: True}
    assert drain() == 3
