"""What somebody corrects at once stays with its correction."""

from datetime import date

import pytest

from memory.language.corrections import corrected, day_instead, with_corrections
from memory.language.sentences import split

MONDAY = date(2023, 5, 8)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("I'll decide till Thursday... no wait, Wednesday", "Wednesday"),
        ("We meet on Tuesday, no sorry, Wednesday at 9.", "Wednesday at 9."),
        ("It could be Monday. Actually no, make that Tuesday.", "make that Tuesday."),
        ("We arrive on the 4th. Scratch that, the 5th.", "the 5th."),
        ("The party is on 12 June. Sorry, I meant the 13th.", "the 13th."),
        ("Treffpunkt 13:30 am Vereinsheim. Nein, Moment, 13 Uhr.", "13 Uhr."),
        ("Die Prüfung ist am Dienstag. Quatsch, Mittwoch.", "Mittwoch."),
        ("Wir kommen am Dienstag, äh nein, am Mittwoch.", "am Mittwoch."),
        ("Para el 18 de junio. No, perdone, el 19.", "el 19."),
        ("El examen es el martes. Perdón, el miércoles.", "el miércoles."),
        ("我周二去北京。不对，周三去。", "周三去。"),
        ("回来的话12月8号，哦不，9号。", "9号。"),
        ("El sábado no puedo. Bueno, espera, es el domingo.", "es el domingo."),
    ],
)
def test_a_correction_stays_with_what_it_corrects(text: str, instead: str) -> None:
    [sentence] = with_corrections(split(text))
    found = corrected(sentence)
    assert found is not None
    assert found[1] == instead


@pytest.mark.parametrize(
    "text",
    [
        "We meet on Tuesday. Sorry, can you bring bread?",
        "I'm busy, sorry, no time.",
        "I like it. I mean, it was fine.",
        "Wir kommen am Dienstag. Ich meine, das passt doch.",
        "Quedamos el martes. Perdona, llego tarde.",
        "No, sorry, I can't.",
        "这样不对，应该是三个。",
    ],
)
def test_other_words_correct_nothing(text: str) -> None:
    assert [corrected(sentence) for sentence in with_corrections(split(text))] == [None] * len(split(text))


@pytest.mark.parametrize(
    ("first", "instead", "day"),
    [
        ("We meet on Tuesday,", "Wednesday at 9.", date(2023, 5, 10)),
        ("We arrive on 14 June.", "the 15th.", date(2023, 6, 15)),
        ("Llego el 14 de junio.", "el 15, que el 14 trabajo", date(2023, 6, 15)),
        ("Ich fliege am 30. Mai,", "am 2.", date(2023, 6, 2)),
        ("周五之前发你。", "周四吧，周五我要陪我妈", date(2023, 5, 11)),
        ("Treffpunkt am Freitag um 13:30.", "13 Uhr", date(2023, 5, 12)),
        ("We meet on Tuesday,", "I can't.", None),
    ],
)
def test_the_day_that_replaces_another(first: str, instead: str, day: date | None) -> None:
    span = day_instead(first, instead, MONDAY, None)
    assert (span and span.first) == day
