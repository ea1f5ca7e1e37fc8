"""Turns announcements of the core and the cascade into events and runs.

The strategies are loaded with the first announcement: they import the index, which takes seconds, and every management
command loads this module.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from pathlib import PurePosixPath
from typing import Any

import structlog
from django.dispatch import receiver

from memory.conversation.messages import Turn
from memory.conversation.reading import KEPT
from memory.coordination import wake_ups
from memory.errors import DamagedDocument
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Values
from memory.kinds.episode import EPISODE
from memory.kinds.note import NOTE
from memory.markdown.root import current_root
from memory.models import MemCell
from memory.scope import Owner, OwnerType, Scope
from memory.signals import documents_indexed, entries_changed, memcell_extracted
from ome.engine.events import EntryChanged, Event, MemcellExtracted, NoteChanged, Said

log = structlog.get_logger(__name__)

SOURCES = frozenset({EPISODE.name, AGENT_CASE.name})  # kinds that others are derived from


@receiver(memcell_extracted)
def note_cell(
    cell: MemCell, rows: Sequence[Turn], content: str, reading: dict[str, Any] | None, **_: object
) -> None:
    """Commits before the transaction that closes the cell: after a crash in between, the cell is closed again.

    Nothing ever waits in the other direction, for `system.db` within a transaction of `ome.db`.
    """
    event = MemcellExtracted(
        scope=cell.scope,
        cell_id=cell.pk,
        session_id=cell.session_id,
        turns=tuple(Said.model_validate(row, from_attributes=True) for row in rows),
        episodes=cell.entries,
        content=content,
        group_id=cell.group_id,
        group_episode=cell.group_entry or None,
        was_read=reading is not None,
    )
    _announce([event], {KEPT: reading} if reading is not None else {})


@receiver(entries_changed)
def note_edit(
    kind: str,
    scope: Scope,
    owner: Owner,
    path: PurePosixPath,
    changed: Mapping[str, str],
    removed: Sequence[str],
    **_: object,
) -> None:
    if kind == ATOMIC_FACT.name and changed:
        _redraw_from(scope, owner, changed)
    if kind not in SOURCES:
        return
    from ome.engine.queue import last_in

    place = current_root().locate(path)
    day = date.fromisoformat(place.bucket) if place is not None else None
    now: dict[str, str | None] = {**changed, **dict.fromkeys(removed)}
    events = [
        EntryChanged(scope=scope, owner=owner, kind=kind, entry_id=entry_id, day=day, sha256=sha256)
        for entry_id, sha256 in now.items()
    ]
    # A rebuilt subject or summary does not count as another edit.
    _announce(event for event in events if last_in(event.lane) != event.id)


def _redraw_from(scope: Scope, owner: Owner, facts: Collection[str]) -> None:
    """Other memories are not derived from an edited fact, but a profile rests on it."""
    from ome.strategies.forgetting import redraw_from

    try:
        redraw_from(scope, owner, facts)
    except DamagedDocument as error:  # which the cascade reports, too
        log.warning("the profile does not follow edited facts", facts=list(facts), error=str(error))


@receiver(documents_indexed)
def note_note(kind: str, scope: Scope, owner: Owner, name: str, values: Values | None, **_: object) -> None:
    """The cascade reports every file that it reads; an unchanged note is not an event."""
    if kind != NOTE.name or owner.type is not OwnerType.USER:
        return
    from memory.markdown.entries import content_sha256
    from ome.engine.queue import last_in

    sha256 = content_sha256(values) if values is not None else None
    event = NoteChanged(scope=scope, user_id=owner.id, note_id=name, sha256=sha256)
    if last_in(event.lane) != event.id:
        _announce([event])


def _announce(events: Iterable[Event], kept: Mapping[str, Any] = {}) -> None:
    from ome.engine.announcing import announce

    if announce(events, kept=kept):
        wake_ups.RUN_STRATEGIES.send()
