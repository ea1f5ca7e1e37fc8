"""Imports memories of other servers, and documents, as notes: their words unchanged, with all known metadata."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.errors import MemoryServiceError
from memory.keyed import documents
from memory.kinds.note import NOTE, note_text
from memory.markdown.root import check_owner_or_session_id
from memory.scope import Owner, Scope
from memory.text.cleaning import clean, storable
from memory.transfer.report import ANOTHER_VERSION, Progress, Report

NAMESPACE = uuid.UUID("6f0d0a3e-6d0c-4a62-9a53-0d6a2f6f1b7e")  # namespace of ids made from foreign ids


@dataclass(frozen=True, slots=True)
class ImportedNote:
    """`source_id` identifies it within its source: with it, a second import finds the first."""

    source: str
    source_id: str
    text: str
    owner: Owner
    created_at: datetime
    updated_at: datetime | None = None
    session_id: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


def import_notes(scope: Scope, notes: Iterable[ImportedNote], report: Report, progress: Progress) -> None:
    """Existing notes stay as they are."""
    known = list(notes)
    for note in known:
        progress(note.source_id, len(known))
        try:
            _import(scope, note, report)
        except (MemoryServiceError, ValueError) as error:
            report.leave_out(note.source_id, str(error))


def note_id(source: str, source_id: str) -> str:
    """Its own id if that is valid."""
    try:
        return str(uuid.UUID(source_id))
    except ValueError:
        return str(uuid.uuid5(NAMESPACE, f"{source}\0{source_id}"))


def _import(scope: Scope, note: ImportedNote, report: Report) -> None:
    check_owner_or_session_id(note.owner.id)
    path = documents.path_of(NOTE, scope, note.owner, note_id(note.source, note.source_id))
    text = clean(note.text)
    if not text.strip():
        report.leave_out(note.source_id, "it has no text")
        return
    known = documents.get(path)
    if known is not None:
        if note_text(known.values) == text:
            report.known["note"] += 1
        else:
            report.leave_out(note.source_id, ANOTHER_VERSION)
        return
    documents.put(
        path,
        {
            "category": "fact",
            f"{note.owner.type}_id": note.owner.id,
            "session_id": note.session_id,
            "created_at": note.created_at,
            "updated_at": note.updated_at,
            "metadata": storable(note.metadata) or None,
            "memory": text,
        },
    )
    report.imported["note"] += 1
