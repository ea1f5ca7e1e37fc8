"""Finds memories that a person added by editing or adding a file, so that others are derived from them as from any
other memory.
"""

from collections.abc import Sequence
from pathlib import PurePosixPath

from cascade.diff import FileDiff, version_of
from cascade.models import IndexRepair
from memory.index import filling
from memory.kinds.base import FROM_CELL, Kind
from memory.markdown.entries import Entry
from memory.models import MemCell
from memory.scope import Owner, OwnerType
from memory.signals import entries_changed


def announce_additions(kind: Kind, differences: Sequence[FileDiff]) -> None:
    """Announces new entries that a person wrote. Does nothing when the entries only look new because the index was
    rebuilt.
    """
    fresh = [entry for difference in differences for entry in difference.fresh]
    cells = MemCell.objects.in_bulk([str(e.values["parent_id"]) for e in fresh if _is_from_cell(e)])
    for difference in differences:
        place = difference.file.place
        added = {e.id: version_of(kind, e) for e in difference.fresh if not _is_ours(e, place.owner, cells)}
        if not added:
            continue
        if kind.name in filling.kinds() or IndexRepair.objects.filter(kind=kind.name).exists():
            return
        entries_changed.send(
            sender=kind.name, kind=kind.name, scope=place.scope, owner=place.owner,
            path=PurePosixPath(difference.file.path), changed=added, removed=[],
        )  # fmt: skip


def _is_from_cell(entry: Entry) -> bool:
    return entry.values.get("parent_type") == FROM_CELL and bool(entry.values.get("parent_id"))


def _is_ours(entry: Entry, owner: Owner, cells: dict[str, MemCell]) -> bool:
    """Whether the server wrote and announced this entry. A copy for another owner or under another id is new."""
    if not _is_from_cell(entry):
        return bool(entry.values.get("parent_id"))
    cell = cells.get(str(entry.values["parent_id"]))
    if cell is None or cell.status == MemCell.Status.PENDING or owner.type is OwnerType.AGENT:
        return cell is not None
    return entry.id in (cell.entries.get(owner.id), cell.group_entry)
