"""Keeping the tables small and quick."""

import structlog

from memory.errors import MemoryServiceError
from memory.index.tables import KindTable
from memory.kinds.registry import KINDS
from memory.providers.registry import get_embedder

log = structlog.get_logger(__name__)


def optimize_tables() -> None:
    """Compacts every table, lets old versions go, and drops generations that nobody reads any more."""
    for kind in KINDS.values():
        try:
            table = KindTable(kind, get_embedder())
            table.optimize()
            table.prune_generations()
        except MemoryServiceError as error:
            log.warning("index table not optimized", kind=kind.name, error=str(error))
