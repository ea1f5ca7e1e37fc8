"""The cases of an agent as their files say them now, and how like each other their intents are."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np

from memory.errors import DamagedDocument
from memory.index.tables import KindTable
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.base import Values
from memory.markdown import store
from memory.markdown.document import Entry
from memory.markdown.root import current_root
from memory.providers.registry import get_embedder
from memory.scope import Owner, Scope
from memory.text import chunks
from ome.strategies.extract_agent_skill.rules import PastCase

# The latest ones; to compare so many with each other takes some 20 ms and 16 MB.
MOST_CASES = 1_000
UNKNOWN_QUALITY = 0.5  # of a case that a person wrote without saying


@dataclass(frozen=True, slots=True)
class PastCases:
    """In order of their days and numbers. `similarity` (0 to 1) of each two intents."""

    cases: Sequence[PastCase]
    similarity: np.ndarray
    complete: bool  # whether these are all

    def holds(self, case_id: str) -> bool:
        """Whether a case exists, as far as can be said without reading what is older than these."""
        known = any(case.id == case_id for case in self.cases)
        return known or (not self.complete and bool(self.cases) and case_id < self.cases[0].id)


def past_cases(scope: Scope, owner: Owner) -> PastCases:
    """Reads the agent's files, latest first, until there are enough.

    Raises ModelUnavailable, and DamagedDocument: what cannot be read now is not gone. Vectors come from the index; only
    what it does not have yet is embedded.
    """
    entries: list[Entry] = []
    files = reversed(current_root().files_of(AGENT_CASE, scope, owner))
    for relative in files:
        entries[:0] = _entries(relative)
        if len(entries) >= MOST_CASES:
            break
    kept = entries[-MOST_CASES:]
    complete = len(kept) == len(entries) and next(files, None) is None
    return PastCases([_case(entry.id, entry.values) for entry in kept], _similarity(kept), complete)


def _entries(relative: PurePosixPath) -> list[Entry]:
    try:
        document = store.read(relative)
    except FileNotFoundError:  # gone since it was listed
        return []
    if document.problems:
        raise DamagedDocument(f"{relative}: fix it first: {document.problems[0]}")
    return sorted(store.current_entries(document), key=lambda entry: entry.id)


def _case(identifier: str, values: Values) -> PastCase:
    quality = values.get("quality_score")
    return PastCase(
        id=identifier,
        task_intent=str(values.get("task_intent") or ""),
        approach=str(values.get("approach") or ""),
        key_insight=str(values.get("key_insight") or ""),
        quality=float(quality) if isinstance(quality, int | float) else UNKNOWN_QUALITY,
    )


def _similarity(entries: Sequence[Entry]) -> np.ndarray:
    embedder = get_embedder()
    known = KindTable(AGENT_CASE, embedder).vectors_for(entry.sha256 for entry in entries)
    missing = {e.sha256: AGENT_CASE.embedded(e.values) for e in entries if e.sha256 not in known}
    made = dict(zip(missing, chunks.embed(list(missing.values()), embedder.embed_passages), strict=True))
    if not entries:
        return np.zeros((0, 0))
    vectors = np.stack([_one((known | made)[entry.sha256]) for entry in entries])
    return embedder.similarity(vectors @ vectors.T)


def _one(stack: np.ndarray) -> np.ndarray:
    """The direction of a text of several chunks."""
    mean = stack.mean(axis=0)
    return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-9))
