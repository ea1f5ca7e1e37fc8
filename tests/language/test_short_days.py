"""Days and months as people type them."""

import pytest

from memory.language.calendar import in_full


@pytest.mark.parametrize(
    ("typed", "full"),
    [
        ("Sat lunch at Bodnant's?", "Saturday lunch at Bodnant's?"),
        ("fri's no good. sun?", "Friday's no good. sun?"),
        ("fri?", "Friday?"),
        ("Can't sat, got the driving test", "Can't Saturday, got the driving test"),
        ("they need it by next thurs", "they need it by next Thursday"),
        ("I'm in Leeds Tue for work", "I'm in Leeds Tuesday for work"),
        ("they can do Sun 13th instead", "they can do Sunday 13th instead"),
        (
            "I start on jan 4th, my last day is the 18th of dec",
            "I start on Jan 4th, my last day is the 18th of Dec",
        ),
        ("Geht Sa 14 Uhr auch?", "Geht Samstag 14 Uhr auch?"),
        ("fr hab ich fahrstunde", "Freitag hab ich fahrstunde"),
        ("Treffen am Mi. um acht", "Treffen am Mittwoch um acht"),
        ("bis Di, 24.11.", "bis Dienstag, 24.11."),
        ("am 5. dezember", "am 5. Dezember"),
    ],
)
def test_short_forms_are_written_out(typed: str, full: str):
    assert in_full(typed) == full


@pytest.mark.parametrize(
    "text",
    [
        "They sat at three tables.",
        "Sat down at last.",
        "the sun is out and this sun is killing me",
        "I am so tired",
        "I am Mo, by the way",
        "so um drei komm ich heim",
        "mi casa, di algo",
        "mon ami, on va se marier",
        "we may march 3 miles",
    ],
)
def test_other_words_stay(text: str):
    assert in_full(text) == text
