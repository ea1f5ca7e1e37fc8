"""Entries that were read before: a day's file is read again at each append, and all but one are as they were."""

import hashlib

from memory.kinds.base import Kind
from memory.scope import Owner

LIMIT = 20_000  # entries of each of two generations; about 10 MB in all


class KnownEntries:
    """From the raw text of an intact entry to the checksum of its values. Forgets what was not asked for lately."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._recent: dict[bytes, str] = {}
        self._older: dict[bytes, str] = {}

    def get(self, key: bytes) -> str | None:
        checksum = self._recent.get(key)
        if checksum is None:
            checksum = self._older.get(key)
            if checksum is not None:
                self.add(key, checksum)
        return checksum

    def add(self, key: bytes, checksum: str) -> None:
        if len(self._recent) >= self._limit:
            self._older, self._recent = self._recent, {}
        self._recent[key] = checksum


class EntryKeys:
    """Keys for the entries of one file: the text alone does not say of which kind and whose it is."""

    def __init__(self, kind: Kind, owner: Owner | None) -> None:
        of = f"{kind.name}\0{owner.id if owner else ''}\0".encode("utf-8", "surrogateescape")
        self._start = hashlib.sha256(of)

    def key(self, inner: str) -> bytes:
        state = self._start.copy()
        state.update(inner.encode("utf-8", "surrogateescape"))
        return state.digest()
