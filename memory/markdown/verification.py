"""Marks a memory as verified: an entry of a daily log, in its file."""

from dataclasses import dataclass
from datetime import datetime

from memory.errors import InvalidInput, NoSuchMemory
from memory.kinds.base import DailyLog, Value
from memory.markdown import store
from memory.markdown.wire_ids import places_of
from memory.scope import Scope


@dataclass(frozen=True, slots=True)
class Verification:
    """`stale_after` is a day, YYYY-MM-DD; None keeps the memory's value, "" removes it."""

    at: datetime
    by: str | None = None
    stale_after: str | None = None


def verify(scope: Scope, wire_id: str, verification: Verification) -> dict[str, Value]:
    """Returns what the entry then says of its verification. Raises InvalidInput, NoSuchMemory, LockTimeout."""
    places = [one for one in places_of(scope, wire_id) if isinstance(one[1].kind.layout, DailyLog)]
    if not places:
        raise InvalidInput(
            "id: only an episode, an atomic fact, a foresight or an agent case can be verified, by the id that"
            " search and get answer with"
        )
    notes: dict[str, Value] = {"verified_at": verification.at, "verified_by": verification.by}
    if verification.stale_after is not None:
        notes["stale_after"] = verification.stale_after or None
    for relative, _, entry_id in places:
        try:
            document = store.read(relative, only=entry_id)
        except FileNotFoundError:
            continue
        if entry_id not in document.deprecated and store.entry_in(document, entry_id) is not None:
            return store.annotate_entry(relative, entry_id, notes)
    raise NoSuchMemory
