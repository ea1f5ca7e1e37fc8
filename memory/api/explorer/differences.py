"""What an edit has changed, word by word. Pure."""

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
    """`sign` is `+` for what is new, `-` for what is gone, and empty for what has stayed."""

    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    change: Change
    fields: Sequence[tuple[str, Sequence[Piece]]]


def edits(changes: Sequence[Change], now: Mapping[str, Any]) -> list[Edit]:
    """Latest first. A change says what was before; what came of it, the next one of that field or the memory says."""
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
