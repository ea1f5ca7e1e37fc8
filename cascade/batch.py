"""Processes one batch of claimed changes of one kind: from the files into the index, then off the queue. Memories that
a person added are announced, so that others are derived from them.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

import structlog
from django.utils import timezone

from cascade import queue
from cascade.diff import FileDiff, version_of
from cascade.indexer import (
    CHUNKS_AT_ONCE,
    Committed,
    Comparison,
    chunks_to_embed,
    commit,
    commit_texts,
    compare_files,
    prepare,
)
from cascade.models import IndexRepair, MdChangeState
from cascade.parents import derived_files, parents_in
from cascade.queue import FileStamp, Result
from cascade.reading import UNTRUSTED, Content, SourceFile, read_content, stamp_of, understand
from memory.coordination.locks import write_gate
from memory.errors import ModelUnavailable
from memory.index import generations
from memory.index.tables import KindTable
from memory.kinds.base import FROM_CELL, Kind, NamedFile
from memory.markdown.entries import Entry
from memory.markdown.root import MemoryRoot, current_root
from memory.models import MemCell
from memory.providers.attribution import attributed
from memory.providers.protocols import Embedder
from memory.providers.registry import get_embedder
from memory.scope import Owner, OwnerType, Scope
from memory.signals import documents_indexed, entries_changed
from memory.text.cleaning import describe

log = structlog.get_logger(__name__)
# So many chunks are embedded in about a second. Until then searches read the files, which takes less than a commit.
SOON_EMBEDDED = 16


class Lease:
    """Keeps the claims of a batch alive while the embedder works."""

    def __init__(self, changes: Sequence[MdChangeState]) -> None:
        self._changes = changes
        self._until = min(change.lease_until for change in changes if change.lease_until)

    def keep(self) -> None:
        """To be called now and then. More than a lease is left if the clock was set back."""
        if not queue.LEASE * 3 / 4 <= self._until - timezone.now() <= queue.LEASE:
            self.renew()

    def renew(self) -> set[int]:
        """Keys of the changes that this batch still holds. A process that was suspended counts as dead long before its
        leases end, and others have done its work: what it has read of the files may be long gone.
        """
        self._until = timezone.now() + queue.LEASE
        return queue.renew(self._changes)


def index_batch(kind: Kind, changes: Sequence[MdChangeState]) -> list[str]:
    """Indexes the changes; returns the files that differed from the index. Raises whatever embedder, index and database
    raise; the changes then remain claimed.
    """
    _note_suspects(changes)
    files = _read(changes)
    if not files:
        return []
    claimed = {change.path: change for change in changes}
    embedder = get_embedder()
    table = KindTable(kind, embedder)
    lease = Lease(changes)
    comparison = compare_files(table, files)
    is_news = any(_is_news(claimed[file.path], file) for file in files)
    if is_news:
        _announce(kind, comparison)
        if chunks_to_embed(comparison) > SOON_EMBEDDED:
            _commit_texts(table, comparison, embedder, changes)
        else:
            queue.note_read(changes, _stamps(comparison))
    try:
        with attributed(_only_scope(files)):
            prepared = prepare(
                table, comparison, embedder, table.vectors_for, lease.keep, most=CHUNKS_AT_ONCE
            )
    except ModelUnavailable:
        if is_news:
            _commit_texts(table, comparison, embedder, changes)
        raise
    with write_gate(kind.name):
        held = lease.renew()
        ours = [file for file in prepared.files if claimed[file.path].pk in held]
        left_of = _left_of_changed(changes)
        outcome = commit(table, prepared, embedder, ours, left_of)
    finished = [file for file in ours if file.path not in prepared.unfinished]
    queue.finish([_result(claimed[file.path], file, outcome, file.path in left_of) for file in finished])
    left = {*prepared.unfinished, *(file.path for file in prepared.postponed)}
    queue.release([claimed[path] for path in left])
    _enqueue_affected(kind, outcome)
    table.optimize_if_due()
    return [file.path for file in ours]


def _note_suspects(changes: Sequence[MdChangeState]) -> None:
    """If a file that may have crashed a process does so again, it is known which state of it did: no scan has that read
    once more, and each that is mended while no server is running.
    """
    if suspects := [change for change in changes if change.deaths]:
        root = current_root().path
        queue.note_read(suspects, {change.path: stamp_of(root / change.path) for change in suspects})


def _left_of_changed(changes: Sequence[MdChangeState]) -> dict[str, set[str]]:
    """By path of each file that has changed since it was claimed: the hashes of the entries that it contains now. What
    was removed from it meanwhile, because it is forgotten, must not be put into the index again.
    """
    root = current_root()
    left = {}
    for path in queue.changed_since_claimed(changes):
        place = root.locate(PurePosixPath(path))
        file = understand(path, place, read_content(root.path / path)) if place else None
        left[path] = {entry.sha256 for entry in file.entries.values()} if file else set()
    return left


def _is_news(change: MdChangeState, file: SourceFile) -> bool:
    """Whether the texts of the claimed change have not been indexed, or were those of an earlier content of the file: a
    writer replaces a file first and enqueues it afterwards.
    """
    if change.text_lsn is None or change.text_lsn < change.lsn:
        return True
    now = (file.content.stamp.mtime_ns, file.content.stamp.size) if file.content else (None, None)
    return (change.mtime_ns, change.size) != now


def _only_scope(files: Sequence[SourceFile]) -> Scope | None:
    """The scope of all these files; None if they have several, whose texts are embedded together."""
    scopes = {file.place.scope for file in files}
    return scopes.pop() if len(scopes) == 1 else None


def _announce_documents(kind: Kind, files: Sequence[SourceFile]) -> None:
    """Announces keyed documents before anything unrelated to the files can fail; unreadable files announce nothing.

    Existing files come first, so that a moved file is known under its new name before it is missed under the old one.
    """
    if not isinstance(kind.layout, NamedFile):
        return
    for file in sorted(files, key=lambda file: file.content is None):
        if file.problems:
            continue
        place, entry = file.place, next(iter(file.entries.values()), None)
        documents_indexed.send(
            sender=kind.name, kind=kind.name, scope=place.scope, owner=place.owner,
            path=PurePosixPath(file.path), name=place.bucket, values=entry.values if entry else None,
        )  # fmt: skip


def index_new_texts(kind: Kind, changes: Sequence[MdChangeState]) -> None:
    """Makes the new texts of claimed changes findable by keyword, without vectors. Raises as `index_batch` does."""
    embedder = get_embedder()
    table = KindTable(kind, embedder)
    comparison = compare_files(table, _read(changes))
    _announce(kind, comparison)
    _commit_texts(table, comparison, embedder, changes)


def _announce(kind: Kind, comparison: Comparison) -> None:
    _announce_documents(kind, [difference.file for difference in comparison.differences])
    announce_additions(kind, comparison.differences)


def _commit_texts(
    table: KindTable, comparison: Comparison, embedder: Embedder, changes: Sequence[MdChangeState]
) -> None:
    with write_gate(table.kind.name):
        held = queue.renew(changes)
        paths = {change.path for change in changes if change.pk in held}
        ours = [difference for difference in comparison.differences if difference.file.path in paths]
        commit_texts(table, replace(comparison, differences=ours), embedder, _left_of_changed(changes))
    queue.note_read(changes, _stamps(comparison), with_texts=True)


def _stamps(comparison: Comparison) -> dict[str, FileStamp | None]:
    files = [difference.file for difference in comparison.differences]
    return {file.path: file.content.stamp if file.content else None for file in files}


def _read(changes: Sequence[MdChangeState]) -> list[SourceFile]:
    """The files that need work. Unchanged files are finished here; unreadable ones are put off."""
    root = current_root()
    files: list[SourceFile] = []
    unchanged: list[Result] = []
    for change in changes:
        try:
            read = _read_one(root, change)
        except OSError as error:
            log.warning("file cannot be read, will be tried again", path=change.path, error=str(error))
            put_off([change], describe(error))
            continue
        if isinstance(read, Result):
            unchanged.append(read)
        else:
            files.append(read)
    if unchanged:
        queue.finish(unchanged)
    return files


def _read_one(root: MemoryRoot, change: MdChangeState) -> SourceFile | Result:
    place = root.locate(PurePosixPath(change.path))
    if place is None:
        return Result(change, None)
    content = read_content(root.path / change.path)
    if content is None or content.sha256 != change.file_sha256:
        return understand(change.path, place, content)
    return Result(change, content.stamp, change.file_sha256, change.entries)


def _result(change: MdChangeState, file: SourceFile, outcome: Committed, has_changed: bool) -> Result:
    if file.content is None:
        return Result(change, None)
    problem = outcome.problems[file.path]
    if problem:
        log.warning(
            "a file has to be corrected; its readable entries are indexed", path=file.path, error=problem
        )
    sha256 = "" if problem or has_changed else file.content.sha256
    return Result(change, _stamp_now(file.path, file.content), sha256, outcome.entries[file.path], problem)


def _stamp_now(path: str, content: Content) -> FileStamp:
    """The stamp of the content. If the file was read too soon after it was written for that to be trusted, it is
    read once more, so that the watcher does not enqueue it again.
    """
    if content.stamp.mtime_ns != UNTRUSTED:
        return content.stamp
    try:
        now = read_content(current_root().path / path)
    except OSError:
        return content.stamp
    return now.stamp if now is not None and now.sha256 == content.sha256 else content.stamp


def _enqueue_affected(kind: Kind, outcome: Committed) -> None:
    """Enqueues files that are affected by this one: those whose rows it took over, and copies of entries that it gave
    up.
    """
    again = set(outcome.displaced)
    if outcome.freed:
        owners = {(file.place.scope, file.place.owner) for file in outcome.freed}
        root = current_root()
        for path in queue.failed_paths(kind.name):
            place = root.locate(PurePosixPath(path))
            if place is not None and (place.scope, place.owner) in owners:
                again.add(path)
    if again:
        queue.enqueue(again, recheck=True)


def put_off(changes: Sequence[MdChangeState], message: str) -> None:
    """Schedules another attempt for all of these changes."""
    root = current_root()
    for change in changes:
        queue.retry_later(change, message, stamp_of(root.path / change.path))


def announce_additions(kind: Kind, differences: Sequence[FileDiff]) -> None:
    """Announces new entries that a person wrote, or edited before the index had them. Does nothing when the entries
    only look new because the index was rebuilt.

    Those that another server wrote, and that came with what it derived from them, are not announced: with a model that
    would cost a call for each, and another's facts would be replaced.
    """
    fresh = [entry for difference in differences for entry in difference.fresh]
    cells = MemCell.objects.in_bulk([str(e.values["parent_id"]) for e in fresh if _is_from_cell(e)])
    for difference in differences:
        place = difference.file.place
        foreign = [
            e for e in difference.fresh if kind.edited(e.values) or not _is_ours(e, place.owner, cells)
        ]
        known = set().union(*map(parents_in, derived_files(place))) if foreign else set()
        added = {
            e.id: version_of(kind, e)
            for e in foreign
            if kind.edited(e.values) or e.id.encode("utf-8", "surrogatepass") not in known
        }
        if not added:
            continue
        if kind.name in generations.being_filled() or IndexRepair.objects.filter(kind=kind.name).exists():
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
