"""How relative dates of a language are declared: patterns, each with the period that it means on a given day."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from memory.language.periods import Period, Unit, shifted

# Followed by a date already, which the server or the speaker has added: `yesterday (7 May 2023)`, `昨天（5月7日）`.
_DATED = r"(?!\s?[(（][^)）\n]{0,40}\d)"

Meaning = Callable[[re.Match[str], date], Period]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and its meaning. Group names must be unique among the rules of a language.

    Optional endings are possessive (`?+`): giving one back would put the date in the middle of a word.
    """

    pattern: str
    meaning: Meaning


def always(unit: Unit, steps: int) -> Meaning:
    """The meaning of words that always stand for the period `steps` units from today."""
    return lambda match, today: shifted(unit, steps, today)


class Language:
    """The rules of a language, tried in order at each place, and the way in which it writes a period.

    `start` is a cheap pattern that holds wherever a rule can begin: most places of a text are done with after it.
    """

    def __init__(
        self, rules: tuple[Rule, ...], start: str, written: Callable[[Period], str], brackets: str
    ) -> None:
        alternatives = (f"(?P<rule_{number}>{rule.pattern})" for number, rule in enumerate(rules))
        self._pattern = re.compile(f"{start}(?:{'|'.join(alternatives)}){_DATED}", re.IGNORECASE)
        self._rules = {f"rule_{number}": rule for number, rule in enumerate(rules)}
        self._written = written
        self._brackets = brackets

    def resolve(self, text: str, today: date) -> str:
        return self._pattern.sub(lambda match: match[0] + self._date_of(match, today), text)

    def _date_of(self, match: re.Match[str], today: date) -> str:
        rule = self._rules[str(match.lastgroup)]  # the rule's own group is the last to close
        try:
            return self._brackets.format(self._written(rule.meaning(match, today)))
        except (OverflowError, ValueError):  # before the year 1 or after 9999
            return ""
