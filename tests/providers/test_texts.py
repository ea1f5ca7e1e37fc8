"""Cleaning and measuring any text."""

from hypothesis import given
from hypothesis import strategies as st

from memory.providers.tokens import batches, estimate_tokens, head
from memory.text.cleaning import clean

any_text = st.text(st.characters(exclude_categories=()))


@given(any_text)
def test_a_clean_text_is_fit_for_utf8_and_for_c(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode("utf-8")
    assert "\x00" not in cleaned
    assert clean(cleaned) == cleaned


def test_a_good_text_is_left_alone() -> None:
    text = "Ça va? 你好 👋🏽\r\n\t\x01"
    assert clean(text) is text


def test_two_halves_make_a_character() -> None:
    assert clean("\ud83d\ude00") == "😀"


@given(st.text(), st.integers(0, 50))
def test_a_head_is_a_beginning_of_bounded_size(text: str, tokens: int) -> None:
    beginning = head(text, tokens)
    assert text.startswith(beginning)
    assert estimate_tokens(beginning) <= tokens
    if estimate_tokens(text) <= tokens:
        assert beginning == text


@given(st.lists(st.text(max_size=60)), st.integers(1, 5), st.integers(1, 20))
def test_batches_keep_all_texts_in_order_within_bounds(texts: list[str], most: int, tokens: int) -> None:
    made = list(batches(texts, most, tokens))
    assert [text for batch in made for text in batch] == texts
    for batch in made:
        assert 1 <= len(batch) <= most
        assert len(batch) == 1 or sum(map(estimate_tokens, batch)) <= tokens
