"""user.md as the engine reads and writes it: what is its own, and what a person has put there.

The frontmatter keeps the checksums of what the engine wrote (`derived_items`) and the last events that it took in
(`derived_from`). What has no checksum there is a person's, and stays; what has one and is not in the document was
removed by a person, and is not put back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from memory.errors import DamagedDocument
from memory.kinds.profile import PROFILE
from memory.kinds.provenance import HAND_EDIT
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Owner, Scope
from ome.strategies.extract_user_profile.items import (
    CONFLICT,
    PAST,
    Item,
    ManualEdits,
    checksum,
    item_checksum,
)

MOST_CHECKSUMS = 200
MOST_EVENTS = 64  # more than one run takes together: only a run that a crash interrupted is repeated

_ITEMS, _EVENTS = "derived_items", "derived_from"


@dataclass(slots=True)
class Profile:
    items: list[Item] = field(default_factory=list)
    traits: list[Item] = field(default_factory=list)
    summary: str = ""
    timestamp_ms: int = 0
    # Entries by a person that do not have the form of an item.
    foreign_items: list[Any] = field(default_factory=list)
    foreign_traits: list[Any] = field(default_factory=list)
    ours: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    def edits(self) -> ManualEdits:
        """What people have changed in the document. Call it before you change anything."""
        present = {item_checksum(item) for item in (*self.items, *self.traits)}
        return ManualEdits(
            theirs=frozenset(present - set(self.ours)),
            removed=frozenset(set(self.ours) - present - {_summary(self.summary)}),
        )

    def current(self) -> list[tuple[str, str]]:
        """Category and description of what holds now, in the order of the profile."""
        items = [item for item in self.items if item.get("category") not in (PAST, CONFLICT)]
        return [(str(item.get("category")), str(item["description"])) for item in items]

    def summary_is_ours(self) -> bool:
        return not self.summary or _summary(self.summary) in self.ours


@dataclass(frozen=True, slots=True)
class Read:
    """A profile and the version of the document from which it was read."""

    profile: Profile
    sha256: str

    @property
    def exists(self) -> bool:
        return self.sha256 != store.NO_FILE


def read_profile(scope: Scope, owner: Owner) -> Read:
    """Raises DamagedDocument: what cannot be read must not be overwritten."""
    relative = current_root().file(PROFILE, scope, owner)
    sha256 = store.document_sha256(relative)
    try:
        document = store.read(relative)
    except FileNotFoundError:
        return Read(Profile(), store.NO_FILE)
    if document.problems:
        raise DamagedDocument(f"{relative}: {document.problems[0]}")
    values = document.entries[0].values
    items, foreign_items = _divided(values.get("explicit_info"), "description")
    traits, foreign_traits = _divided(values.get("implicit_traits"), "trait")
    stamp = values.get("profile_timestamp_ms")
    profile = Profile(
        items,
        traits,
        str(values.get("summary") or ""),
        int(stamp) if isinstance(stamp, int | float) else 0,
        foreign_items,
        foreign_traits,
        str(document.frontmatter.get(_ITEMS) or "").split(),
        str(document.frontmatter.get(_EVENTS) or "").split(),
    )
    return Read(profile, sha256)


def write_profile(
    scope: Scope, owner: Owner, profile: Profile, summary: str | None, edits: ManualEdits, read: Read
) -> PurePosixPath:
    """Writes the profile, with checksums of all that the server wrote. `summary` replaces the server's; None keeps it.

    Raises DocumentChanged if the document has changed since it was read.
    """
    was_ours = profile.summary_is_ours()
    new_summary = summary if summary is not None and was_ours else profile.summary
    written = [item_checksum(item) for item in (*profile.items, *profile.traits)]
    ours = [one for one in written if one not in edits.theirs] + ([_summary(new_summary)] if was_ours else [])
    removed = [one for one in profile.ours if one in edits.removed and one not in ours][-MOST_CHECKSUMS:]
    return store.write_document(
        PROFILE,
        scope,
        owner,
        {
            "summary": new_summary,
            "explicit_info": [*_with_editor(profile.items, edits), *profile.foreign_items],
            "implicit_traits": [*_with_editor(profile.traits, edits), *profile.foreign_traits],
            "profile_timestamp_ms": profile.timestamp_ms,
        },
        expected=read.sha256,
        notes={
            _ITEMS: " ".join(dict.fromkeys([*removed, *ours])),
            _EVENTS: " ".join(profile.events[-MOST_EVENTS:]),
        },
    )


def _with_editor(items: Sequence[Item], edits: ManualEdits) -> list[Item]:
    """The items, with `hand_edit` as the source of those that a person has changed."""
    return [
        {**item, "source": HAND_EDIT} if "source" in item and item_checksum(item) in edits.theirs else item
        for item in items
    ]


def _summary(text: str) -> str:
    return checksum("summary", text)


def _divided(value: Any, needed: str) -> tuple[list[Item], list[Any]]:
    """The items in the server's form, and everything else in the list."""
    listed: Sequence[Any] = value if isinstance(value, list) else [] if value is None else [value]
    usual, others = list[Item](), list[Any]()
    for item in listed:
        is_usual = isinstance(item, dict) and isinstance(item.get(needed), str)
        (usual if is_usual else others).append(item)
    return usual, others
