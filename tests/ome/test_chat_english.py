"""Facts from chats without capitals and apostrophes read like those from others; what only reacts is none."""

from zoneinfo import ZoneInfo

import pytest

from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import Fact, facts_of
from ome.strategies.extract_foresight.rules import foresights_of

NOON_MS = 1_795_500_000_000


def talk(*messages: tuple[str, str]) -> dict[str, list[Fact]]:
    turns = [
        Said(sender_id=who, sender_name=who.title(), role="user", timestamp_ms=NOON_MS + n, text=said)
        for n, (who, said) in enumerate(messages)
    ]
    return facts_of(turns, ZoneInfo("UTC"))


def told(text: str) -> list[str]:
    """How Leah's message is told, which follows one of Dom's."""
    facts = talk(("dom", "The weather is nice in Bristol."), ("leah", text))["leah"]
    return [fact.told or fact.text for fact in facts]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("its my dads but he wont mind", "It's Leah's dads but he won't mind (24 November 2026)"),
        (
            "mate did u hear, im moving to leeds on friday",
            "Leah is moving to leeds on Friday (said on 24 November 2026)",
        ),
        ("btw my sisters allergic to nuts", "Leah's sister's allergic to nuts (24 November 2026)"),
        ("ugh i broke my wrist", "Leah broke their wrist (24 November 2026)"),
        (
            "hey, sorry i went quiet, the boiler packed in on saturday",
            "Leah: The boiler packed in on Saturday (said on 24 November 2026)",
        ),
        (
            "thanks so much for saturday, my mum hasn't stopped talking about it",
            "Leah's mum hasn't stopped talking about it (24 November 2026)",
        ),
        (
            "Yeah Kev from two doors down knows a plumber",
            "Leah: Kev from two doors down knows a plumber (24 November 2026)",
        ),
        (
            "I start back at the surgery on monday btw, three days a week",
            "Leah starts back at the surgery on Monday, three days a week (said on 24 November 2026)",
        ),
        (
            "can you cover for me on the 14th? I'm in Leeds for work",
            "Leah: “can you cover for me on the 14th?” Leah is in Leeds for work (said on 24 November 2026)",
        ),
        ("can you cover for me? I'm in Leeds for work", "Leah is in Leeds for work (24 November 2026)"),
        (
            "i got the job! it starts in march, ill tell my boss tomorrow",
            "Leah got the job. It starts in March, Leah will tell their boss tomorrow (25 November 2026)",
        ),
    ],
)
def test_it_is_told_in_standard_spelling(said: str, read: str) -> None:
    assert told(said) == [read]


@pytest.mark.parametrize(
    "said",
    [
        "omg nooo way congrats!!",
        "dont rub it in",
        "My bad.",
        "wow congrats legend",
        "oh no!! with the baby too.",
        "62!!",
        "ouch. at least its sorted. are you still coming?",
        "star.",
    ],
)
def test_what_only_reacts_is_no_fact(said: str) -> None:
    assert told(said) == []


def test_a_tag_is_no_question_for_an_answer() -> None:
    assert talk(("dom", "They want 62k. Right??"), ("leah", "62!! nope."))["leah"] == []


def test_a_sentence_without_a_subject_is_about_who_was_asked_about() -> None:
    facts = talk(
        ("dom", "Did Theo hear back?"), ("leah", "He got it! starts on the 2nd of december. Less money")
    )
    [plan] = foresights_of(facts["leah"], ZoneInfo("UTC"))
    assert plan.text == "Dom: Did Theo hear back? Leah: starts on the 2nd of December."


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("can you cover for me at pta on the 14th?", "yep no bother, I'll do it"),
        ("sag mal kannst du mir am 3. die Bohrmaschine leihen?", "klar, ich leg sie dir vor die Tür"),
        ("kommt ihr am 28. zu uns? Rike macht Raclette", "mega gern! aber Jan isst kein Fleisch"),
        ("¿me puedes recoger el viernes en el aeropuerto?", "claro, ahí estaré"),
    ],
)
def test_what_is_promised_is_planned_by_both(asked: str, answer: str) -> None:
    facts = talk(("dom", asked), ("leah", answer))
    plans = [[plan.start for plan in foresights_of(found, ZoneInfo("UTC"))] for found in facts.values()]
    assert len(plans[0]) == 1
    assert plans[0] == plans[1]
