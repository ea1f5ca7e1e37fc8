"""How a language declares the sentences in which people say who they are, and what a profile says instead.

A pattern is careful rather than complete: what it does not match stays a fact. Its groups are the parts of its
description: those that begin with `k` are the key (the relative, the kind of pet), all others the value.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Groups:
    key: str
    value: str


class Pattern:
    """One way to say something. `slot` names what is said, in all languages alike: home, job, pet.

    `ends` are the slots of which nothing holds any more once this was said; such a pattern may have no description.
    `shaped` gives the value the form in which the description has it.
    """

    def __init__(
        self,
        slot: str,
        category: str,
        description: str,
        expression: str,
        *,
        ends: tuple[str, ...] = (),
        shaped: Callable[[str], str] = _as_it_is,
    ) -> None:
        self.slot = slot
        self.category = category
        self.description = description
        self.ends = ends
        self.shaped = shaped
        self.expression = re.compile(expression)

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
        """The groups that a description of this pattern was made of; None for any other text."""
        match = self._template.fullmatch(description.rstrip(".。"))
        return self.groups(match) if match else None

    @cached_property
    def _template(self) -> re.Pattern[str]:
        text = re.escape(self.description).replace(r"\{k\}", "(?P<k>.{1,40}?)").replace(r"\{v\}", "(?P<v>.+)")
        return re.compile(text, re.IGNORECASE)


@dataclass(frozen=True)
class Grammar:
    """The patterns of a language, and where they do not count."""

    patterns: tuple[Pattern, ...]
    unsure: re.Pattern[str]  # in sentences about what is not so, was so, or is wished for
    value_end: re.Pattern[str]  # where a value ends although the sentence goes on
    no_value: re.Pattern[str]  # how values begin that say nothing without what was said before
    name_end: str  # what may follow the person's own name where it begins a sentence
    first_person: str  # what that name is read as
    conjunction: str  # between the last two things of a list
    separator: str  # between the others
    full_stop: str
    partners: frozenset[str]  # of these relatives a person has one at a time, whatever they are called
    several: frozenset[str]  # and of these several, with different names
    until: str  # how something that no longer holds is described
    months: tuple[str, ...]
