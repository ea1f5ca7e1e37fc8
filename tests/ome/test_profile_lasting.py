"""What somebody does or is for long, in English: known by the grammar of a sentence, whatever it is about."""

from datetime import date

import pytest

from ome.strategies.extract_user_profile.items import MOST_OF_A_CATEGORY, ManualEdits, bounded, with_claim
from ome.strategies.extract_user_profile.rules import claims_of, past, slot_of

NOBODY = ManualEdits()


def described(said: str) -> list[str]:
    return [claim.description for claim in claims_of([f"Maya: {said}"], ["maya"]) if not claim.ends]


def known(*said: str) -> list[tuple[str, str]]:
    """The profile after one sentence a day."""
    items = []
    for day, sentence in enumerate(said, 1):
        for claim in claims_of([f"Maya: {sentence}"], ["maya"]):
            items = with_claim(items, claim, f"ep_202505{day:02}_00000001", NOBODY)
    return [(item["category"], item["description"]) for item in bounded(items, NOBODY)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I restore old motorbikes with my uncle on weekends.", "Restores old motorbikes with their uncle on weekends"),
        ("I sing second soprano in the parish choir.", "Sings second soprano in the parish choir"),
        ("i write crime novels under a pen name lol", "Writes crime novels under a pen name"),
        ("I tune pianos.", "Tunes pianos"),
        ("I only drink decaf after lunch.", "Only drinks decaf after lunch"),
        ("I keep a journal in French.", "Keeps a journal in French"),
        ("I chair the residents' association.", "Chairs the residents' association"),
        ("We homeschool our kids.", "Homeschools their kids"),
        ("I share a flat with two other nurses.", "Shares a flat with two other nurses"),
        ("I look after my nan on weekdays because my mum works.", "Looks after their nan on weekdays"),
        ("I knit for charity and she sells it.", "Knits for charity"),
        ("I do reception at a vet's three days a week.", "Does reception at a vet's three days a week"),
        ("I've been growing herbs on the sill for three years.", "Has been growing herbs on the sill for three years"),
        ("I've been fixing clocks since last year (2025).", "Has been fixing clocks since 2025"),
        ("I've been rowing in an eight since I was seven.", "Has been rowing in an eight since the age of seven"),
        ("I've been sober for six years.", "Has been sober for six years"),
        ("I'm saving up for a camper van.", "Is saving up for a camper van"),
        ("I'm halfway through my nursing degree.", "Is halfway through their nursing degree"),
        ("I'm a lapsed Catholic.", "Is a lapsed Catholic"),
        ("I don't own a car.", "Does not own a car"),
        ("I don't really use social media.", "Does not use social media"),
        ("I can't swim.", "Cannot swim"),
        ("I used to be a line cook.", "Used to be a line cook"),
        ("I drove lorries for thirty years.", "Drove lorries for thirty years"),
        ("My commute is about forty minutes by tram.", "Commute: about forty minutes by tram"),
        ("My landlord won't let us have a dog.", "Landlord: won't let them have a dog"),
        ("My mum's side of the family is from Kerala.", "Mum's side of the family: from Kerala"),
    ],
)  # fmt: skip
def test_what_lasts_becomes_an_item(said: str, expected: str):
    assert expected in described(said)


@pytest.mark.parametrize(
    "said",
    [
        # Thought, felt, said, offered, planned.
        "I see the point.",
        "I get it.",
        "I bring the salad then.",
        "I pay the deposit on Friday.",
        "I write poems tonight.",
        "I paint walls this weekend.",
        "I keep forgetting names.",
        "I run late.",
        "I fly to Spain tomorrow.",
        "I cook and you wash up.",
        # One occasion, which a thing with an article tells.
        "I sew the button back on.",
        "I write the report and he gets the credit.",
        # A story, a condition, a joke, others' words.
        "So I walk in and there's water everywhere.",
        "I write letters if I'm paid for it.",
        "I ski like a fridge.",
        "I build castles in the air.",
        "She asked whether I teach classes.",
        "In my next life I write novels.",
        "Obviously I breed unicorns.",
        # What points back, and what is no verb of doing.
        "I restore them.",
        "I've been waiting for two years.",
        "I used to think so.",
        "I used to like him.",
        "I'm saving the last slice for later.",
        "I'm learning to live with it.",
        "I don't own him.",
        "I can do layouts on Mondays.",
        "I fell asleep at half time.",
        "I absolutley love crafts.",
    ],
)
def test_what_is_of_the_moment_does_not(said: str):
    assert described(said) == []


def test_it_is_one_item_however_often_it_is_said():
    assert known("I restore old motorbikes.", "Yeah, I restore old motorbikes") == [
        ("habits", "Restores old motorbikes")
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I sing alto in the parish choir.", "I quit the choir last week."),
        ("I sing alto in the parish choir.", "I don't sing any more."),
        ("I've been growing tomatoes for three years.", "I stopped growing tomatoes."),
        ("I knit socks for everyone.", "I gave up knitting."),
        ("I go to therapy on Tuesdays.", "I stopped going to therapy."),
        ("I work nights.", "I no longer work nights."),
    ],
)
def test_who_stops_no_longer_does_it(before: str, after: str):
    [(category, description)] = known(before, after)
    assert category == "past"
    assert description.startswith("Until May 2025: ")


@pytest.mark.parametrize(
    "after",
    [
        "I quit the group chat.",
        "I stopped singing for a minute.",
        "I quit my job.",
        "I don't sing to him any more.",
    ],
)
def test_what_else_ends_leaves_it(after: str):
    assert ("habits", "Sings alto in the parish choir") in known("I sing alto in the parish choir.", after)


def test_one_commute_replaces_another():
    assert known("My commute is an hour by train.", "My commute is ten minutes by bike now.") == [
        ("work", "Commute: ten minutes by bike")
    ]


def test_habits_do_not_crowd_out_the_rest():
    said = [f"I collect things, and I tune number{letter} pianos." for letter in "abcdefghijklmnop"]
    assert [category for category, _ in known(*said)].count("habits") == MOST_OF_A_CATEGORY["habits"]


@pytest.mark.parametrize(
    ("habit", "over"),
    [
        ("Collects vinyl", "Until January 2026: collects vinyl"),
        ("Singt im Kirchenchor", "Bis Januar 2026: singt im Kirchenchor"),
        ("Canta en el coro de la parroquia", "Hasta enero de 2026: canta en el coro de la parroquia"),
        ("在合唱团唱歌", "至2026年1月：在合唱团唱歌"),
    ],
)
def test_what_is_over_is_told_in_the_language_of_the_item(habit: str, over: str):
    assert past(habit, slot_of("habits", habit), date(2026, 1, 15)) == over


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        ("I have a car.", "I don't have a car any more.", "Until May 2025: owns a car"),
        ("I have two cats.", "We no longer have the cats, sadly.", "Until May 2025: has two cats"),
        ("I play the cello.", "I gave up the cello.", "Until May 2025: plays cello"),
        ("I ride a motorbike.", "I've sold the motorbike.", "Until May 2025: drives a motorbike"),
        ("I go to the gym every day.", "I don't go to the gym any more.", "Until May 2025: goes to the gym every day"),
        ("Ich habe ein Auto.", "Ein Auto hab ich nicht mehr.", "Bis Mai 2025: besitzt ein Auto"),
        ("Ich spiele Cello.", "Cello spiele ich leider nicht mehr.", "Bis Mai 2025: spielt Cello"),
        ("Ich habe ein Motorrad.", "Ich hab das Motorrad verkauft.", "Bis Mai 2025: besitzt ein Motorrad"),
        ("Ich habe zwei Katzen.", "Die Katzen leben nicht mehr.", "Bis Mai 2025: hat zwei Katzen"),
        ("Tengo dos gatos.", "Ya no tengo gatos.", "Hasta mayo de 2025: tiene dos gatos"),
        ("Toco el violonchelo.", "He dejado el violonchelo.", "Hasta mayo de 2025: toca el violonchelo"),
        ("我养了两只猫。", "我们家不养猫了。", "至2025年5月：养两只猫"),
        ("I'm learning Portuguese.", "I've stopped learning Portuguese.", "Until May 2025: is learning Portuguese"),
        ("I run a small bakery.", "I closed the bakery in June.", "Until May 2025: runs a small bakery"),
        ("I'm engaged to Tom.", "Tom and I called off the engagement.", "Until May 2025: is together with Tom"),
        ("Meine Freundin heißt Eva.", "Mit Eva hab ich Schluss gemacht, wir sind nicht mehr zusammen.",
         "Bis Mai 2025: Freundin: Eva"),
        ("Mi novia se llama Eva.", "Eva y yo lo dejamos.", "Hasta mayo de 2025: Novia: Eva"),
        ("I'm pregnant.", "The baby is here!", "Until May 2025: is pregnant"),
        ("Ich bin schwanger.", "Das Baby ist da.", "Bis Mai 2025: ist schwanger"),
        ("I'm vegetarian.", "I'm eating meat again.", "Until May 2025: is vegetarian"),
        ("Ich bin Vegetarier.", "Ich esse jetzt wieder Fleisch.", "Bis Mai 2025: ist Vegetarier"),
        ("Ich lerne Portugiesisch.", "Portugiesisch lerne ich nicht mehr.", "Bis Mai 2025: lernt Portugiesisch"),
        ("Ich gehe jeden Montag zum Boxen.", "Zum Boxen gehe ich nicht mehr.",
         "Bis Mai 2025: geht jeden Montag zum Boxen"),
        ("Soy vegetariana.", "Vuelvo a comer carne.", "Hasta mayo de 2025: es vegetariana"),
        ("Voy a boxeo los lunes.", "Ya no voy a boxeo.", "Hasta mayo de 2025: va a boxeo los lunes"),
        ("我在学葡萄牙语。", "葡萄牙语我不学了。", "至2025年5月：在学葡萄牙语"),
        ("我在希尔顿当厨师。", "我从希尔顿辞职了。", "至2025年5月：职业：厨师"),
        ("I'm studying law.", "I've finished my degree.", "Until May 2025: studies law"),
        ("I'm allergic to cats.", "I'm no longer allergic to cats.", "Until May 2025: is allergic to cats"),
        ("I wear glasses.", "I don't need glasses any more.", "Until May 2025: wears glasses"),
        ("I'm on maternity leave.", "I'm back at work.", "Until May 2025: is on maternity leave"),
        ("My mum is called Ruth.", "My mum passed away in May.", "Until May 2025: Mum: Ruth"),
        ("My cat is called Miso.", "Miso died last night.", "Until May 2025: Cat: Miso"),
        ("I live with my parents.", "I moved out of my parents' place.", "Until May 2025: lives with their parents"),
        ("I'm single.", "We're together now, Tom and I.", "Until May 2025: is single"),
        ("I work at Bosch.", "Bosch let me go.", "Until May 2025: works at Bosch"),
        ("I play in a band.", "Our band split up.", "Until May 2025: is a member of a band"),
        ("I'm learning to drive.", "I passed my driving test.", "Until May 2025: is learning to drive"),
        ("Ich studiere Jura.", "Mein Studium hab ich abgeschlossen.", "Bis Mai 2025: studiert Jura"),
        ("Ich trage eine Brille.", "Ich brauche keine Brille mehr.", "Bis Mai 2025: trägt eine Brille"),
        ("Meine Mutter heißt Ruth.", "Meine Mutter ist im Mai gestorben.", "Bis Mai 2025: Mutter: Ruth"),
        ("Mein Hund heißt Rex.", "Wir mussten Rex einschläfern lassen.", "Bis Mai 2025: Hund: Rex"),
        ("Ich arbeite bei Bosch.", "Bei Bosch hab ich aufgehört.", "Bis Mai 2025: arbeitet bei Bosch"),
        ("Mein Mann heißt Tom.", "Mein Mann ist letztes Jahr gestorben.", "Bis Mai 2025: Mann: Tom"),
        ("Estudio derecho.", "Me gradué en junio.", "Hasta mayo de 2025: estudia derecho"),
        ("Mi gato se llama Miso.", "Miso murió ayer.", "Hasta mayo de 2025: Gato: Miso"),
        ("Mi madre se llama Ruth.", "Mi madre murió en mayo.", "Hasta mayo de 2025: Madre: Ruth"),
        ("我读法律。", "我大学毕业了。", "至2025年5月：专业：法律"),
        ("我妈妈叫王芳。", "我妈妈去年去世了。", "至2025年5月：妈妈：王芳"),
        ("我的猫叫咪咪。", "咪咪昨天死了。", "至2025年5月：猫：咪咪"),
        ("Estoy embarazada.", "He dado a luz.", "Hasta mayo de 2025: está embarazada"),
        ("我怀孕了。", "宝宝出生了。", "至2025年5月：已怀孕"),
    ],
)  # fmt: skip
def test_what_is_given_up_is_past(before: str, after: str, left: str):
    assert ("past", left) in known(before, after)
    assert len(known(before, after)) == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I have a car.", "I don't have carpets any more."),
        ("I have a car.", "I sold the car seat."),
        ("I have a car.", "I don't have the car keys any more."),
        ("I play the cello.", "I haven't given up the cello."),
        ("I love carpentry.", "I don't have a car any more."),
        ("Ich habe ein Auto.", "Das Auto hab ich nicht mehr gefunden."),
        ("Ich spiele Cello.", "Cello spiele ich nicht mehr so oft."),
        ("Ich habe ein Auto.", "Ich hab die Autoreifen verkauft."),
        ("Tengo dos gatos.", "Dejé el coche."),
        ("Toco el violín.", "Ya no tengo tiempo."),
        ("我有一辆自行车。", "我没有车了。"),
        ("我养了两只猫。", "我没有时间了。"),
        ("I run a small bakery.", "I closed the bakery, then went home."),
        ("I work at Bosch.", "Let me go and have a look."),
        ("I work at Bosch.", "They let me go early."),
        ("I'm studying law.", "I dropped out of the race."),
        ("I love pottery.", "I sell my pottery."),
        ("My dad is called Joe.", "My dad died laughing."),
        ("I have a car.", "Car died this morning."),
        ("My husband is called Tom.", "We split up at the station."),
        ("Mein Mann heißt Tom.", "Für heute hab ich Schluss gemacht."),
        ("Ich habe eine kleine Bäckerei.", "Die Bäckerei hab ich geschlossen und bin heim."),
        ("Mi novia se llama Eva.", "Lo dejamos así."),
        ("Mi novia se llama Eva.", "Rompimos un vaso."),
        ("我妈妈叫王芳。", "我妈妈昨天走了。"),
        ("My sister is called Anna.", "Anna's hamster died."),
        ("My dog is called Rex.", "Max died in the last episode."),
        ("I'm studying law.", "My sister graduated in June."),
        ("I live with my parents.", "My brother moved out of my parents' place."),
        ("I work at Bosch.", "I left the office at six."),
        ("My mum is called Ruth.", "My mum almost died of laughter."),
        ("Meine Mutter heißt Ruth.", "Die Mutter von Tom ist gestorben."),
        ("Estudio derecho.", "Mi hermana se graduó en junio."),
        ("我妈妈叫王芳。", "他妈妈去年去世了。"),
        ("I'm married.", "I'm pregnant!"),
        ("Ich bin verheiratet.", "Ich bin schwanger."),
        ("I'm pregnant.", "The baby is here for the weekend."),
    ],
)
def test_what_sounds_alike_stays(before: str, after: str):
    assert known(before)[0] in known(before, after)


def test_one_way_to_work_replaces_another():
    assert known("I take the bus to work.", "I cycle to work now.") == [("habits", "Cycles to work")]
    assert known("Ich fahre mit dem Bus zur Arbeit.", "Ich fahre mit dem Rad zur Arbeit.") == [
        ("habits", "Fährt mit dem Rad zur Arbeit")
    ]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("My sister is called Anna.", "My sister Lena lives in Bonn.", {"Sister: Anna", "Sister: Lena"}),
        (
            "Meine Schwester heißt Anna.",
            "Meine Schwester Lena wohnt in Bonn.",
            {"Schwester: Anna", "Schwester: Lena"},
        ),
        ("Mi hijo se llama Leo.", "Mi hijo Max tiene tres años.", {"Hijo: Leo", "Hijo: Max"}),
        ("我姐姐叫小红。", "我姐姐叫小兰。", {"姐姐：小红", "姐姐：小兰"}),
        ("Mein Mann heißt Tom.", "Mein Mann heißt Jan.", {"Mann: Jan", "Bis Mai 2025: Mann: Tom"}),
        (
            "Mi novia se llama Eva.",
            "Mi novia se llama Ana.",
            {"Novia: Ana", "Hasta mayo de 2025: Novia: Eva"},
        ),
        ("Mein Mann heißt Tom.", "Wir haben uns getrennt.", {"Bis Mai 2025: Mann: Tom"}),
        ("Unsere Katze heißt Miso.", "Unsere Katze Miso ist gestorben.", {"Bis Mai 2025: Katze: Miso"}),
        ("Mein Chef heißt Dan.", "Mein neuer Chef heißt Jo.", {"Chef: Jo"}),
        ("Mi jefa se llama Ana.", "Mi nueva jefa se llama Eva.", {"Jefa: Eva"}),
    ],
)
def test_of_whom_one_has_several_in_each_language(one: str, other: str, expected: set[str]):
    assert {description for _, description in known(one, other)} == expected
