"""Removes a sentence from an episode: the words that a fact was derived from go with the fact. Pure."""

import re

from memory.kinds.atomic_fact import SPEAKER, without_speakers, words_of
from memory.kinds.base import Values

_NAME = re.compile(rf"{SPEAKER}: ?")


def without_fact(content: str, fact: Values) -> str | None:
    """The content without the words of the fact; None if they are not in it verbatim."""
    sentence = " ".join(without_speakers(words_of(fact)).split())
    kept: list[str] = []
    is_there = False
    for line in content.split("\n"):
        left = line.replace(sentence, "") if sentence else line
        if left == line:
            kept.append(line)
            continue
        is_there = True
        if left.strip() and not _NAME.fullmatch(left):
            kept.append(re.sub(r"  +", " ", left).rstrip())
    return "\n".join(kept) if is_there else None
