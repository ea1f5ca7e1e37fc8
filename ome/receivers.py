"""What the core and the cascade announce becomes events, and runs.

The strategies are loaded with the first announcement: they bring the index with them, which takes seconds, and every
management command loads this module.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.dispatch import receiver

from memory.ingest.messages import Turn
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.episode import EPISODE
from memory.models import MemCell
from memory.scope import Owner, Scope
from memory.signals import entries_changed, memcell_extracted
from ome.events import EntryChanged, Event, MemcellExtracted, Said
from ome.wake import wake

SOURCES = frozenset({EPISODE.name, AGENT_CASE.name})  # kinds of which others are derived


@receiver(memcell_extracted)
def note_cell(cell: MemCell, rows: Sequence[Turn], content: str, **_: object) -> None:
    """Commits before the transaction that closes the cell does: after a crash in between the cell is closed again.

    Nothing ever waits the other way round, for `system.db` in a transaction of `ome.db`.
    """
    event = MemcellExtracted(
        scope=Scope(cell.app_id, cell.project_id),
        cell_id=cell.pk,
        session_id=cell.session_id,
        turns=tuple(_said(row) for row in rows),
        episodes=cell.entries,
        content=content,
    )
    _announce([event])


@receiver(entries_changed)
def note_edit(
    kind: str, scope: Scope, owner: Owner, changed: Mapping[str, str], removed: Sequence[str], **_: object
) -> None:
    if kind not in SOURCES:
        return
    now: dict[str, str | None] = {**changed, **dict.fromkeys(removed)}
    _announce(
        EntryChanged(scope=scope, owner=owner, kind=kind, entry_id=entry_id, sha256=sha256)
        for entry_id, sha256 in now.items()
    )


def _announce(events: Iterable[Event]) -> None:
    from ome.announcing import announce

    if announce(events):
        wake()


def _said(turn: Turn) -> Said:
    return Said(
        sender_id=turn.sender_id,
        role=turn.role,
        timestamp_ms=turn.timestamp_ms,
        text=turn.text,
        sender_name=turn.sender_name,
        tool_calls=turn.tool_calls,
        tool_call_id=turn.tool_call_id,
    )
