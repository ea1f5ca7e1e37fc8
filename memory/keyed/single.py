"""A single memory for clients that do not know kinds: a fact, a note, an agent case."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from memory import times
from memory.ingest.metadata import read
from memory.keyed.documents import KeyedFile
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import moment
from memory.kinds.ids import wire_id
from memory.kinds.note import NOTE, note_text
from memory.kinds.provenance import source_of
from memory.kinds.registry import KINDS
from memory.retrieval.types import Hit
from memory.scope import Owner, OwnerType, Scope

LAST_DAY = (
    "expiration_date"  # in the metadata of messages: the last day on which memories derived from them count
)


@dataclass(frozen=True, slots=True)
class SingleMemory:
    """As its file states it. `user_id`, `agent_id`, `session_id`: its owner, and what else it names."""

    id: str
    kind: str
    scope: Scope
    owner: Owner
    text: str
    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    categories: tuple[str, ...] = ()
    source: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    expires_at: datetime | None = None
    superseded_by: str | None = None
    score: float | None = None

    @property
    def key(self) -> tuple[Scope, str]:
        return self.scope, self.id

    def is_expired(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= now


def end_of(day: object) -> datetime | None:
    """The first moment after a day such as 2026-05-28, in the display time zone; None for an invalid day."""
    try:
        following = date.fromisoformat(str(day)) + timedelta(days=1)
        return datetime.combine(following, time(), times.display_zone()).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def of_hit(hit: Hit) -> SingleMemory:
    """A fact, an episode or an agent case."""
    values, owner = hit.values, hit.owner
    metadata = read(values.get("metadata"))
    last_day = metadata.pop(LAST_DAY, None)
    later = hit.validity.superseded_by if hit.validity else None
    matters = {str(state).partition(":")[0].strip() for state in values.get("states") or ()}
    return SingleMemory(
        id=hit.wire_id,
        kind=hit.kind,
        scope=hit.scope,
        owner=owner,
        text=_text(hit),
        user_id=owner.id if owner.type is OwnerType.USER else None,
        agent_id=owner.id if owner.type is OwnerType.AGENT else None,
        session_id=hit.session_id,
        metadata=metadata,
        categories=tuple(sorted(matters)),
        source=source_of(KINDS[hit.kind], values),
        created_at=hit.timestamp,
        updated_at=hit.updated_at,
        expires_at=moment(values, "valid_to") or end_of(last_day),
        superseded_by=wire_id(hit.owner, later) if later else None,
        score=hit.score,
    )


def of_note(file: KeyedFile, score: float | None = None) -> SingleMemory:
    values, owner = file.values, file.place.owner
    named = {name: str(values[name]) for name in ("user_id", "agent_id", "session_id") if values.get(name)}
    return SingleMemory(
        id=file.place.bucket,
        kind=NOTE.name,
        scope=file.place.scope,
        owner=owner,
        text=note_text(values),
        **{**named, f"{owner.type}_id": owner.id},
        metadata=read(values.get("metadata")),
        categories=(str(values["category"]),),
        source=source_of(NOTE, values),
        created_at=moment(values, "created_at"),
        updated_at=moment(values, "updated_at", "created_at"),
        expires_at=moment(values, "valid_to"),
        score=score,
    )


def _text(hit: Hit) -> str:
    values = hit.values
    if hit.kind == AGENT_CASE.name:
        parts = (values.get("task_intent"), values.get("key_insight") or values.get("approach"))
        return "\n".join(str(part) for part in parts if part)
    return str(values.get("fact" if hit.kind == ATOMIC_FACT.name else "content") or "")
