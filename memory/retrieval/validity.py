"""From when until when the statements of facts hold, and which later fact supersedes them. Pure.

Computed from the current facts, and never written down: removing the later fact restores the earlier one, and a session
that is imported late finds its place among the others.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact that states, or ends, something of which a person has one at a time, or that a model has found superseded.

    `states` are pairs of a matter and its value; None if the file does not tell. `until` was set by a person.
    `superseded_by` is the entry id of the fact that the model named, `beside` those of later facts that do not end it,
    as a person has decided.
    """

    entry_id: str
    text: str
    said_at: datetime
    learned_at: datetime
    valid_from: datetime
    states: tuple[tuple[str, str | None], ...] = ()
    ends: tuple[str, ...] = ()
    until: datetime | None = None
    superseded_by: str | None = None
    beside: frozenset[str] = frozenset()

    @property
    def never_held(self) -> bool:
        """A person has ended it when it began: it was not true, and so supersedes nothing."""
        return self.until is not None and self.until <= self.valid_from


@dataclass(frozen=True, slots=True)
class Validity:
    """`valid_to` is None for what still holds; `superseded_by` is the entry id of the fact that contradicts it."""

    valid_from: datetime
    valid_to: datetime | None = None
    superseded_by: str | None = None


def statement_states(states: Iterable[str]) -> tuple[tuple[str, str | None], ...]:
    """`home: Leipzig` as its two parts; earlier servers stored only the matter."""
    parts = (state.partition(":") for state in states)
    return tuple((matter.strip().casefold(), value.strip() or None) for matter, _, value in parts)


def validities(statements: Iterable[Statement]) -> dict[str, Validity]:
    """By entry id. The latest statement on a matter holds; a fact with several statements holds as long as all of them
    do. What a model has judged counts as long as the later fact exists.
    """
    known = sorted(statements, key=lambda one: (one.said_at, one.entry_id))
    ended: dict[str, Statement] = {}
    for earlier, later in (*_superseded(known), *_judged(known)):
        first = ended.get(earlier.entry_id)
        if first is None or (later.valid_from, later.entry_id) < (first.valid_from, first.entry_id):
            ended[earlier.entry_id] = later
    return {one.entry_id: _validity(one, ended.get(one.entry_id)) for one in known}


def _validity(statement: Statement, by: Statement | None) -> Validity:
    end = statement.until
    if end is None and by is not None:
        end = max(statement.valid_from, by.valid_from)
    return Validity(statement.valid_from, end, by.entry_id if by else None)


def _superseded(known: Iterable[Statement]) -> Iterator[tuple[Statement, Statement]]:
    """Each statement with the first later one that states something else about the same matter."""
    of_matter: defaultdict[str, list[tuple[Statement, str | None]]] = defaultdict(list)
    for statement in known:
        if statement.never_held:
            continue
        for matter, value in statement.states:
            of_matter[matter].append((statement, value))
        for matter in statement.ends:
            of_matter[matter].append((statement, ""))
    for said in of_matter.values():
        runs = list(_runs(said))
        for place, (run, following) in enumerate(pairwise(runs)):
            for one in run:
                by = _next_that_ends(one, runs[place + 1 :]) if one[0].beside else following[0][0]
                if by is not None and by is not one[0]:
                    yield one[0], by


def _next_that_ends(
    said: tuple[Statement, str | None], later: Sequence[Sequence[tuple[Statement, str | None]]]
) -> Statement | None:
    """For a statement that holds beside others: the first of another value that is not among them."""
    runs = (run[0] for run in later if not any(one[0].entry_id in said[0].beside for one in run))
    return next((first[0] for first in runs if not _is_same(said, first)), None)


def _judged(known: Sequence[Statement]) -> Iterator[tuple[Statement, Statement]]:
    """Each statement with the later one that a model has named."""
    places = {one.entry_id: place for place, one in enumerate(known)}
    for place, earlier in enumerate(known):
        later = places.get(earlier.superseded_by or "", -1)
        if later > place and not known[later].never_held:
            yield earlier, known[later]


def _runs(said: Iterable[tuple[Statement, str | None]]) -> Iterator[list[tuple[Statement, str | None]]]:
    """The statements on one matter, grouped into runs with the same value."""
    run: list[tuple[Statement, str | None]] = []
    before: tuple[Statement, str | None] | None = None
    for one in said:
        if before is not None and not _is_same(before, one):
            yield run
            run = []
        run.append(one)
        before = one
    if run:
        yield run


def _is_same(one: tuple[Statement, str | None], other: tuple[Statement, str | None]) -> bool:
    """Also if one is only more specific than the other: `nurse`, `nurse on a ward`."""
    values = one[1], other[1]
    if None in values:
        return _words(one[0].text) == _words(other[0].text)
    before, after = (_words(str(value)) for value in values)
    if not before or not after:
        return before == after
    if _is_han(before) and _is_han(after):  # in languages without spaces
        return before in after or after in before
    return f" {before} " in f" {after} " or f" {after} " in f" {before} "


def _is_han(text: str) -> bool:
    return any("\u3400" <= letter <= "\u9fff" for letter in text)


def _words(text: str) -> str:
    return " ".join("".join(letter if letter.isalnum() else " " for letter in text.casefold()).split())
