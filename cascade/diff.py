"""Compares files with the index: what must change so that the index agrees with the files."""

import json
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from cascade.reading import SourceFile
from memory.index.schema import row_id
from memory.index.tables import KindTable, Place
from memory.kinds.base import DailyLog, Kind, Values
from memory.kinds.note import NOTE
from memory.markdown.entries import Entry, content_sha256
from memory.markdown.root import Located, current_root
from memory.text.cleaning import describe

# Problems are shown on one line of a table or an answer.
PROBLEMS_SHOWN = 5
# Of a row without vectors yet: marks the row as one that does not match its file.
TEXT_ONLY = "text:"
# Of more entries most are in the index, and it is cheaper to ask for those that are not, with a second query.
ASKED_AT_ONCE = 64


@dataclass(slots=True)
class FileDiff:
    """One file against the index."""

    file: SourceFile
    indexed: dict[str, str]  # entry id -> content_sha256 of this file's rows in the index
    upserts: list[Entry] = field(default_factory=list)
    fresh: list[Entry] = field(default_factory=list)  # those that no row of any file had before
    removed: list[str] = field(default_factory=list)  # ids of entries that are no longer in the file
    held_elsewhere: dict[str, str] = field(default_factory=dict)  # entry id -> the other file that owns it
    taken_from: set[str] = field(default_factory=set)  # files whose rows move to this one
    set_aside: dict[str, str] = field(default_factory=dict)  # entry id -> why the index cannot hold it

    @property
    def unprecedented(self) -> list[Entry]:
        """The fresh entries that replace nothing: they may be found before the removals are committed."""
        if not self.removed:
            return self.fresh
        return [entry for entry in self.fresh if entry.values.get("parent_type") != NOTE.name]

    def keep_only(self, hashes: Container[str]) -> None:
        """Leaves the other changed entries as the index has them, until the next time."""
        self.upserts = [entry for entry in self.upserts if entry.sha256 in hashes]
        self.fresh = [entry for entry in self.fresh if entry.sha256 in hashes]

    @property
    def rows_after(self) -> int:
        return len((self.indexed.keys() | {entry.id for entry in self.upserts}) - set(self.removed))

    def edited(self) -> dict[str, str]:
        """Entries that the index holds with other values: their ids, and their current versions."""
        return {
            entry.id: version_of(self.file.kind, entry)
            for entry in self.upserts
            if self.indexed.get(entry.id, entry.sha256).removeprefix(TEXT_ONLY) != entry.sha256
        }

    def doomed_rows(self) -> list[str]:
        return [row_id(self.file.place.scope, self.file.place.owner, entry) for entry in self.removed]

    def fresh_rows(self) -> list[str]:
        return [row_id(self.file.place.scope, self.file.place.owner, entry.id) for entry in self.fresh]

    def problem(self) -> str:
        """What is wrong with the file, or ""."""
        copies = [f"entry {entry} is already in {path}" for entry, path in self.held_elsewhere.items()]
        refused = [f"entry {entry} cannot be indexed: {reason}" for entry, reason in self.set_aside.items()]
        problems = [*self.file.problems, *refused, *copies]
        more = len(problems) - PROBLEMS_SHOWN
        return "; ".join(problems[:PROBLEMS_SHOWN]) + (f"; and {more} more" if more > 0 else "")


def version_of(kind: Kind, entry: Entry) -> str:
    """The sha256 of the values that other memories are derived from."""
    return said_version(kind, entry.values) if kind.drawn else entry.sha256


def said_version(kind: Kind, values: Values) -> str:
    return content_sha256({name: value for name, value in values.items() if name not in kind.drawn})


class Claims:
    """Decides which file owns an entry: an entry id belongs to one file of an owner.

    The file that had it first keeps it while it exists, unless the other one is the entry's home: the day or the name
    that the id carries. So a copy never takes rows away, whichever file is read first.
    """

    def __init__(self, holders: dict[str, str]) -> None:
        self._holders = holders  # row id -> path
        self._root = current_root()

    def take(self, file: SourceFile, entry: Entry) -> tuple[bool, str | None]:
        """Whether the entry belongs to this file, and the other file that has or had it."""
        row = row_id(file.place.scope, file.place.owner, entry.id)
        holder = self._holders.get(row)
        if holder == file.path:
            return True, None
        if holder is not None and self._keeps(holder, file, entry.id):
            return False, holder
        self._holders[row] = file.path
        return True, holder

    def _keeps(self, holder: str, newcomer: SourceFile, entry_id: str) -> bool:
        place = self._root.locate(PurePosixPath(holder))
        if place is None or not self._root.absolute(PurePosixPath(holder)).is_file():
            return False
        return not is_home(newcomer.place, entry_id)


def is_home(place: Located, entry_id: str) -> bool:
    """Whether the id names this place: `ep_20261121_00000007` in the file of 2026-11-21, `sk_x` in the folder of x."""
    if isinstance(place.kind.layout, DailyLog):
        return place.bucket.replace("-", "") in entry_id.split("_")
    return entry_id == f"{place.kind.prefix}_{place.bucket}"


def compare(table: KindTable, files: Sequence[SourceFile]) -> Iterator[FileDiff]:
    """One difference for each file, in the given order, with one or two queries of the index in total.

    Of a file of which only the end was read, rows of other entries are neither asked for nor missed.
    """
    indexed: defaultdict[str, dict[str, str]] = defaultdict(dict)
    holders: dict[str, str] = {}
    for place in _places(table, files):
        indexed[place.md_path][place.entry_id] = place.content_sha256
        holders[place.row_id] = place.md_path
    claims = Claims(holders)
    for file in files:
        difference = FileDiff(file, indexed[file.path])
        _fill(difference, claims)
        yield difference


def _places(table: KindTable, files: Sequence[SourceFile]) -> list[Place]:
    """The rows of the files, and those of their entries that other files hold."""
    paths = [file.path for file in files if not file.is_end]
    entries = {row_id(file.place.scope, file.place.owner, entry) for file in files for entry in file.entries}
    if len(entries) <= ASKED_AT_ONCE:
        return table.places(paths, entries)
    held = table.places(paths)
    return held + table.places([], entries - {place.row_id for place in held})


def _why_not_stored(entry: Entry) -> str:
    """Why a row cannot hold the entry; "" if it can. One that cannot must not keep out the others of its file."""
    try:
        json.dumps([entry.id, entry.values], ensure_ascii=False, default=str).encode()
    except (ValueError, TypeError, OverflowError) as error:
        return describe(error)
    return ""


def _fill(difference: FileDiff, claims: Claims) -> None:
    file = difference.file
    for entry in file.entries.values():
        if difference.indexed.get(entry.id) == entry.sha256:
            continue
        reason = _why_not_stored(entry)
        if reason:
            difference.set_aside[entry.id] = reason
            continue
        ours, other = claims.take(file, entry)
        if not ours and other is not None:
            difference.held_elsewhere[entry.id] = other
            continue
        difference.upserts.append(entry)
        if other is not None:
            difference.taken_from.add(other)
        elif entry.id not in difference.indexed:
            difference.fresh.append(entry)
    if not file.problems:
        difference.removed = [entry for entry in difference.indexed if entry not in file.entries]
