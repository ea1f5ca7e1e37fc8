"""Figures about entries."""

from dataclasses import dataclass

from memory.errors import ModelUnavailable
from memory.index import generations
from memory.keyed import register, retention
from memory.keyed.entries import SCOPE, unexpired
from memory.kinds.keyed_entry import KEYED_ENTRY
from memory.providers.registry import get_embedder


@dataclass(frozen=True, slots=True)
class Counts:
    entries: int
    agents: int  # agents that have any
    forgotten: int  # by decay, in total
    has_embedder: bool  # whether entries can be searched by meaning


def count() -> Counts:
    """Raises IndexIncomplete while a new database does not know all files yet."""
    generations.verify_filled(KEYED_ENTRY.name)
    rows = unexpired(register.live(KEYED_ENTRY, SCOPE))
    return Counts(
        rows.count(),
        rows.values("owner_id").distinct().count(),
        retention.forgotten_so_far(),
        _has_embedder(),
    )


def _has_embedder() -> bool:
    try:
        get_embedder()
    except ModelUnavailable:
        return False
    return True
