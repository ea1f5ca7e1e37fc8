"""Derives a strategy's memories again from the files, by announcing the events that it listens to."""

from collections import defaultdict
from collections.abc import Iterator

from memory.batches import batches
from memory.errors import InvalidInput
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.atomic_fact import ATOMIC_FACT, words_of
from memory.kinds.base import Kind, moment
from memory.kinds.episode import EPISODE
from memory.kinds.note import NOTE
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Owner, OwnerType, Scope
from ome.engine import config
from ome.engine.announcing import announce
from ome.engine.events import CaseExtracted, EntryChanged, Event, FactsExtracted, NoteChanged
from ome.engine.strategy import Strategy

EVENTS_A_TRANSACTION = 200


def derive_again(strategy: Strategy, scope: Scope, owner: Owner) -> int:
    """Creates runs, due at once, for everything on disk of this owner; returns how many. Raises InvalidInput if that is
    impossible.
    """
    if strategy.name not in config.enabled():
        raise InvalidInput(f"{strategy.name} is switched off in {config.NAME}.")
    events = list(_events(strategy, scope, owner))
    some = batches(events, EVENTS_A_TRANSACTION)
    return sum(announce(batch, to=[strategy.name], by_hand=True) for batch in some)


def _events(strategy: Strategy, scope: Scope, owner: Owner) -> Iterator[Event]:
    if EntryChanged in strategy.on:
        yield from _as_edited(AGENT_CASE if owner.type is OwnerType.AGENT else EPISODE, scope, owner)
    elif FactsExtracted in strategy.on and owner.type is OwnerType.USER:
        yield from _as_facts(scope, owner)
    elif CaseExtracted in strategy.on and owner.type is OwnerType.AGENT:
        yield from _as_cases(scope, owner)
    elif NoteChanged in strategy.on and owner.type is OwnerType.USER:
        yield from _as_notes(scope, owner)
    else:
        raise InvalidInput(
            f"{strategy.name} cannot derive anything of {owner.type} {owner.id} from the files."
        )


def _as_edited(kind: Kind, scope: Scope, owner: Owner) -> Iterator[Event]:
    for entry in store.entries_of(kind, scope, owner):
        yield EntryChanged(scope=scope, owner=owner, kind=kind.name, entry_id=entry.id, sha256=entry.sha256)


def _as_cases(scope: Scope, owner: Owner) -> Iterator[Event]:
    for entry in store.entries_of(AGENT_CASE, scope, owner):
        yield CaseExtracted(scope=scope, agent_id=owner.id, case_id=entry.id, version=entry.sha256)


def _as_notes(scope: Scope, owner: Owner) -> Iterator[Event]:
    """The user's notes, including deleted ones that an episode still contains."""
    notes: dict[str, str | None] = {
        str(entry.values["parent_id"]): None
        for entry in store.entries_of(EPISODE, scope, owner)
        if entry.values.get("parent_type") == NOTE.name and entry.values.get("parent_id")
    }
    for relative, place in current_root().files_of(NOTE, scope, owner).items():
        for entry in store.read(relative).entries:
            notes[place.bucket] = entry.sha256
    for note_id, sha256 in notes.items():
        yield NoteChanged(scope=scope, user_id=owner.id, note_id=note_id, sha256=sha256)


def _as_facts(scope: Scope, owner: Owner) -> Iterator[Event]:
    """The user's episodes in order, each with its facts as they are in the files."""
    facts: defaultdict[str, list[str]] = defaultdict(list)
    for entry in store.entries_of(ATOMIC_FACT, scope, owner):
        facts[str(entry.values.get("parent_id"))].append(words_of(entry.values))
    for episode in store.entries_of(EPISODE, scope, owner):
        said_at = moment(episode.values, "timestamp")
        yield FactsExtracted(
            scope=scope,
            user_id=owner.id,
            episode_id=episode.id,
            timestamp_ms=int(said_at.timestamp() * 1000) if said_at else 0,
            facts=tuple(facts.get(episode.id, ())),
            version=episode.sha256,
        )
