"""What somebody says is told in the third person where that is sure, and otherwise not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.retelling import retold
from memory.language.third_person import told_of, without_openers
from tests.content.third_person import LANGUAGES, measured

NAMES = {"maya", "jonas"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_would_tell_it_so(language: str):
    """Requests, reported speech, "we" and "you" are among the sentences; so are verbs that rules do not know."""
    score = measured(language)
    assert score.precision >= 0.97, score.wrong
    assert score.recall >= 0.9, score.missed
    assert score.right >= 90


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Hi Jonas! I moved to Leipzig. How are you?", "Maya moved to Leipzig."),
        ("I moved to Leipzig. We like the parks.", "Maya moved to Leipzig. “We like the parks.”"),
        ("We like the parks. I moved to Leipzig.", "Maya: “We like the parks.” Maya moved to Leipzig."),
        ("The flat is tiny. My rent is high.", "Maya: The flat is tiny. Maya's rent is high."),
        ("Thanks, Jonas! You should visit us.", "Maya: You should visit us."),
        ("Wow! I painted it. [shares a photo: a lake]", "Maya painted it. [shares a photo: a lake]"),
        ("That's great! [shares a photo: a lake]", "Maya: [shares a photo: a lake]"),
        ("I might try pottery, don't you think?", "Maya: I might try pottery, don't you think?"),
        ("Oh, that's lovely!", "Maya: Oh, that's lovely!"),
        ("我搬到了上海。你呢？", "Maya: 我搬到了上海。"),
    ],
)
def test_what_only_greets_or_asks_is_left_out(said: str, told: str):
    assert retold("Maya", said, NAMES) == told


@pytest.mark.parametrize(
    "said",
    [
        "Mi sono trasferita a Torino il mese scorso, vivo vicino al parco.",
        "Mi fratello vive a Bari.",
        "Arrivo alle otto.",
        "Vivo em Lisboa com a minha irmã.",
        "Como muito peixe.",
        "Pago o aluguel.",
    ],
)
def test_rules_of_spanish_leave_italian_and_portuguese_alone(said: str):
    assert told_of("Giulia", said) is None


def test_what_may_be_a_man_or_a_woman_gets_no_article():
    assert told_of("Maya", "Mi dentista cerró la clínica.") is None
    assert told_of("Maya", "Mi hermana cerró la clínica.") == "La hermana de Maya cerró la clínica."


@pytest.mark.parametrize(
    ("said", "rest"),
    [
        ("对了，我是素食者。", "我是素食者。"),
        ("哦对了，我下周搬家。", "我下周搬家。"),
        ("顺便说一下，我不吃辣。", "我不吃辣。"),
        ("还有件事：我妈对花生过敏。", "我妈对花生过敏。"),
        ("不用了，谢谢，我有车。", "我有车。"),
        ("不对，是周四。", "不对，是周四。"),
        ("对我来说很难。", "对我来说很难。"),
        ("对了", "对了"),
        ("Oh and Luke left.", "Luke left."),
        ("By the way the shop is closed.", "By the way the shop is closed."),
        ("Nächster Punkt: die Rente ist zu klein.", "Die Rente ist zu klein."),
        ("Noch was von dem Kuchen ist da.", "Noch was von dem Kuchen ist da."),
        ("Otra cosa: la cena es a las nueve.", "La cena es a las nueve."),
        ("Otra cosa que falta es el pan.", "Otra cosa que falta es el pan."),
    ],
)
def test_what_announces_a_sentence_is_left_out(said: str, rest: str):
    assert without_openers(said) == rest


def test_a_sentence_with_too_many_subjects_is_quoted():
    assert told_of("Maya", "I worked" + " and I worked" * 11) is not None
    assert told_of("Maya", "I worked" + " and I worked" * 12) is None


WORDS = st.sampled_from([
    "I", "I'm", "my", "me", "and", "love", "have", "put", "ich", "mein", "bin", "yo", "vivo", "mi", "我", "!", "?", "“",
    "[a photo]", "Maya", "", "went", "é", "\n", "(28 May 2025)", "a" * 200,
])  # fmt: skip


@given(name=st.one_of(st.text(max_size=20), st.just("Maya")), said=st.lists(WORDS, max_size=30).map(" ".join))
def test_any_text_is_told_or_left_as_it_is(name: str, said: str):
    assert retold(name, said, {name.casefold()}) is not None
