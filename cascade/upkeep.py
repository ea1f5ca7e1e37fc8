"""Keeps the index tables small and fast."""

import structlog

from memory.errors import MemoryServiceError
from memory.index.tables import KindTable
from memory.kinds.registry import KINDS
from memory.providers.registry import get_embedder

log = structlog.get_logger(__name__)


def optimize_tables() -> None:
    """Compacts every table, deletes old versions, and drops generations that are no longer in use."""
    for kind in KINDS.values():
        try:
            table = KindTable(kind, get_embedder())
            table.optimize()
            table.prune_generations()
        except MemoryServiceError as error:
            log.warning("index table not optimized", kind=kind.name, error=str(error))
