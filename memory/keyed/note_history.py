"""The history of a note: lines of JSON beside its file, to which changes are appended. Only redaction rewrites it.

The file is the truth, and the history follows it. If the file differs from the last line, it was changed by hand, or by
a request that was killed before it could record the change; the next access records it.
"""

import json
import os
import uuid
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import Literal

from pydantic import TypeAdapter

from memory import times
from memory.coordination import locks
from memory.coordination.locks import path_lock
from memory.markdown.entry_history import parse_lines, path_of
from memory.markdown.files import fsync_folder
from memory.markdown.root import current_root

Event = Literal["add", "update", "delete"]
OPTIONAL = ("path", "by", "redacted_at", "redacted_by")  # left out of a line if they are empty


@dataclass(frozen=True, slots=True)
class Change:
    """One change. `old` is None when the note was added, `new` when it was deleted. `timestamp`: UTC, ISO 8601.

    `path` is the path under which a client keeps the note as a file, `by` who made the change. A redacted change has
    no text.
    """

    id: str
    event: Event
    old: str | None
    new: str | None
    timestamp: str
    path: str | None = None
    by: str = ""
    redacted_at: str | None = None
    redacted_by: str = ""

    def __post_init__(self) -> None:
        """Raises ValueError for times that are none: a line may have been edited by hand."""
        _ = self.at, self.redacted

    @property
    def at(self) -> datetime:
        return times.read(self.timestamp)

    @property
    def redacted(self) -> datetime | None:
        return datetime.fromisoformat(self.redacted_at) if self.redacted_at else None


_CHANGE = TypeAdapter(Change)


def changes(note: PurePosixPath) -> list[Change]:
    """All changes in order, even if the note's file is gone."""
    try:
        data = _path(note).read_bytes()
    except FileNotFoundError:
        return []
    return parse_lines(data, _CHANGE, note)


def exists(note: PurePosixPath) -> bool:
    return _path(note).is_file()


def remove(note: PurePosixPath) -> None:
    """Deletes the history. Hold the path's lock."""
    _path(note).unlink(missing_ok=True)


def move(old: PurePosixPath, new: PurePosixPath) -> None:
    """Moves the history to another note, which has none. Hold the new path's lock."""
    source, target = _path(old), _path(new)
    target.parent.mkdir(parents=True, exist_ok=True)
    locks.verify()
    try:
        source.rename(target)
    except FileNotFoundError:  # another process has moved it already
        return
    fsync_folder(target.parent)


def record(
    note: PurePosixPath,
    memory: str | None,
    at: datetime | None = None,
    *,
    path: str | None = None,
    by: str = "",
) -> list[Change]:
    """Records the text that the file has now (None: it is gone), unless the last change says so. Returns all changes.

    Their times are in their order, even if the clock goes back. `path` is the path under which a client keeps the note,
    `by` who made the change. Hold the path's lock.
    """
    known = changes(note)
    last = known[-1].new if known else None
    before = known[-1].path if known else None
    if memory == last and (memory is None or path == before):
        return known
    event: Event = "add" if last is None else "delete" if memory is None else "update"
    moment = (at or datetime.now(UTC)).astimezone(UTC)
    if known:
        moment = max(moment, known[-1].at + timedelta(microseconds=1))
    change = Change(str(uuid.uuid4()), event, last, memory, moment.isoformat(), path or before, by)
    _append(note, change)
    return [*known, change]


def redact(note: PurePosixPath, identifier: str, by: str) -> Change:
    """Removes text and path from a change, and the same text from the next one, which repeats it as `old`.

    Returns the redacted change. Raises KeyError if there is no such change.
    """
    with path_lock(note):
        known = {change.id: change for change in changes(note)}
        if known[identifier].redacted_at is None:
            now = datetime.now(UTC).isoformat()
            known[identifier] = replace(
                known[identifier], old=None, new=None, path=None, redacted_at=now, redacted_by=by
            )
            for follower in [*known][[*known].index(identifier) + 1 :][:1]:
                known[follower] = replace(known[follower], old=None)
            _replace(note, known.values())
        return known[identifier]


def _replace(note: PurePosixPath, kept: Iterable[Change]) -> None:
    """Replaces the whole history. Hold the path's lock."""
    path = _path(note)
    temporary = current_root().path / ".tmp" / f"{uuid.uuid4().hex}.jsonl"
    temporary.parent.mkdir(exist_ok=True)
    locks.verify()
    with temporary.open("wb") as file:
        file.writelines(map(_line, kept))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    fsync_folder(path.parent)


def _path(note: PurePosixPath) -> Path:
    return current_root().absolute(path_of(note))


def _append(note: PurePosixPath, change: Change) -> None:
    path = _path(note)
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    locks.verify()
    with path.open("ab+") as file:
        file.write(_gap(path) + _line(change))
        file.flush()
        os.fsync(file.fileno())
    if is_new:
        fsync_folder(path.parent)


def _line(change: Change) -> bytes:
    stated = {name: value for name, value in asdict(change).items() if value or name not in OPTIONAL}
    return json.dumps(stated, ensure_ascii=False).encode() + b"\n"


def _gap(path: Path) -> bytes:
    """A line break if a crash cut off the last line, so that the next line is not lost with it."""
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return b""
        file.seek(-1, os.SEEK_END)
        return b"" if file.read() == b"\n" else b"\n"
