"""What rules expect of somebody's words is what a reader would be reminded of. Said on Wednesday, 28 May 2025."""

from zoneinfo import ZoneInfo

import pytest

from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of
from ome.strategies.extract_foresight.rules import foresights_of

SAID_AT = 1_748_430_000_000
UTC = ZoneInfo("UTC")

EXPECTED = {
    "My dentist appointment is on 12 June.": "2025-06-12",
    "I start my new job on 1 July.": "2025-07-01",
    "Let's meet on Saturday.": "2025-05-31",
    "I promised Anna to send her the photos by Monday.": "2025-06-02",
    "We'll fly to Rome on 3 July for two weeks.": "2025-07-03",
    "I have an exam on Monday, June 16th.": "2025-06-16",
    "I hope to finish the thesis on 20 June.": "2025-06-20",
    "Am 16. Juni habe ich eine Prüfung.": "2025-06-16",
    "Am 14. Juni habe ich eine Probefahrt in Lahr.": "2025-06-14",
    "El 12 de junio tengo una entrevista en un hospital.": "2025-06-12",
    "她九月一号开学。": "2025-09-01",
    "The release is on Thursday.": "2025-05-29",
    "I need three drafts by June 10.": "2025-06-10",
    "I'm supposed to teach tomorrow.": "2025-05-29",
    "Moving on the 21st of June.": "2025-06-21",
    "El 30 de junio toco con mi banda.": "2025-06-30",
    "Ab dem 10. Juni habe ich zweimal pro Woche Physio.": "2025-06-10",
    "On 12 July we close for two weeks and fly to Osaka.": "2025-07-12",
    "I'm on call until Friday.": "2025-05-30",
    "Ich muss bis Freitag die Steuererklärung abgeben.": "2025-05-30",
    "Ich rufe dich morgen an.": "2025-05-29",
    "Nächste Woche fliegen wir nach Rom.": "2025-06-02",
    "Meine Hochzeit ist am 5. Juli.": "2025-07-05",
    "El 16 de junio tengo un examen.": "2025-06-16",
    "Mañana voy al dentista.": "2025-05-29",
    "La entrevista es el 3 de junio.": "2025-06-03",
    "我6月16日有考试。": "2025-06-16",
    "下周我们去罗马。": "2025-06-02",
    "周五之前我要交报告。": "2025-05-30",
    "En septiembre empiezo un máster en Barcelona.": "2025-09-01",
    "I start at a bakery in August.": "2025-08-01",
    "Im Oktober fange ich in Lübeck an.": "2025-10-01",
    "我们打算十月去西藏旅行。": "2025-10-01",
    "我女朋友下周六过生日，我想给她买一条项链。": "2025-06-07",
    "I'm on parental leave from 1 July to 30 September.": "2025-07-01",
}
IDLE = [
    "Until tomorrow!",
    "See you tomorrow!",
    "Talk to you next week.",
    "I'll call you back in a minute.",
    "Have a nice weekend!",
    "Happy birthday for tomorrow!",
    "What are you doing tomorrow?",
    "I'm going to make coffee.",
    "I'm going to be honest with you.",
    "Last Friday was great.",
    "I love skiing in February.",
    "We decided to use Redis Streams instead of Kafka.",
    "I moved here in August.",
    "My brother found a flat on Monday.",
    "Mi hermana Carmen tuvo una niña el domingo.",
    "Mis padres vinieron el sábado.",
    "Meine Eltern kamen am Samstag.",
    "My birthday was on 3 July, thanks for the card.",
    "I was supposed to fly to Nairobi on Friday.",
    "Tomorrow is another day.",
    "I hope tomorrow is better.",
    "It will rain tomorrow.",
    "Good luck with the exam tomorrow!",
    "If it works out I will start on 1 July.",
    "Bis morgen!",
    "Schönes Wochenende!",
    "Viel Glück für die Prüfung morgen!",
    "Ich hoffe, morgen wird es besser.",
    "Es soll morgen regnen.",
    "¡Hasta mañana!",
    "¡Buen fin de semana!",
    "¡Suerte con el examen de mañana!",
    "Ojalá mañana no llueva.",
    "明天见！",
    "周末愉快！",
    "祝你明天考试顺利！",
    "希望明天不下雨。",
]


def expected_of(text: str) -> list[str]:
    """First days, of what the speaker has to expect."""
    turns = [
        Said(sender_id=who, role="user", timestamp_ms=SAID_AT, text=said, sender_name=who.title())
        for who, said in (("alice", text), ("bob", "Hm."))
    ]
    found = foresights_of(facts_of(turns, UTC)["alice"], UTC)
    return [item.start.isoformat() if item.start else "" for item in found]


@pytest.mark.parametrize(("text", "day"), EXPECTED.items())
def test_what_is_ahead(text: str, day: str) -> None:
    assert expected_of(text) == [day]


@pytest.mark.parametrize("text", IDLE)
def test_farewells_wishes_and_the_weather_are_nothing_to_expect(text: str) -> None:
    assert expected_of(text) == []


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
