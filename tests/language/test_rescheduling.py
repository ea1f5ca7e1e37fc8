"""What is called off, declined or moved takes place no more."""

from datetime import date

import pytest

from memory.language.rescheduling import days_off, declines, from_new_day, without_called_off
from memory.language.sentences import split

MONDAY = date(2023, 5, 8)


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("The flight got cancelled, I'm going on the 16th.", "I'm going on the 16th."),
        ("Das Training am Freitag fällt aus.", ""),
        ("Ich möchte meinen Termin am Donnerstag verschieben.", ""),
        ("La cena del viernes se suspende, pero el sábado voy.", "el sábado voy."),
        ("周五的会议取消了。", ""),
        ("I have to cancel the hotel by Friday.", "I have to cancel the hotel by Friday."),
        ("The trip is not cancelled, we leave on Friday.", "The trip is not cancelled, we leave on Friday."),
        ("We leave on Friday.", "We leave on Friday."),
    ],
)
def test_what_is_left_of_a_sentence(sentence: str, left: str) -> None:
    assert without_called_off(sentence) == left


@pytest.mark.parametrize(
    ("text", "earlier", "off"),
    [
        ("The concert on 16 May was cancelled.", "", ["2023-05-16"]),
        ("It was cancelled.", "The concert is on 16 May.", ["2023-05-16"]),
        ("Yes, the concert was cancelled, sadly.", "The concert is on 16 May.", ["2023-05-16"]),
        ("I cancelled my newspaper.", "The concert is on 16 May.", []),
        ("周五的会改到周二了。", "", ["2023-05-12"]),
        ("The van isn't on 16 May any more, prob 18 May.", "", ["2023-05-16"]),
        ("Das Essen ist nicht mehr am 16. Mai, sondern am 18.", "", ["2023-05-16"]),
        ("La cena ya no es el 16 de mayo, es el 18.", "", ["2023-05-16"]),
        ("See you on Friday.", "The concert is on 16 May.", []),
    ],
)
def test_days_on_which_nothing_takes_place(text: str, earlier: str, off: list[str]) -> None:
    assert [str(span.first) for span in days_off(split(text), earlier, MONDAY, None)] == off


def test_whoever_cannot_come_declines() -> None:
    assert declines("Sorry, I can't do Sunday.")
    assert declines("7号不行。")
    assert declines("I can't make the 12th after all.")
    assert not declines("I can't wait for Sunday, it will be great.")


def test_what_is_moved_has_a_new_day() -> None:
    assert from_new_day("The talk is moved to Tuesday.") == "to Tuesday."
    assert (
        from_new_day("Sie wollen die Demo von Mittwoch auf Freitag verschieben") == "auf Freitag verschieben"
    )
    assert from_new_day("Quieren pasar la demo del miércoles al viernes") == "al viernes"
    assert from_new_day("We move to Tuesday Street.") == "We move to Tuesday Street."
