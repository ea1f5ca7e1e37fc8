"""Which questions propose something to both, and whose promise an answer is."""

import pytest

from memory.language.addressing import is_about_addressee
from memory.language.agreement import asks_about_listener_alone, consent, offers
from memory.language.statements import only_reacts


@pytest.mark.parametrize(
    "question",
    ["Are you off to York next week?", "Fliegst du am Freitag?", "¿Te vas el lunes?", "你下周去东莞？"],
)
def test_what_the_listener_does_anyway_is_no_plan_of_the_asker(question: str):
    assert asks_about_listener_alone(question)


@pytest.mark.parametrize(
    "question", ["Are you flying with us on Friday?", "你周六来我家吗？", "Shall we meet?"]
)
def test_what_both_would_do_is_a_proposal(question: str):
    assert not asks_about_listener_alone(question)


def test_an_agreement_may_add_something_and_may_take_nothing_back():
    assert consent("Sí, y llevo a Marta. Por cierto, llueve.") == "Sí, y llevo a Marta."
    assert consent("Yes, but I have to ask Marta first whether she can come.") == ""


def test_what_the_other_will_get_is_a_promise_of_the_speaker():
    assert not is_about_addressee("You'll have them tomorrow.")
    assert is_about_addressee("You have them already.")


def test_three_words_with_a_month_are_no_reaction():
    assert not only_reacts("Nace en mayo.")
    assert only_reacts("Qué bonito.")


@pytest.mark.parametrize(
    "said", ["Toco el violonchelo.", "Hablo catalán.", "Spiele Cello.", "Hab bestanden!"]
)
def test_three_words_that_begin_with_what_one_does_are_no_reaction(said: str) -> None:
    assert not only_reacts(said)


def test_an_errand_is_a_reaction_however_polite() -> None:
    assert only_reacts("buy some milk, please")
    assert only_reacts("Hablo luego.")


@pytest.mark.parametrize(
    ("answer", "agreed"),
    [
        ("Gern, aber bitte nichts mit Milch, die bekommt mir nicht.", True),
        ("Passt, da fang ich eh erst um neun an", True),
        ("I'd love to. Nuts are out, though.", True),
        ("Sunday it is", True),
        ("Passt, da kann ich aber nicht.", False),
        ("Yes, but I can't.", False),
    ],
)
def test_what_agrees(answer: str, agreed: bool):
    assert bool(consent(answer)) is agreed


@pytest.mark.parametrize(
    "said",
    [
        "Kommen Sie doch am Sonntag runter",
        "We could see you on Monday.",
        "周六来吃饭吧",
        "Podría venir el jueves.",
    ],
)
def test_an_offer_needs_no_question(said: str):
    assert offers(said)
    assert not offers("I came on Sunday.")
