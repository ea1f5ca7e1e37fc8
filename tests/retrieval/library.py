"""Memories put straight into the index, with the vectors of the embedder that is in use."""

from datetime import UTC, datetime, timedelta
from typing import Any

from memory.index.schema import IndexRow, row_of
from memory.index.tables import KindTable
from memory.kinds.registry import KINDS
from memory.providers.registry import get_embedder
from memory.scope import Owner, Scope
from memory.text import chunks

HOME = Scope()
START = datetime(2026, 5, 1, 9, tzinfo=UTC)


def keep(kind: str, owner: Owner, *memories: dict[str, Any], scope: Scope = HOME) -> list[str]:
    """Their entry ids, in the order given; each is an hour later than the one before."""
    declared, embedder = KINDS[kind], get_embedder()
    rows: list[IndexRow] = []
    for number, given in enumerate(memories, 1):
        moment = START + timedelta(hours=number)
        values = {"owner_id": owner.id, "timestamp": moment, **given}
        entry_id = f"{declared.prefix}_{moment:%Y%m%d}_{number:08d}"
        vectors = chunks.embed([declared.embedded(values)], embedder.embed_passages, embedder.dimensions)[0]
        path = f"{owner.id}/{kind}.md"
        rows.append(
            row_of(declared, scope, owner, path, entry_id, f"{owner.id}-{entry_id}", values, vectors, moment)
        )
    KindTable(declared, embedder).apply(rows)
    return [row.entry_id for row in rows]
