"""What rules expect of somebody's words is what a reader would be reminded of. Said on Wednesday, 28 May 2025."""

import pytest

from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of
from ome.strategies.extract_foresight.rules import foresights_of
from ome.strategies.extract_user_profile.rules import claims_of
from tests.content.foresights import LANGUAGES, SAID_AT, UTC, marked, measured


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_would_agree(language: str) -> None:
    """Farewells, wishes, the weather, habits and what is past are among the sentences."""
    score = measured(language)
    assert score.wrong == []
    assert score.recall >= 0.9, score.missed
    assert len(marked(language)) >= 100


def test_a_question_is_only_what_is_answered() -> None:
    """A short answer keeps its question, which is nobody's plan, and whoever asked it expects nothing."""
    said = [("Ben", "What will you do next week?"), ("Eva", "On 16 June I have an exam.")]
    turns = [
        Said(sender_id=name, sender_name=name, role="user", timestamp_ms=SAID_AT + 60_000 * place, text=text)
        for place, (name, text) in enumerate(said)
    ]
    found = facts_of(turns, UTC)
    assert [one.text for one in foresights_of(found["Eva"], UTC)] == ["On 16 June Eva has an exam."]
    assert foresights_of(found["Ben"], UTC) == []


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("I'm on parental leave from 1 July to 30 September.", "2025-07-01", "2025-09-30"),
        ("Vom 3. Juli bis 10. August habe ich Urlaub.", "2025-07-03", "2025-08-10"),
        ("Tengo vacaciones del 3 de julio al 10 de agosto.", "2025-07-03", "2025-08-10"),
        ("我7月3日到8月10日要放假。", "2025-07-03", "2025-08-10"),
        ("I start at a bakery in August.", "2025-08-01", "2025-08-31"),
    ],
)
def test_a_stretch_of_time(text: str, first: str, last: str) -> None:
    turns = [Said(sender_id="alice", role="user", timestamp_ms=SAID_AT, text=text, sender_name="Alice")]
    [found] = foresights_of(facts_of(turns, UTC)["alice"], UTC)
    assert (str(found.start), str(found.end)) == (first, last)


@pytest.mark.parametrize(
    ("offered", "answer"),
    [
        ("Kommen Sie doch am Sonntag auf ein Stück Kuchen runter", "Gern, aber bitte nichts mit Milch."),
        ("Come round on Sunday!", "I'd love to. I'm allergic to nuts, though."),
        ("周日来吃饭吧，我包饺子", "那太好了！"),
    ],
)
def test_an_invitation_that_is_accepted_is_a_plan_of_both(offered: str, answer: str) -> None:
    said = [("Ben", offered), ("Eva", answer)]
    turns = [
        Said(sender_id=name, sender_name=name, role="user", timestamp_ms=SAID_AT + 60_000 * place, text=text)
        for place, (name, text) in enumerate(said)
    ]
    found = facts_of(turns, UTC)
    for name in ("Ben", "Eva"):
        assert {str(one.start) for one in foresights_of(found[name], UTC)} == {"2025-06-01"}
    assert claims_of([one.text for one in found["Ben"]], {"Ben"}) == []
