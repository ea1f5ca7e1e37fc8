"""Vectors supplied by clients with their entries: of any length, compared only with others of the same length."""

import base64
import binascii
import os
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

import numpy as np

from memory.errors import DamagedDocument, InvalidInput
from memory.keyed import documents
from memory.markdown.root import current_root

MOST_NUMBERS = 16_000_000  # 64 MB of decoded vectors
EMPTY_WEIGHT = 32  # the cost of an entry without a vector

Stamp = tuple[int, int, int]


def encoded(embedding: Sequence[float]) -> str:
    """Base64 of little-endian float32. Raises InvalidInput for a zero vector."""
    return base64.b64encode(vector_of(embedding).astype("<f4").tobytes()).decode()


def vector_of(embedding: Sequence[float]) -> np.ndarray:
    """Raises InvalidInput for numbers that float32 cannot hold, and for a zero vector."""
    with np.errstate(over="ignore"):
        vector = np.asarray(embedding, dtype=np.float64).astype(np.float32)
    if not np.isfinite(vector).all():
        raise InvalidInput("the numbers of an embedding must be finite and fit 32 bits")
    if not vector.any():
        raise InvalidInput("an embedding must not be all zeros")
    return vector


def unit_of(embedding: Sequence[float]) -> np.ndarray:
    """Raises InvalidInput."""
    return _unit(vector_of(embedding))


def cosines(embedding: Sequence[float], paths: Iterable[str]) -> dict[str, float]:
    """For documents that have an embedding of this length."""
    asked = unit_of(embedding)
    root = current_root().path
    known = {path: vector for path in paths if (vector := _cache.vector(root, path)) is not None}
    comparable = {path: vector for path, vector in known.items() if vector.shape == asked.shape}
    if not comparable:
        return {}
    similar = np.stack(list(comparable.values())) @ asked
    return dict(zip(comparable, similar.tolist(), strict=True))


class Vectors:
    """Caches decoded vectors while their files are unchanged; evicts the least recently used."""

    def __init__(self) -> None:
        self._vectors: OrderedDict[str, tuple[Stamp, np.ndarray | None]] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def vector(self, root: Path, path: str) -> np.ndarray | None:
        absolute = f"{root}/{path}"
        stamp = _stamp(absolute)
        if stamp is None:
            return None
        with self._lock:
            known = self._vectors.get(absolute)
            if known is not None and known[0] == stamp:
                self._vectors.move_to_end(absolute)
                return known[1]
        vector = _read(PurePosixPath(path))
        self._keep(absolute, stamp, vector)
        return vector

    def _keep(self, path: str, stamp: Stamp, vector: np.ndarray | None) -> None:
        with self._lock:
            self._drop(self._vectors.pop(path, None))
            self._vectors[path] = (stamp, vector)
            self._size += _weight(vector)
            while self._size > MOST_NUMBERS:
                self._drop(self._vectors.popitem(last=False)[1])

    def _drop(self, entry: tuple[Stamp, np.ndarray | None] | None) -> None:
        if entry is not None:
            self._size -= _weight(entry[1])


_cache = Vectors()


def _weight(vector: np.ndarray | None) -> int:
    return EMPTY_WEIGHT + (0 if vector is None else len(vector))


def _stamp(path: str) -> Stamp | None:
    try:
        seen = os.lstat(path)
    except OSError:
        return None
    return seen.st_ino, seen.st_size, seen.st_mtime_ns


def _read(path: PurePosixPath) -> np.ndarray | None:
    """None for a document without a vector, and for one that a person has damaged."""
    try:
        file = documents.get(path)
        text = str(file.values.get("embedding") or "") if file else ""
        vector = np.frombuffer(base64.b64decode(text, validate=True), dtype="<f4")
    except (DamagedDocument, binascii.Error, ValueError):
        return None
    return _unit(vector) if np.isfinite(vector).all() and vector.any() else None


def _unit(vector: np.ndarray) -> np.ndarray:
    exact = vector.astype(np.float64)
    exact /= np.abs(exact).max()  # the square of a large number would be infinite
    return (exact / np.linalg.norm(exact)).astype(np.float32)
