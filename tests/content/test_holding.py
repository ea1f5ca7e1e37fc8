"""Of dated statements, which one holds on which day: the lines of `holding/*.txt`, marked by hand."""

from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from memory.retrieval.timelines import Statement, statement_states, validities
from ome.strategies.extract_user_profile.states import stated_in

FOLDER = Path(__file__).parent / "holding"
SEQUENCES = [
    line
    for path in sorted(FOLDER.glob("*.txt"))
    for line in path.read_text().splitlines()
    if line and not line.startswith("#")
]


def moment(day: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


def statement(number: int, text: str) -> Statement:
    day, _, said = text.strip().partition(" ")
    said_at = moment(day)
    stated = stated_in(f"Maya: {said}", ["maya"], said_at.date())
    began = datetime.combine(stated.since, time(), UTC) if stated.since else said_at
    return Statement(str(number), said, said_at, said_at, began, statement_states(stated.states), stated.ends)


def test_there_are_enough_of_them():
    assert len(SEQUENCES) >= 60


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_what_holds(sequence: str):
    said, _, marked = sequence.partition(" => ")
    known = validities(statement(number, text) for number, text in enumerate(said.split(" | "), 1))
    for mark in marked.split("; "):
        day, _, expected = mark.partition(": ")
        holding = {
            entry
            for entry, validity in known.items()
            if validity.valid_from <= moment(day)
            and (validity.valid_to is None or validity.valid_to > moment(day))
        }
        assert holding == set(expected.split()), day
