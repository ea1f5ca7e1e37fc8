"""From what an agent did to its skills, through the engine and the index."""

import pytest

from cascade.drain import drain as index
from memory.markdown import store
from ome.engine.announcing import announce
from ome.engine.worker import drain
from ome.models import StrategyRun
from tests.ome.trajectories import answer, case_file, cases, cell, refund, say, skills

pytestmark = [pytest.mark.usefixtures("root"), pytest.mark.django_db]


def settle() -> None:
    while drain() + index():
        pass


def test_cells_become_cases_and_cases_skills():
    announce([cell(refund(), "mc_1"), cell(refund("Refund my coat please."), "mc_2")])
    announce([cell([say("Hello"), answer("Hi!")], "mc_3")])
    settle()

    assert skills()["refund_order"]["source_case_ids"] == list(cases())
    runs = StrategyRun.objects.filter(strategy="extract_agent_case").order_by("pk")
    assert [run.note for run in runs] == ["", "", "no tool was called"]
    assert set(StrategyRun.objects.values_list("status", flat=True)) == {"done"}


def test_a_cell_that_is_announced_again_doubles_nothing():
    for _ in range(2):
        announce([cell(refund(), "mc_1"), cell(refund("Refund my coat please."), "mc_2")])
        settle()

    assert len(cases()) == 2
    assert len(skills()) == 1


def test_skills_follow_a_case_that_a_person_removes():
    announce([cell(refund(), "mc_1"), cell(refund("Refund my coat please."), "mc_2")])
    settle()
    first, _ = cases()
    store.delete_entry(case_file(first), first)
    settle()

    assert skills() == {}


def test_skills_follow_a_case_that_a_person_edits():
    announce([cell(refund(), "mc_1"), cell(refund("Refund my coat please."), "mc_2")])
    settle()
    first, _ = cases()
    store.replace_entry(case_file(first), first, {**cases()[first], "task_intent": "Return my boots"})
    settle()

    assert "Return my boots" in str(skills()["refund_order"]["content"])
