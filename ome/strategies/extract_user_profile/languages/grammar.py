"""Declares for a language which sentences about oneself become which descriptions in a profile.

Patterns aim at precision, not at completeness. Groups whose names begin with `k` are the key of a description (the
relative, the kind of pet), all others its value.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

# The category of an item by its slot, which is the same in all languages.
CATEGORIES = {
    slot: category
    for category, slots in (
        ("identity", "name age birthday born youth from hand ethnicity phone email address"),
        ("home", "home household letting"),
        ("work", "job leave remote employer commute shift responsible tool extension"),
        ("education", "studies degree graduated goal"),
        ("family", "family partner status expecting children siblings kin"),
        ("pets", "pet"),
        ("likes", "favourite likes coaching prefers"),
        ("dislikes", "dislikes"),
        ("health", "allergy condition aid smoking diet"),
        ("possessions", "owns"),
        ("skills", "speaks plays learning"),
        ("habits", "habit way"),
        ("instructions", "instruction"),
    )
    for slot in slots.split()
}


def _as_it_is(text: str) -> str:
    return text


def small(text: str) -> str:
    """A value that began a sentence, written for the middle of a description."""
    return text if text.startswith(("I ", "Sie ")) else text[:1].lower() + text[1:]


def noted(verbs: str, brackets: str = " ({note})") -> Callable[[str], str]:
    """Shapes `Theo is allergic to nuts` as `Theo (allergic to nuts)`; `verbs` is what goes between the two."""
    parts = re.compile(rf"[\s,]{{0,3}}(?P<name>.{{0,80}}?)[\s,]{{0,3}}(?:{verbs})(?P<note>\S.*)")

    def shaped(text: str) -> str:
        match = parts.fullmatch(text)
        return f"{match['name']}{brackets.format(note=match['note'])}".strip() if match else text

    return shaped


@dataclass(frozen=True, slots=True)
class Groups:
    key: str
    value: str


class Pattern:
    """One way to say something about oneself: "job: Works as {v}" is its slot, the same in all languages, which tells
    the category of the item, and the item's description.

    `ends` are the slots whose earlier values it ends; such a pattern may have no description. `shaped` turns the value
    into the form that the description needs. `even_if_unsure`: in sentences that the language marks as unsure, too.
    `if_often`: only in sentences that say that something is done again and again, since "I've got choir tonight" is one
    evening. `beside`: it replaces no other of its slot: who drinks no coffee may be a vegan. `values`, a pattern, are
    all that it can have, where another slot has the same description: "Is deaf", "Is vegan". `noted`: the value ends
    with a note in brackets, which is no part of who is meant: "Son: Theo (allergic to nuts)".
    """

    def __init__(
        self,
        heading: str,
        *expressions: str,
        ends: tuple[str, ...] = (),
        even_if_unsure: bool = False,
        if_often: bool = False,
        beside: bool = False,
        noted: bool = False,
        values: str = "",
        category: str = "",
        shaped: Callable[[str], str] = _as_it_is,
    ) -> None:
        self.slot, _, self.description = heading.partition(": ")
        self.category = category or CATEGORIES.get(self.slot, "")
        self.ends = ends
        self.even_if_unsure = even_if_unsure
        self.if_often = if_often
        self.beside = beside
        self.noted = noted
        self._values = values or ".+"
        self.shaped = shaped
        self._written = expressions

    @cached_property
    def expressions(self) -> tuple[re.Pattern[str], ...]:
        """Compiled when they are first needed, since a server starts without a text."""
        return tuple(re.compile(one) for one in self._written)

    def groups(self, match: re.Match[str]) -> Groups:
        found = {name: text.strip() for name, text in match.groupdict().items() if text}
        return Groups(
            next((text for name, text in found.items() if name.startswith("k")), ""),
            next((text for name, text in found.items() if not name.startswith("k")), ""),
        )

    def described(self, groups: Groups) -> str:
        text = self.description.format(k=groups.key, v=self.shaped(groups.value))
        return text[:1].upper() + text[1:]

    def undescribed(self, description: str) -> Groups | None:
        """The groups from which this pattern made the description; None if it did not make it."""
        match = self._template.fullmatch(description.rstrip(".。"))
        return self.groups(match) if match else None

    @property
    def literal(self) -> str:
        """The description without what is put in."""
        return self.description.replace("{k}", "").replace("{v}", "")

    @cached_property
    def _template(self) -> re.Pattern[str]:
        text = re.escape(self.description).replace(r"\{k\}", "(?P<k>.{1,40}?)")
        text = text.replace(r"\{v\}", f"(?P<v>{self._values})")
        return re.compile(text, re.IGNORECASE)


def ending(*expressions: str, ends: tuple[str, ...], even_if_unsure: bool = False) -> Pattern:
    """A way to say that something no longer holds, which gives no item of its own."""
    return Pattern("", *expressions, ends=ends, even_if_unsure=even_if_unsure)


class Frame:
    """A way to say of oneself what any of `words` stands for: "I have" with pets, "I do" with pastimes.

    `head` and the word stand in one clause, in this order, and so do the words of a list. No clause counts in which the
    language finds somebody else or a denial (`Frames.barred`), or `unless`. `several` is not set for what one has one
    of.
    """

    def __init__(
        self, pattern: Pattern, head: str, words: str, unless: str = "", *, several: bool = True
    ) -> None:
        self.pattern = pattern
        self.several = several
        self.written = head
        self._words = words
        self._unless = unless

    @cached_property
    def head(self) -> re.Pattern[str]:
        return re.compile(self.written)

    @cached_property
    def words(self) -> re.Pattern[str]:
        return re.compile(self._words)

    @cached_property
    def unless(self) -> re.Pattern[str] | None:
        return re.compile(self._unless) if self._unless else None


@dataclass(frozen=True)
class Frames:
    """The frames of a language, and where what one says ends.

    `clause_end` is what stands between two clauses, `goes_on` what may stand before a further word of a list. Where
    subjects are left out, the clauses behind `others` are about somebody else until `own`.
    """

    frames: tuple[Frame, ...]
    needs: re.Pattern[str]  # words one of which each head needs: most sentences of other languages have none
    clause_end: re.Pattern[str]
    barred: re.Pattern[str]
    goes_on: re.Pattern[str]
    others: re.Pattern[str] | None = None
    own: re.Pattern[str] | None = None

    def found_in(self, sentence: str) -> Iterator[tuple[Pattern, Groups]]:
        if not self.needs.search(sentence):
            return
        before: set[str] = set()  # the heads that the clause before has filled
        reached = 0
        of_others = False
        for start, end in _spans(self.clause_end, sentence):
            clause = sentence[start:end]
            filled: set[str] = set()
            of_others = of_others and not (self.own and self.own.search(clause))
            for frame in () if of_others or self.barred.search(clause) else self.frames:
                at = self._reaches_from(frame, clause, frame.written in before)
                if at is None or (frame.unless and frame.unless.search(clause)):
                    continue
                # A word may end behind the clause: "a cat, Miso".
                matches = frame.words.finditer(sentence, start + at)
                for match in matches if frame.several else islice(matches, 1):
                    if match.start() < end:
                        filled.add(frame.written)
                        reached = max(reached, match.end())
                        yield frame.pattern, frame.pattern.groups(match)
            before = filled or (before if start < reached else set())
            of_others = of_others or bool(self.others and self.others.search(clause))

    def _reaches_from(self, frame: Frame, clause: str, is_list: bool) -> int | None:
        """Where in the clause words of the frame count; None if nowhere."""
        if head := frame.head.search(clause):
            return head.end()
        listed = self.goes_on.match(clause) if is_list and frame.several else None
        return listed.end() if listed and frame.words.match(clause, listed.end()) else None


def _spans(between: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in between.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


@dataclass(frozen=True)
class Grammar:
    """The patterns of a language and the words around them."""

    patterns: tuple[Pattern, ...]
    frames: Frames
    unsure: re.Pattern[str]  # marks sentences that are negated, past, hypothetical, doubted or wishes
    often: re.Pattern[str]  # marks sentences about what is done again and again
    value_end: re.Pattern[str]  # cuts the tail off a value
    no_value: re.Pattern[str]  # matches values that only refer to something said before
    name_end: str  # what follows a name at the beginning of a sentence
    first_person: str  # what replaces that name
    conjunction: str  # between the last two items of a list
    separator: str  # between the others
    full_stop: str
    called: re.Pattern[str]  # whom a description may begin with, such as "Sister" of "Sister: Anna"
    partners: re.Pattern[str]  # relatives of whom a person has one at a time
    several: re.Pattern[str]  # relatives of whom a person may have several
    until: str  # template for what no longer holds
    months: tuple[str, ...]
    doubts: re.Pattern[str] | None = None  # those words of `unsure` that reach no further than their clause
    with_capitals: Callable[[str], str] = _as_it_is  # of messages without any large letter
    written_out: Callable[[str], str] = _as_it_is  # makes `Bin jetzt Lehrer` and `jetzt bin ich Lehrer` alike
    lasting: Callable[[str, bool], Iterable[tuple[Pattern, Groups]]] | None = (
        None  # told by grammar, not by words
    )

    @cached_property
    def expressions(self) -> list[tuple[Pattern, re.Pattern[str]]]:
        """All expressions of the patterns, each with its pattern."""
        return [(pattern, one) for pattern in self.patterns for one in pattern.expressions]

    @cached_property
    def expressions_even_if_unsure(self) -> list[tuple[Pattern, re.Pattern[str]]]:
        return [(pattern, one) for pattern, one in self.expressions if pattern.even_if_unsure]
