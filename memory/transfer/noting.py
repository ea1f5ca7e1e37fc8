"""Memories of other servers, and documents, become notes: their words as they are, with all that was known of them."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.errors import MemoryServiceError
from memory.keyed import documents
from memory.kinds.note import NOTE
from memory.scope import Owner, Scope
from memory.text.cleaning import clean, storable
from memory.transfer.report import Progress, Report

NAMESPACE = uuid.UUID("6f0d0a3e-6d0c-4a62-9a53-0d6a2f6f1b7e")  # of ids that are made of ids of others


@dataclass(frozen=True, slots=True)
class ImportedNote:
    """`source_id` tells it from all others of its source: with it, a second import finds the first."""

    source: str
    source_id: str
    text: str
    owner: Owner
    created_at: datetime
    updated_at: datetime | None = None
    session_id: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


def import_notes(scope: Scope, notes: Iterable[ImportedNote], report: Report, progress: Progress) -> None:
    """What is there already stays as it is, whatever it says by now."""
    known = list(notes)
    for note in known:
        progress(note.source_id, len(known))
        try:
            _import(scope, note, report)
        except (MemoryServiceError, ValueError) as error:
            report.leave_out(note.source_id, str(error))


def note_id(source: str, source_id: str) -> str:
    """Its own where that can be one."""
    try:
        return str(uuid.UUID(source_id))
    except ValueError:
        return str(uuid.uuid5(NAMESPACE, f"{source}\0{source_id}"))


def _import(scope: Scope, note: ImportedNote, report: Report) -> None:
    path = documents.path_of(NOTE, scope, note.owner, note_id(note.source, note.source_id))
    if documents.exists(path):
        report.known["note"] += 1
        return
    text = clean(note.text)
    if not text.strip():
        report.leave_out(note.source_id, "it has no text")
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
