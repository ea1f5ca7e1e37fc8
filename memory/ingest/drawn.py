"""Which subject and summary of an episode are the server's own words, and of what content. Pure.

The entry carries digests of its content, and of the subject and the summary that were drawn from it. So the file alone
tells whether a person has changed the content since, and what of the two is a person's.
"""

from memory.kinds.base import Values
from memory.text.digest import digest

DRAWN = ("subject", "summary")


def mark(values: Values) -> str:
    """The value of the field `drawn`, of an episode as the server writes it."""
    return "-".join(digest(_text(values, name)) for name in ("content", *DRAWN))


def outdated(values: Values) -> set[str]:
    """Which of subject and summary do not fit the content any more, and are the server's own words."""
    digests = str(values.get("drawn") or "").split("-")
    if len(digests) != 1 + len(DRAWN) or digests[0] == digest(_text(values, "content")):
        return set()
    return {
        name for name, then in zip(DRAWN, digests[1:], strict=True) if then == digest(_text(values, name))
    }


def _text(values: Values, name: str) -> str:
    return str(values.get(name) or "")
