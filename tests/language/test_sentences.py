"""Where a sentence ends."""

import pytest

from memory.language.sentences import split


@pytest.mark.parametrize(
    "text",
    [
        "Wir treffen uns am 3. Mai in Bonn.",
        "Die Wohnung liegt in der Karlstraße 61, 3. Stock links.",
        "Das ist sein 40. Geburtstag.",
        "Ich bin in der 3. von vier Runden.",
        "Er kommt am 3. mit dem Zug.",
        "Ich habe am 5. und 6. frei.",
        "Wir feiern am 24.12. bei uns.",
        "Ich hab ab dem 10. Semesterferien",
        "Ob wir bis zum 10. Zeit haben, weiß ich nicht.",
        "Ihr habt bis zum 10. Zeit.",
        'They asked: "Could you come tomorrow?" and I forgot.',
        "Dr. Maier kommt um 5 p.m. heute.",
    ],
)
def test_no_end_at_ordinals_and_abbreviations(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "I am 40. My wife is 38.",
        "Ich bin 40. Meine Frau ist 38.",
        "Es waren 12. Dann kam Anna.",
        "my bus leaves at 10. can you pick me up?",
        "i turn 30. then we party",
        "got my test at 10:40. sunday?",
        "hasta las 10. bueno",
        "Ich bin da ab dem 10. Danke!",
        "fies :D Ich hab ein Keyboard",
        ":-) Dann halb neun. Am Bahnhof?",
    ],
)
def test_a_number_may_end_a_sentence(text: str) -> None:
    assert len(split(text)) == 2


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("人没事 就是脖子扭到了 去拍了片子", ["人没事，就是脖子扭到了，去拍了片子"]),
        ("周日孩子考级 明天晚上行不行", ["周日孩子考级", "明天晚上行不行"]),
        ("收到 对了我上周去体检", ["收到", "对了我上周去体检"]),
        ("我用 Python 3 写的", ["我用 Python 3 写的"]),
    ],
)
def test_a_space_may_stand_for_a_chinese_comma(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["رائع!", "وماذا عن العمل؟", "أعمل ممرضة."],
        ["یہ میرا گھر ہے۔", "کیا آپ آئیں گے؟"],
        ["मैं नर्स हूँ।", "मैं मुंबई में रहता हूँ।"],
        ["Πώς είσαι;", "Καλά, ευχαριστώ· εσύ;", "Δουλεύω."],
        ["Ես Երևանում եմ։", "Աշխատում եմ։"],
    ],
)
def test_each_script_has_its_marks(sentences: list[str]) -> None:
    assert split(" ".join(sentences)) == sentences
