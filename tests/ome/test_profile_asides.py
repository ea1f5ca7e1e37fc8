"""What a remark about something else gives away of its speaker, and what it does not."""

import pytest

from ome.strategies.extract_user_profile.rules import claims_of


def told(sentence: str) -> list[str]:
    return [claim.description for claim in claims_of([sentence], {"alice"}) if claim.description]


@pytest.mark.parametrize(
    ("sentence", "description"),
    [
        ("can't, got football with the lads on tuesdays", "Has football with the lads on Tuesdays"),
        ("I've got choir on thursdays.", "Has choir on Thursdays"),
        ("I've got my army cadets on mondays.", "Has their army cadets on Mondays"),
        ("can't do wednesdays, that's my night class", "Has their night class on Wednesdays"),
        ("I swim instead now, tuesdays after work at the lido", "Swims on Tuesdays after work at the lido"),
        ("After work I usually hit the gym.", "Usually hits the gym after work"),
        ("I'm on call every other weekend so not then", "Is on call every other weekend"),
        ("My shifts finish at three.", "Shift: finish at three"),
        ("working from home these days so any time", "Works from home"),
        ("My manager at Lidl changed the rota again.", "Works at Lidl"),
        ("my boss at the council says no", "Works at the council"),
        ("I start back at the surgery on monday, three days a week", "Works at the surgery"),
        ("They've moved me to the diabetes clinic.", "Was moved to the diabetes clinic"),
        ("I commute in from Reading so mornings are a pain", "Lives in Reading"),
        ("I've been in Bristol nearly ten years now.", "Lives in Bristol"),
        ("since the divorce I've been renting a flat in Bow", "Lives in Bow"),
        ("we're vegetarian so maybe somewhere else", "Is vegetarian"),
        ("Back in Lyon, where I grew up, we ate late.", "Is from Lyon"),
        ("my landlord's putting the rent up", "Rents their home"),
        ("The twins start school in September.", "Has twins"),
        ("My ex has the kids at weekends.", "Has kids"),
        ("I need to be back by four to pick Ella up from school.", "Parent of Ella"),
        ("me and Tom have been together six years on sunday", "Is together with Tom"),
        ("They put peanuts in the satay again, I'm allergic remember", "Is allergic to peanuts"),
        ("My insulin pump broke again.", "Uses an insulin pump"),
        ("I don't do seafood.", "Does not eat seafood"),
        ("My thesis is due in June.", "Is writing a thesis"),
        ("but I won't give up my hens", "Has hens"),
        ("The cat's been sick again.", "Has a cat"),
        ("Our allotment is overrun with slugs.", "Has an allotment"),
        ("nee, mittwochs hab ich die Zwillinge", "Hat mittwochs die Zwillinge"),
        ("Ich kann donnerstags nicht, da hab ich Chor.", "Hat donnerstags Chor"),
        ("Mittwochs kann ich nicht, da hab ich Chor.", "Hat mittwochs Chor"),
        ("Meine Chefin im Kindergarten meint, ich soll die Leitung übernehmen.", "Arbeitet im Kindergarten"),
        ("mein Vermieter erhöht die Miete", "Wohnt zur Miete"),
        ("Unser Schrebergarten ist voller Schnecken.", "Hat einen Schrebergarten"),
        ("Wir gehen mit dem Hund raus.", "Haustier: Hund"),
        ("desde que vendimos la moto voy en cercanías casi siempre", "Va en cercanías casi siempre"),
        ("los martes y jueves puedo teletrabajar", "Teletrabaja los martes y jueves"),
        ("Los jueves no puedo, tengo pádel.", "Tiene pádel los jueves"),
        ("yo es que el café ni lo pruebo, me da taquicardia", "No bebe café"),
        ("Mi casero nos sube el alquiler.", "Vive de alquiler"),
        ("Mi jefa en el banco no me deja.", "Trabaja en el banco"),
    ],
)
def test_a_remark_tells_of_its_speaker(sentence: str, description: str) -> None:
    assert told(sentence) == [description]


@pytest.mark.parametrize(
    "sentence",
    [
        "My boss at the council, when I worked there, was lovely.",
        "I've got tickets on thursdays usually sell out",
        "Got an appointment on thursday.",
        "I have time on tuesdays.",
        "I've got nothing on on saturdays.",
        "I start back at the gym on monday.",
        "They've moved me to tears.",
        "They've moved the meeting to the design team.",
        "I've been in London three times.",
        "I've been in meetings for three years, it feels like.",
        "I've been renting a car in Porto.",
        "The twins next door start school in September.",
        "My ex has the dog at weekends.",
        "I need to drop Tom at the station.",
        "Me and Tom have been working together for years.",
        "They serve peanuts, but I'm not allergic.",
        "Peanuts are fine, Tom is allergic to cats.",
        "My thesis was on bees.",
        "I'm not a morning person.",
        "The hens next door wake me up.",
        "The cat is out of the bag.",
        "Our allotment application failed again.",
        "In Lyon, where we stayed, the food was great.",
        "My landlord in the story was mean.",
        "Working from home today.",
        "Mittwochs habe ich keine Zeit.",
        "Joggen lass ich erstmal.",
        "Meine Chefin im Urlaub, das war was.",
        "Der Hund der Nachbarn war mit uns raus.",
        "Los jueves no puedo, tengo cita con el médico.",
        "Los lunes no puedo, tengo que trabajar.",
        "Mi jefa en sus vacaciones me llamó.",
        "Tengo la espalda hecha polvo.",
    ],
)
def test_a_remark_that_tells_nothing_of_its_speaker(sentence: str) -> None:
    assert told(sentence) == []
