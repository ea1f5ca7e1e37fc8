"""Plans the changes to all files of a client before the first file is written."""

from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import unified_diff
from functools import partial
from pathlib import Path

from everos_site.connect import edits, files, record
from everos_site.connect.clients import CLIENTS, Change, ConnectionOptions
from everos_site.connect.files import ConnectError, Read
from everos_site.connect.record import ChangedFile, Connection


@dataclass(frozen=True, slots=True)
class FilePlan:
    """`base` is the file's text without our part, `text` the planned text; None means no file."""

    found: Read
    base: str | None
    text: str | None
    undo: ChangedFile | None  # how to remove what is inserted; None if nothing is
    folders: list[str]
    words: list[str] = field(default_factory=list)

    @property
    def diff(self) -> str:
        name = str(self.found.path)
        before, after = (self.found.text or "").splitlines(True), (self.text or "").splitlines(True)
        lines = unified_diff(before, after, name if self.found.text is not None else "/dev/null", name)
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ no newline at the end\n" for line in lines
        )

    @property
    def changes(self) -> bool:
        return self.found.text != self.text

    def carry_out(self) -> None:
        if not self.changes:
            return
        if self.text is None:
            files.remove(self.found, self.folders)
        else:
            files.write(self.found, self.text, self.base if self.undo else None)
        if self.undo is None:
            files.backup_of(self.found.path).unlink(missing_ok=True)


def connecting(client: str, wanted: ConnectionOptions, former: Connection | None) -> list[FilePlan]:
    """Raises ConnectError, which names the file."""
    plans = [
        _with_path_in_error(change.path, partial(_insertion, change, former))
        for change in CLIENTS[client].changes(wanted)
    ]
    taken = {str(plan.found.path) for plan in plans}
    return (
        plans + [plan for plan in undoing(former) if str(plan.found.path) not in taken] if former else plans
    )


def undoing(former: Connection) -> list[FilePlan]:
    """Raises ConnectError, which names the file."""
    return [_with_path_in_error(Path(changed.path), partial(_removal, changed)) for changed in former.files]


def connection(client: str, wanted: ConnectionOptions, plans: list[FilePlan]) -> Connection:
    changed = [plan.undo for plan in plans if plan.undo is not None]
    return Connection(client, str(wanted.folder) if wanted.folder else None, wanted.url, changed)


def in_place(connection: Connection) -> str:
    """The state of a connection in a few words, for a list."""
    try:
        held = [
            edits.holds(files.read(Path(file.path)).text or "{}", file.form, edit)
            for file in connection.files
            for edit in file.edits
        ]
    except ConnectError as refusal:
        return f"unknown: {refusal}"
    if all(held):
        return "in place"
    return "changed by hand" if any(held) else "removed by hand"


def _insertion(change: Change, former: Connection | None) -> FilePlan:
    found = files.read(change.path)
    old = next((each for each in former.files if each.path == str(found.path)), None) if former else None
    base, folders = found.text, files.missing_folders(found.path)
    if old is not None:
        undone = _removal(old)
        base, folders = undone.text, old.folders
    result = edits.insert(base or "", change.form, change.edits)
    text = result.text if result.done else base
    if not result.done or text is None:
        return FilePlan(found, base, text, None, folders)
    before = None if base is None else record.digest(base)
    changed = ChangedFile(
        str(found.path), change.form, result.done, result.made, before, record.digest(text), folders
    )
    return FilePlan(found, base, text, changed, folders)


def _removal(changed: ChangedFile) -> FilePlan:
    """Plans the removal. A file that nobody has changed since is restored byte for byte."""
    found = files.read(Path(changed.path))
    if found.text is None:
        return FilePlan(found, None, None, None, changed.folders, ["the file no longer exists"])
    if record.digest(found.text) in (changed.after, changed.before):
        original = _original(changed, found)
        if original is not None or changed.before is None:
            return FilePlan(found, original, original, None, changed.folders)
    text, missing = edits.remove(found.text, changed.form, changed.edits, changed.made)
    words = [f"{name} no longer exists, or was changed by hand, and was left as it is" for name in missing]
    return FilePlan(found, text, text, None, [], words)


def _original(changed: ChangedFile, found: Read) -> str | None:
    if found.text is not None and record.digest(found.text) == changed.before:
        return found.text
    try:
        text = files.backup_of(found.path).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return text if record.digest(text) == changed.before else None


def _with_path_in_error(path: Path, plan: Callable[[], FilePlan]) -> FilePlan:
    try:
        return plan()
    except ConnectError as refusal:
        raise ConnectError(f"{path} was left as it is: {refusal}") from None
