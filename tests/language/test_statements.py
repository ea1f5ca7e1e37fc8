"""What of a message tells something."""

import pytest

from memory.language.statements import asks, is_of_somebody, points_back, statements, without_tag


@pytest.mark.parametrize(
    "text",
    ["我现在住在成都。", "我有狗。", "我的猫在这。", "I moved.", "Ich habe Hunger.", "好的。我去上海。"],
)
def test_a_statement_is_kept_however_common_its_words(text: str) -> None:
    assert statements(text, ()) != []


@pytest.mark.parametrize(
    "text",
    [
        "你好！",
        "谢谢你",
        "好的好的",
        "我也是",
        "哈哈哈哈",
        "嗯嗯，好吧。",
        "Thanks!",
        "Guten Morgen",
        "真的吗？",
        "You and your gadgets!",
        "Das hast du mir noch nie erzählt.",
        "No me habías dicho nada",
        "小顾，样片剪完了没",
        "我跟你说个事😭",
        "boluda no sabés lo que me pasó",
        "I remember!",
        "Very good, Anna, that pleases me.",
        "Sehr gut, Anna.",
        "Das hast du gut gemacht, Anna!",
        "Muy bien, Anna.",
        "回答得很好！",
        "Sie Armer.",
        "Und gute Besserung für den Zahn.",
        "tía no te lo vas a creer",
        "haha of course it is.",
        "Versteh ich.",
        "Merk ich mir.",
        "Ich drück dir die Daumen.",
        "No probs at all.",
        "oh nein, gute Besserung!",
        "Ich könnte das nicht.",
        "Guten Tag Frau Wolff, das tut mir leid.",
        "Nele 😍 wie cool!",
        "are we still on for thursday",
        "so did everyone finish the book or just me",
        "About the loft conversion.",
        "Ach was, herzlichen Glückwunsch nochmal!",
        "what about 390 if I pick it up tonight",
        "jaaa glückwunsch du streber",
        "uff, drück dir die daumen",
        "Hätt ich fast vergessen.",
        "congrats you nerd",
        "fingers crossed for you",
        "siii enhorabuena empollón",
        "cruzo los dedos",
        "恭喜恭喜啊学霸",
        "See you at lunch",
        "freut mich total für dich",
        "Ich freu mich auf dich!",
        "ich mich auch, bis sonntag",
        "Das haben Sie sich verdient.",
        "Schönen Urlaub!",
        "alles gute für ihn.",
        "Muchas felicidades por la casa nueva, Nuria.",
        "un beso enorme para ella",
        "madre mía cómo pasa el tiempo",
        "Te lo has ganado.",
        "恭喜林姐！实至名归",
        "节哀，有事尽管说",
        "太棒了，祝贺祝贺",
    ],
)
def test_courtesies_tell_nothing(text: str) -> None:
    assert statements(text, ()) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ich freu mich auf den Urlaub in Rom am 5. Juni.",
        "Das haben wir uns verdient, wir fahren nach Rom.",
        "Ich habe viel Glück mit meinem Job.",
        "Me alegro mucho de haber dejado el tabaco.",
        "felicidades por tus 40 años",
        "祝贺我升职了",
        "谢谢你送我的花",
    ],
)
def test_what_begins_like_a_courtesy_may_tell_something(text: str) -> None:
    assert statements(text, ()) != []


def test_a_question_behind_a_plan_hides_no_plan() -> None:
    assert statements("周六不行，我们要去婆婆家，周日下午可以吗", ()) != []
    assert statements("明天下午我要陪老婆去产检，后天（2028年6月15日）上午行吗", ()) != []


def test_a_german_article_points_at_nothing_said_before() -> None:
    assert points_back("Das war schön.")
    assert not points_back("Das Bett hat einen Riss.")


@pytest.mark.parametrize(
    "text",
    [
        "how's the thesis going",
        "how's Biscuit",
        "Now, how is the university treating you",
        "since when is that serious",
        "und der Junge aus Kiel, wie hieß er noch",
        "und wie wars bei deinem Vater",
        "was macht dein Knie",
        "tú qué tal el Erasmus",
        "jajaja y cuándo vuelves",
        "那接下来咋办呀",
        "what does Dee say",
        "周末爬山去不去",
        "周末搬家你能来帮忙不",
        "weren't you allergic to cats",
        "y cuánto te van a pagar",
        "y qué te dijo la jefa",
        "y q te han mandado",
        "y vos cómo quedaste",
        "这次待多久啊",
        "考试哪天",
        "这个周末回来不",
        "我的答辩是不是也要改期",
        "his place or yours",
        "dont you have your thing with your dad today",
        "وماذا عن العمل؟",
        "Πώς είσαι;",
        "q tal la caldera",
        "你去哪出差啊",
        "别瞎想，啥时候出分",
        "what shall i bring",
        "who owns the exporter these days",
        "olu which keyboard do you need",
        "nimmst du die tabletten noch",
        "sag mal kommst du am samstag",
        "und deine schwester",
        "tu madre cómo está",
        "te acuerdas de las lentejas",
        "对账服务现在归谁管",
        "小范你要什么电脑",
    ],
)
def test_a_question_needs_no_mark(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "What's important to me is sleep",
        "Cuando vuelvas te llamo",
        "我不知道怎么办",
        "Wie war ich froh!",
        "qué va, estamos en Albacete",
        "qué bonito",
        "cómo te pasas",
        "我问他是不是生气了",
        "不知道考试哪天",
        "我还在考虑哪天去",
        "我在纠结哪天去",
        "下周六我过生日，来我家吃饭不",
        "我青霉素过敏您知道吧？",
        "我在青岛长大的好吗",
        "dont you dare eat my chips",
        "who knows what comes next",
        "weißt du, ich zieh um",
        "dann wirst du tante",
        "tienes razón",
        "我不知道归谁管",
        "你要什么我都给你",
    ],
)
def test_what_begins_like_a_question_may_be_none(text: str) -> None:
    assert not asks(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I'm vegetarian, is there anything for me?", "I'm vegetarian"),
        ("Ich bin Rollstuhlfahrer, gibt es einen Aufzug?", "Ich bin Rollstuhlfahrer"),
        ("Soy celíaca, ¿tenéis algo sin gluten?", "Soy celíaca"),
        ("对了我住青秀区，你们哪个分院近一点？", "对了我住青秀区"),
        ("Vivo en Soria, ¿y tú?", "Vivo en Soria"),
        ("我下个月要去东京出差，你有什么想要的吗？", "我下个月要去东京出差"),
        ("我每天早上打太极，这个够不够？", "我每天早上打太极"),
    ],
)
def test_what_stands_before_a_question_counts(text: str, said: str) -> None:
    assert not asks(text)
    assert without_tag(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, what did you say?",
        "I have a question, do you open on Sundays?",
        "我是说，你去吗？",
        "如果我下个月去，你来吗？",
    ],
)
def test_what_only_leads_to_a_question_does_not(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    ("sentence", "is_so"),
    [
        ("Se jubila el día 18", True),
        ("le gusta la cerámica", True),
        ("se va a caer el mundo", False),
        ("se va Marta el lunes", False),
        ("se me olvidó", False),
    ],
)
def test_a_spanish_verb_may_be_of_somebody_named_before(sentence: str, is_so: bool) -> None:
    assert is_of_somebody(sentence) == is_so
