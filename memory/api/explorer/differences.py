"""Compares two versions of a text word by word. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from memory.markdown.entry_history import Change

MOST_WORDS = 2_000  # compared word by word; longer texts line by line
_WORDS = re.compile(r"\s+|[^\s]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a text: `sign` is `+` if it was added, `-` if it was removed, and empty if it is unchanged."""

    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    change: Change
    fields: Sequence[tuple[str, Sequence[Piece]]]


def edits(changes: Sequence[Change], now: Mapping[str, Any]) -> list[Edit]:
    """The edits of a memory, the latest first.

    A change stores only the previous text of each field; the new text is that of the next change, or the current one.
    """
    after = {name: str(value or "") for name, value in now.items()}
    found = []
    for change in reversed(changes):
        fields = [(name, compared(old, after.get(name, ""))) for name, old in change.old.items()]
        found.append(Edit(change, fields))
        after.update(change.old)
    return found


def compared(before: str, after: str) -> list[Piece]:
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if len(old) + len(new) > MOST_WORDS:
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    if len(old) + len(new) > MOST_WORDS:
        return [Piece("-", before), Piece("+", after)]
    pieces = []
    for action, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if action == "equal":
            pieces.append(Piece("", "".join(old[first:last])))
            continue
        pieces += [
            Piece(sign, text)
            for sign, text in (("-", "".join(old[first:last])), ("+", "".join(new[start:end])))
            if text
        ]
    return pieces
