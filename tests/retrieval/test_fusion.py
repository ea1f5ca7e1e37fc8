from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.retrieval import candidates, hierarchy
from memory.retrieval.candidates import completed, fuse
from memory.retrieval.lexical import Mentions, TermStatistics, lexical_scores
from memory.retrieval.question import DEFAULT_RADIUS
from memory.text.tokens import indexed

Mix = Callable[[np.ndarray, np.ndarray], np.ndarray]
TEXTS = ["tea cup", "tea tea pot", "coffe cup", "green tea garden path"]


def score(terms: list[str], texts: list[str] = TEXTS, known: list[str] = TEXTS) -> list[float]:
    return lexical_scores(Mentions.of(terms, texts), TermStatistics.of(known)).tolist()


def test_rare_terms_weigh_more_than_common_ones():
    tea, _, coffee, _ = score(["tea", "coffe"])
    assert coffee > tea > 0


def test_terms_that_are_common_in_other_forms_weigh_less():
    known = TermStatistics.of(indexed(text, in_english=False) for text in ("Katze", "Katzen", "Hund"))
    assert known.weight("katzen") < known.weight("hund") < known.weight("papagei")


def test_no_common_term_is_zero():
    assert score(["bicycl"]) == [0, 0, 0, 0]
    assert score([]) == [0, 0, 0, 0]


def test_more_mentions_and_shorter_texts_score_higher():
    cup, pot, _, garden = score(["tea"])
    assert pot > cup > garden > 0


def test_terms_are_whole_words():
    assert score(["te"]) == [0, 0, 0, 0]


def test_the_score_of_a_memory_does_not_depend_on_what_else_was_found():
    assert score(["tea"], TEXTS[:1])[0] == score(["tea"])[0]


def test_a_full_match_scores_well_in_a_memory_of_one():
    assert score(["blue", "kite"], ["blue kite"], ["blue kite"])[0] == pytest.approx(0.4545, abs=1e-3)


words = st.lists(st.sampled_from(["a", "b", "c", "d", "東"]), max_size=30)


@given(words, st.lists(words, min_size=1, max_size=5), st.lists(words, max_size=5))
def test_scores_are_shares(terms: list[str], texts: list[list[str]], known: list[list[str]]):
    found = score(terms, [" ".join(text) for text in texts], [" ".join(text) for text in known])
    assert all(0 <= value <= 1 for value in found)


def test_fusion_rewards_either_and_both_most():
    similarity, lexical = np.array([0.8, 0.8, 0.2]), np.array([0.5, 0.0, 0.0])
    both, similar, neither = fuse(similarity, lexical)
    assert 1 >= both > similar > neither >= 0


def test_what_is_not_embedded_counts_as_average():
    words = np.array([0.3, 0.3, 0.3])
    assert completed(np.array([0.2, np.nan, 0.6]), words).tolist() == pytest.approx([0.2, 0.4, 0.6])
    assert completed(np.array([np.nan, np.nan]), np.array([0.3, 0.0])).tolist() == [0.3, 0]
    assert completed(np.zeros(0), np.zeros(0)).tolist() == []


def test_a_word_in_common_is_near_enough_for_the_servers_own_radius():
    assert completed(np.array([np.nan, 0.05]), np.array([0.01, 0.0])).tolist() == [
        DEFAULT_RADIUS,
        0.05,
    ]


def test_what_is_not_embedded_counts_as_what_shares_as_many_words():
    similarity, words = np.array([0.1, 0.2, 0.3, 0.4, 0.5, np.nan]), np.array([0, 0.1, 0.2, 0.3, 0.4, 0.3])
    assert completed(similarity, words)[-1] == pytest.approx(0.4)
    assert completed(similarity, -words)[-1] < 0.4


@pytest.mark.parametrize(
    ("mixed", "share"),
    [
        (lambda a, b: candidates.fuse(b, a), 0.55),
        (candidates.with_best_line, 0.5),
        (hierarchy.with_evidence, 0.5),
        (hierarchy.with_surroundings, 0.4),
        (hierarchy.within_episode, 0.35),
    ],
    ids=["similarity", "best line", "best fact", "surroundings", "episode"],
)
def test_each_part_of_a_score_has_the_share_that_was_measured(mixed: Mix, share: float):
    """As docs/retrieval.md says: who changes one measures again."""
    first, second = np.array([0.0, 1.0, 0.3]), np.array([1.0, 0.0, 0.3])
    assert mixed(first, second).tolist() == pytest.approx([share, 1 - share, 0.3])
