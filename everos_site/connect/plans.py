"""What would be written where: worked out for all files of a client before the first of them is touched."""

from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import unified_diff
from functools import partial
from pathlib import Path

from everos_site.connect import edits, files, record
from everos_site.connect.clients import CLIENTS, Change, Wanted
from everos_site.connect.files import Read
from everos_site.connect.record import Connection, Touched
from everos_site.connect.refusal import Refused


@dataclass(frozen=True, slots=True)
class FilePlan:
    """`base` is what the file holds without us, `text` what it shall hold; None: no file at all."""

    found: Read
    base: str | None
    text: str | None
    touched: Touched | None  # how to take out what is put in; None where nothing is
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
            _check_unchanged(self.found)
            files.remove(self.found.path, self.folders)
        else:
            files.write(self.found, self.text, self.base if self.touched else None)
        if self.touched is None:
            files.backup_of(self.found.path).unlink(missing_ok=True)


def connecting(client: str, wanted: Wanted, former: Connection | None) -> list[FilePlan]:
    """Raises Refused, with the file."""
    plans = [
        _named(change.path, partial(_put_in, change, former)) for change in CLIENTS[client].changes(wanted)
    ]
    taken = {str(plan.found.path) for plan in plans}
    return (
        plans + [plan for plan in undoing(former) if str(plan.found.path) not in taken] if former else plans
    )


def undoing(former: Connection) -> list[FilePlan]:
    """Raises Refused, with the file."""
    return [_named(Path(touched.path), partial(_taken_out, touched)) for touched in former.files]


def connection(client: str, wanted: Wanted, plans: list[FilePlan]) -> Connection:
    touched = [plan.touched for plan in plans if plan.touched is not None]
    return Connection(client, str(wanted.folder) if wanted.folder else None, wanted.url, touched)


def in_place(connection: Connection) -> str:
    """In a word or two, for a list."""
    try:
        held = [
            edits.holds(files.read(Path(file.path)).text or "{}", file.form, edit)
            for file in connection.files
            for edit in file.edits
        ]
    except Refused as refusal:
        return f"unknown: {refusal}"
    if all(held):
        return "in place"
    return "changed by hand" if any(held) else "taken out by hand"


def _put_in(change: Change, former: Connection | None) -> FilePlan:
    found = files.read(change.path)
    old = next((each for each in former.files if each.path == str(found.path)), None) if former else None
    base, folders = found.text, files.missing_folders(found.path)
    if old is not None:
        undone = _taken_out(old)
        base, folders = undone.text, old.folders
    result = edits.put_in(base or "", change.form, change.edits)
    text = result.text if result.done else base
    if not result.done or text is None:
        return FilePlan(found, base, text, None, folders)
    before = None if base is None else record.digest(base)
    touched = Touched(
        str(found.path), change.form, result.done, result.made, before, record.digest(text), folders
    )
    return FilePlan(found, base, text, touched, folders)


def _taken_out(touched: Touched) -> FilePlan:
    """Where nobody has touched the file since, it becomes what it was, byte by byte."""
    found = files.read(Path(touched.path))
    if found.text is None:
        return FilePlan(found, None, None, None, touched.folders, ["it is gone"])
    if record.digest(found.text) in (touched.after, touched.before):
        original = _original(touched, found)
        if original is not None or touched.before is None:
            return FilePlan(found, original, original, None, touched.folders)
    text, missing = edits.take_out(found.text, touched.form, touched.edits, touched.made)
    words = [f"{name} is not there any more, or was changed by hand, and is left" for name in missing]
    return FilePlan(found, text, text, None, [], words)


def _original(touched: Touched, found: Read) -> str | None:
    if found.text is not None and record.digest(found.text) == touched.before:
        return found.text
    try:
        text = files.backup_of(found.path).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return text if record.digest(text) == touched.before else None


def _check_unchanged(found: Read) -> None:
    if files.read(found.path) != found:
        raise Refused("it has changed meanwhile; nothing was written. Try again")


def _named(path: Path, plan: Callable[[], FilePlan]) -> FilePlan:
    try:
        return plan()
    except Refused as refusal:
        raise Refused(f"{path} was left as it is: {refusal}") from None
