"""Episodes to put into an index, with vectors that need no model."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from memory.index.schema import IndexRow, row_of
from memory.kinds.episode import EPISODE
from memory.scope import Owner, Scope, user

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ALICE = user("alice")
BOB = user("bob")
HOME = Scope()


@dataclass(frozen=True)
class WordSpace:
    """A vector counts words by the hash of each: texts with common words are near each other."""

    fingerprint: str = "words:16"
    dimensions: int = 16

    def vector(self, text: str) -> np.ndarray:
        vector = np.full(self.dimensions, 0.01, dtype=np.float32)
        for word in text.lower().split():
            vector[hashlib.sha256(word.encode()).digest()[0] % self.dimensions] += 1
        return vector / np.linalg.norm(vector)


WORDS = WordSpace()


def episode(
    number: int,
    content: str = "nothing much",
    owner: Owner = ALICE,
    scope: Scope = HOME,
    path: str | None = None,
    space: WordSpace = WORDS,
    updated_at: datetime | None = None,
    **values: object,
) -> IndexRow:
    """The row of an episode; `number` makes its entry id, `values` are further fields of the kind."""
    entry_id = f"ep_20260301_{number:08d}"
    fields = {"owner_id": owner.id, "timestamp": NOON, "content": content, **values}
    return row_of(
        kind=EPISODE,
        scope=scope,
        owner=owner,
        md_path=path or f"{owner.id}/episode-2026-03-01.md",
        entry_id=entry_id,
        content_sha256=hashlib.sha256(repr(sorted(fields.items())).encode()).hexdigest(),
        values=fields,  # type: ignore[arg-type]
        vectors=space.vector(content),
        updated_at=updated_at,
    )
