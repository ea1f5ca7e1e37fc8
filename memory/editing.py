"""Corrects memories through calls, and determines their lineage: their origin, and what was derived from them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePosixPath

from memory import times
from memory.coordination.locks import path_lock
from memory.errors import DamagedDocument, DocumentChanged, InvalidInput, NoSuchMemory
from memory.hand_edits import said_before, said_sha256
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import FROM_CELL, Kind, Value, Values, moment
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.kinds.ids import day_of, wire_id
from memory.kinds.note import NOTE
from memory.kinds.registry import FROM_EPISODES
from memory.markdown import store
from memory.markdown.entries import Entry
from memory.markdown.entry_history import Change, changes, note
from memory.markdown.root import Located, current_root
from memory.markdown.wire_ids import places_of
from memory.models import MemCell
from memory.retrieval.types import Hit
from memory.scope import Owner, Scope
from memory.text.cleaning import clean

EDITABLE: Mapping[str, tuple[str, ...]] = {  # kind -> fields
    EPISODE.name: ("content", "subject", "summary"),
    ATOMIC_FACT.name: ("fact",),
    FORESIGHT.name: ("foresight",),
    AGENT_CASE.name: ("task_intent", "approach", "key_insight"),
}
MOST_REASON_CHARS = 500


@dataclass(frozen=True, slots=True)
class Known:
    """A memory as its file states it."""

    path: PurePosixPath
    place: Located
    entry: Entry
    replaced_by: str | None  # the entry id of the merged episode that replaces it

    @property
    def owner(self) -> Owner:
        return self.place.owner

    def as_hit(self) -> Hit:
        values = dict(self.entry.values)
        session, senders = values.get("session_id"), values.get("sender_ids")
        modified = current_root().absolute(self.path).stat().st_mtime_ns
        return Hit(
            kind=self.place.kind.name,
            scope=self.place.scope,
            owner_id=self.owner.id,
            entry_id=self.entry.id,
            timestamp=moment(values, "timestamp"),
            updated_at=times.of_file(modified),
            session_id=None if session is None else str(session),
            sender_ids=senders if isinstance(senders, list) else [],
            values=values,
            owner_type=self.owner.type,
        )


@dataclass(frozen=True, slots=True)
class Lineage:
    """Where a memory comes from, and what was derived from it; ids as clients know them."""

    source: str | None  # the episode or note that it was derived from
    cell_id: str | None
    message_ids: list[str]  # as long as the cell is kept
    derived: list[str]
    replaced_by: str | None


def find(scope: Scope, identifier: str) -> Known:
    """Raises NoSuchMemory, DamagedDocument for a memory in a damaged part of its file."""
    for path, place, entry_id in places_of(scope, identifier):
        try:
            document = store.read(path)
        except FileNotFoundError:
            continue
        entry = store.entry_in(document, entry_id)
        if entry is not None:
            return Known(path, place, entry, document.deprecated.get(entry_id))
    raise no_such_memory(identifier)


def no_such_memory(identifier: str) -> NoSuchMemory:
    return NoSuchMemory(f"There is no memory {identifier}.")


def edit(
    scope: Scope,
    identifier: str,
    texts: Mapping[str, str],
    by: str,
    reason: str = "",
    expected: str | None = None,
) -> Known:
    """Changes texts of a memory. The previous texts go into its history, and derived memories follow when the cascade
    reads the file, even after a crash.

    `expected` is the sha256 of the values that the caller has read: raises DocumentChanged if they have changed since.
    Raises NoSuchMemory, and InvalidInput for an unknown field or an empty text.
    """
    memory, texts = find(scope, identifier), {name: clean(text) for name, text in texts.items()}
    _verify(memory.place.kind, texts)
    with _locked_entry(memory, identifier, expected) as before:
        after = {**before.values, **texts}
        if after != before.values:
            store.replace_entry(memory.path, before.id, after, expected=before.sha256)
            _note(memory, before.values, by, reason)
    return find(scope, identifier)


def decide(
    scope: Scope, identifier: str, values: Values, by: str, reason: str, expected: str | None = None
) -> Known:
    """Changes values other than its texts as a person has decided, such as since when it does not hold; None removes
    one. The previous values go into its history. `expected` and errors as in `edit`.
    """
    memory = find(scope, identifier)
    with _locked_entry(memory, identifier, expected) as before:
        after = {**before.values, **values}
        store.replace_entry(memory.path, before.id, after, expected=before.sha256)
        old = {name: _as_text(before.values.get(name)) for name in values}
        _record(memory, old, said_sha256(memory.place.kind, after), by, reason)
    return find(scope, identifier)


def annotate(scope: Scope, identifier: str, notes_of: Callable[[Values], Values]) -> Known:
    """Changes values of a memory other than its texts; `notes_of` gets the current ones. Raises NoSuchMemory."""
    memory = find(scope, identifier)
    with _locked_entry(memory, identifier) as before:
        store.annotate_entry(memory.path, before.id, notes_of(before.values))
    return find(scope, identifier)


@contextmanager
def _locked_entry(memory: Known, identifier: str, expected: str | None = None) -> Iterator[Entry]:
    """The entry as it is while its file is locked. Raises DocumentChanged if its sha256 is not `expected`."""
    with path_lock(memory.path):
        entry = find(memory.place.scope, identifier).entry
        if expected is not None and entry.sha256 != expected:
            raise DocumentChanged
        yield entry


def history_of(memory: Known) -> list[Change]:
    """In chronological order."""
    return changes(memory.path, memory.entry.id)


def lineage_of(memory: Known, derived: Iterable[Known] | None = None) -> Lineage:
    """`derived` is what `derived_from` has found, for callers who have it."""
    if derived is None:
        derived = derived_from(memory.place, memory.entry.id)
    values, owner = memory.entry.values, memory.owner
    parent, parent_type = values.get("parent_id"), values.get("parent_type")
    cell = str(parent) if parent_type == FROM_CELL else None
    row = MemCell.objects.filter(pk=cell).values_list("message_ids", flat=True).first() if cell else None
    source = None
    if parent and parent_type == NOTE.name:
        source = str(parent)
    elif parent and parent_type == EPISODE.name:
        source = wire_id(owner, str(parent))
    return Lineage(
        source=source,
        cell_id=cell,
        message_ids=list(row or []),
        derived=[wire_id(owner, each.entry.id) for each in derived],
        replaced_by=wire_id(owner, memory.replaced_by) if memory.replaced_by else None,
    )


def derived_from(place: Located, entry_id: str) -> Iterator[Known]:
    """Facts and foresights of an episode, from the files of its day, or skills learned from a case; none of files that
    cannot be read.
    """
    for path in _files_of_derived(place, entry_id):
        try:
            document = store.read(path)
        except (FileNotFoundError, DamagedDocument):
            continue
        for entry in document.entries:
            cases = entry.values.get("source_case_ids")
            if entry.values.get("parent_id") == entry_id or (isinstance(cases, list) and entry_id in cases):
                replaced_by = document.deprecated.get(entry.id)
                yield Known(path, current_root().located(path), entry, replaced_by)


def _files_of_derived(place: Located, entry_id: str) -> Iterator[PurePosixPath]:
    if place.kind is EPISODE:
        for kind in FROM_EPISODES:
            yield current_root().file(kind, place.scope, place.owner, day=day_of(entry_id))
    elif place.kind is AGENT_CASE:
        yield from current_root().files_of(AGENT_SKILL, place.scope, place.owner)


def _verify(kind: Kind, texts: Mapping[str, str]) -> None:
    if kind.name not in EDITABLE:
        raise InvalidInput(f"A memory of the kind {kind.name} is edited in its file, not by a call.")
    unknown = [name for name in texts if name not in EDITABLE[kind.name]]
    if unknown:
        raise InvalidInput(f"{kind.name} has no {unknown[0]}; it has {', '.join(EDITABLE[kind.name])}.")
    if not texts:
        raise InvalidInput(f"Name at least one field to change: {', '.join(EDITABLE[kind.name])}.")
    empty = [name for name, text in texts.items() if not text.strip() and kind.field(name).required]
    if empty:
        raise InvalidInput(f"{empty[0]} cannot be empty; to remove a memory, forget it.")


def _note(memory: Known, before: Values, by: str, reason: str) -> None:
    """Hold the path's lock."""
    [after] = [
        one for one in store.read(memory.path, only=memory.entry.id).entries if one.id == memory.entry.id
    ]
    old = said_before(memory.place.kind, before, after.values)
    _record(memory, old, said_sha256(memory.place.kind, after.values), by, reason)


def _record(memory: Known, old: Mapping[str, str], sha256: str, by: str, reason: str) -> None:
    """Hold the path's lock."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    note(memory.path, Change(memory.entry.id, now, by, clean(reason), old, sha256))


def _as_text(value: Value) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
