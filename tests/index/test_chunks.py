import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.text.chunks import CHUNK_BYTES, MOST_CHUNKS, embed, is_embedded, split


def test_a_short_text_is_one_chunk():
    assert split("She likes tea.\nHe does not.") == ["She likes tea.\nHe does not."]
    assert split("") == [""]


def test_a_longer_one_is_cut_between_sentences():
    sentence = "The committee met on Tuesday and talked about the bridge. "
    parts = split(sentence * 30)

    assert len(parts) == 3
    assert all(part.startswith("The") and part.endswith("bridge.") for part in parts)


def test_a_very_long_one_is_sampled_from_beginning_to_end():
    parts = split("\n".join(f"Line {number} of the book." for number in range(2000)))

    assert len(parts) == MOST_CHUNKS
    assert parts[0].startswith("Line 0 ")
    assert "Line 1999 " in parts[-1]


@pytest.mark.parametrize("text", ["x" * 5000, "東京タワー" * 400, "🎉" * 900, "word " * 900])
def test_text_without_an_end_is_cut_anyway(text: str):
    parts = split(text)

    assert 1 < len(parts) <= MOST_CHUNKS
    assert all(len(part.encode()) <= CHUNK_BYTES for part in parts)


@given(st.text(max_size=3000))
def test_every_text_has_chunks_of_bounded_size(text: str):
    parts = split(text)

    assert 1 <= len(parts) <= MOST_CHUNKS
    assert all(len(part.encode()) <= CHUNK_BYTES for part in parts)


def test_each_text_gets_the_vectors_of_its_own_windows():
    def lengths(texts):
        return np.array([[len(text), 1.0] for text in texts], dtype=np.float32)

    short, long = embed(["abc", "d" * 1000], lengths, 2)

    assert short.tolist() == [[3, 1]]
    assert long[:, 0].sum() == 1000
    assert embed([], lengths, 2) == []


def test_an_empty_text_is_not_embedded():
    asked: list[str] = []

    def lengths(texts):
        asked.extend(texts)
        return np.array([[len(text), 0.5] for text in texts], dtype=np.float32)

    empty, text = embed(["", "abc"], lengths, 2)

    assert asked == ["abc"]
    assert not is_embedded(empty)
    assert is_embedded(text)
    assert [len(vectors) for vectors in embed(["", ""], lengths, 2)] == [1, 1]
