"""Facts from chats without capitals and apostrophes read like those from others; what only reacts is none."""

from zoneinfo import ZoneInfo

import pytest

from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of

NOON_MS = 1_795_500_000_000


def told(text: str) -> list[str]:
    """How Leah's message is told, which follows one of Dom's."""
    turns = [
        Said(sender_id=who, sender_name=who.title(), role="user", timestamp_ms=NOON_MS + n, text=said)
        for n, (who, said) in enumerate((("dom", "The weather is nice in Bristol."), ("leah", text)))
    ]
    return [fact.told or fact.text for fact in facts_of(turns, ZoneInfo("UTC"))["leah"]]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("its my dads but he wont mind", "It's Leah's dads but he won't mind (24 November 2026)"),
        (
            "mate did u hear, im moving to leeds on friday",
            "Leah is moving to leeds on Friday (said on 24 November 2026)",
        ),
        ("btw my sisters allergic to nuts", "Leah's sisters allergic to nuts (24 November 2026)"),
        ("ugh i broke my wrist", "Leah broke their wrist (24 November 2026)"),
        (
            "i got the job! it starts in march, ill tell my boss tomorrow",
            "Leah got the job. It starts in March, Leah will tell their boss tomorrow (25 November 2026)",
        ),
    ],
)
def test_it_is_told_in_standard_spelling(said: str, read: str) -> None:
    assert told(said) == [read]


@pytest.mark.parametrize(
    "said", ["omg nooo way congrats!!", "dont rub it in", "My bad.", "wow congrats legend"]
)
def test_what_only_reacts_is_no_fact(said: str) -> None:
    assert told(said) == []
