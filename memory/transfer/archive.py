"""Exports memories as a zip archive: the files as on disk, messages that are not yet a memory, and a manifest."""

import hashlib
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Container, Iterator
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any

from memory.conversation.messages import roles_of
from memory.ingest.buffer import columns
from memory.kinds.episode import EPISODE
from memory.markdown.root import current_root, owner_folder, scope_folder
from memory.markdown.store import find_entry
from memory.models import BufferedMessage, MemCell
from memory.scope import Owner, OwnerType, Scope, user

FORMAT = "everos-export"
VERSION = 1
MANIFEST, PENDING, MEMORIES = "manifest.json", "pending.jsonl", "memories"
HISTORY = ".history.jsonl"  # beside the document that has it
OWNER_FOLDERS = ("agents", "groups", "sessions", "users")
_CELL = re.compile(rb"\bmc_[0-9a-f]{12}\b")
_OWN_ID = re.compile(r"msg_[0-9a-f]{32}")
EPOCH = (1980, 1, 1, 0, 0, 0)  # of all members, so that two exports of the same content are equal
MESSAGE = (
    "session_id", "group_id", "message_id", "sender_id", "sender_name", "role", "timestamp_ms", "content",
    "tool_calls", "tool_call_id",
)  # fmt: skip


def exported(scope: Scope, owner: Owner | None = None) -> Iterator[bytes]:
    """Yields the archive in pieces; no file and no piece is held longer than necessary.

    Each file is read whole, as one version; files that change meanwhile may be of different moments. A message that
    waits when the export begins is in it, as a message or in its episode.
    """
    outlet = Outlet()
    waiting = list(_pending(scope, owner))
    told: set[tuple[Owner, str]] = set()  # whose episode of which cell the archive contains
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as archive:
        files: list[dict[str, Any]] = []
        kinds: Counter[str] = Counter()
        for relative in files_of(scope, owner):
            data = _read(relative)
            if data is None:
                continue
            name = PurePosixPath(MEMORIES, relative.relative_to(scope_folder(scope)))
            _add(archive, str(name), data)
            files.append({"path": str(name), "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
            place = current_root().locate(relative)
            kinds[place.kind.name if place else "other"] += 1
            if waiting and place is not None and place.kind is EPISODE:
                told |= {(place.owner, cell.decode()) for cell in _CELL.findall(data)}
            yield outlet.taken()
        lines = [
            json.dumps(_message(row), ensure_ascii=False).encode("utf-8", "surrogatepass")
            for _, rows in groupby(waiting, key=lambda row: row.session_id)
            for row in _untold(list(rows), owner, told)
        ]
        if lines:
            data = b"\n".join(lines) + b"\n"
            _add(archive, PENDING, data)
            files.append({"path": PENDING, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
        _add(archive, MANIFEST, _manifest(scope, owner, files, kinds, len(lines)))
    yield outlet.taken()


def files_of(scope: Scope, owner: Owner | None) -> Iterator[PurePosixPath]:
    """Memories, their histories, and files of skills; in order, without links and hidden temporary files."""
    root = current_root()
    folder = scope_folder(scope)
    starts = [folder / name for name in OWNER_FOLDERS] if owner is None else [owner_folder(scope, owner)]
    for start in starts:
        if (root.path / start).resolve() != root.path / start:  # a link, which may lead to anything
            continue
        for path in sorted((root.path / start).rglob("*")):
            relative = PurePosixPath(path.relative_to(root.path))
            if path.is_file() and not path.is_symlink() and not _is_hidden(relative):
                yield relative


def _is_hidden(relative: PurePosixPath) -> bool:
    """Whether it is a hidden file of some program, such as an editor's swap file; memories may be named like one."""
    document = relative.with_name(relative.name.replace(HISTORY, ".md"))
    return relative.name.startswith(".") and current_root().locate(document) is None


def counts_of(scope: Scope, owner: Owner | None = None) -> Counter[str]:
    """The number of files by kind, and of messages that are not yet a memory; empty if there is nothing to export."""
    places = map(current_root().locate, files_of(scope, owner))
    counts = Counter(place.kind.name if place else "other" for place in places)
    if messages := sum(1 for _ in _pending(scope, owner)):
        counts["message"] = messages
    return counts


def _pending(scope: Scope, owner: Owner | None) -> Iterator[BufferedMessage]:
    rows = BufferedMessage.objects.filter(**scope.columns)
    if owner is not None and owner.type is OwnerType.GROUP:
        rows = rows.filter(group_id=owner.id)
    elif owner is not None:
        rows = rows.filter(sender_id=owner.id, role__in=roles_of(owner.type))
    return rows.order_by("session_id", "timestamp_ms", "pk").iterator()


def _untold(
    rows: list[BufferedMessage], only: Owner | None, told: Container[tuple[Owner, str]]
) -> Iterator[BufferedMessage]:
    """Those of a session's messages that still wait, or whose episodes were written too late for the archive."""
    place = columns(rows[0].scope, rows[0].session_id)
    there = set(BufferedMessage.objects.filter(**place).values_list("pk", flat=True))
    cells = {said: cell for cell in MemCell.objects.filter(**place) for said in cell.message_ids}
    for row in rows:
        cell = cells.get(row.message_id)
        if cell is not None and cell.status == MemCell.Status.DONE:
            late = [each for each in cell.episodes if only in (None, each) and (each, cell.pk) not in told]
            if any(find_entry(EPISODE, cell.scope, each, cell.episodes[each]) for each in late):
                yield row
        elif row.pk in there and not (cell and (user(row.sender_id), cell.pk) in told):
            yield row


def _message(row: BufferedMessage) -> dict[str, Any]:
    message = {name: getattr(row, name) for name in MESSAGE}
    # An id assigned by this server means nothing elsewhere; without it, a message is recognised by its content.
    return {**message, "message_id": None} if _OWN_ID.fullmatch(row.message_id) else message


def _manifest(
    scope: Scope, owner: Owner | None, files: list[dict[str, Any]], kinds: Counter[str], messages: int
) -> bytes:
    told = {
        "format": FORMAT,
        "version": VERSION,
        "made_by": f"everos-django {_product()}",
        "app_id": scope.app_id,
        "project_id": scope.project_id,
        "owner": {"type": owner.type.value, "id": owner.id} if owner else None,
        "counts": dict(sorted(kinds.items())),
        "messages": messages,
        "files": files,
    }
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


def _product() -> str:
    try:
        return version("everos-django")
    except PackageNotFoundError:
        return "unknown"


def _read(relative: PurePosixPath) -> bytes | None:
    try:
        return current_root().absolute(relative).read_bytes()
    except FileNotFoundError:  # deleted since it was listed
        return None


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    member = zipfile.ZipInfo(name, EPOCH)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o600 << 16
    archive.writestr(member, data)


class Outlet(io.RawIOBase):
    """The buffer that the archive is written to and passed on from."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)
