"""The operator's commands."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.markdown import store
from memory.scope import agent, user
from ome.engine import config
from ome.engine.announcing import announce
from ome.engine.events import CaseExtracted, EntryChanged, FactsExtracted, MemcellExtracted
from ome.engine.worker import drain
from ome.models import StrategyRun
from tests.cascade.conftest import DAY, NOON, tell
from tests.ome.conftest import HERE, cell, fails, now_is_the_time

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def dead(register):
    """Two dead runs, of alice and of bob."""
    probe = register("tea", do=fails(ValueError("no kettle"), times=2), max_retries=0)
    announce([cell(owners=("alice", "bob"))])
    drain()
    assert [each.status for each in probe.runs] == ["dead", "dead"]
    return probe


def test_status_for_people(dead, root):
    (root / "ome.toml").write_text("[strategies.tee]\n")
    config.strategies(fresh=True)
    text = run("ome_status")
    assert "runs: 0 pending" in text
    assert "tea: 0 done in" in text
    assert "attention: ome.toml, line 1: there is no strategy 'tee'. Did you mean tea?" in text
    assert "tea for user bob: ValueError: no kettle" in text


def test_status_for_programs(dead):
    seen = json.loads(run("ome_status", "--json"))
    assert seen["dead"] == 2
    assert seen["strategies"]["tea"]["dead"] == 2
    assert seen["strategies"]["tea"]["account"]["failed"] == 2
    assert {each["owner"] for each in seen["dead_runs"]} == {"user alice", "user bob"}


def test_run_does_what_is_due(register):
    probe = register("tea")
    announce([cell("mc_1"), cell("mc_2")])
    assert "2 attempts made here" in run("ome_run")
    assert len(probe.works) == 2


def test_run_says_what_still_waits(register):
    register("tea", do=fails(ValueError()))
    announce([cell()])
    assert "1 failed run waiting for another attempt" in run("ome_run")


def test_dead_runs_are_run_again(dead):
    assert "2 dead runs tried again" in run("ome_run", "--dead")
    assert {each.status for each in dead.runs} == {"done"}


def test_dead_runs_of_one_owner(dead):
    assert "1 dead run tried again" in run("ome_run", "tea", "--dead", "--user", "alice")
    assert [each.status for each in dead.runs] == ["done", "dead"]


def test_everything_on_disk_is_derived_again_as_often_as_asked(register, root):
    probe = register("follows", on=(MemcellExtracted, EntryChanged), owners=lambda event: [event.owner])
    ids = tell("One.", "Two.")
    tell("Three.", owner="bob")
    for _ in range(2):
        assert "2 runs made" in run("ome_run", "follows", "--user", "alice")
    assert [event.entry_id for work in probe.works for event in work.events] == ids * 2


@pytest.mark.parametrize("trigger", [{"every": 20}, {"idle_minutes": 30}, {"cron": "0 4 * * *"}])
def test_who_asks_by_hand_waits_for_no_trigger(register, root, trigger):
    probe = register("follows", on=(EntryChanged,), owners=lambda event: [event.owner], **trigger)
    ids = tell("One.", "Two.")
    announce([EntryChanged(scope=HERE, owner=user("alice"), kind="episode", entry_id=ids[0], sha256="1")])
    assert "0 attempts" in run("ome_run")
    assert "2 runs made of what is on disk.\n2 attempts" in run("ome_run", "follows", "--user", "alice")
    assert len(probe.works) == 2


def test_a_profile_is_derived_again_from_the_facts_on_disk(register, root):
    probe = register("profile", on=(FactsExtracted,), serial="owner", together=9)
    ids = tell("One.", "Two.")
    store.append(
        ATOMIC_FACT, HERE, user("alice"), DAY, ids[1], [{"timestamp": NOON, "fact": "Alice likes tea."}]
    )
    run("ome_run", "profile", "--user", "alice")
    [work] = probe.works
    assert [(event.episode_id, event.facts) for event in work.events] == [
        (ids[0], ()),
        (ids[1], ("Alice likes tea.",)),
    ]


def test_skills_are_derived_again_from_the_cases_on_disk(register, root):
    probe = register(
        "skills", on=(CaseExtracted,), owners=lambda event: [agent(event.agent_id)], serial="owner"
    )
    case = {"timestamp": NOON, "task_intent": "Change a flight", "approach": "Ask first"}
    ids = store.append(AGENT_CASE, HERE, agent("bot"), DAY, "mc_1", [case])
    assert "1 run made" in run("ome_run", "skills", "--agent", "bot")
    assert [event.case_id for work in probe.works for event in work.events] == ids


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tea"], "Whose memories"),
        (["--user", "alice"], "Which strategy"),
        (["tea", "--user", "alice"], "cannot derive anything of user alice"),
        (["tee", "--user", "alice"], "invalid choice"),
    ],
)
def test_what_cannot_be_done_is_said(register, arguments, message):
    register("tea")
    with pytest.raises(CommandError, match=message):
        run("ome_run", *arguments)


def test_a_strange_owner_is_named_with_the_places_where_they_are_known(register, root):
    register("follows", on=(EntryChanged,), owners=lambda event: [event.owner])
    tell("One.")
    with pytest.raises(
        CommandError, match="Nothing is remembered of the user alicia in default/default"
    ) as error:
        run("ome_run", "follows", "--user", "alicia")
    assert "also" not in str(error.value)
    with pytest.raises(CommandError, match="The user alice also has memories in default/default"):
        run("ome_run", "follows", "--user", "alice", "--project", "other")


def test_what_is_switched_off_is_not_derived(register, root):
    register("follows", on=(EntryChanged,), enabled=False)
    with pytest.raises(CommandError, match="switched off"):
        run("ome_run", "follows", "--user", "alice")
    assert not StrategyRun.objects.exists()


def test_a_run_that_waits_is_not_due(register):
    probe = register("tea", do=fails(ValueError(), times=1))
    announce([cell()])
    run("ome_run")
    assert "0 attempts" in run("ome_run")
    now_is_the_time()
    assert "1 attempt" in run("ome_run")
    assert probe.run.status == "done"
