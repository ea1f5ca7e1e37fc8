"""Terms counted line by line, once for all that is scored by words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.retrieval import lexical
from memory.retrieval.lexical import Mentions

TEXTS = ["yellow ferri\nferri ferri harbour", "", "bob"]


def test_each_line_counts_for_itself():
    counted = Mentions.of(["ferri", "harbour", "ferri"], TEXTS)
    assert counted.terms == ["ferri", "harbour"]
    assert counted.counts.tolist() == [[1, 2, 0, 0], [0, 1, 0, 0]]
    assert counted.lengths.tolist() == [2, 3, 1, 1]


def test_a_memory_has_what_its_lines_have():
    counts, lengths = Mentions.of(["ferri"], TEXTS).of_memories()
    assert (counts.tolist(), lengths.tolist()) == ([[3, 0, 0]], [5, 1, 1])


def test_a_part_of_a_word_is_no_mention():
    assert not Mentions.of(["ferr", "erri", "rri ye"], ["ferri yellow"]).counts.any()


def test_without_memories_there_is_nothing():
    counts, lengths = Mentions.of(["ferri"], []).of_memories()
    assert (counts.shape, lengths.shape) == ((1, 0), (0,))


texts = st.lists(
    st.lists(st.lists(st.sampled_from(["a", "ab", "b", "東"]), max_size=4).map(" ".join)).map("\n".join)
)


@given(texts)
def test_what_is_counted_is_what_stands_there(texts: list[str]):
    counted = Mentions.of(["a", "東"], texts)
    lines = [line.split(" ") for text in texts for line in text.split("\n")]
    assert counted.counts[:, : len(lines)].tolist() == [
        [line.count(term) for line in lines] for term in ("a", "東")
    ]


def test_parts_hold_what_the_whole_holds_and_none_of_them_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexical, "MOST_CELLS", 6)
    whole = Mentions.of(["ferri", "a"], TEXTS * 3)
    parts = list(Mentions.parts(["ferri", "a"], TEXTS * 3))
    assert len(parts) > 1
    assert all(part.counts.size <= 6 or len(part.memories) == 1 for part in parts)
    assert np.concatenate([part.counts for part in parts], axis=1).tolist() == whole.counts.tolist()
    assert [memory for part in parts for memory in part.memories] == whole.memories
    assert len(list(Mentions.parts(["ferri"], []))) == 1


def test_a_memory_of_very_many_lines_is_counted_in_few() -> None:
    counted = Mentions.of(["a", "b"], ["\n".join(["a"] * 9_999 + ["b"])])
    assert counted.counts.shape == (2, lexical.MOST_LINES)
    assert counted.counts.sum(axis=1).tolist() == [9_999, 1]
