"""What each owner's facts say about matters of which a person has one state at a time, read from the index; and how
that orders an answer: where a person lives now, before where they lived.

It is read again when the table of facts has changed, and only if an answer contains a statement. Facts name the matters
that they are about (`states`: `home: Leipzig`). Superseded facts stay in the answer, below the current one. From when
until when a fact holds is computed, and never written down: removing the later fact restores the earlier one, and a
session that is imported late finds its place among the others.
"""

import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils import timezone
from lancedb.table import LanceTable

from memory.index import handles, sql
from memory.index.schema import identity_of, row_id, values_in
from memory.index.tables import KindTable
from memory.index.waiting import Look
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.providers.registry import get_embedder
from memory.retrieval.types import NOW, Hit, Validity, View
from memory.scope import Owner, Scope

MOST_REMEMBERED = 512  # owners
STATED = "statement IS NOT NULL"
BELOW = 0.95  # maximum share of the current fact's score that a superseded one has
_COLUMNS = ["row_id", "timestamp", "learned_at", "valid_from", "valid_to", "payload"]

HitKey = tuple[str, str, str]


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


_Stated = tuple[Statement, str | None]  # a statement, and what it says of one matter
_Known = tuple[
    Sequence[Statement], Mapping[str, Validity]
]  # an owner's statements; their validity by entry id

_lock = threading.Lock()
_read: dict[tuple[str, str, str], tuple[int, _Known]] = {}  # with the version of the table


def superseded(scope: Scope, owner: Owner, look: Look) -> list[tuple[Statement, Statement]]:
    """The owner's facts that later ones have ended, each with that one, the latest first. Raises IndexUnavailable."""
    statements, known = _known(scope, owner, look)
    by_id = {one.entry_id: one for one in statements}
    pairs = [
        (one, by_id[later])
        for one in statements
        if one.entry_id in known and (later := known[one.entry_id].superseded_by) in by_id
    ]
    return sorted(pairs, key=lambda pair: (pair[1].said_at, pair[0].said_at), reverse=True)


def current(scope: Scope, owner: Owner, look: Look, view: View, matters: Collection[str]) -> list[str]:
    """Row ids of the latest facts on each of these matters, which currently hold. Raises IndexUnavailable."""
    if not matters:
        return []
    statements, known = _known(scope, owner, look, view.known_at)
    moment = view.as_of or timezone.now()
    latest: dict[str, Statement] = {}
    for one in sorted(statements, key=lambda one: (one.said_at, one.entry_id)):
        if one.entry_id in known and _holds(known[one.entry_id], moment):
            latest |= {matter: one for matter, _ in one.states if matter in matters}
    return list(dict.fromkeys(row_id(scope, owner, one.entry_id) for one in latest.values()))


def stated(scope: Scope, owner: Owner, look: Look, matter: str) -> set[str]:
    """All values that the owner's facts have stated of a matter, current or not. Raises IndexUnavailable."""
    statements, _ = _known(scope, owner, look)
    return {value for one in statements for name, value in one.states if name == matter and value}


def _holds(validity: Validity, moment: datetime) -> bool:
    return validity.valid_from <= moment and (validity.valid_to is None or validity.valid_to > moment)


def _known(scope: Scope, owner: Owner, look: Look, known_at: datetime | None = None) -> _Known:
    """The owner's facts that state something, as believed at `known_at`. Raises IndexUnavailable."""
    table, owned = KindTable(ATOMIC_FACT, get_embedder()).held(), sql.owned_by(scope, owner)
    statements, known = _indexed(table, owned)
    waiting = _waiting(look, owned, statements) if look else []
    own = row_id(scope, owner, "")
    stale = {identity_of(one)["entry_id"] for one in look.stale() if one.startswith(own)}
    if not waiting and not stale and known_at is None:
        return statements, known
    kept = (statement for statement in statements if statement.entry_id not in stale)
    believed = [one for one in (*kept, *waiting) if known_at is None or one.learned_at <= known_at]
    return believed, validities(believed)


def holding(scope: Scope, owner: Owner, look: Look, view: View) -> str:
    """The condition for the owner's facts that hold in this view; empty if all of them are requested."""
    if view.as_of is None:
        return view.condition(ATOMIC_FACT)
    _, known = _known(scope, owner, look, view.known_at)
    over = [
        row_id(scope, owner, entry_id)
        for entry_id, validity in known.items()
        if validity.valid_to is not None and validity.valid_to <= view.as_of
    ]
    return sql.all_of(view.condition(ATOMIC_FACT), sql.none_of("row_id", over))


def with_validity(facts: Iterable[Hit], look: Look, view: View = NOW) -> list[Hit]:
    """The facts with their validity; those that state nothing are valid since they were said."""
    known: dict[tuple[Scope, Owner], Mapping[str, Validity]] = {}
    marked = []
    for fact in facts:
        validity = None
        if any(map(fact.values.get, ("states", "ends", "superseded_by"))):
            whose = fact.scope, fact.owner
            if whose not in known:
                _, known[whose] = _known(*whose, look, view.known_at)
            validity = known[whose].get(fact.entry_id)
        marked.append(replace(fact, validity=validity or _alone(fact)))
    return marked


def _alone(fact: Hit) -> Validity | None:
    began = fact.values.get("valid_from") or fact.timestamp
    return Validity(began, fact.values.get("valid_to")) if began else None


def current_first(episodes: Sequence[Hit], shown: Collection[HitKey]) -> list[Hit]:
    """The episodes with those of their facts that are `shown`, and with current facts above superseded ones."""
    facts = [fact for episode in episodes for fact in episode.facts]
    scores = {hit.key: hit.score or 0.0 for hit in (*episodes, *facts)}
    kept = set(shown)
    for state in _states(episodes):
        (current_episode, current), *others = sorted(state, key=lambda one: -one[1].seconds)
        earlier = [(episode, fact) for episode, fact in others if fact.key in kept and _is_superseded(fact)]
        if earlier and current.key not in kept:
            kept.add(current.key)
            scores[current.key] = max(scores[fact.key] for _, fact in earlier)
        for episode, fact in earlier:
            if scores[fact.key] < max(scores[one.key] for one in episode.facts if one.key in kept):
                continue  # the episode was found for another reason
            scores[fact.key] = min(scores[fact.key], BELOW * scores[current.key])
            before, now = scores[episode.key], scores[current_episode.key]
            scores[episode.key], scores[current_episode.key] = min(before, now), max(before, now)
    scored = [replace(hit, score=scores[hit.key], facts=_scored(hit.facts, kept, scores)) for hit in episodes]
    return sorted(scored, key=lambda hit: -(hit.score or 0.0))


def held_only(episodes: Sequence[Hit], view: View) -> list[Hit]:
    """Removes facts that did not hold at the requested time; they have already influenced the order."""
    if view.as_of is None:
        return list(episodes)
    moment = view.as_of
    return [
        replace(hit, facts=[fact for fact in hit.facts if not _is_over(fact, moment)]) for hit in episodes
    ]


def _is_over(fact: Hit, moment: datetime) -> bool:
    end = fact.validity.valid_to if fact.validity else None
    return end is not None and end <= moment


def _states(episodes: Sequence[Hit]) -> Iterator[list[tuple[Hit, Hit]]]:
    """For each matter with several statements, its facts and their episodes; and what a model has found superseded,
    with the fact that supersedes it.
    """
    found: defaultdict[str, list[tuple[Hit, Hit]]] = defaultdict(list)
    for episode in episodes:
        for fact in episode.facts:
            for matter in _matters(fact):
                found[f"{fact.owner_type} {fact.owner_id} {matter}"].append((episode, fact))
    return (facts for facts in found.values() if len(facts) > 1)


def _matters(fact: Hit) -> set[str]:
    stated = (matter for matter, _ in statement_states(map(str, fact.values.get("states") or ())))
    judged = [str(fact.values["superseded_by"])] if fact.values.get("superseded_by") else []
    return {*stated, *map(str, fact.values.get("ends") or ()), *judged, fact.entry_id}


def _is_superseded(fact: Hit) -> bool:
    return fact.validity is not None and fact.validity.superseded_by is not None


def _scored(facts: Sequence[Hit], kept: Collection[HitKey], scores: Mapping[HitKey, float]) -> list[Hit]:
    scored = (replace(fact, score=scores[fact.key]) for fact in facts if fact.key in kept)
    return sorted(scored, key=lambda fact: -(fact.score or 0.0))


def _waiting(look: Look, owned: str, indexed: Sequence[Statement]) -> list[Statement]:
    found = [_of_row(row) for row in look.rows(sql.all_of(owned, STATED))]
    named = look.rows(sql.all_of(owned, _named_by([*indexed, *found])))
    return list({one.entry_id: one for one in (*found, *map(_of_row, named))}.values())


def _named_by(statements: Iterable[Statement]) -> str:
    """The condition for facts by which a model has found others superseded."""
    return sql.one_of("entry_id", {one.superseded_by for one in statements if one.superseded_by})


def _indexed(table: KindTable, owned: str) -> _Known:
    def read(lance: LanceTable) -> _Known:
        version = lance.version
        remembered = _read.get(key)
        if remembered is not None and remembered[0] == version:
            return remembered[1]
        statements = _statements(lance, sql.all_of(owned, STATED))
        if any(one.superseded_by for one in statements):
            named = _statements(lance, sql.all_of(owned, _named_by(statements)))
            statements = list({one.entry_id: one for one in (*statements, *named)}.values())
        known = statements, validities(statements)
        with _lock:
            if len(_read) >= MOST_REMEMBERED:
                _read.clear()
            _read[key] = version, known
        return known

    key = handles.address(), table.name or "", owned
    nothing: _Known = ((), {})
    return table.ask(read, nothing)


def _statements(lance: LanceTable, where: str) -> list[Statement]:
    query = handles.query(lance).where(where).select(_COLUMNS)
    return [_of_record(row) for row in handles.answer(query).to_pylist()]


def _of_row(row: Any) -> Statement:
    return _of_record({name: getattr(row, name) for name in _COLUMNS})


def _of_record(row: Mapping[str, Any]) -> Statement:
    values = values_in(ATOMIC_FACT, row["payload"])
    return Statement(
        entry_id=identity_of(row["row_id"])["entry_id"],
        text=str(values.get("fact") or ""),
        said_at=row["timestamp"],
        learned_at=row["learned_at"],
        valid_from=row["valid_from"],
        states=statement_states(map(str, values.get("states") or ())),
        ends=tuple(str(end).casefold() for end in values.get("ends") or ()),
        until=row["valid_to"],
        superseded_by=values.get("superseded_by"),
        beside=frozenset(map(str, values.get("holds_beside") or ())),
    )


def statement_states(states: Iterable[str]) -> tuple[tuple[str, str | None], ...]:
    """`home: Leipzig` as its two parts; a person may have written only the matter."""
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
    of_matter: defaultdict[str, list[_Stated]] = defaultdict(list)
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


def _next_that_ends(said: _Stated, later: Sequence[Sequence[_Stated]]) -> Statement | None:
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


def _runs(said: Iterable[_Stated]) -> Iterator[list[_Stated]]:
    """The statements on one matter, grouped into runs with the same value."""
    run: list[_Stated] = []
    for one in said:
        if run and not _is_same(run[-1], one):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _is_same(one: _Stated, other: _Stated) -> bool:
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
