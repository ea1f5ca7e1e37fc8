"""Who speaks in the memories of an owner, read with as few rows as possible."""

import json
from typing import Any

from lancedb.table import LanceTable

from memory.index import handles, sql
from memory.index.tables import KindTable

MOST_ROWS = 32  # read in full, however many people there are


def has_spoken(sender_id: str) -> str:
    """The condition that this sender has spoken in a memory."""
    return sql.has("sender_ids", sender_id)


def owners(table: KindTable, where: str) -> set[str]:
    """The owners of the rows that meet the condition: one scan of one column. Raises IndexUnavailable."""

    def read(lance: LanceTable) -> set[str]:
        return set(handles.rows(lance, ["owner_id"], where)["owner_id"].to_pylist())

    nothing: set[str] = set()
    return table.ask(read, nothing)


def examples(table: KindTable, where: str) -> list[tuple[list[str], dict[str, Any]]]:
    """Sender ids and payload of rows that together include every sender, latest first.

    One scan of one column, then those rows; beyond MOST_ROWS only the ids, with an empty payload. Raises
    IndexUnavailable.
    """

    def read(lance: LanceTable) -> list[tuple[list[str], dict[str, Any]]]:
        found = handles.answer(handles.query(lance).select(["sender_ids"]).where(where).with_row_id())
        last_of: dict[str, int] = {}
        for row, senders in zip(found["_rowid"].to_pylist(), found["sender_ids"].to_pylist(), strict=True):
            last_of.update(dict.fromkeys(senders or (), row))
        wanted = sorted(set(last_of.values()), reverse=True)[:MOST_ROWS]
        if not wanted:
            return []
        rows = handles.answer(handles.take(lance, wanted).select(["sender_ids", "payload"]))
        payloads = map(json.loads, rows["payload"].to_pylist())
        return [*zip(rows["sender_ids"].to_pylist(), payloads, strict=True), (list(last_of), {})]

    nothing: list[tuple[list[str], dict[str, Any]]] = []
    return table.ask(read, nothing)
