"""Tokenizes text for multilingual-e5: the most likely segmentation into pieces of the vocabulary."""

import re
from collections.abc import Iterator

import numpy as np

from memory.providers.e5_file import E5File

BLANK = "\u2581"  # stands for a space inside pieces
SPACES = re.compile(" {2,}")
# Of an unknown character, below the worst of all pieces.
UNKNOWN_PENALTY = 10.0
# Hashes of pieces are polynomials in this odd number, modulo 2^64. No two pieces of the vocabulary collide, and
# another string collides with one once in 10^13: a table of the strings would take ten times the memory.
BASE = np.uint64(0x9E3779B97F4A7C15)

Edge = tuple[int, int, int, float]  # from a character to another by way of a piece, with its score


class E5Tokenizer:
    def __init__(self, file: E5File) -> None:
        self._characters = file.characters
        self._unknown = file.unknown
        self._unknown_score = float(file.piece_scores.min()) - UNKNOWN_PENALTY
        hashes, self._longest = _hashes_of_pieces(file)
        pieces = np.argsort(hashes)
        self._pieces = pieces[pieces != file.unknown].astype(np.int32)
        self._hashes = hashes[self._pieces]
        self._scores = file.piece_scores[self._pieces]

    def tokens(self, text: str) -> list[int]:
        """Without the marks of beginning and end."""
        text = SPACES.sub(" ", text.translate(self._characters))
        text = (text if text.startswith(" ") else " " + text).replace(" ", BLANK)
        return _best_path(len(text), self._edges(_codes(text)))

    def _edges(self, codes: np.ndarray) -> Iterator[Edge]:
        """In the order of the characters they start from."""
        unknown = np.full(len(codes), -1)
        found = [(np.arange(len(codes)), np.ones(len(codes), dtype=int), unknown), *self._known(codes)]
        starts, lengths, rows = (np.concatenate(column) for column in zip(*found, strict=True))
        order = np.argsort(starts, kind="stable")
        starts, ends, rows = starts[order], (starts + lengths)[order], rows[order]
        pieces = np.where(rows < 0, self._unknown, self._pieces[rows])
        scores = np.where(rows < 0, self._unknown_score, self._scores[rows])
        return zip(starts.tolist(), ends.tolist(), pieces.tolist(), scores.tolist(), strict=True)

    def _known(self, codes: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """For each length, where pieces of it start, and their rows in the sorted vocabulary."""
        hashes = np.zeros(len(codes), dtype=np.uint64)
        for length in range(1, min(self._longest, len(codes)) + 1):
            hashes = hashes[: len(codes) - length + 1] * BASE + codes[length - 1 :]
            rows = np.searchsorted(self._hashes, hashes).clip(max=len(self._hashes) - 1)
            starts = np.flatnonzero(self._hashes[rows] == hashes)
            yield starts, np.full(len(starts), length), rows[starts]


def _best_path(length: int, edges: Iterator[Edge]) -> list[int]:
    best = [0.0] + [-np.inf] * length
    arrived = [(0, 0)] * (length + 1)
    for start, end, piece, score in edges:
        if (total := best[start] + score) > best[end]:
            best[end] = total
            arrived[end] = (start, piece)
    path = []
    while length:
        length, piece = arrived[length]
        path.append(piece)
    return path[::-1]


def _hashes_of_pieces(file: E5File) -> tuple[np.ndarray, int]:
    """Also the length of the longest piece, in characters."""
    codes = _codes(file.piece_bytes.tobytes().decode())
    begins_character = (file.piece_bytes & 0xC0) != 0x80  # a byte that continues one is 10xxxxxx
    lengths = np.add.reduceat(begins_character, file.piece_starts[:-1], dtype=np.int32)
    starts = np.cumsum(lengths) - lengths
    hashes = np.zeros(len(lengths), dtype=np.uint64)
    for place in range(longest := int(lengths.max())):
        reach = np.flatnonzero(lengths > place)
        hashes[reach] = hashes[reach] * BASE + codes[starts[reach] + place]
    return hashes, longest


def _codes(text: str) -> np.ndarray:
    return np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
