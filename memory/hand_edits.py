"""Records edits of files in the history of their entries, with the previous text, which the index still has.

The index and the markdown store are imported only when they are needed, because every command loads this module.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

from django.dispatch import receiver

from memory.coordination.locks import path_lock
from memory.kinds.base import DailyLog, Kind, Values, moment
from memory.kinds.provenance import digest
from memory.kinds.registry import KINDS
from memory.scope import Owner, Scope
from memory.signals import entries_changed


@receiver(entries_changed)
def note_edits(
    kind: str, scope: Scope, owner: Owner, path: PurePosixPath, changed: Mapping[str, str], **_: Any
) -> None:
    """Called before the index is changed. Edits made through a call are already in the history."""
    if changed and isinstance(KINDS[kind].layout, DailyLog):
        for entry, said in _indexed(KINDS[kind], scope, owner, changed).items():
            _note(KINDS[kind], path, entry, said)


def said_before(kind: Kind, before: Values, after: Values) -> dict[str, str]:
    """The previous values of changed texts, without those that the server rebuilt itself."""
    return {
        name: str(before.get(name) or "")
        for name in _said(kind, after)
        if before.get(name) != after.get(name)
    }


def said_sha256(kind: Kind, values: Values) -> str:
    """The hash of the texts of people, by which a change is recognised even if the server has rebuilt others."""
    from memory.markdown.entries import content_sha256

    return content_sha256({name: values.get(name) for name in _said(kind, values)})


def _said(kind: Kind, values: Values) -> list[str]:
    """Fields with text that the server has not derived from another field."""
    drawn = str(values.get("drawn") or "").split("-")
    return [
        field.name
        for field in kind.sections
        if not (field.name in kind.drawn and digest(str(values.get(field.name) or "")) in drawn)
    ]


def _note(kind: Kind, path: PurePosixPath, entry: str, before: Values) -> None:
    from memory.markdown import store
    from memory.markdown.entry_history import BY_HAND, Change, note

    with path_lock(path):
        found = [one for one in store.entries_at(path, only=entry) if one.id == entry]
        is_edited = bool(found) and _is_same_memory(before, found[0].values)
        old = said_before(kind, before, found[0].values) if is_edited else {}
        if old:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            sha256 = said_sha256(kind, found[0].values)
            note(path, Change(entry, now, BY_HAND, "", old, sha256))


def _is_same_memory(before: Values, after: Values) -> bool:
    """The ids of a folder that was removed are used again. What the former memories said may have been forgotten."""
    return moment(before, "learned_at") == moment(after, "learned_at")


def _indexed(kind: Kind, scope: Scope, owner: Owner, entries: Mapping[str, str]) -> dict[str, Values]:
    """What the index says about these entries."""
    from memory.index.schema import row_id, values_in
    from memory.index.tables import KindTable
    from memory.providers.registry import get_embedder

    names = {row_id(scope, owner, entry): entry for entry in entries}
    found = KindTable(kind, get_embedder()).payloads(names)
    return {names[identity]: values_in(kind, payload) for identity, payload in found}
