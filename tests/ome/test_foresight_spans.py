"""How long what somebody expects lasts, which plans have changed, and what others have said of theirs."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of
from ome.strategies.extract_foresight.rules import Foresight, foresights_of

ZONE = ZoneInfo("UTC")
WEDNESDAY = int(datetime(2026, 6, 3, 9, tzinfo=UTC).timestamp() * 1000)


def expected(*said: str) -> list[Foresight]:
    """What Nora expects who says this, while Jonas only hums."""
    turns = [
        Said(sender_id=who, sender_name=who.title(), role="user", timestamp_ms=WEDNESDAY + n, text=text)
        for n, text in enumerate(said)
        for who, text in (("nora", text), ("jonas", "Hm."))
    ]
    return foresights_of(facts_of(turns, ZONE)["nora"], ZONE)


def days(*said: str) -> list[tuple[str, str]]:
    return [(str(one.start)[5:], str(one.end)[5:]) for one in expected(*said)]


@pytest.mark.parametrize(
    "said",
    [
        "I'm in Lisbon until the 10th.",
        "I'm on leave until next Wednesday.",
        "Ich bin bis zum 10. in Lissabon.",
        "Meine Mutter bleibt bis nächsten Mittwoch bei uns.",
        "Estoy en Lisboa hasta el 10.",
        "Estoy de vacaciones hasta el próximo miércoles.",
        "我在里斯本待到10号。",
        "我出差到下周三。",
    ],
)
def test_what_lasts_until_a_day_has_begun_when_it_is_said(said: str) -> None:
    assert days(said) == [("06-03", "06-10")]


@pytest.mark.parametrize(
    "said",
    [
        "I'm in Berlin from Monday until Thursday.",
        "I'm away from the 8th until the 11th.",
        "Ich bin von Montag bis Donnerstag in Berlin.",
        "Estoy en Berlín del lunes al jueves.",
        "Estoy de guardia del lunes al 11.",
        "我8号到11号不在。",
    ],
)
def test_a_span_has_the_days_that_it_names(said: str) -> None:
    assert days(said) == [("06-08", "06-11")]


@pytest.mark.parametrize(
    "said",
    [
        "I have to send the report by the 10th.",
        "I have until the 10th to decide.",
        "I won't be back until the 10th.",
        "Ich muss den Bericht bis zum 10. abgeben.",
        "Ich müsste den Bericht bis zum 10. haben.",
        "Für den Bericht müssen wir bis zum 10. Zeit haben.",
        "Tengo que entregar el informe antes del 10.",
        "No vuelvo hasta el 10.",
        "我得在10号之前交报告。",
        "我到10号才回来。",
    ],
)
def test_a_deadline_and_a_return_are_that_day_only(said: str) -> None:
    assert days(said) == [("06-10", "06-10")]


@pytest.mark.parametrize(
    "said", ["I work from Monday to Friday.", "Ich arbeite von Montag bis Freitag.", "我周一到周五上班。"]
)
def test_a_week_of_work_is_no_plan(said: str) -> None:
    assert days(said) == []


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (
            "We're having dinner on Friday at our place.",
            "The dinner on Friday is at Rossi's, no longer at home.",
        ),
        ("I have a dentist appointment on Friday at 10.", "The dentist on Friday has been moved to 3 pm."),
        (
            "Das Abendessen am Freitag ist bei uns.",
            "Das Abendessen am Freitag ist jetzt bei Rossi, nicht bei uns.",
        ),
        ("Der Zahnarzt ist am Freitag um 10 Uhr.", "Der Zahnarzt am Freitag wurde auf 15 Uhr verschoben."),
        ("El viernes cenamos en casa.", "El viernes cenamos en Rossi en vez de en casa."),
        ("La reunión es el viernes a las 10.", "La reunión del viernes es ahora a las 11, no a las 10."),
        ("周五在我家吃晚饭。", "周五的晚饭改在罗西餐厅了，不在家吃。"),
        ("周五上午10点开会。", "周五的会改到11点了。"),
    ],
)
def test_of_a_plan_that_keeps_its_day_the_new_place_and_hour_hold(first: str, then: str) -> None:
    assert [one.text.removeprefix("Nora: ") for one in expected(first, then)] == [then]


def test_two_plans_of_a_day_are_kept() -> None:
    assert (
        len(expected("I have yoga on Friday at 6.", "Now I need to see the doctor on Friday as well.")) == 2
    )


@pytest.mark.parametrize(
    "said",
    [
        "My sister said she arrives tomorrow.",
        "My sister said yesterday that she arrives tomorrow.",
        "Meine Schwester hat gesagt, sie kommt morgen an.",
        "Mi hermana dijo que llega mañana.",
        "我姐说她明天到。",
    ],
)
def test_what_others_have_said_of_their_plans_counts_from_today(said: str) -> None:
    assert days(said) == [("06-04", "06-04")]


@pytest.mark.parametrize(
    "said",
    [
        'On Monday she told me: "I\'ll be there tomorrow."',
        "Gestern schrieb sie: „Ich komme morgen.“",
        "Ayer me escribió: «Llego mañana».",
        "他昨天跟我说：“我明天到。”",
        "The meeting on Friday was great.",
        "El lunes volamos a Roma y al día siguiente vimos el Foro.",
    ],
)
def test_what_was_said_or_done_earlier_is_no_plan(said: str) -> None:
    assert days(said) == []


@pytest.mark.parametrize(
    ("said", "dates"),
    [
        ("Wir ziehen am 14. nach Freiburg, die Wohnung ist schon gemietet.", [("06-14", "06-14")]),
        ("El lunes volamos a Roma y al día siguiente perdimos el tren.", []),
        ("El lunes volamos a Roma y al día siguiente vamos a Asís.", [("06-08", "06-08")]),
    ],
)
def test_a_plan_stands_beside_what_is_settled_and_a_story_is_none(
    said: str, dates: list[tuple[str, str]]
) -> None:
    assert days(said) == dates


@pytest.mark.parametrize(
    ("said", "dates"),
    [
        ("I quit last week, my last day is the 18th.", [("06-18", "06-18")]),
        ("My mum had her operation yesterday, she's home on Friday.", [("06-05", "06-05")]),
        ("I'm so tired, we moved house on Friday.", []),
        ("im so happy, got the keys to my flat on monday", []),
    ],
)
def test_clauses_with_subjects_of_their_own_have_their_own_tenses(
    said: str, dates: list[tuple[str, str]]
) -> None:
    assert days(said) == dates


@pytest.mark.parametrize(
    "said",
    [
        "ill drop the drill off friday after work",
        "the boiler man is rebooked for friday between 8 and 12",
        "yes but tomorrow, i'm at the dentist on friday",
        "I got the interview! It's on Friday at ten.",
    ],
)
def test_plans_in_the_english_of_chats(said: str) -> None:
    assert days(said) == [("06-05", "06-05")]


def test_what_a_plan_calls_it_is_named() -> None:
    [plan] = expected("I got the interview! It's on Friday at ten.")
    assert plan.text == "Nora got the interview. It's on Friday at ten."


@pytest.mark.parametrize(
    "said",
    [
        "My operation is in August, on the 14th.",
        "Meine Operation ist im August, am 14. muss ich hin.",
        "Mi operación es en agosto, el día 14.",
    ],
)
def test_a_day_belongs_to_the_month_named_before_it(said: str) -> None:
    assert days(said) == [("08-14", "08-14")]


def test_a_plan_for_that_day_is_on_the_day_that_the_talk_is_about() -> None:
    days_of = [
        (one.text, str(one.start))
        for one in expected("We move on 5 July.", "I've got a vet appointment at 9 that day.")
    ]
    assert days_of[1:] == [("Nora has got a vet appointment at 9 that day (5 July 2026).", "2026-07-05")]
