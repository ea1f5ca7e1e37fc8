"""What a note has said and when it changed: lines of JSON beside its file, added to, and rewritten only to redact one.

The file is the truth, and the history follows it: what it says otherwise than the last line has been changed by hand,
or by a request that was killed before it could note it, and is noted when somebody next looks.
"""

import json
import os
import uuid
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, Literal

import structlog

from memory import bounded_json
from memory.coordination import locks
from memory.coordination.locks import path_lock
from memory.markdown.root import current_root

log = structlog.get_logger(__name__)

Event = Literal["add", "update", "delete"]
SUFFIX = ".history.jsonl"
ADDED = ("path", "by", "redacted_at", "redacted_by")  # to a line only where they say something


@dataclass(frozen=True, slots=True)
class Change:
    """`old` is None for the first, `new` for the last one. `timestamp`: UTC, ISO-8601.

    Of a note that is kept as a file also its path since then, and who did it. A redacted one has lost its words.
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

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.timestamp)

    @property
    def redacted(self) -> datetime | None:
        return datetime.fromisoformat(self.redacted_at) if self.redacted_at else None


def changes(note: PurePosixPath) -> list[Change]:
    """In order; also of a note whose file is gone."""
    try:
        lines = _path(note).read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    read = [_change(note, line) for line in lines if line.strip()]
    return [change for change in read if change is not None]


def exists(note: PurePosixPath) -> bool:
    return _path(note).is_file()


def remove(note: PurePosixPath) -> None:
    """Whoever forgets a note forgets what it said before. Hold the path's lock."""
    _path(note).unlink(missing_ok=True)


def move(old: PurePosixPath, new: PurePosixPath) -> None:
    """The history of the one note is now that of the other, which has none. Hold the new path's lock."""
    source, target = _path(old), _path(new)
    target.parent.mkdir(parents=True, exist_ok=True)
    locks.verify()
    try:
        source.rename(target)
    except FileNotFoundError:  # somebody has moved it, too
        return
    _sync(target.parent)


def follow(
    note: PurePosixPath,
    memory: str | None,
    at: datetime | None = None,
    *,
    path: str | None = None,
    by: str = "",
) -> list[Change]:
    """Notes that the file says this now (None: it is gone), where that is news; all changes. Hold the path's lock.

    `path`: where its client keeps it; `by`: whose doing it is.
    """
    known = changes(note)
    last = known[-1].new if known else None
    before = known[-1].path if known else None
    if memory == last and (memory is None or path == before):
        return known
    event: Event = "add" if last is None else "delete" if memory is None else "update"
    moment = (at or datetime.now(UTC)).astimezone(UTC).isoformat()
    change = Change(str(uuid.uuid4()), event, last, memory, moment, path or before, by)
    _append(note, change)
    return [*known, change]


def redact(note: PurePosixPath, identifier: str, by: str) -> Change:
    """The change without its words and its path, also where the next one tells what there was before.

    The one change of a history that is not added to its end. Raises KeyError when there is no such change.
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
    """Hold the path's lock."""
    path = _path(note)
    temporary = current_root().path / ".tmp" / f"{uuid.uuid4().hex}.jsonl"
    temporary.parent.mkdir(exist_ok=True)
    locks.verify()
    with temporary.open("wb") as file:
        file.writelines(map(_line, kept))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    _sync(path.parent)


def _path(note: PurePosixPath) -> Path:
    return current_root().absolute(note.with_name(note.stem + SUFFIX))


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
        _sync(path.parent)


def _line(change: Change) -> bytes:
    told = {name: value for name, value in asdict(change).items() if value or name not in ADDED}
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"


def _gap(path: Path) -> bytes:
    """A line that a crash cut off is ended, so that it takes no other with it."""
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return b""
        file.seek(-1, os.SEEK_END)
        return b"" if file.read() == b"\n" else b"\n"


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _change(note: PurePosixPath, line: bytes) -> Change | None:
    try:
        values: Any = bounded_json.loads(line.decode())
        return Change(**values)
    except (ValueError, TypeError) as error:  # cut off by a crash, or edited by hand
        log.warning("a line of a history cannot be read", note=str(note), error=str(error))
        return None
