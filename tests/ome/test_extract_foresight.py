"""What a conversation lets one expect: few, certain, with their days."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.kinds.foresight import FORESIGHT
from memory.language import calendar
from memory.language.calendar import spans
from memory.language.dates import resolve
from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import Fact, facts_of
from ome.strategies.extract_foresight.rules import MOST_FORESIGHTS, foresights_of
from tests.ome.users import edit, entries, episodes, foresights, noticed, remove, says, talk

UTC = ZoneInfo("UTC")
MONDAY = datetime(2023, 5, 8, 12, tzinfo=UTC)
TODAY = MONDAY.date()


def found(*texts: str) -> list[tuple[str | None, str | None]]:
    facts = [Fact(text, int(MONDAY.timestamp() * 1000)) for text in texts]
    days = [(item.start, item.end) for item in foresights_of(facts, UTC)]
    return [(start and start.isoformat(), end and end.isoformat()) for start, end in days]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("see the dentist on 16 May 2023", "2023-05-16", "2023-05-16"),
        ("the concert is on June 3rd", "2023-06-03", "2023-06-03"),
        ("in the week of 15 May 2023", "2023-05-15", "2023-05-21"),
        ("la próxima semana (del 15 al 21 de mayo de 2023)", "2023-05-15", "2023-05-21"),
        ("nächste Woche (15.–21. Mai 2023)", "2023-05-15", "2023-05-21"),
        ("in drei Wochen (29. Mai – 4. Juni 2023)", "2023-05-29", "2023-06-04"),
        ("nächsten Monat (Juni 2023)", "2023-06-01", "2023-06-30"),
        ("la semaine prochaine (2023-05-15 – 2023-05-21)", "2023-05-15", "2023-05-21"),
        ("下周一（2023年5月15日）", "2023-05-15", "2023-05-15"),
        ("next month (June 2023)", "2023-06-01", "2023-06-30"),
        ("hand it in by Friday", "2023-05-12", "2023-05-12"),
        ("next year (2024)", "2024-01-01", "2024-12-31"),
        ("on 2 October", "2023-10-02", "2023-10-02"),
        ("by the end of June", "2023-06-30", "2023-06-30"),
        ("vom 5. bis 12. auf Kreta", "2023-06-05", "2023-06-12"),
        ("12th till the 19th", "2023-05-12", "2023-05-19"),
    ],
)
def test_dates_of_a_text(text, first, last):
    assert [(str(span.first), str(span.last)) for span in spans(text, TODAY)] == [(first, last)]


@pytest.mark.parametrize(
    "text", ["31 June 2023", "on Friday (12 May)", "0000-00-00", "99月99日", "call 12 May Street 0"]
)
def test_what_is_no_date_is_none(text):
    assert all(span.first.year == 2023 for span in spans(text, TODAY))


@pytest.mark.parametrize(
    "text",
    [
        "alice: I went to Rome on 3 March 2023.",
        "alice: I might go to Rome on 16 May 2023.",
        "alice: If it rains I will stay home.",
        "alice: I was going to call the plumber.",
        "alice: I like tea.",
        "alice: 我住十八号。",
        "alice: 学校在中山路18号。",
        "alice: Samstag bin ich hingefallen.",
        "alice: Samstag bin ich immer im Garten.",
    ],
)
def test_the_past_and_the_unsure_are_not_expected(text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("alice: I've asked two firms, one's coming on Thursday.", "2023-05-11"),
        ("alice: I need it repaired before the 20th.", "2023-05-20"),
        ("alice: Ich muss dir was sagen: Wir bauen ab Juli das Dach aus.", "2023-07-01"),
        ("alice: Nos aceptan la oferta, firmamos el día 15.", "2023-05-15"),
        ("alice: 星期六一早我开车过去。", "2023-05-13"),
        ("alice: 十八号评标，我去杭州。", "2023-05-18"),
        ("alice: The roof has to be finished by the 25th.", "2023-05-25"),
        ("alice: El 24 me opero, estaré dos semanas fuera.", "2023-05-24"),
        ("alice: Estoy embarazada, salgo de cuentas en agosto.", "2023-08-01"),
        ("alice: Mama und Papa haben im August Goldene Hochzeit.", "2023-08-01"),
        ("alice: Then we're off to Fife in July.", "2023-07-01"),
        ("alice: 明天（2023年5月9日）下午我要陪老婆去产检，后天（2023年5月10日）上午行吗", "2023-05-09"),
    ],
)
def test_words_of_the_past_beside_a_plan(text, first):
    assert [start for start, _ in found(text)] == [first]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("My talk is on 16 May, and the report has to be finished by 20 May.", ["2023-05-16", "2023-05-20"]),
        ("Am 16. Mai bin ich in Kiel, und die Abgabe ist am 20. Mai.", ["2023-05-16", "2023-05-20"]),
        ("Llegan el 16 de mayo, y ella firma el 20 de mayo, de doce a dos.", ["2023-05-16", "2023-05-20"]),
        ("5月16日我去杭州，5月20日要交开题报告。", ["2023-05-16", "2023-05-20"]),
        ("I was ill on Monday, and on 20 May I see the doctor.", ["2023-05-20"]),
        ("She's moored at Braunston, I move aboard on 20 May.", ["2023-05-20"]),
        ("El congreso pasa del 10 al 17 de mayo.", ["2023-05-17"]),
        ("I'm away on 16 May, and it was fixed on 2 May.", ["2023-05-16"]),
        ("I'm away from 16 May to 20 May, and on 18 May my phone is off.", ["2023-05-16"]),
    ],
)
def test_a_further_clause_may_have_a_day_of_its_own(text: str, days: list[str]):
    assert [start for start, _ in found(f"alice: {text}")] == days


@pytest.mark.parametrize(
    "text",
    [
        "Samstag komme ich.",
        "Dann bring ich sie dir Samstag vorbei.",
        "Ich schreibe Samstag die letzte Klausur.",
    ],
)
def test_a_german_weekday_without_am(text: str):
    assert [start for start, _ in found(f"alice: {text}")] == ["2023-05-13"]


def test_days_in_spanish_words():
    assert [(str(one.first), str(one.last)) for one in spans("Del uno al quince de julio.", TODAY)] == [
        ("2023-07-01", "2023-07-15")
    ]


def test_since_a_weekday_is_past_in_spanish():
    assert found("alice: La depuradora hace ruido desde el martes.") == []


def test_plans_without_a_date_and_dates_without_a_plan():
    assert found("alice: I'm planning to learn Greek.") == [(None, None)]
    assert found("alice: The conference is on 16 May 2023.") == [("2023-05-16", "2023-05-16")]


@pytest.mark.parametrize(
    ("text", "spoken_of", "days"),
    [
        ("I'm in Bern on the 22nd.", None, [("2023-05-22", "2023-05-22")]),
        ("Ab dem 3. bin ich weg.", None, [("2023-06-03", "2023-06-03")]),
        ("Vuelvo el 20 por la tarde.", None, [("2023-05-20", "2023-05-20")]),
        ("我27、28号请假", None, [("2023-05-27", "2023-05-27")]),
        ("Ab dem 14. bin ich weg.", "14. bis 21. Juli", [("2023-07-14", "2023-07-14")]),
        ("Back on the 20th.", "We fly on 14 June.", []),  # of May or of June
        ("Sunday the 16th, then.", "We fly on 14 June.", [("2023-07-16", "2023-07-16")]),
        ("I'm in Bristol on Thursday.", "The plumber comes on 18 May.", [("2023-05-18", "2023-05-18")]),
        ("I'm in Bristol on Thursday.", "The plumber comes next Thursday.", [("2023-05-18", "2023-05-18")]),
        ("I'm in Bristol on Friday.", "The plumber comes on 18 May.", [("2023-05-12", "2023-05-12")]),
        ("I'm in Bristol on Thursday.", "We fly on 15 June.", [("2023-05-11", "2023-05-11")]),
        ("It is on the 3rd floor, line 10号线, el 20 por ciento, am 3. Tag.", None, []),
    ],
)
def test_a_day_without_its_month_belongs_to_what_is_spoken_of(
    text: str, spoken_of: str | None, days: list[object]
):
    about = calendar.spoken_of(resolve(spoken_of, TODAY), TODAY) if spoken_of else None
    assert [(str(span.first), str(span.last)) for span in spans(text, TODAY, about)] == days


def test_what_one_proposes_and_the_other_agrees_to_is_expected_by_both():
    said = [
        ("ann", "Shall we meet on 20 May?"),
        ("bob", "Perfect."),
        ("ann", "Is Cy in on 21 May?"),
        ("bob", "Yes."),
    ]
    turns = [
        Said(
            sender_id=who,
            sender_name=who.title(),
            role="user",
            timestamp_ms=int(MONDAY.timestamp() * 1000) + place,
            text=text,
        )
        for place, (who, text) in enumerate(said)
    ]
    for own in facts_of(turns, UTC).values():
        [found] = foresights_of(own, UTC)
        assert (found.text, str(found.start)) == ("Ann: Shall we meet on 20 May? Bob: Perfect.", "2023-05-20")


def expected(*said: tuple[str, str]) -> dict[str, list[str]]:
    """The days of each one's foresights after a conversation on MONDAY."""
    turns = [
        Said(
            sender_id=who,
            sender_name=who.title(),
            role="assistant" if who == "assistant" else "user",
            timestamp_ms=int(MONDAY.timestamp() * 1000) + place,
            text=text,
        )
        for place, (who, text) in enumerate(said)
    ]
    return {
        who: [str(item.start) for item in foresights_of(facts, UTC)]
        for who, facts in facts_of(turns, UTC).items()
    }


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("We have the meeting on Tuesday, no sorry, Wednesday at 9.", "2023-05-10"),
        ("Die Prüfung ist am Dienstag. Quatsch, Mittwoch.", "2023-05-10"),
        ("El examen es el martes. No, perdón, el miércoles.", "2023-05-10"),
        ("我周二去北京。不对，周三去。", "2023-05-10"),
        ("I fly to Rome on 14 June. Scratch that, the 15th.", "2023-06-15"),
        (
            "Am 28. wollten wir eigentlich umziehen, aber da ist eine Klausur, also jetzt am 5.6.",
            "2023-06-05",
        ),
        ("The flight on 16 May got cancelled, I'm going on 18 May.", "2023-05-18"),
        ("ah no espera, el martes no es, la tesis la entrego el miércoles.", "2023-05-10"),
        ("明天不行，我在外地出差，后天回去。", "2023-05-10"),
        ("El viernes no se arma, tengo que llevar a mi madre al médico.", "2023-05-12"),
        ("La comida del martes la muevo al 17.", "2023-05-17"),
        ("El sábado a las 5 no puedo, el domingo voy al zoo.", "2023-05-14"),
        ("Al final la demo queda para viernes que viene, 15 hs.", "2023-05-19"),
        ("El domingo corro los 10k, ¿te olvidaste?", "2023-05-14"),
        ("El jueves es el aniversario con mi mujer, se me olvidó el año pasado.", "2023-05-11"),
        ("我给他挂了下周二的号，骨科的王主任。", "2023-05-16"),
    ],
)
def test_the_day_that_counts_is_the_one_after_the_correction(said: str, day: str):
    assert expected(("ann", said))["ann"] == [day]


@pytest.mark.parametrize(
    ("confirmed", "days"),
    [
        ("Sure! Tuesday 16 May between 1 and 5 pm is booked.", ["2023-05-16"]),
        ("Der Tisch für Dienstag, den 16. Mai ist reserviert.", ["2023-05-16"]),
        ("Su cita queda confirmada para el 16 de mayo.", ["2023-05-16"]),
        ("已为您预约5月16日上午。", ["2023-05-16"]),
        ("好的，周六上午9点到12点上门。", ["2023-05-13"]),
        ("好的，周六上午9点可以吗？", []),
        ("Tuesday 16 May is fully booked.", []),
        ("It has been confirmed that tea is healthy.", []),
    ],
)
def test_what_an_assistant_has_arranged_is_expected(confirmed: str, days: list[str]):
    assert expected(("ann", "Please find me a slot."), ("assistant", confirmed))["ann"] == days


@pytest.mark.parametrize(
    ("said", "ann", "bob"),
    [
        # Naming the day is an answer, and so is naming it in a short form.
        ((("ann", "Sat lunch at Bodnant's?"), ("bob", "sat it is, 1ish")), ["2023-05-13"], ["2023-05-13"]),
        (
            (("ann", "Passt dir Freitag 9 Uhr?"), ("bob", "Freitag, um neun.")),
            ["2023-05-12"],
            ["2023-05-12"],
        ),
        (
            (("ann", "Geht Sa 12 Uhr auch?"), ("bob", "Ja, Samstag geht auch.")),
            ["2023-05-13"],
            ["2023-05-13"],
        ),
        ((("ann", "Der 13. tät gehen"), ("bob", "Passt, dann der 13.")), ["2023-05-13"], ["2023-05-13"]),
        (
            (("ann", "Can we do the 24th instead of the 20th?"), ("bob", "24th works")),
            ["2023-05-24"],
            ["2023-05-24"],
        ),
        # The Saturday is the one beside the day that they speak of; what is on that day is no consent.
        (
            (
                ("ann", "How about Sunday the 21st?"),
                ("bob", "The 21st is the church bazaar. What about the Saturday?"),
                ("ann", "Sat's perfect."),
            ),
            ["2023-05-20"],
            ["2023-05-20"],
        ),
        # The question comes before its reason, and the answer after a wish.
        (
            (
                ("ann", "Can we push the kick-off to Thursday? I have an interview on Wednesday morning."),
                ("bob", "Of course, good luck with that! Thursday 10 it is, I'll tell them."),
            ),
            ["2023-05-10", "2023-05-11"],
            ["2023-05-11"],
        ),
        # An offer alone is no plan, and neither is one that is answered with another matter.
        ((("ann", "Thursday would be ok"), ("bob", "I'll ask.")), [], []),
        ((("ann", "Passt dir Donnerstag?"), ("bob", "Donnerstag bin ich in Ulm.")), [], ["2023-05-11"]),
    ],
)
def test_a_day_is_agreed_to_by_naming_it(said, ann: list[str], bob: list[str]):
    found = expected(*said)
    assert (found["ann"], found["bob"]) == (ann, bob)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        (
            (
                ("ann", "The kick-off is next Wednesday at 10."),
                ("bob", "Can we push the kick-off to Thursday the 18th?"),
                ("ann", "Thursday it is"),
            ),
            ["2023-05-18"],
        ),
        (
            (
                ("ann", "I'll see you again on 22 May."),
                ("bob", "I'm away from the 20th of May, could we make it Friday the 19th?"),
                ("ann", "Friday at 8:15."),
            ),
            ["2023-05-19"],
        ),
        (
            (
                ("ann", "The party is on the 12th"),
                ("bob", "It can't be the 12th, they're double booked. They can do Sat 13th instead."),
                ("ann", "fine, 13th then. i'll tell everybody"),
            ),
            ["2023-05-13"],
        ),
        (
            (
                (
                    "ann",
                    "Der Termin mit der Bank ist verschoben, statt morgen jetzt nächsten Dienstag, 14 Uhr.",
                ),
                ("bob", "Aha."),
            ),
            ["2023-05-16"],
        ),
        (
            (("ann", "周五来我家吃饭吧"), ("bob", "周五我有合唱团，周四行吗"), ("ann", "行，周四七点")),
            ["2023-05-11"],
        ),
        (
            (
                ("ann", "Retro is on Thursday at 3."),
                ("bob", "I'm at a funeral on Thursday. Could we do Friday?"),
                ("ann", "So sorry, Bob. Friday at 3 then."),
            ),
            ["2023-05-12"],
        ),
        ((("ann", "he vuelto al turno de mañana por fin"), ("bob", "qué suerte")), []),
        # What the two do anyway stays.
        (
            (
                ("ann", "周五一起吃饭吧。我周四考试。"),
                ("bob", "周六行不行"),
                ("ann", "行"),
            ),
            ["2023-05-11", "2023-05-13"],
        ),
        (
            (("ann", "El viernes cenamos todos aquí."), ("bob", "¿mejor el sábado?"), ("ann", "vale")),
            ["2023-05-13"],
        ),
        (
            (
                ("ann", "La compra la hago el sábado, tengo cena."),
                ("bob", "Y la tarta?"),
                ("ann", "pues la compra el viernes por la mañana"),
            ),
            ["2023-05-12"],
        ),
        ((("ann", "decile a tu hermana que venga el sábado"), ("bob", "el sábado no puede, trabaja")), []),
        (
            (
                ("ann", "el lunes me traes a la perra que yo te la cuido"),
                ("bob", "el lunes no hace falta, el martes sí que voy al dentista"),
                ("ann", "pues el martes"),
            ),
            [],
        ),
        ((("ann", "周五排练改到周六了啊，别跑错"),), ["2023-05-13"]),
    ],
)
def test_a_day_agreed_anew_replaces_the_one_before(said, days: list[str]):
    assert expected(*said)["ann"] == days


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ((("ann", "周六师傅要去喝喜酒，周日吧"), ("bob", "周日可以，上午都在")), ["2023-05-14"]),
        ((("ann", "下午两点我有会，那后天上午十点"), ("bob", "没问题")), ["2023-05-10"]),
        ((("ann", "星期二可以嗎？"), ("bob", "星期二可以，晚上七點半")), ["2023-05-09"]),
        ((("ann", "viernes a las 12?"), ("bob", "venga. ya está")), ["2023-05-12"]),
    ],
)
def test_a_bare_day_is_proposed_and_agreed_to(said, days: list[str]):
    assert expected(*said) == {"ann": days, "bob": days}


def test_a_day_for_which_somebody_else_is_the_reason_is_no_plan():
    assert expected(("ann", "周六师傅要去喝喜酒，周日吧"))["ann"] == []


def test_the_part_of_a_month():
    assert expected(("bob", "para cuándo es?"), ("ann", "para finales de julio, una niña"))["ann"] == [
        "2023-07-01"
    ]


def test_a_weekday_in_a_talk_of_a_far_weekend_may_be_one_of_it():
    said = (("ann", "So who's in for the hut? 11–13 August"), ("bob", "Me, but I can only come on Friday."))
    assert expected(*said)["bob"] == []


def test_what_is_called_off_later_is_expected_no_more():
    assert expected(("ann", "The concert is on 16 May."), ("bob", "It was cancelled."))["ann"] == []
    assert expected(("ann", "Das Training am Freitag fällt aus."))["ann"] == []
    offered = expected(
        ("ann", "下次16号上午来复查。"), ("bob", "16号不行，16号我外甥结婚。18号行吗？"), ("ann", "可以。")
    )
    assert offered == {"ann": ["2023-05-18"], "bob": ["2023-05-16", "2023-05-18"]}


def test_a_day_that_is_none_after_all_is_expected_no_more():
    own = expected(
        ("ann", "El martes entrego la tesis."), ("ann", "no, el martes no es, la entrego el jueves")
    )
    assert own["ann"] == ["2023-05-11"]
    asked = expected(("ann", "这周末你来我家看房子吧，我请客。"), ("bob", "周末不行 周日孩子有钢琴考级"))
    assert asked["bob"] == ["2023-05-14"]


def test_a_plan_of_somebody_else_says_whose():
    facts = [
        Fact("ann: ¿Cerramos el regalo de Gema? Se jubila el día 18.", int(MONDAY.timestamp() * 1000)),
        Fact("ann: 她把工作辞了。下个月（2023年6月）要去澳洲。", int(MONDAY.timestamp() * 1000)),
    ]
    assert [one.text for one in foresights_of(facts, UTC)] == [
        "ann: ¿Cerramos el regalo de Gema? Se jubila el día 18.",
        "ann: 她把工作辞了。下个月（2023年6月）要去澳洲。",
    ]


def test_what_only_says_when_needs_what_it_answers():
    assert expected(("ann", "El lunes tengo diálisis. El martes por la tarde."))["ann"] == ["2023-05-15"]
    facts = [Fact("bob: 明天下午可以吗？ ann: 我在外地出差。周六上午吧", int(MONDAY.timestamp() * 1000))]
    assert [one.text for one in foresights_of(facts, UTC)] == ["bob: 明天下午可以吗？ ann: 周六上午吧"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("When's my driving test again?", "Friday 12 May at 9."),
        ("¿Cuándo es mi cita?", "El 12 de mayo a las diez."),
        ("Wann ist mein Termin?", "Am Freitag um neun."),
        ("我的答辩是不是也要改期", "答辩不变，还是12号下午三点"),
    ],
)
def test_the_day_of_what_somebody_asks_about_is_theirs(asked: str, answer: str):
    assert expected(("ann", asked), ("assistant", answer))["ann"] == ["2023-05-12"]


def test_the_day_of_what_both_ask_about_is_not_told_by_who_cannot_come():
    assert expected(("ann", "Sehen wir uns am Montag?"), ("bob", "Montag bin ich in Zagreb."))["ann"] == []


def test_a_yes_to_a_request_agrees_to_nothing_said_beside_it():
    own = expected(
        ("ann", "推荐信可以请您写吗？我想申请研究所，截止日是6月15号"),
        ("bob", "没问题，把履历给我，我明天出国，回来再写"),
    )
    assert own == {"ann": ["2023-06-15"], "bob": ["2023-05-09"]}


def test_who_cannot_come_keeps_nobody_from_what_they_do():
    assert expected(("ann", "I run the marathon on Sunday."), ("bob", "I can't do Sunday.")) == {
        "ann": ["2023-05-14"],
        "bob": [],
    }


def test_a_day_in_a_further_clause_takes_the_month_of_its_sentence():
    [own] = expected(
        ("ivan", "La Nochebuena la paso con mis padres en Burgos y el 25 estoy con vosotros.")
    ).values()
    assert "2023-05-25" not in own


def test_the_plans_of_whoever_tells_them_are_not_the_owners():
    assert found("Bob to Alice: I will fly to Oslo on 16 May 2023. You must hand it in by Friday.") == [
        ("2023-05-12", "2023-05-12")
    ]
    assert found("Bob to Alice: We are going to move on 1 June 2023.") == []  # with whom, nothing says
    assert len(found("Bob to Alice: We are flying together on 1 June 2023.")) == 1


def test_of_many_those_with_a_date_are_kept():
    plans = [f"alice: I plan to read book {number}." for number in range(20)]
    kept = found(*plans, "alice: My exam is on 16 May 2023.")
    assert len(kept) == MOST_FORESIGHTS
    assert ("2023-05-16", "2023-05-16") in kept


@pytest.mark.django_db
@pytest.mark.usefixtures("root")
class TestOnDisk:
    def test_what_is_written(self):
        talk("I'm seeing the dentist next Tuesday.", "I plan to learn Greek.")
        first, second = foresights()
        assert first["foresight"] == "alice is seeing the dentist next Tuesday (16 May 2023)."
        assert (first["start_time"], first["end_time"], first["duration_days"]) == (
            "2023-05-16",
            "2023-05-16",
            0,
        )
        assert (second["start_time"], second.get("end_time")) == (date(2023, 5, 8).isoformat(), None)
        assert {first["parent_id"], second["parent_id"]} == {episodes()[0].id}

    def test_each_has_their_own(self):
        talk(says("I'm going to move to Oslo.", "alice"), says("I plan to learn Greek.", "bob"))
        assert [item["foresight"] for item in foresights("alice")] == ["alice is going to move to Oslo."]
        assert [item["foresight"] for item in foresights("bob")] == ["bob plans to learn Greek."]

    def test_they_follow_their_episode(self):
        talk("I'm going to move to Oslo.")
        [episode] = episodes()
        edit(episode, content="alice: I'm going to move to Rome.")
        assert [item["foresight"] for item in foresights()] == ["alice is going to move to Rome."]
        remove(episode)
        assert foresights() == []

    def test_a_replay_writes_nothing(self):
        talk("I'm going to move to Oslo.")
        ids = [entry.id for entry in entries(FORESIGHT)]
        noticed(episodes()[0].id)
        assert [entry.id for entry in entries(FORESIGHT)] == ids


def test_an_answer_that_says_only_when_keeps_its_question():
    asked = Fact("Jonas: When do you move? Maya: June 1st.", int(MONDAY.timestamp() * 1000))
    [item] = foresights_of([asked], UTC)
    assert item.text == "Jonas: When do you move? Maya: June 1st."
    assert (item.start, item.end) == (date(2023, 6, 1), date(2023, 6, 1))


def test_what_is_about_to_happen_is_not_past():
    assert found("阿豪: 六月份就要开学了，我送她去。") == [("2023-06-01", "2023-06-30")]


def test_another_day_replaces_the_one_that_was_proposed():
    plans = expected(
        ("ann", "Am Samstag geb ich einen aus, kommst du?"),
        ("bob", "Samstag hab ich die Kinder. Sonntag?"),
        ("ann", "dann Sonntag, um vier beim Griechen"),
    )
    assert plans["ann"] == ["2023-05-14"]
    assert sorted(plans["bob"]) == ["2023-05-13", "2023-05-14"]


def test_a_week_that_both_agree_to_is_not_its_last_day():
    plans = expected(("ann", "Könntest du nächste Woche unsere Blumen gießen?"), ("bob", "klar, gern."))
    assert plans["ann"] == plans["bob"] == ["2023-05-15"]


def test_what_is_asked_for_and_granted_is_expected():
    plans = expected(("ann", "Could I have the car on Friday?"), ("bob", "Of course, Friday from 8."))
    assert "2023-05-12" in plans["ann"]


@pytest.mark.parametrize(
    "said",
    [
        (
            ("ann", "sprint review is wednesday 2pm"),
            ("bob", "could we make it thursday instead? physio ran long last time"),
            ("ann", "ok, thursday 2pm it is"),
            ("cleo", "Works for me."),
        ),
        (
            ("ann", "Die Planung machen wir am Mittwoch um 14 Uhr."),
            ("bob", "Mittwoch ist schlecht. Ginge Donnerstag?"),
            ("ann", "Dann machen wir es am Donnerstag um 14 Uhr."),
            ("cleo", "passt"),
        ),
        (
            ("ann", "La revisión la hacemos el miércoles a las once."),
            ("bob", "El miércoles no puedo. ¿Puede ser el jueves?"),
            ("ann", "El jueves a las once entonces."),
            ("cleo", "me va bien"),
        ),
        (
            ("ann", "那评审定在周三下午两点"),
            ("bob", "能改到周四吗，我那天要开会"),
            ("ann", "可以，那就周四下午两点"),
            ("cleo", "没问题"),
        ),
    ],
)
def test_a_day_that_several_agree_to_is_each_ones_and_the_old_one_nobodys(said):
    assert expected(*said) == {who: ["2023-05-11"] for who in ("ann", "bob", "cleo")}


def test_a_meeting_that_moves_keeps_nobody_from_their_own_plans():
    plans = expected(
        ("ann", "I've got physio on Wednesday morning."),
        ("bob", "sprint review is wednesday 2pm"),
        ("ann", "could we make it thursday instead?"),
        ("bob", "ok, thursday 2pm it is"),
    )
    assert (sorted(plans["ann"]), plans["bob"]) == (["2023-05-10", "2023-05-11"], ["2023-05-11"])


def test_who_asks_for_another_day_keeps_what_prevents_them():
    plans = expected(
        ("ann", "那评审定在周三下午两点"),
        ("bob", "能改到周四吗，我周三下午要体检"),
        ("ann", "可以，那就周四下午两点"),
    )
    assert (plans["ann"], sorted(plans["bob"])) == (["2023-05-11"], ["2023-05-10", "2023-05-11"])


@pytest.mark.parametrize(
    "said", ["Das hab ich vor einem Jahr gelernt.", "Ich habe vor drei Wochen aufgehört."]
)
def test_what_was_before_is_no_intention(said: str):
    assert found(said) == []
