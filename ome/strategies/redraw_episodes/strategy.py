"""Rebuilds subject and summary of an episode when a person edits its content, unless a person wrote them, too."""

from typing import Any

from memory import times
from memory.ingest.redrawing import redrawn
from memory.kinds.episode import DRAWN, EPISODE, outdated
from memory.kinds.ids import day_of
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Owner
from ome.engine.events import EntryChanged
from ome.engine.strategy import Outcome, Strategy, Work


def owner_of_edited(event: Any) -> list[Owner]:
    return [event.owner] if event.kind == EPISODE.name and event.sha256 else []


def run(work: Work) -> Outcome:
    """Raises DocumentChanged if somebody edits the entry at the same time."""
    event = work.events[0]
    assert isinstance(event, EntryChanged)
    identifier = event.entry_id
    entry = store.find_entry(EPISODE, work.scope, work.owner, identifier)
    if entry is None:
        return Outcome(note="the episode is gone")
    stale = outdated(entry.values)
    if not stale:
        return Outcome(note=f"{' and '.join(DRAWN)} are up to date, or a person's")
    relative = current_root().file(EPISODE, work.scope, work.owner, day=day_of(identifier))
    store.replace_entry(
        relative, identifier, redrawn(entry.values, times.display_zone()), expected=entry.sha256
    )
    return Outcome([identifier])


STRATEGY = Strategy(name="redraw_episodes", on=(EntryChanged,), owners=owner_of_edited, run=run, purpose="")
