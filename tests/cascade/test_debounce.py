"""When an event is old enough to be looked at."""

import pytest

from cascade.watcher import Debounce


@pytest.fixture
def debounce() -> Debounce[str]:
    return Debounce(quiet=0.1, longest=1.0)


def test_nothing_is_due_while_it_is_still_happening(debounce):
    debounce.add("a", now=0.0)
    assert debounce.take_due(0.05) == []
    debounce.add("a", now=0.09)
    assert debounce.take_due(0.15) == []
    assert debounce.take_due(0.2) == ["a"]


def test_it_is_due_once(debounce):
    debounce.add("a", now=0.0)
    assert debounce.take_due(0.2) == ["a"]
    assert debounce.take_due(0.3) == []


def test_what_never_stops_is_due_all_the_same(debounce):
    for step in range(12):
        debounce.add("a", now=step * 0.09)
        assert debounce.take_due(step * 0.09) == []
    assert debounce.take_due(1.0) == ["a"]


def test_each_waits_for_itself(debounce):
    debounce.add("a", now=0.0)
    debounce.add("b", now=0.08)
    assert debounce.take_due(0.12) == ["a"]


def test_how_long_to_sleep(debounce):
    assert debounce.wait(0.0) is None
    debounce.add("a", now=0.0)
    assert debounce.wait(0.04) == pytest.approx(0.06)
    assert debounce.wait(5.0) == 0.0
