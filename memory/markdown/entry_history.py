"""Earlier versions of the entries of a daily log: JSON lines in a file beside the log."""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import TypeVar

import structlog
from pydantic import TypeAdapter

from memory import bounded_json
from memory.coordination.locks import path_lock
from memory.kinds.ids import ENTRY_ID
from memory.markdown.files import FileChanged, read_snapshot, remove_file, replace_file
from memory.markdown.root import current_root

log = structlog.get_logger(__name__)

Line = TypeVar("Line")

SUFFIX = ".history.jsonl"
MOST_OF_AN_ENTRY = 50  # changes; the oldest are dropped
BY_HAND = "hand"


@dataclass(frozen=True, slots=True)
class Change:
    """`old` holds the previous values of the changed fields; `sha256` is of the entry after the change."""

    entry: str
    at: str  # UTC, ISO-8601
    by: str  # `hand` for an edit of the file, otherwise the caller
    reason: str
    old: Mapping[str, str]
    sha256: str


_CHANGE = TypeAdapter(Change)


def changes(log_file: PurePosixPath, entry: str) -> list[Change]:
    """The changes of one entry, in order."""
    return [change for change in _read(log_file) if change.entry == entry]


def note(log_file: PurePosixPath, change: Change) -> None:
    """Records a change; one of the file only if it is not recorded as a call's already. Hold the path's lock."""
    known = _read(log_file)
    of_entry = [one for one in known if one.entry == change.entry]
    if change.by == BY_HAND and of_entry and of_entry[-1].sha256 == change.sha256:
        return
    superfluous = (
        of_entry[: len(of_entry) + 1 - MOST_OF_AN_ENTRY] if len(of_entry) >= MOST_OF_AN_ENTRY else []
    )
    _write(log_file, [*(one for one in known if one not in superfluous), change])


def forget(log_file: PurePosixPath, entries: Collection[str]) -> None:
    """Removes all earlier versions of these entries."""
    with path_lock(log_file):
        known = _read(log_file)
        left = [change for change in known if change.entry not in entries]
        if left != known:
            _write(log_file, left)


def all_changes(log_file: PurePosixPath) -> list[Change]:
    """Those of all entries, also of entries that are no longer in the log."""
    return _read(log_file)


def last_number(log_file: PurePosixPath) -> int:
    """The highest number of an entry with earlier versions, also of one that is no longer in the log; 0 if none has."""
    named = (ENTRY_ID.fullmatch(change.entry) for change in _read(log_file))
    return max((int(match["sequence"]) for match in named if match), default=0)


def log_of(path: PurePosixPath) -> PurePosixPath | None:
    """The log whose history this file is; None for any other file."""
    if not path.name.endswith(SUFFIX):
        return None
    return path.with_name(f"{path.name.removesuffix(SUFFIX)}.md")


def path_of(log_file: PurePosixPath) -> PurePosixPath:
    return log_file.with_name(log_file.stem + SUFFIX)


def _read(log_file: PurePosixPath) -> list[Change]:
    data = read_snapshot(current_root().absolute(path_of(log_file))).data or b""
    return parse_lines(data, _CHANGE, log_file)


def parse_lines(data: bytes, of_type: TypeAdapter[Line], document: PurePosixPath) -> list[Line]:
    """The lines of a document's history. Those that a crash cut off or a person damaged are logged and left out."""
    parsed = []
    for line in filter(bytes.strip, data.split(b"\n")):
        try:
            parsed.append(of_type.validate_python(bounded_json.loads(line.decode())))
        except ValueError as error:
            log.warning("a line of a history cannot be read", of=str(document), error=str(error))
    return parsed


def _write(log_file: PurePosixPath, known: Collection[Change]) -> None:
    root, relative = current_root(), path_of(log_file)
    lines = [
        json.dumps(asdict(change), ensure_ascii=False).encode("utf-8", "replace") + b"\n" for change in known
    ]
    snapshot = read_snapshot(root.absolute(relative))
    while True:
        try:
            if lines:
                return replace_file(root, relative, lines, snapshot)
            return remove_file(root, relative, snapshot) if snapshot.data is not None else None
        except FileChanged as changed:
            snapshot = changed.current
