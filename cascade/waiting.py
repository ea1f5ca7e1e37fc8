"""Reads what changed files say that is not in the index yet, as rows for searches."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

import structlog
from django.conf import settings
from django.db.models import Q

from cascade.diff import TEXT_ONLY, FileDiff, compare
from cascade.models import MdChangeState
from cascade.queue import FILES_A_SEARCH_READS, FileStamp
from cascade.reading import Content, SourceFile, read_content, stamp_of, understand
from memory.index.schema import IndexRow, row_of
from memory.index.tables import KindTable, follow
from memory.index.waiting import Reach, Waiting
from memory.kinds.base import DailyLog, Kind
from memory.markdown.entries import Entry
from memory.markdown.root import current_root, owner_folder
from memory.providers.registry import get_embedder
from memory.text.chunks import not_embedded

MOST_BYTES = 4_000_000  # of all files together; of daily logs beyond that, only the end is read
END_BYTES = 100_000
MOST_ENTRIES = 64
MOST_REMEMBERED = 1024  # entries kept in memory until they are indexed
MOST_LOOKS = 64  # of at most this many entries each

_ENTRY = b"\n<!-- entry:"

_Change = tuple[str, int, int | None]  # path, lsn and text_lsn
_Look = tuple[Sequence[IndexRow], frozenset[str]]


class _Seen(NamedTuple):
    """Files, queue and table as a search finds them."""

    root: str
    kind: str
    table: str | None
    changes: tuple[_Change, ...]
    stamps: tuple[FileStamp | None, ...]


log = structlog.get_logger(__name__)
MOST_FOLDERS = 500  # in one condition: SQLite joins at most 1,000
_lock = threading.Lock()
_rows: dict[tuple[str, str, str], IndexRow] = {}
_looks: dict[_Seen, _Look] = {}
# Of searches that come at once only the first reads and compares.
_turns = [threading.Lock() for _ in range(16)]


def unindexed(kind: Kind, reach: Reach) -> Waiting | None:
    pending = MdChangeState.objects.filter(kind=kind.name, status=MdChangeState.Status.PENDING)
    changes = pending.filter(_within(kind, reach)).order_by("-lsn")
    latest = list(changes.values_list("path", "lsn", "text_lsn")[: FILES_A_SEARCH_READS + 1])
    if not settings.EVEROS.alone:  # another process may have just committed what is not in the queue any more
        follow(kind)
    if not latest:
        return None
    count = len(latest) if len(latest) <= FILES_A_SEARCH_READS else changes.count()
    rows, gone = _looked(kind, latest[:FILES_A_SEARCH_READS])
    return Waiting(rows, gone, count)


def _within(kind: Kind, reach: Reach) -> Q:
    """Limits the rows to what the search can see. Wider than necessary where a type or very many owners are meant; the
    condition of the search decides.
    """
    if reach.types or len(reach.owners) > MOST_FOLDERS:
        return Q()
    folders = [owner_folder(reach.scope, owner) for owner in reach.owners if owner.type in kind.owner_types]
    inside = Q(pk__in=[])
    for folder in folders:
        inside |= Q(path__startswith=f"{folder}/")
    return inside


def _looked(kind: Kind, changes: Sequence[_Change]) -> _Look:
    """What the changed files add to the index; cached while files, queue and table are unchanged."""
    table = KindTable(kind, get_embedder())
    stamps = tuple(stamp_of(current_root().path / path) for path, *_ in changes)
    seen = _Seen(str(current_root().path), kind.name, table.name, tuple(changes), stamps)
    known = _looks.get(seen)
    if known is not None:
        return known
    with _turns[hash(seen) % len(_turns)]:
        return _looks.get(seen) or _read(table, seen)


def _read(table: KindTable, seen: _Seen) -> _Look:
    files = list(_files([path for path, *_ in seen.changes]))
    differences = list(compare(table, [file for file in files if file is not None]))
    look = _as_look(differences)
    if None not in files and all(_lasts(difference) for difference in differences):
        with _lock:
            if len(_looks) >= MOST_LOOKS:
                _looks.clear()
            _looks[seen] = look
    return look


def _lasts(difference: FileDiff) -> bool:
    """Whether the result of `_read` may be cached: not if it depends on another file that holds the entries, or on a
    second write within the same clock tick.
    """
    content = difference.file.content
    stamp = content.stamp if content is not None else None
    return stamp == stamp_of(current_root().path / difference.file.path) and not difference.held_elsewhere


def _as_look(differences: Sequence[FileDiff]) -> _Look:
    entries = [(difference, entry) for difference in differences for entry in _unknown(difference)]
    rows = [_row(difference, entry) for difference, entry in entries[:MOST_ENTRIES]]
    gone = frozenset(row for difference in differences for row in difference.doomed_rows())
    return rows, gone


def _files(paths: Sequence[str]) -> Iterator[SourceFile | None]:
    """The files without those too large for a search to read. None stands for one that cannot be read, which /health
    reports.
    """
    root, left = current_root(), MOST_BYTES
    for path in paths:
        place, stamp = root.locate(PurePosixPath(path)), stamp_of(root.path / path)
        size = stamp.size if stamp else 0
        if place is None or (size > left and not isinstance(place.kind.layout, DailyLog)):
            continue
        try:
            content = read_content(root.path / path)
        except OSError as error:
            log.warning("a changed file is left out of a search", path=path, error=str(error))
            yield None
            continue
        if content is not None and size > left:
            yield replace(understand(path, place, _end_of(content)), is_end=True)
        else:
            left -= size
            yield understand(path, place, content)


def _end_of(content: Content) -> Content:
    """The frontmatter and the last entries, at least one: new ones are appended."""
    data = content.data
    first = data.find(_ENTRY)
    end = data.find(_ENTRY, max(0, len(data) - END_BYTES))
    last = end if end >= 0 else data.rfind(_ENTRY)
    return content if first < 0 else replace(content, data=data[:first] + data[last:])


def _unknown(difference: FileDiff) -> Iterator[Entry]:
    """Entries the index lacks, latest first; entries that lack only vectors are left out."""
    for entry in reversed(difference.upserts):
        if difference.indexed.get(entry.id, "").removeprefix(TEXT_ONLY) != entry.sha256:
            yield entry


def _row(difference: FileDiff, entry: Entry) -> IndexRow:
    file = difference.file
    assert file.content is not None
    key = (file.path, entry.id, entry.sha256)
    row = _rows.get(key)
    if row is None:
        row = row_of(
            file.kind, file.place.scope, file.place.owner, file.path, entry.id, entry.sha256, entry.values,
            not_embedded(1), file.content.modified_at,
        )  # fmt: skip
        row.pending = True
        with _lock:
            if len(_rows) >= MOST_REMEMBERED:
                _rows.clear()
            _rows[key] = row
    return row
