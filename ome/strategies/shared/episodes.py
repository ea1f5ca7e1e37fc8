"""The episodes from which memories are derived, as their files are now; what is derived follows them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from memory.conversation.wording import names_in
from memory.coordination.request_priority import yield_to_requests
from memory.errors import DocumentChanged
from memory.kinds.base import Kind, Values
from memory.kinds.episode import EPISODE
from memory.kinds.ids import named_day
from memory.kinds.note import NOTE
from memory.kinds.provenance import HAND_EDIT, source_of
from memory.markdown import store
from memory.markdown.document import Document
from memory.markdown.entries import Entry
from memory.markdown.root import current_root
from memory.scope import Owner, OwnerType, Scope
from ome.engine.events import EntryChanged, Event, MemcellExtracted
from ome.engine.strategy import Work

ATTEMPTS = 5  # if the episode is edited during all of them, the run is tried again later


@dataclass(frozen=True, slots=True)
class Episode:
    id: str
    subject: str
    summary: str
    content: str
    session_id: str | None
    session_ids: tuple[str, ...]  # of a merged episode: those of the episodes that it replaces
    timestamp: datetime
    sender_ids: tuple[str, ...]
    sha256: str
    metadata: str | None = None  # a JSON object
    source: str = HAND_EDIT  # of what is derived from the text alone

    @property
    def timestamp_ms(self) -> int:
        return int(self.timestamp.timestamp() * 1000)

    @property
    def sessions(self) -> Values:
        """The session fields of a memory that is derived from this episode."""
        if self.session_id is not None or not self.session_ids:
            return {"session_id": self.session_id}
        return {"session_ids": list(self.session_ids)}


def is_as_written(event: Event, episode: Episode) -> bool:
    """Whether the episode is unchanged since it was written, so that the original messages can be read instead."""
    return isinstance(event, MemcellExtracted) and event.content == episode.content


def find_episode(scope: Scope, owner: Owner, identifier: str, day: date | None = None) -> Episode | None:
    """None if the episode no longer exists or has been replaced. Raises DamagedDocument.

    `day` is that of its file, and needed only for an id that does not name it.
    """
    document = _log(scope, owner, identifier, day)
    if document is None or identifier in document.deprecated:
        return None
    entry = store.entry_in(document, identifier)
    return _episode(entry) if entry is not None else None


def recent_episodes(scope: Scope, owner: Owner, limit: int) -> list[Episode]:
    """The newest episodes, without replaced ones and those that mirror a note."""
    found: list[Episode] = []
    for relative in reversed(current_root().files_of(EPISODE, scope, owner)):
        entries = reversed(store.current_entries(store.read(relative)))
        found += [_episode(entry) for entry in entries if entry.values.get("parent_type") != NOTE.name]
        if len(found) >= limit:
            break
    return found[:limit]


def successor(scope: Scope, owner: Owner, identifier: str) -> str | None:
    """The id of the episode that replaces this one; None if there is none."""
    document = _log(scope, owner, identifier)
    return document.deprecated.get(identifier) if document is not None else None


def _episode(entry: Entry) -> Episode:
    values = entry.values
    moment, session = values["timestamp"], values.get("session_id")
    return Episode(
        id=entry.id,
        subject=str(values.get("subject") or ""),
        summary=str(values.get("summary") or ""),
        content=str(values["content"]),
        session_id=str(session) if session is not None else None,
        session_ids=_texts(values, "session_ids"),
        timestamp=moment if isinstance(moment, datetime) else datetime.fromtimestamp(0, UTC),
        sender_ids=_texts(values, "sender_ids"),
        sha256=entry.sha256,
        metadata=str(values.get("metadata") or "") or None,
        source=source_of(EPISODE, values) or HAND_EDIT,
    )


def _texts(values: Values, name: str) -> tuple[str, ...]:
    found = values.get(name)
    return tuple(map(str, found)) if isinstance(found, list) else ()


def _log(scope: Scope, owner: Owner, identifier: str, day: date | None = None) -> Document | None:
    """The daily log of this episode, with this entry only; None without a file, or if no day is known."""
    day = day or named_day(identifier)
    if day is None:
        return None
    try:
        return store.read(current_root().file(EPISODE, scope, owner, day=day), only=identifier)
    except FileNotFoundError:
        return None


def name_in(episode: Episode, owner: Owner) -> str | None:
    """The name that an episode by rules uses for a participant; None if it does not tell."""
    listed = names_in(episode.content)
    if len(listed) != len(episode.sender_ids) or owner.id not in episode.sender_ids:
        return None
    return listed[episode.sender_ids.index(owner.id)]


@dataclass(frozen=True, slots=True)
class Derived:
    """The derived entries. `episode` is None if it no longer exists; then there are no entries."""

    episode_id: str
    episode: Episode | None
    ids: list[str]
    drafts: Sequence[Values]


def derive(kind: Kind, work: Work, drafts_of: Callable[[Episode], Sequence[Values]]) -> Derived | None:
    """Writes what `drafts_of` derives from the episode. None if the event is about no episode of the owner.

    Raises DocumentChanged if the episode was edited during each of several attempts.
    """
    place = _place(work.events[0], work.owner)
    if place is None:
        return None
    identifier, day = place
    for _ in range(ATTEMPTS):
        episode = find_episode(work.scope, work.owner, identifier, day)
        drafts = drafts_of(episode) if episode else []
        yield_to_requests()
        ids = store.put_children(kind, work.scope, work.owner, day, identifier, drafts)
        if find_episode(work.scope, work.owner, identifier, day) == episode:
            return Derived(identifier, episode, ids, drafts)
    raise DocumentChanged


def _place(event: Event, owner: Owner) -> tuple[str, date] | None:
    """The entry id of the owner's episode that the event is about, and the day of its file, which the id names or the
    event tells.
    """
    identifier, day = None, None
    match event:
        case MemcellExtracted() if owner.type is OwnerType.GROUP:
            identifier = event.group_episode if event.group_id == owner.id else None
        case MemcellExtracted():
            identifier = event.episodes.get(owner.id)
        case EntryChanged(kind=EPISODE.name):
            identifier, day = event.entry_id, event.day
    if identifier is not None:
        day = named_day(identifier) or day
    return None if identifier is None or day is None else (identifier, day)
