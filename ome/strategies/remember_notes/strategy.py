"""Mirrors a user's notes as memories: an episode with the note's text, and its facts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from memory import times
from memory.coordination.request_priority import yield_to_requests
from memory.errors import DocumentChanged
from memory.keyed import documents
from memory.keyed.documents import KeyedFile
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Values
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.kinds.ids import day_of
from memory.kinds.note import NOTE, note_text
from memory.kinds.provenance import digest, source_of
from memory.language.sentences import clip, one_line
from memory.markdown import store
from memory.markdown.root import current_root
from memory.markdown.store import may_hold_children
from memory.scope import Owner, user
from memory.text.cleaning import clean
from ome.engine.events import Event, FactsExtracted, NoteChanged, version_of
from ome.engine.strategy import Outcome, Strategy, Work
from ome.strategies.extract_atomic_facts.rules import Fact, facts_of_text
from ome.strategies.extract_user_profile.states import stated_in

ATTEMPTS = 5
SUBJECT_CHARS = 100
SUMMARY_CHARS = 200
FACT_CHARS = 400


@dataclass(frozen=True, slots=True)
class _Mirror:
    """The episode that mirrors a note."""

    id: str
    sha256: str
    day: date


def owner_of_note(event: Any) -> list[Owner]:
    return [user(event.user_id)] if isinstance(event, NoteChanged) else []


def run(work: Work) -> Outcome:
    """Raises DocumentChanged if the note was edited during each of several attempts."""
    event = work.events[0]
    assert isinstance(event, NoteChanged)
    path = documents.path_of(NOTE, work.scope, work.owner, event.note_id)
    for _ in range(ATTEMPTS):
        note = documents.get(path)
        yield_to_requests()
        outcome = _remember(work, event.note_id, note) if note else _forgotten(work, event.note_id)
        after = documents.get(path)
        if (note and note.sha256) == (after and after.sha256):
            return outcome
    raise DocumentChanged


def _remember(work: Work, note_id: str, note: KeyedFile) -> Outcome:
    created_at = note.values["created_at"]
    assert isinstance(created_at, datetime)
    day = created_at.astimezone(times.display_zone()).date()
    draft = _episode(work.owner, note.values, created_at)
    stated = store.said_sha256({**draft, "owner_id": work.owner.id, "parent_id": note_id})
    stale = [m for m in _mirrors(work, note_id) if (m.sha256, m.day) != (stated, day)]
    _strip(work, stale)
    for other in {mirror.day for mirror in stale} - {day}:
        store.put_children(EPISODE, work.scope, work.owner, other, note_id, [])
    [episode_id] = store.put_children(EPISODE, work.scope, work.owner, day, note_id, [draft])
    holds = {name: note.values.get(name) for name in ("valid_from", "valid_to")}
    facts = [{**_fact(fact, work.owner, draft), **holds} for fact in _facts(work.owner, draft)]
    ids = store.put_children(ATOMIC_FACT, work.scope, work.owner, day, episode_id, facts)
    announced = FactsExtracted(
        scope=work.scope,
        user_id=work.owner.id,
        episode_id=episode_id,
        timestamp_ms=int(created_at.timestamp() * 1000),
        facts=tuple(str(fact["fact"]) for fact in facts),
        is_correction=bool(stale),
        version=version_of(ids),
    )
    gone = _gone(work, (mirror for mirror in stale if mirror.id != episode_id))
    return Outcome([episode_id, *ids], [*gone, announced])


def _forgotten(work: Work, note_id: str) -> Outcome:
    mirrors = list(_mirrors(work, note_id))
    _strip(work, mirrors)
    for day in {mirror.day for mirror in mirrors}:
        store.put_children(EPISODE, work.scope, work.owner, day, note_id, [])
    return Outcome(events=_gone(work, mirrors), note="the note is gone")


def _strip(work: Work, mirrors: Sequence[_Mirror]) -> None:
    """Removes what was derived from these episodes; called first, since without them it could not be found any more."""
    for mirror in mirrors:
        for kind in (ATOMIC_FACT, FORESIGHT):
            store.put_children(kind, work.scope, work.owner, mirror.day, mirror.id, [])


def _mirrors(work: Work, note_id: str) -> Iterator[_Mirror]:
    """The note's episodes in all daily logs, since a person may have changed the note's date."""
    root = current_root()
    for relative in root.files_of(EPISODE, work.scope, work.owner):
        if not may_hold_children(root.absolute(relative).read_bytes(), note_id):
            continue
        for entry in store.read(relative).entries:
            if entry.values.get("parent_id") == note_id and entry.values.get("parent_type") == NOTE.name:
                yield _Mirror(entry.id, store.said_sha256(entry.values), day_of(entry.id))


def _episode(owner: Owner, note: Values, created_at: datetime) -> Values:
    memory = note_text(note)
    session_id = note.get("session_id")
    return {
        "session_id": str(session_id) if session_id else None,
        "timestamp": created_at.astimezone(UTC),
        "parent_type": NOTE.name,
        "source": source_of(NOTE, note),
        "sender_ids": [owner.id],
        "subject": one_line(f"{_heading(note)}: {memory}", SUBJECT_CHARS),
        "summary": one_line(memory, SUMMARY_CHARS),
        "content": memory,
    }


def _heading(note: Values) -> str:
    """What the note is about, if the client said so; otherwise its category."""
    metadata = note.get("metadata")
    about = metadata.get("about") if isinstance(metadata, dict) else None
    return " ".join(str(about or str(note["category"]).capitalize()).split())


def _facts(owner: Owner, episode: Values) -> list[Fact]:
    """The sentences of the note; if it contains only questions, its beginning."""
    said_at, content = episode["timestamp"], str(episode["content"])
    assert isinstance(said_at, datetime)
    drawn = facts_of_text(content, owner.id, (), said_at.astimezone(times.display_zone()))
    return drawn or [Fact(clip(content, FACT_CHARS), int(said_at.timestamp() * 1000))]


def _fact(fact: Fact, owner: Owner, episode: Values) -> Values:
    said_at = episode["timestamp"]
    assert isinstance(said_at, datetime)
    stated = stated_in(fact.text, [owner.id], said_at.astimezone(times.display_zone()).date())
    return {
        "timestamp": episode["timestamp"],
        "parent_type": "episode",
        "session_id": episode["session_id"],
        "states": list(stated.states) or None,
        "ends": list(stated.ends) or None,
        "source": episode["source"],
        "told": digest(clean(fact.text)),
        "fact": clean(fact.text),
    }


def _gone(work: Work, mirrors: Iterable[_Mirror]) -> list[Event]:
    return [
        FactsExtracted(scope=work.scope, user_id=work.owner.id, episode_id=mirror.id, is_correction=True)
        for mirror in mirrors
    ]


STRATEGY = Strategy(name="remember_notes", on=(NoteChanged,), owners=owner_of_note, run=run, purpose="")
