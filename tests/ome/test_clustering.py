"""Which cases are about the same kind of task."""

import numpy as np

from ome.strategies.extract_agent_skill.clustering import clusters_of, matched


def clusters(intents: list[list[float]], *tools: set[str]) -> list[list[int]]:
    return clusters_of(np.array(intents), tools)


def test_like_intents_and_tools_come_together():
    intents = [[1, 0.1, 0.8], [0.1, 1, 0.1], [0.8, 0.1, 1]]
    assert clusters(intents, {"find", "refund"}, {"weather"}, {"find", "refund"}) == [[0, 2], [1]]


def test_the_same_words_with_other_tools_are_another_task():
    intents = [[1, 0.75], [0.75, 1]]
    assert clusters(intents, {"find", "refund"}, {"find", "refund"}) == [[0, 1]]
    assert clusters(intents, {"find", "refund"}, {"search", "book"}) == [[0], [1]]


def test_a_deed_counts_more_than_a_look():
    intents = [[1, 0.66], [0.66, 1]]
    assert clusters(intents, {"find", "refund"}, {"search", "refund"}) == [[0, 1]]
    assert clusters(intents, {"find", "refund"}, {"find", "book"}) == [[0], [1]]


def test_tools_for_anything_say_nothing_of_a_task():
    """`Write the monthly CSV report` and `Fix the failing Django test`, both done with a shell."""
    intents = [[1, 0.5], [0.5, 1]]
    assert clusters(intents, {"export", "mail"}, {"export", "mail"}) == [[0, 1]]
    assert clusters(intents, {"bash", "edit_file"}, {"bash", "edit_file"}) == [[0], [1]]
    assert clusters(intents, {"pytest", "Edit"}, {"pytest", "Edit"}) == [[0], [1]]
    assert clusters(intents, {"terraform apply"}, {"terraform apply"}) == [[0, 1]]


def test_requests_alone_must_be_more_alike():
    """`Rename the function` and `The tests are flaky` are at .72, and two renamings at .87."""
    assert clusters([[1, 0.72], [0.72, 1]], {"bash"}, {"Bash", "edit_file"}) == [[0], [1]]
    assert clusters([[1, 0.87], [0.87, 1]], {"pytest", "git commit"}, {"edit_file"}) == [[0, 1]]


def test_what_comes_later_moves_nothing():
    rng = np.random.default_rng(7)
    raw = rng.random((40, 40))
    intents = (raw + raw.T) / 2
    tools = [{f"tool_{n % 5}"} for n in range(40)]

    all_of_them = clusters_of(intents, tools)
    earlier = clusters_of(intents[:25, :25], tools[:25])
    assert [kept for members in all_of_them if (kept := [m for m in members if m < 25])] == earlier


def test_none_and_one():
    assert clusters_of(np.zeros((0, 0)), []) == []
    assert clusters([[1.0]], set()) == [[0]]


def test_skills_find_their_clusters_by_the_cases_they_share():
    old = [{"a", "b"}, {"c"}, {"x"}]
    assert matched([{"a", "b", "c"}, {"d"}, {"c", "e"}], old) == {0: 0, 2: 1}
    assert matched([], old) == {}
