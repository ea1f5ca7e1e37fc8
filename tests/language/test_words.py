"""Words, sentences, and what they tell about a conversation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.sentences import clip, split
from memory.language.words import Salience, content_words, words

SENTENCES = [
    ("One. Two! Three?", ["One.", "Two!", "Three?"]),
    ("Dr. Who met Mrs. Li at 5.30 p.m. today. Nice.", ["Dr. Who met Mrs. Li at 5.30 p.m. today.", "Nice."]),
    ("He said “yes.” She left.", ["He said “yes.”", "She left."]),
    ("我去了北京。很好！你呢？", ["我去了北京。", "很好！", "你呢？"]),
    ("first\n\nsecond", ["first", "second"]),
    ("example.org has 3.5 stars", ["example.org has 3.5 stars"]),
    (" \n ", []),
]


@pytest.mark.parametrize(("text", "sentences"), SENTENCES)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences


@given(st.text())
def test_sentences_keep_every_character_but_space(text: str) -> None:
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@given(st.text(), st.integers(2, 50))
def test_clipped_text_fits(text: str, limit: int) -> None:
    clipped = clip(text, limit)
    assert len(clipped) <= limit
    assert clipped == text or clipped.endswith("…")


def test_words_of_any_script() -> None:
    assert list(words("Don’t 世界你好 naïve 42")) == ["don't", "世界", "界你", "你好", "naïve", "42"]


def test_grammar_is_no_content() -> None:
    assert list(content_words("I was in the garden with my brother")) == ["garden", "brother"]
    assert list(content_words("我的世界")) == ["世界"]


def test_key_phrases_are_what_the_conversation_returns_to() -> None:
    texts = [
        "The adoption agency called about the adoption papers.",
        "Our adoption agency is kind. I had coffee.",
        "See you at the adoption agency!",
    ]
    assert Salience(texts).key_phrases(2)[0] == "adoption agency"


def test_key_phrases_share_no_word() -> None:
    phrases = Salience(["support group, group support, support, pottery class"]).key_phrases(5)
    told = [word for phrase in phrases for word in phrase.split()]
    assert len(told) == len(set(told))


def test_names_can_be_left_out() -> None:
    assert Salience(["Anna Anna Anna likes climbing"], ["anna"]).key_phrases(3) == ["likes climbing"]


def test_a_question_tells_less_than_its_answer() -> None:
    salience = Salience(["Did you adopt the puppy?", "We did adopt the puppy."])
    assert salience.of_sentence("Did you adopt the puppy?") < salience.of_sentence("We did adopt the puppy.")
