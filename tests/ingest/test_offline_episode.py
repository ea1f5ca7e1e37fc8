"""The episode that rules compose. Pure."""

from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.conversation.messages import IncomingMessage
from memory.ingest.extraction import Extraction, compose
from memory.language.words import content_words
from tests.ingest.talk import HOUR, said

UTC = ZoneInfo("UTC")


def composed(*messages: IncomingMessage, zone: ZoneInfo = UTC) -> Extraction:
    return compose([replace(message, text=str(message.content)) for message in messages], zone)


def test_subject_summary_and_content() -> None:
    episode = composed(
        said("Hey! Good to see you!", sender_name="Ann", by="ann"),
        said("I adopted a greyhound puppy last Saturday. How are you?", sender_name="Ann", by="ann", at=1),
        said("The greyhound puppy must be happy.", sender_name="Ben", by="ben", at=2),
    )
    assert episode.subject == "Ann adopted a greyhound puppy last Saturday (6 May 2023)"
    assert episode.keywords
    assert episode.keywords.startswith("Ann and Ben: greyhound puppy")
    assert episode.keywords.endswith("(8 May 2023)")
    told = "Ann adopted a greyhound puppy last Saturday (6 May 2023). Ben: The greyhound puppy must be happy."
    assert episode.summary == told
    assert episode.content.splitlines()[0] == "On Monday, 8 May 2023 at 13:56 UTC, Ann and Ben talked:"
    assert episode.day == "2023-05-08"


def test_keywords_are_of_what_was_told() -> None:
    episode = composed(
        said("btw honestly the boiler is broken", sender_name="Ann", by="ann"),
        said("Fingers crossed for you!", sender_name="Ben", by="ben", at=1),
        said("The plumber comes on Friday morning.", sender_name="Ann", by="ann", at=2),
    )
    assert episode.keywords
    named = set(episode.keywords.lower().replace(",", " ").split())
    assert {"boiler", "plumber"} <= named
    assert not {"btw", "honestly", "fingers", "crossed", "friday", "morning"} & named


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Asia/Shanghai", "21:56 UTC+08:00"),  # whose abbreviation is Chicago's, too
        ("America/Chicago", "08:56 UTC-05:00"),
        ("Asia/Kolkata", "19:26 UTC+05:30"),
        ("Africa/Abidjan", "13:56 UTC"),
    ],
)
def test_a_time_says_its_offset(zone: str, told: str) -> None:
    episode = composed(said("Hi", by="ann"), said("Hi", by="ben"), zone=ZoneInfo(zone))
    assert episode.content.splitlines()[0] == f"On Monday, 8 May 2023 at {told}, ann and ben talked:"


def test_a_day_that_begins_in_between_is_named() -> None:
    episode = composed(
        said("Good night, see you tomorrow", at=10 * HOUR), said("Back home today", at=10 * HOUR + 600_000)
    )
    assert episode.content.splitlines()[1:] == [
        "alice: Good night, see you tomorrow (9 May 2023)",
        "On Tuesday, 9 May 2023:",
        "alice: Back home today (9 May 2023)",
    ]


def test_two_people_with_one_name_are_told_apart() -> None:
    content = composed(
        said("Hi", by="u1", sender_name="Alex"), said("Hi", by="u2", sender_name="Alex")
    ).content
    assert "Alex (u1): Hi\nAlex (u2): Hi" in content


def test_a_name_that_comes_later_counts_for_all() -> None:
    assert "Ann: Hi\nAnn: Yo" in composed(said("Hi", by="u"), said("Yo", by="u", sender_name="Ann")).content


def test_tools_are_told_in_short() -> None:
    ask = [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}]
    episode = composed(
        said("Weather in Oslo?"),
        said("", by="bot", role="assistant", tool_calls=ask),
        said("sunny " * 500, by="bot", role="tool", tool_call_id="c1"),
        said("It is sunny.", by="bot", role="assistant"),
    )
    lines = episode.content.splitlines()
    assert lines[2] == 'bot called weather with {"city": "Oslo"}'
    assert lines[3].startswith("weather answered: sunny sunny")
    assert len(lines[3]) < 450
    assert lines[4] == "bot: It is sunny."


def test_malformed_tool_calls_are_told_as_far_as_they_go() -> None:
    content = composed(
        said("hm", tool_calls=[{}, {"id": 1, "function": "x"}, {"function": {"arguments": {"a": 1}}}])
    ).content
    assert content.count("alice called a tool with") == 3


def test_chinese() -> None:
    episode = composed(said("我昨天参观了故宫博物院。人很多！", by="小明"), zone=ZoneInfo("Asia/Shanghai"))
    assert episode.subject.startswith("小明: 参观了故宫博物院"[:4])
    assert "昨天（2023年5月7日）参观了故宫博物院。" in episode.content
    assert "故宫" in episode.subject


def test_nothing_but_a_picture_without_words() -> None:
    assert composed(said("👍")).subject == "alice (8 May 2023)"
    assert composed(said("")).summary == "alice, Monday, 8 May 2023."


MESSAGES = st.builds(
    lambda text, by, role, at: said(text, by=by, role=role, at=at),
    st.text(max_size=200),
    st.sampled_from(["alice", "bob", "小明", "auth0|1"]),
    st.sampled_from(["user", "assistant"]),
    st.integers(0, 48 * HOUR),
)


@given(st.lists(MESSAGES, min_size=1, max_size=8))
def test_every_content_word_is_in_the_content(messages: list[IncomingMessage]) -> None:
    told = set(content_words(composed(*messages).content))
    for message in messages:
        assert set(content_words(str(message.content))) <= told


@settings(deadline=None)
@given(st.lists(MESSAGES, min_size=1, max_size=8))
def test_one_line_subjects_of_bounded_length(messages: list[IncomingMessage]) -> None:
    episode = composed(*messages)
    assert "\n" not in episode.subject
    assert len(episode.subject) <= 200
    assert len(episode.summary) <= 600
    assert episode.summary


@pytest.mark.parametrize(
    ("talk", "headline"),
    [
        (
            [("Ann", "Hey! How are you?"), ("Ben", "Fine! We moved to Porto last year.")],
            "Ben: We moved to Porto last year (2022)",
        ),
        (
            [("Lena", "Hallo! Ich ziehe am 1. Juni nach Bremen."), ("Bot", "Schön!")],
            "Lena zieht am 1. Juni nach Bremen (gesagt am 8. Mai 2023)",
        ),
        (
            [("Ana", "Hola, vivo en Vigo con mi madre."), ("Bot", "¡Qué bien!")],
            "Ana vive en Vigo con su madre (8 de mayo de 2023)",
        ),
        ([("小明", "你好！我对花生过敏。"), ("Bot", "记住了。")], "小明: 我对花生过敏（2023年5月8日）"),
        (
            [("Kim", "What is the best way to store rye bread?"), ("Bot", "In a box.")],
            "Kim: What is the best way to store rye bread? (8 May 2023)",
        ),
        (
            [
                (
                    "Kim",
                    "And my sister moved to Oslo, because she found a job at the university hospital, which she likes.",
                )
            ],
            "Kim's sister moved to Oslo (8 May 2023)",
        ),
        ([("Kim", "hi"), ("Bot", "Hello!")], "Kim and Bot (8 May 2023)"),
        ([("Kim", "No buses ran to the hospital.")], "Kim: No buses ran to the hospital (8 May 2023)"),
        (
            [
                ("Ann", "Hi Ben, the boiler is dead again"),
                (
                    "Ben",
                    "Oh no. My cousin Pete is a plumber, he lives in Leeds with two dogs, and he owes me a favour.",
                ),
            ],
            "Ann: The boiler is dead again (8 May 2023)",
        ),
        (
            [("Ann", "you there?"), ("Ben", "yep"), ("Ann", "I passed! I have a driving licence now")],
            "Ann: I passed! I have a driving licence now (8 May 2023)",
        ),
        (
            [("Frau Peters", "Unser Sohn Jannis hat Windpocken und kommt diese Woche nicht in die Schule")],
            "Frau Peters: Unser Sohn Jannis hat Windpocken (8. Mai 2023)",
        ),
        (
            [
                ("小明", "在吗"),
                ("小红", "好的，明天我去接你，给你带点水果和书"),
                ("小明", "我养猫了，叫豆包"),
            ],
            "小明: 我养猫了，叫豆包（2023年5月8日）",
        ),
        (
            [("林主任", "小许，投标书能交吗？"), ("小许", "能，还差一张图")],
            "林主任: 投标书能交吗？小许: 能，还差一张图（2023年5月8日）",
        ),
        (
            [("Inka", "Was hat der Orthopäde gesagt?"), ("Björn", "Meniskusriss. Die OP ist im März")],
            "Inka: Was hat der Orthopäde gesagt? Björn: Meniskusriss. Die OP ist im März (gesagt am 8. Mai 2023)",
        ),
        (
            [("Malik", "hast du das spiel gesehen"), ("Jule", "nee, ich hab spätschicht gehabt")],
            "Malik: Hast du das spiel gesehen? Jule hat spätschicht gehabt (8. Mai 2023)",
        ),
        (
            [("Nuria", "¿Sabes que quería hacer teatro?"), ("Gonzalo", "¡Qué bien!")],
            "Nuria: ¿Sabes que quería hacer teatro? (8 de mayo de 2023)",
        ),
        (
            [("Herr Okafor", "Frau Timm, der Server im Lager ist abgestürzt"), ("Frau Timm", "Ich weiß")],
            "Herr Okafor: Der Server im Lager ist abgestürzt (8. Mai 2023)",
        ),
        (
            [("Mercedes", "Hijo, el notario nos espera a las diez"), ("Andrés", "Voy")],
            "Mercedes: El notario nos espera a las diez (8 de mayo de 2023)",
        ),
        (
            [("Ruth", "Mum, the scan was fine"), ("Gwen", "Oh good")],
            "Ruth: The scan was fine (8 May 2023)",
        ),
        ([("哥哥", "小妹，爸的体检报告出来了"), ("小妹", "嗯")], "哥哥: 爸的体检报告出来了（2023年5月8日）"),
        (
            [
                ("Odette", "Hiya love it's only me. I've been to the doctor's and it's nothing serious"),
                ("Nell", "Ok"),
            ],
            "Odette has been to the doctor's and it's nothing serious (8 May 2023)",
        ),
        (
            [("Birgit", "Guten Morgen zusammen, der Termin mit der Stadt ist verschoben"), ("Tarek", "Oh")],
            "Birgit: Der Termin mit der Stadt ist verschoben (8. Mai 2023)",
        ),
    ],
)
def test_a_telling_sentence_is_the_subject(talk: list[tuple[str, str]], headline: str) -> None:
    turns = [
        said(text, sender_name=name, by=name.lower(), role="assistant" if name == "Bot" else "user", at=place)
        for place, (name, text) in enumerate(talk)
    ]
    assert composed(*turns).subject == headline


def test_a_long_name_leaves_room_for_what_happened() -> None:
    name = "Maximiliana Theodora Freifrau von und zu Hohenstein-Schwarzburg"
    subject = composed(
        said("I ordered a lamp last week and it arrived broken.", sender_name=name, by="m")
    ).subject
    assert subject.startswith("Maximiliana Theodora… ordered a lamp")


def test_what_is_only_imagined_is_no_telling_sentence() -> None:
    talk = (
        "We are viewing a flat in Levenshulme on Thursday at half five with the landlord.",
        "If I lived with anyone I'd be in prison for murdering a flatmate by the first week of June.",
        "My uncle has a van and he could lend it to you at the end of March.",
        "I still eat fish, just went off meat after Christmas.",
        "Veggie lasagne is all I can cook for you and your dog.",
        "The landlord wants no pets and Biscuit is a labrador of thirty-five kilos.",
    )
    turns = [said(text, sender_name="Ravi", by="ravi", at=place) for place, text in enumerate(talk)]
    assert "prison" not in composed(*turns).summary


def test_a_joke_is_no_telling_sentence() -> None:
    talk = (
        "Simone and I had a massive row, she thinks I should've told her about the loan.",
        "I lent my brother six grand last year. He promised he'd pay it back by summer and he hasn't.",
        "He lost his job in May so what was I supposed to do.",
        "I'm not drinking though, I've been sober since March. I'll murder my brother first and then come over.",
        "She's gone to stay at her friend's in Croydon, and said she'd call me tomorrow.",
    )
    turns = [said(text, sender_name="Ravi", by="ravi", at=place) for place, text in enumerate(talk)]
    assert "murder" not in composed(*turns).summary
