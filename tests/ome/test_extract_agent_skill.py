"""Similar cases become a skill, which follows them: revised, retired, and never over a person's words."""

import pytest

from memory.errors import DamagedDocument, ModelUnavailable
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
from memory.markdown import store
from ome.engine.events import EntryChanged
from ome.strategies.extract_agent_skill import strategy as extract_agent_skill
from ome.strategies.extract_agent_skill.model import SKILL
from tests.fakes.openai_server import Call, Status
from tests.ome.trajectories import (
    ATLAS,
    HERE,
    HERMES,
    answer,
    call,
    case_file,
    cases,
    consolidate,
    edited,
    learn,
    refund,
    say,
    skill_file,
    skills,
    work,
)

pytestmark = [pytest.mark.usefixtures("root"), pytest.mark.django_db]

COAT = "I want to return my coat and get the money back."
DRAFT = {
    "name": "Give Money Back!",
    "description": "How to return things",
    "content": "## Steps\n\n1. `find_order`",
}
CASE = {
    "task_intent": "Return my hat and get my money back",
    "approach": ["`find_order`", "`refund_order`"],
    "quality_score": 0.8,
    "key_insight": "It worked.",
}


@pytest.fixture
def two_refunds() -> list[str]:
    """Two like cases, and one about the weather; the ids of the two."""
    ids = [*learn(refund(), "mc_1").results, *learn(refund(COAT), "mc_2").results]
    weather = [say("How is the weather in Oslo?"), *call("get_weather", "sunny"), answer("Sunny.")]
    learn(weather, "mc_3")
    return ids


def test_two_like_cases_make_a_skill(two_refunds: list[str]):
    assert consolidate().results == ["sk_refund_order"]

    [skill] = skills().values()
    assert skill["source_case_ids"] == two_refunds
    assert "Return my shoes" in str(skill["description"])
    assert "`refund_order`" in str(skill["content"])
    assert 0 < float(str(skill["confidence"])) < 1


def test_a_single_step_makes_none():
    for number, wish in enumerate(["Show the newest log file.", "Show the oldest log file."], 1):
        learn(
            [say(wish), *call("bash", "a log"), *call("bash", "the file"), answer("Here it is.")],
            f"mc_{number}",
        )
    assert consolidate().results == []


def test_one_case_makes_none():
    learn(refund())
    outcome = consolidate()

    assert (outcome.results, outcome.note) == ([], "1 case: a skill needs two that are alike")
    assert skills() == {}


def test_a_replay_writes_nothing(two_refunds: list[str]):
    consolidate()
    before = skill_file("refund_order").read_bytes()

    assert consolidate().results == []
    assert skill_file("refund_order").read_bytes() == before


def test_a_further_case_revises_it(two_refunds: list[str]):
    consolidate()
    before = skills()["refund_order"]
    [third] = learn(
        refund("Refund my hat please.", refund_order="Error: the order is locked"), "mc_4", later=1
    ).results
    consolidate()

    [after] = skills().values()
    assert after["source_case_ids"] == [*two_refunds, third]
    assert after["cluster_id"] == before["cluster_id"]
    assert "the order is locked" in str(after["content"])
    assert float(str(after["confidence"])) < float(str(before["confidence"])) + 0.1


def test_other_agents_have_their_own(two_refunds: list[str]):
    consolidate(owner=HERMES)
    assert skills(HERMES) == {}
    assert skills() == {}


def test_it_goes_when_its_cases_are_gone(two_refunds: list[str]):
    consolidate()
    store.delete_entry(case_file(two_refunds[1]), two_refunds[1])
    outcome = consolidate(edited(two_refunds[1], None))

    assert outcome.note == "retired: refund_order"
    assert not skill_file("refund_order").parent.exists()


def test_it_goes_when_it_never_works_and_comes_back_when_it_does():
    for number in range(6):
        learn(refund(f"Refund order {number}.", refund_order="Error: locked", find_order="x"), f"mc_{number}")
    for case_id, values in cases().items():
        store.replace_entry(case_file(case_id), case_id, {**values, "quality_score": 0.1})
    assert consolidate().results == []

    learn(refund("Refund order 9."), "mc_9", later=1)
    assert consolidate().results == ["sk_refund_order"]
    assert "locked" in str(skills()["refund_order"]["content"])


def test_a_case_that_a_person_edits_is_taken_as_it_is_now(two_refunds: list[str]):
    consolidate()
    values = cases()[two_refunds[0]]
    store.replace_entry(
        case_file(two_refunds[0]), two_refunds[0], {**values, "task_intent": "Return my boots"}
    )

    assert consolidate(edited(two_refunds[0])).results == ["sk_refund_order"]
    assert "Return my boots" in str(skills()["refund_order"]["content"])


def test_only_changes_of_cases_are_its_business():
    episode = EntryChanged(scope=HERE, owner=ATLAS, kind="episode", entry_id="ep_1", sha256=None)

    assert extract_agent_skill.agents(edited("ac_1")) == [ATLAS]
    assert extract_agent_skill.agents(episode) == []


def change_text(old: str, new: str) -> None:
    path = skill_file("refund_order")
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize(
    ("old", "new"), [("## Steps", "## Steps, mind them"), ("description: ", "description: My ")]
)
def test_words_of_a_person_survive(two_refunds: list[str], old: str, new: str):
    consolidate()
    change_text(old, new)
    [third] = learn(refund("Refund my hat please."), "mc_4", later=1).results
    consolidate()

    assert new in skill_file("refund_order").read_text("utf-8")
    [skill] = skills().values()
    assert skill["source_case_ids"] == [*two_refunds, third]


def test_a_persons_skill_outlives_its_cases_without_confidence(two_refunds: list[str]):
    consolidate()
    change_text("## Steps", "## My steps")
    for case_id in two_refunds:
        store.delete_entry(case_file(case_id), case_id)
    consolidate(edited(two_refunds[0], None))

    [skill] = skills().values()
    assert (skill["confidence"], skill["source_case_ids"]) == (0.0, [])
    assert "## My steps" in str(skill["content"])


def test_formatting_and_keys_of_a_person_stay(two_refunds: list[str]):
    consolidate()
    change_text("track: agent", "track: agent  # ours\nreviewed_by: carol")
    learn(refund("Refund my hat please."), "mc_4", later=1)
    consolidate()

    text = skill_file("refund_order").read_text("utf-8")
    assert "track: agent  # ours\nreviewed_by: carol" in text
    assert "mc_4" not in text


def test_a_skill_that_a_person_wrote_keeps_its_name(two_refunds: list[str]):
    own = {"name": "refund_order", "description": "mine", "content": "Do as I say."}
    store.write_document(AGENT_SKILL, HERE, ATLAS, own, "refund_order")

    assert consolidate().results == ["sk_refund_order_2"]
    assert skills()["refund_order"]["content"] == "Do as I say."


def test_an_edit_made_meanwhile_is_not_overwritten(two_refunds: list[str], endpoint):
    """The model answers after a person has saved."""
    endpoint.answer("SkillDraft", DRAFT)
    endpoint.answer("CaseDraft", CASE)
    consolidate()
    learn(refund("Refund my hat please."), "mc_4", later=1)

    def slowly(call: Call) -> dict:
        path = skill_file("give_money_back")
        path.write_text(path.read_text("utf-8").replace("1. `find_order`", "1. Think first."), "utf-8")
        return {**DRAFT, "content": "overwritten?"}

    endpoint.answer("SkillDraft", slowly)
    consolidate()
    [skill] = skills().values()
    assert skill["content"] == "## Steps\n\n1. Think first."
    assert len(skill["source_case_ids"]) == 3  # type: ignore[arg-type]


def test_a_damaged_skill_keeps_its_place(two_refunds: list[str]):
    consolidate()
    skill_file("refund_order").write_text("---\nname: [broken\n---\nmy notes", "utf-8")

    assert consolidate().results == ["sk_refund_order_2"]
    assert "my notes" in skill_file("refund_order").read_text("utf-8")


def test_cases_in_a_damaged_file_are_not_taken_for_gone(two_refunds: list[str], root):
    consolidate()
    path = root / case_file(two_refunds[0])
    whole = path.read_text("utf-8")
    path.write_text(whole.replace(f"<!-- /entry:{two_refunds[0]} -->", ""), "utf-8")
    with pytest.raises(DamagedDocument, match="fix it first"):
        consolidate()
    assert skills()["refund_order"]["source_case_ids"] == two_refunds

    path.write_text(whole, "utf-8")
    assert consolidate().results == []


def test_a_model_words_it(two_refunds: list[str], endpoint):
    endpoint.answer("SkillDraft", DRAFT)

    assert consolidate().results == ["sk_give_money_back"]
    [skill] = skills().values()
    assert (skill["description"], skill["content"]) == ("How to return things", DRAFT["content"])
    [asked] = endpoint.calls
    assert asked.body["messages"][0]["content"].startswith(SKILL[:40])
    assert two_refunds[0] in asked.body["messages"][1]["content"]


def test_a_model_is_asked_seldom_and_with_a_bounded_prompt(endpoint):
    endpoint.answer("SkillDraft", DRAFT)
    case = {
        "timestamp": None,
        "approach": "1. `find_order`\n" * 100,
        "quality_score": 0.8,
        "parent_type": "memcell",
    }
    from datetime import UTC, date, datetime

    for number in range(40):
        values = {**case, "timestamp": datetime(2026, 11, 21, tzinfo=UTC), "task_intent": "Return my shoes"}
        store.append(AGENT_CASE, HERE, ATLAS, date(2026, 11, 21), f"mc_{number}", [values])
        consolidate()

    assert len(skills()["give_money_back"]["source_case_ids"]) == 40  # type: ignore[arg-type]
    assert len(endpoint.calls) <= 9
    assert max(call.prompt_chars for call in endpoint.calls) < 16_000


def test_a_failed_case_is_worth_a_call(two_refunds: list[str], endpoint):
    endpoint.answer("SkillDraft", DRAFT)
    endpoint.answer("CaseDraft", CASE)
    consolidate()
    for number in (4, 5, 6):
        learn([*refund(f"Refund {number}.")], f"mc_{number}", later=1)
    calls = len([c for c in endpoint.calls if c.schema == "SkillDraft"])
    worst = list(cases())[-1]
    store.replace_entry(case_file(worst), worst, {**cases()[worst], "quality_score": 0.1})
    consolidate()

    assert len([c for c in endpoint.calls if c.schema == "SkillDraft"]) == calls + 1


def test_a_replay_after_a_crash_asks_only_once(two_refunds: list[str], endpoint):
    kept: dict = {}
    for _ in range(2):
        consolidate(edited("ac_x"), kept=kept)
        skill_file("a_made_up_text").unlink(missing_ok=True)
    assert len([c for c in endpoint.calls if c.schema == "SkillDraft"]) == 1


def test_a_model_that_fails_leaves_the_skill_as_it_was(two_refunds: list[str], endpoint):
    endpoint.fail_always(Status(500))
    with pytest.raises(ModelUnavailable):
        extract_agent_skill.run(work(ATLAS, [edited("ac_x")]))
    assert skills() == {}


def test_an_old_skill_whose_cases_are_beyond_the_horizon_stays(two_refunds: list[str], monkeypatch):
    from ome.strategies.extract_agent_skill import past_cases

    consolidate()
    monkeypatch.setattr(past_cases, "MOST_CASES", 2)
    for number in range(5, 8):
        learn([say(f"Sing song {number}."), *call("sing"), answer("La.")], f"mc_{number}", later=number)
    consolidate()

    assert skills()["refund_order"]["source_case_ids"] == two_refunds


def test_several_languages_and_hostile_names():
    for number, wish in enumerate(["请帮我退掉这双鞋。", "请帮我退掉这件外套。"], 1):
        turns = [say(wish), *call("查订单"), *call("退款/../../x", '{"ok": true}'), answer("好的。")]
        learn(turns, f"mc_{number}")
    [name] = [result.removeprefix("sk_") for result in consolidate().results]

    assert name.isascii()
    assert "退掉这双鞋" in str(skills()[name]["content"])
