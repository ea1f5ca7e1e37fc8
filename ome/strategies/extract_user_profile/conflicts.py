"""Conflicts of a profile: what a person has said against a correction by hand, and the decision between both."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from memory.coordination.locks import path_lock
from memory.errors import DocumentChanged
from memory.kinds.profile import PROFILE
from memory.markdown import entry_history, store
from memory.markdown.document import single_id
from memory.markdown.root import current_root
from memory.scope import Owner, Scope
from ome.strategies.extract_user_profile.document import Profile, read_profile, write_profile
from ome.strategies.extract_user_profile.items import CONFLICT, Item, item_checksum
from ome.strategies.extract_user_profile.revision import IN_SUMMARY, SUMMARY_CHARS
from ome.strategies.extract_user_profile.summary import name_in_summary, summary_of

Decision = Literal["corrected", "said"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """`id` recognises it; `sha256` is that of the document from which it was read."""

    id: str
    corrected: Item
    said: Item
    sha256: str


def conflicts_of(scope: Scope, owner: Owner) -> list[Conflict]:
    """Raises DamagedDocument."""
    read = read_profile(scope, owner)
    return [
        Conflict(item_checksum(said), corrected, said, read.sha256)
        for said in read.profile.items
        if said.get("category") == CONFLICT and (corrected := _corrected(read.profile, said)) is not None
    ]


def decide(
    scope: Scope, owner: Owner, identifier: str, decision: Decision, expected: str, by: str, reason: str
) -> None:
    """Removes the conflict from the profile, and records in the profile's history what was removed, by whom, and why.
    If what was `said` holds, it takes the place of the correction, and is from then on a person's own item, too.
    `expected` is the document's sha256 as it was read.

    Raises DocumentChanged, also for a conflict that is not there any more, and DamagedDocument.
    """
    path = current_root().file(PROFILE, scope, owner)
    with path_lock(path):
        dropped = _decide(scope, owner, identifier, decision, expected)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        old = {str(dropped.get("category")): str(dropped["description"])}
        change = entry_history.Change(
            single_id(PROFILE, owner, None), now, by, reason, old, store.document_sha256(path)
        )
        entry_history.note(path, change)


def _decide(scope: Scope, owner: Owner, identifier: str, decision: Decision, expected: str) -> Item:
    """Returns the item that does not hold."""
    read = read_profile(scope, owner)
    profile = read.profile
    said = next((item for item in profile.items if item_checksum(item) == identifier), None)
    corrected = _corrected(profile, said) if said is not None else None
    if said is None or corrected is None or read.sha256 != expected:
        raise DocumentChanged
    before = profile.current()[:IN_SUMMARY]
    kept = [item for item in profile.items if item is not said]
    if decision == "said":
        stated = {name: value for name, value in said.items() if name != "contradicts"}
        stated["category"] = corrected["category"]
        kept = [stated if item is corrected else item for item in kept]
    profile.items = kept
    name = name_in_summary(profile.summary, before)  # None if a model or a person has written it
    summary = summary_of(name, profile.current()[:IN_SUMMARY], SUMMARY_CHARS) if name else None
    write_profile(scope, owner, profile, summary, profile.edits(), read)
    return corrected if decision == "said" else said


def _corrected(profile: Profile, said: Item) -> Item | None:
    return next((item for item in profile.items if item["description"] == said.get("contradicts")), None)
