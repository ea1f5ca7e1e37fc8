"""What a refusal says of fields that a call does not know: a misspelt field is missed under its right name."""

from collections.abc import Collection
from difflib import get_close_matches
from itertools import islice
from typing import Any

MOST_COMPARED, MOST_NAMED = 20, 3
LONGEST_NAME = 64  # comparing takes time, and a client's key may be as long as the body
CLOSE = 0.65


def describe_unknown(given: Any, known: Collection[str]) -> str:
    """Such as ` (unknown: mesages; did you mean messages?)`; empty if the object has no unknown field."""
    if not isinstance(given, dict):
        return ""
    unknown = islice((name[:LONGEST_NAME] for name in given if name not in known), MOST_COMPARED)
    named = [f"{name}; {meant}" if (meant := meaning(name, given, known)) else name for name in unknown]
    named.sort(key=lambda text: "; " not in text)
    return f" (unknown: {', '.join(named[:MOST_NAMED])})" if named else ""


def meaning(name: str, given: Collection[str], known: Collection[str]) -> str:
    """A question for the known field that is spelt almost like the name and not given; empty if there is none."""
    close = get_close_matches(name[:LONGEST_NAME], [each for each in known if each not in given], 1, CLOSE)
    return f"did you mean {close[0]}?" if close else ""
