"""Reads the cases of an agent from its files, with the similarity of their intents."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np

from memory.errors import DamagedDocument
from memory.index.tables import KindTable
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.base import Values
from memory.markdown import store
from memory.markdown.entries import Entry
from memory.markdown.root import current_root
from memory.providers.registry import get_embedder
from memory.scope import Owner, Scope
from memory.text import chunks
from ome.strategies.extract_agent_skill.rules import PastCase

# The latest ones. Comparing so many takes about 20 ms and 16 MB.
MOST_CASES = 1_000
UNKNOWN_QUALITY = 0.5  # of a case that a person wrote without a quality


@dataclass(frozen=True, slots=True)
class PastCases:
    """The cases by day and number; `similarity` (0 to 1) is that of every pair of intents."""

    cases: Sequence[PastCase]
    similarity: np.ndarray
    complete: bool  # whether these are all cases of the agent

    def holds(self, case_id: str) -> bool:
        """Whether a case exists. Cases older than those that were read are assumed to exist."""
        known = any(case.id == case_id for case in self.cases)
        return known or (not self.complete and bool(self.cases) and case_id < self.cases[0].id)


def past_cases(scope: Scope, owner: Owner) -> PastCases:
    """Reads the agent's files, latest first, until there are enough cases.

    Vectors come from the index; only cases that it does not contain yet are embedded. Raises ModelUnavailable, and
    DamagedDocument, since an unreadable case is not a removed one.
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
    if not entries:
        return np.zeros((0, 0))
    made = chunks.embed(list(missing.values()), embedder.embed_passages, embedder.dimensions)
    known |= dict(zip(missing, made, strict=True))
    vectors = np.stack([_one(known[entry.sha256]) for entry in entries])
    return embedder.similarity(vectors @ vectors.T)


def _one(stack: np.ndarray) -> np.ndarray:
    """One vector of unit length for a text of several chunks."""
    mean = stack.mean(axis=0)
    return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-9))
