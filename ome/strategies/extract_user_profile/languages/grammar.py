"""Declares for a language which sentences about oneself become which descriptions in a profile.

Patterns aim at precision, not at completeness. Groups whose names begin with `k` are the key of a description (the
relative, the kind of pet), all others its value.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property


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
    """One way to say something about oneself. `slot` is the same in all languages: home, job, pet.

    `ends` are the slots whose earlier values it ends; such a pattern may have no description. `shaped` turns the value
    into the form that the description needs. `even_if_unsure`: in sentences that the language marks as unsure, too.
    `if_often`: only in sentences that say that something is done again and again, since "I've got choir tonight" is one
    evening. `beside`: it replaces no other of its slot: who drinks no coffee may be a vegan. `values`, a pattern, are all that it
    can have, where another slot has the same description: "Is deaf", "Is vegan". `noted`: the value ends with a note in
    brackets, which is no part of who is meant: "Son: Theo (allergic to nuts)".
    """

    def __init__(
        self,
        slot: str,
        category: str,
        description: str,
        *expressions: str,
        ends: tuple[str, ...] = (),
        even_if_unsure: bool = False,
        if_often: bool = False,
        beside: bool = False,
        noted: bool = False,
        values: str = "",
        shaped: Callable[[str], str] = _as_it_is,
    ) -> None:
        self.slot = slot
        self.category = category
        self.description = description
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
    def literal_chars(self) -> int:
        """How much of its descriptions is always the same."""
        return len(self.description.replace("{k}", "").replace("{v}", ""))

    @cached_property
    def _template(self) -> re.Pattern[str]:
        text = re.escape(self.description).replace(r"\{k\}", "(?P<k>.{1,40}?)")
        text = text.replace(r"\{v\}", f"(?P<v>{self._values})")
        return re.compile(text, re.IGNORECASE)


@dataclass(frozen=True)
class Grammar:
    """The patterns of a language and the words around them."""

    patterns: tuple[Pattern, ...]
    unsure: re.Pattern[str]  # marks sentences that are negated, past, hypothetical, doubted or wishes
    often: re.Pattern[str]  # marks sentences about what is done again and again
    value_end: re.Pattern[str]  # cuts the tail off a value
    no_value: re.Pattern[str]  # matches values that only refer to something said before
    name_end: str  # what follows a name at the beginning of a sentence
    first_person: str  # what replaces that name
    conjunction: str  # between the last two items of a list
    separator: str  # between the others
    full_stop: str
    partners: frozenset[str]  # relatives of whom a person has one at a time
    several: frozenset[str]  # relatives of whom a person may have several
    until: str  # template for what no longer holds
    months: tuple[str, ...]
    doubts: re.Pattern[str] | None = None  # those words of `unsure` that reach no further than their clause
    written_out: Callable[[str], str] = _as_it_is  # makes `Bin jetzt Lehrer` and `jetzt bin ich Lehrer` alike

    @cached_property
    def expressions(self) -> list[tuple[Pattern, re.Pattern[str]]]:
        """All expressions of the patterns, each with its pattern."""
        return [(pattern, one) for pattern in self.patterns for one in pattern.expressions]

    @cached_property
    def expressions_even_if_unsure(self) -> list[tuple[Pattern, re.Pattern[str]]]:
        return [(pattern, one) for pattern, one in self.expressions if pattern.even_if_unsure]
