"""What was said around a fact, as vectors."""

import numpy as np
import pytest

from memory.retrieval.hierarchy import around
from memory.text.chunks import not_embedded

EAST, NORTH = np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0])
BETWEEN = (EAST + NORTH) / np.sqrt(2)


def test_the_window_that_is_most_like_the_fact_counts():
    found = around([EAST[None], NORTH[None]], [np.stack([EAST, NORTH])] * 2, NORTH)
    assert found.tolist() == [0.0, 1.0]


def test_a_fact_between_two_windows_has_one_of_them():
    assert around([BETWEEN[None]], [np.stack([NORTH])], BETWEEN).tolist() == pytest.approx([np.sqrt(0.5)])


def test_what_is_yet_to_be_embedded_is_not_known():
    unknown = not_embedded(3)
    assert np.isnan(around([unknown, EAST[None]], [EAST[None], unknown], EAST)).all()


def test_no_facts_have_no_surroundings():
    assert around([], [], EAST).shape == (0,)
