"""Recognises what is to be imported, reads it, and stores it where it belongs."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from memory import bounded_json
from memory.conversation.messages import IncomingMessage
from memory.errors import InvalidInput
from memory.forgetting.work import end_removals
from memory.scope import Scope
from memory.transfer import okf
from memory.transfer.archive import MANIFEST, MESSAGE, PENDING
from memory.transfer.chats import Conversation, import_conversations
from memory.transfer.formats import add, chatgpt, claude, jsonl, mem0
from memory.transfer.formats.base import ROLES, People
from memory.transfer.noting import ImportedNote, import_notes
from memory.transfer.placing import (
    files_of_archive,
    files_of_root,
    is_root,
    manifest_of,
    place_all,
    sha256_of,
)
from memory.transfer.report import Progress, Report
from memory.transfer.source import Source

CONVERSATIONS = "conversations.json"
REMOVING_SECONDS = 120.0  # how long an import waits for what is being forgotten
_WAITING = TypeAdapter(IncomingMessage)


@dataclass(frozen=True, slots=True)
class Plan:
    """`scope` is None if the source itself names the scopes."""

    source: Source
    format: str
    scope: Scope | None
    people: People

    @property
    def files(self) -> int:
        """Without those that only say what the others are, and messages that are not yet a memory."""
        others = {"everos": (MANIFEST, PENDING), "okf": okf.RESERVED}.get(self.format, ())
        return sum(name not in others for name in self.source.names)


def planned(path: Path, scope: Scope | None, people: People, format: str | None = None) -> Plan:
    """Raises InvalidInput for unrecognised or dangerous input."""
    source = Source.at(path)
    found = format or _recognised(source)
    if found is None:
        raise InvalidInput(
            f"{path} has an unknown format; known are {', '.join(FORMATS)}. Name it with --format."
        )
    return Plan(source, found, scope, people)


def carry_out(plan: Plan, progress: Progress = lambda what, total: None) -> Report:
    """Can be interrupted at any point and repeated: existing memories are recognised. Raises WorkUnderWay."""
    end_removals(REMOVING_SECONDS)
    report = Report()
    FORMATS[plan.format](plan, report, progress)
    return report


def _recognised(source: Source) -> str | None:
    if manifest_of(source) is not None:
        return "everos"
    if is_root(source):
        return "root"
    name = source.named(CONVERSATIONS) or (source.names[0] if len(source.names) == 1 else None)
    if name is not None and name.endswith((".json", ".jsonl")):
        return _recognised_text(source.read(name).decode("utf-8", "replace"))
    return "okf" if okf.fits(source) else None


def _recognised_text(text: str) -> str | None:
    if jsonl.fits(text):
        return "jsonl"
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return "add" if add.fits_lines(text) else None
    readers: dict[str, Callable[[Any], bool]] = {
        "chatgpt": chatgpt.fits,
        "claude": claude.fits,
        "mem0": mem0.fits,
        "add": add.fits,
    }
    return next((name for name, fits in readers.items() if fits(data)), None)


def _archive(plan: Plan, report: Report, progress: Progress) -> None:
    manifest = manifest_of(plan.source)
    if manifest is None:
        raise InvalidInput("This is not an export of this server: it has no manifest.json.")
    scope = plan.scope or Scope(str(manifest.get("app_id")), str(manifest.get("project_id")))
    place_all(plan.source, files_of_archive(plan.source, manifest, scope), report, progress)
    if PENDING in plan.source.names:
        try:
            data = plan.source.read(PENDING)
        except InvalidInput as error:
            report.leave_out(PENDING, str(error))
            return
        if sha256_of(manifest, PENDING) not in (None, hashlib.sha256(data).hexdigest()):
            report.leave_out(
                PENDING, "it is not what the manifest says: the archive is damaged (another checksum)"
            )
            return
        waiting = [
            Conversation(session_id, [message for _, _, message in rows], of_group=of_group)
            for (session_id, of_group), rows in groupby(_waiting(data, report), key=lambda row: row[:2])
        ]
        import_conversations(scope, waiting, report, progress)


def _waiting(data: bytes, report: Report) -> Iterator[tuple[str, bool, IncomingMessage]]:
    """The messages that were not yet a memory, in order. A line that is no message is left out."""
    for number, line in enumerate(data.split(b"\n"), 1):  # a text may contain other line separators
        try:
            if line:
                yield _message(line.decode("utf-8", "surrogatepass"))
        except ValueError as error:
            report.leave_out(f"{PENDING}, line {number}", f"it is no message: {error}")


def _message(line: str) -> tuple[str, bool, IncomingMessage]:
    """Raises ValueError."""
    row = bounded_json.loads(line)
    if not isinstance(row, dict) or not row.keys() >= set(MESSAGE) or not isinstance(row["session_id"], str):
        raise ValueError(f"it needs {', '.join(MESSAGE)}")
    if row["role"] not in ROLES:
        raise ValueError(f"role must be one of {', '.join(ROLES)}")
    given = {name: row[name] for name in MESSAGE if name not in ("session_id", "group_id")}
    try:
        message = _WAITING.validate_python(given)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise ValueError(f"{wrong['loc'][0]}: {wrong['msg']}") from None
    return row["session_id"], row["group_id"] is not None, message


def _root(plan: Plan, report: Report, progress: Progress) -> None:
    place_all(plan.source, files_of_root(plan.source, plan.scope), report, progress)


def _chats(plan: Plan, report: Report, progress: Progress) -> None:
    import_conversations(_scope(plan), conversations_of(plan), report, progress)


def conversations_of(plan: Plan) -> Iterable[Conversation]:
    """Raises InvalidInput for a format without conversations."""
    match plan.format:
        case "chatgpt":
            return chatgpt.conversations(_json(plan), plan.people)
        case "claude":
            return claude.conversations(_json(plan), plan.people)
        case "add":
            return add.conversations(_text(plan), plan.people, _modified_ms(plan), plan.scope)
        case "jsonl":
            return jsonl.conversations(_text(plan), plan.people, _modified_ms(plan))
    raise InvalidInput(f"{plan.format} holds memories, not conversations.")


def _memories(plan: Plan, report: Report, progress: Progress) -> None:
    if plan.format == "mem0":
        modified = datetime.fromtimestamp(_modified_ms(plan) / 1000, UTC)
        found = mem0.notes(_json(plan), plan.people, modified)
    else:
        found = okf.notes(plan.source, plan.people)
    import_notes(_scope(plan), _notes(found, report), report, progress)


FORMATS: dict[str, Callable[[Plan, Report, Progress], None]] = {
    "everos": _archive,
    "root": _root,
    "okf": _memories,
    "mem0": _memories,
    "chatgpt": _chats,
    "claude": _chats,
    "jsonl": _chats,
    "add": _chats,
}


def _scope(plan: Plan) -> Scope:
    return plan.scope or Scope()


def _modified_ms(plan: Plan) -> int:
    """The time of items without one, so that a second import finds the results of the first."""
    return plan.source.modified_ms(_name(plan))


def _name(plan: Plan) -> str:
    """The one file that counts. Raises InvalidInput if there is none."""
    name = plan.source.named(CONVERSATIONS) or next(iter(plan.source.names), None)
    if name is None:
        raise InvalidInput(f"{plan.source.path} holds no file.")
    return name


def _text(plan: Plan) -> str:
    return plan.source.read(_name(plan)).decode("utf-8", "replace")


def _json(plan: Plan) -> Any:
    name = _name(plan)
    try:
        return json.loads(plan.source.read(name).decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{name} is not valid JSON: {error}") from None


def _notes(found: Iterable[ImportedNote | tuple[str, str]], report: Report) -> Iterator[ImportedNote]:
    for each in found:
        if isinstance(each, tuple):
            report.leave_out(*each)
        else:
            yield each
