import pytest

from memory.text.tokens import analyze, terms


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("She was climbing mountains", "climb mountain"),
        ("Blue Bottle, in SOMA.", "soma"),
        ("the café in Málaga", "cafe malaga"),
        ("Ｆｕｌｌ　ｗｉｄｔｈ", "full width"),
        ("Straße", "strasse"),
        ("Caroline’s dog", "caroline dogs"),
        ("flight_booking_tool", "booking"),
        ("我昨天在东京塔吃了寿司", "东京塔"),
        ("我昨天在东京塔吃了寿司", "吃"),
        ("東京タワーに行きました", "タワー"),
        ("서울에서 커피를 마셨다", "커피"),
        ("เมื่อวานไปเชียงใหม่", "เชียงใหม่"),
        ("हिन्दी में लिखा", "हिन्दी"),
        ("we won 🎉", "🎉"),
        ("room 101 at 7pm", "101"),
        ("Привет, мир", "привет"),
    ],
)
def test_what_was_written_is_found_by_what_is_typed(written: str, typed: str):
    assert terms(typed)
    assert set(terms(typed)) <= set(terms(written))


def test_words_that_say_nothing_are_left_out():
    assert terms("What did they do about it?") == []
    assert terms("") == []
    assert terms("... --- !!!") == []


def test_a_kana_keeps_its_voicing():
    assert not set(terms("か")) & set(terms("が"))


def test_endless_words_are_cut():
    assert analyze("x" * 1000) == "x" * 40
