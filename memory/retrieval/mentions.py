"""How often each term stands in each line of some memories: counted once, for all that is scored by words. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np

MOST_LINES = 2_000  # of one memory; what follows in a longer one counts as the last of them
MOST_CELLS = 2_000_000  # terms times lines that are counted at once: 16 MB in each of a few tables


@dataclass(frozen=True, slots=True)
class Mentions:
    """`counts` has the shape (terms, lines), the lines of all memories one behind the other; so does `lengths`."""

    terms: list[str]  # each once
    memories: list[list[str]]  # the lines of each
    counts: np.ndarray
    lengths: np.ndarray  # terms of each line

    @classmethod
    def of(cls, terms: Collection[str], texts: Sequence[str]) -> "Mentions":
        """`texts` and `terms` are those of memory.text.tokens."""
        distinct = list(dict.fromkeys(terms))
        folded = [_folded(text) for text in texts]
        counts, lengths = _counted(distinct, "\n".join(folded))
        return cls(distinct, [text.split("\n") for text in folded], counts, lengths)

    @classmethod
    def parts(cls, terms: Collection[str], texts: Sequence[str]) -> Iterator["Mentions"]:
        """Mentions in a few memories at a time, in their order: no table grows with what was found. At least one."""
        width, part, cells = len(set(terms)), list[str](), 0
        for text in texts:
            more = width * min(text.count("\n") + 1, MOST_LINES)
            if part and cells + more > MOST_CELLS:
                yield cls.of(terms, part)
                part, cells = [], 0
            part.append(text)
            cells += more
        yield cls.of(terms, part)

    @property
    def sizes(self) -> np.ndarray:
        """How many lines each memory has."""
        return np.array([len(lines) for lines in self.memories], dtype=np.intp)

    def of_memories(self) -> tuple[np.ndarray, np.ndarray]:
        """The counts and lengths of whole memories."""
        if not self.memories:
            return np.zeros((len(self.terms), 0)), np.zeros(0)
        firsts = np.cumsum(self.sizes) - self.sizes
        return np.add.reduceat(self.counts, firsts, axis=1), np.add.reduceat(self.lengths, firsts)


def _folded(text: str) -> str:
    if text.count("\n") < MOST_LINES:
        return text
    *lines, rest = text.split("\n", MOST_LINES - 1)
    return "\n".join([*lines, rest.replace("\n", " ")])


def _counted(terms: Sequence[str], text: str) -> tuple[np.ndarray, np.ndarray]:
    """Of each line of the text; a word that is no term has no place."""
    place_of = {term: place for place, term in enumerate(terms)}
    end, words = len(terms), text.replace("\n", " \n ").split(" ")
    places = np.fromiter(map({**place_of, "\n": end}.get, words, repeat(-1)), np.intp, len(words))
    ends = np.append(np.flatnonzero(places == end), len(words))
    mentioned = np.flatnonzero((places >= 0) & (places < end))
    cells = places[mentioned] * len(ends) + np.searchsorted(ends, mentioned)
    counts = np.bincount(cells, minlength=end * len(ends)).reshape(end, len(ends))
    return counts.astype(np.float64), np.diff(ends, prepend=-1) - 1.0
