"""The register of keyed documents: rows that say what the files say, and how much a document has been used."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from django.db.models import CharField, Q, QuerySet
from django.utils import timezone

from memory.batches import batches
from memory.kinds.base import Kind, Values
from memory.markdown.root import Located
from memory.models import KeyedDocument
from memory.scope import Scope
from memory.text.cleaning import clean

COUNTERS = ("importance", "accessed_at")
PATHS_AT_ONCE = 1000
FADED = 0.7  # of its score, what a document keeps that nobody has asked for in ages
LABELS = ("user_id", "agent_id", "session_id", "category")


def live(kind: Kind, scope: Scope) -> QuerySet[KeyedDocument]:
    """Rows of documents whose files are there, as far as the register has heard; expired ones too."""
    return known(kind, scope).filter(removed_at=None)


def gone(kind: Kind, scope: Scope) -> QuerySet[KeyedDocument]:
    """Rows of documents whose files have been removed."""
    return known(kind, scope).exclude(removed_at=None)


def known(kind: Kind, scope: Scope) -> QuerySet[KeyedDocument]:
    """Rows of documents, also of those that are gone."""
    return KeyedDocument.objects.filter(kind=kind.name, app_id=scope.app_id, project_id=scope.project_id)


def holds(column: str, text: str) -> Q:
    """Rows in which just this text stands; none where it is one that no row can hold."""
    return Q(**{column: text}) if clean(text) == text else Q(pk=None)


def record(path: PurePosixPath, place: Located, values: Values, used: bool) -> None:
    """What the file says now. `used` says that a client has written it. Hold the path's lock.

    A document that is new to the register counts as used just now, so that a register which is made again, with all
    counters lost, does not forget what was used often.
    """
    columns = _columns(place, values)
    known = KeyedDocument.objects.filter(path=str(path)).values(*columns).first()
    if known == columns and not used:
        return
    new = used or known is None or known["removed_at"] is not None
    _write([(path, columns)], COUNTERS if new else ())


def record_all(written: Sequence[tuple[PurePosixPath, Located, Values]]) -> None:
    """What a client has just written. Without their locks: who writes one of them now has it recorded once more when
    the cascade comes to it."""
    _write([(path, _columns(place, values)) for path, place, values in written], COUNTERS)


def mark_removed(path: PurePosixPath) -> None:
    """The file is gone; the row stays as its tombstone. Hold the path's lock."""
    mark_all_removed([path])


def mark_all_removed(paths: Sequence[PurePosixPath]) -> None:
    """Marks many files as removed. Without their locks: who writes one now has it recorded again by the cascade."""
    KeyedDocument.objects.filter(path__in=[str(path) for path in paths], removed_at=None).update(
        removed_at=timezone.now()
    )


def _write(rows: Sequence[tuple[PurePosixPath, dict[str, Any]]], counters: Sequence[str]) -> None:
    if not rows:
        return
    now = timezone.now()
    KeyedDocument.objects.bulk_create(
        [KeyedDocument(path=str(path), accessed_at=now, **columns) for path, columns in rows],
        update_conflicts=True,
        unique_fields=["path"],
        update_fields=[*rows[0][1], *counters],
    )


def use(paths: Sequence[PurePosixPath], unless_since: datetime) -> None:
    """Somebody has read these documents. Those that were used since that moment are left as they are."""
    for some in batches(map(str, paths), PATHS_AT_ONCE):
        rows = KeyedDocument.objects.filter(path__in=some, accessed_at__lt=unless_since)
        keys = list(rows.values_list("pk", flat=True))
        if keys:
            KeyedDocument.objects.filter(pk__in=keys).update(importance=1.0, accessed_at=timezone.now())


def weights(rows: QuerySet[KeyedDocument]) -> Iterator[tuple[str, float]]:
    """Of each document, its path and the share of its score that is left when it is ranked."""
    for path, importance, pinned in rows.order_by().values_list("path", "importance", "pinned"):
        yield path, 1.0 if pinned else FADED + (1 - FADED) * importance


def _columns(place: Located, values: Values) -> dict[str, Any]:
    """What a kind has no value for stays empty; an owner stands in the column of its type, whatever the text says."""
    stated = {n: v for n, v in values.items() if v is not None} | {f"{place.owner.type}_id": place.owner.id}
    return {
        "kind": place.kind.name,
        "app_id": place.scope.app_id,
        "project_id": place.scope.project_id,
        "owner_type": str(place.owner.type),
        "owner_id": place.owner.id,
        "name": clean(str(stated.get("key", place.bucket))),
        **{name: _clipped(name, stated.get(name, "")) for name in LABELS},
        "file_path": _clipped("file_path", stated.get("path", "")),
        **{name: stated.get(name) for name in ("created_at", "updated_at", "expires_at")},
        "pinned": stated.get("pinned") is True,
        "removed_at": None,
    }


def _clipped(column: str, value: object) -> str:
    """As much as fits, of what a person may have written."""
    declared = KeyedDocument._meta.get_field(column)
    assert isinstance(declared, CharField)
    return clean(str(value))[: declared.max_length]
