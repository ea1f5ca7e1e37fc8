"""Whom a sentence is about."""

import pytest

from memory.language.addressing import is_about_addressee, is_about_speaker


@pytest.mark.parametrize(
    "promise",
    [
        "I'll send you the dates by Monday.",
        "I’m going to bring you some soup.",
        "Ich schenk dir mein Fahrrad.",
        "Ich fahre dich hin.",
        "我给你做糖醋排骨。",
        "我会帮您改好。",
        "I can't even judge you.",
        "I can lend you my van.",
        "If you hear hammering that's not DIY.",
        "Then you hold the towels.",
        "Yo trabajo hasta las dos, en la ferretería.",
        "Llego a las dos.",
        # A couple, of whom the other is none.
        "We're moving in together!",
        "We've been together for two years.",
        "Wir ziehen im Mai zusammen.",
        "Nos vamos a vivir juntos.",
        # What is only supposed, and what somebody is like.
        "要是我走了，就没人帮你喂狗了。",
        "等你有女朋友再说吧。",
        "我吃不了辣但是可以看你吃。",
    ],
)
def test_what_the_speaker_will_do_for_the_other_is_not_about_the_other(promise: str) -> None:
    assert not is_about_addressee(promise)


@pytest.mark.parametrize(
    "statement",
    [
        "I'll come, but you still owe me a samosa.",
        "You moved to Cork in May.",
        "I can't believe you got the job.",
        "You take the train every day, poor thing, and you hate it.",
        "Ich komme, und du hast am Freitag Geburtstag.",
        "Ich habe dir einen Platz reserviert.",
        "你给我做的排骨真好吃。",
        "我给你买了口罩。",
        "We're moving the piano together.",
    ],
)
def test_what_is_said_beside_a_promise_is(statement: str) -> None:
    assert is_about_addressee(statement)


def test_two_of_us_is_not_two_o_clock() -> None:
    assert is_about_addressee("Vamos los dos.")
    assert not is_about_addressee("La cita es a las dos.")


def test_a_pronoun_that_is_written_shows_the_speaker() -> None:
    assert is_about_speaker("Yo trabajo hasta las dos.")
    assert not is_about_speaker("Yo, what a day!")


def test_french_of_the_is_not_german_you() -> None:
    assert not is_about_addressee("J'ai déménagé à Lyon, l'appartement est super, près du parc.")
    assert is_about_addressee("Das Café ist super, kennst du das?")
