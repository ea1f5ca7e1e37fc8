"""Which subject and summary of an episode the server wrote, and from what content. Pure.

The entry stores digests of its content, and of the subject and summary that were made from it. So the file alone tells
whether a person has changed the content since, and which of the two a person wrote.
"""

from memory.kinds.base import Values
from memory.text.digest import digest

DRAWN = ("subject", "summary")


def mark(values: Values) -> str:
    """The value of the field `drawn` for an episode as the server writes it."""
    return "-".join(digest(_text(values, name)) for name in ("content", *DRAWN))


def outdated(values: Values) -> set[str]:
    """Which of subject and summary no longer fit the content and were written by the server."""
    digests = str(values.get("drawn") or "").split("-")
    if len(digests) != 1 + len(DRAWN) or digests[0] == digest(_text(values, "content")):
        return set()
    return {
        name for name, then in zip(DRAWN, digests[1:], strict=True) if then == digest(_text(values, name))
    }


def _text(values: Values, name: str) -> str:
    return str(values.get(name) or "")
