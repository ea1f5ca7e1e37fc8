"""Caches parsed entries: a day's file is read again at each append, and all but one entry are unchanged."""

import hashlib

from memory.kinds.base import Kind
from memory.scope import Owner

LIMIT = 20_000  # entries in each of two generations; about 10 MB in total


class KnownEntries:
    """Maps the raw text of an intact entry to the checksum of its values. Evicts what was not used recently."""

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
    """Cache keys for the entries of one file: the text alone does not determine kind and owner."""

    def __init__(self, kind: Kind, owner: Owner | None) -> None:
        of = f"{kind.name}\0{owner.id if owner else ''}\0".encode("utf-8", "surrogateescape")
        self._start = hashlib.sha256(of)

    def key(self, inner: str) -> bytes:
        state = self._start.copy()
        state.update(inner.encode("utf-8", "surrogateescape"))
        return state.digest()
