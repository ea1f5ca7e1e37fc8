"""How relative dates of a language are declared: patterns, each with the period that it means on a given day."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from memory.language.periods import Period, Unit, shifted

# Followed by a date already, which the server or the speaker has added: `yesterday (7 May 2023)`, `昨天（5月7日）`.
_DATED = r"(?!\s?[(（][^)）\n]{0,40}\d)"

Meaning = Callable[[re.Match[str], date], Period | None]  # None if it is not clear


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and its meaning. Group names must be unique among the rules of a language.

    Optional endings are possessive (`?+`): giving one back would put the date in the middle of a word.

    "The next day" counts from the period `before` it in the text, and means nothing without one; 两天后 counts from one
    that is `past`, else from today.
    """

    pattern: str
    meaning: Meaning
    counts_from: Literal["today", "before", "past"] = "today"


def always(unit: Unit, steps: int) -> Meaning:
    """The meaning of words that always stand for the period `steps` units from today."""
    return lambda match, today: shifted(unit, steps, today)


class Language:
    """The rules of a language, tried in order at each place, and the way in which it writes a period.

    `start` is a cheap pattern that holds wherever a rule can begin: most places of a text are done with after it.
    """

    def __init__(
        self, rules: tuple[Rule, ...], start: str, written: Callable[[Period], str], brackets: str, days: str
    ) -> None:
        alternatives = (f"(?P<rule_{number}>{rule.pattern})" for number, rule in enumerate(rules))
        self._pattern = re.compile(f"{start}(?:{'|'.join(alternatives)}){_DATED}", re.IGNORECASE)
        self._days = re.compile(rf"{days}|\d", re.IGNORECASE)  # after these, "the next day" is another one
        self._rules = {f"rule_{number}": rule for number, rule in enumerate(rules)}
        self._written = written
        self._brackets = brackets

    def resolve(self, text: str, today: date) -> str:
        before: tuple[Period, int] | None = None  # the last one that was told, and where it ends

        def dated(match: re.Match[str]) -> str:
            nonlocal before
            rule = self._rules[str(match.lastgroup)]  # the rule's own group is the last to close
            start = before[0] if before and not self._days.search(text, before[1], match.start()) else None
            if rule.counts_from == "today" or (
                rule.counts_from == "past" and not (start and start.first < today)
            ):
                start = Period(Unit.DAY, today)
            try:
                period = rule.meaning(match, start.first) if start else None
                if period is None or start is None or start.unit not in (Unit.DAY, period.unit):
                    return match[0]
                written = self._brackets.format(self._written(period))
            except (OverflowError, ValueError):  # before the year 1 or after 9999
                return match[0]
            before = period, match.end()
            return match[0] + written

        return self._pattern.sub(dated, text)
