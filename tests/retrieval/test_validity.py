"""What a person has decided about statements that contradict each other."""

from datetime import UTC, datetime, timedelta

from memory.retrieval.timelines import Statement, validities

START = datetime(2023, 5, 8, tzinfo=UTC)


def lives(place: str, day: int, *, until: int | None = None, beside: tuple[str, ...] = ()) -> Statement:
    """Its entry id is the place."""
    said = START + timedelta(days=day)
    end = None if until is None else START + timedelta(days=until)
    return Statement(
        place, f"I live in {place}.", said, said, said, (("home", place),), (), end, None, frozenset(beside)
    )


def superseded(*statements: Statement) -> dict[str, str | None]:
    return {name: validity.superseded_by for name, validity in validities(statements).items()}


def test_a_statement_that_never_held_supersedes_nothing() -> None:
    assert superseded(lives("Rome", 0), lives("Bern", 1, until=1)) == {"Rome": None, "Bern": None}
    assert superseded(lives("Rome", 0), lives("Bern", 1, until=2)) == {"Rome": "Bern", "Bern": None}
    rome, bern, oslo = lives("Rome", 0), lives("Bern", 1, until=1), lives("Oslo", 2)
    assert superseded(rome, bern, oslo) == {"Rome": "Oslo", "Bern": None, "Oslo": None}


def test_what_a_model_judged_does_not_count_if_the_later_one_never_held() -> None:
    earlier = Statement("trip", "A trip.", START, START, START, superseded_by="off")
    later = START + timedelta(days=1)
    off = Statement("off", "It is off.", later, later, later)
    assert superseded(earlier, off) == {"trip": "off", "off": None}
    assert (
        superseded(earlier, Statement("off", "It is off.", later, later, later, until=later))["trip"] is None
    )


def test_a_statement_that_holds_beside_another_is_ended_by_the_next_of_another_value() -> None:
    rome, bern = lives("Rome", 0, beside=("Bern",)), lives("Bern", 1)
    assert superseded(rome, bern) == {"Rome": None, "Bern": None}
    assert superseded(rome, bern, lives("Oslo", 2)) == {"Rome": "Oslo", "Bern": "Oslo", "Oslo": None}
    again = Statement(
        "again", "I live in Rome.", *[START + timedelta(days=2)] * 3, states=(("home", "Rome"),)
    )
    assert superseded(rome, bern, again) == {"Rome": None, "Bern": "again", "again": None}
