"""The register of keyed documents: rows that mirror the files, and record how much a document is used."""

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
LEAST_WEIGHT = 0.7  # share of its score that a long unused document keeps
LABELS = ("user_id", "agent_id", "session_id", "category")


def live(kind: Kind, scope: Scope) -> QuerySet[KeyedDocument]:
    """Rows of documents whose files exist, as far as the register knows; including expired ones."""
    return rows(kind, scope).filter(removed_at=None)


def gone(kind: Kind, scope: Scope) -> QuerySet[KeyedDocument]:
    """Rows of documents whose files have been removed."""
    return rows(kind, scope).exclude(removed_at=None)


def rows(kind: Kind, scope: Scope) -> QuerySet[KeyedDocument]:
    """Rows of documents, including removed ones."""
    return KeyedDocument.objects.filter(kind=kind.name, **scope.columns)


def equals(column: str, text: str) -> Q:
    """Rows with exactly this text; none if no row can contain it."""
    return Q(**{column: text}) if clean(text) == text else Q(pk=None)


def record(path: PurePosixPath, place: Located, values: Values, used: bool) -> None:
    """Records the content of the file. `used` says that a client has written it. Hold the path's lock.

    A document that is new to the register counts as just used, so that a rebuilt register, which has lost all counters,
    does not drop what was used often.
    """
    columns = _columns(place, values)
    known = KeyedDocument.objects.filter(path=str(path)).values(*columns).first()
    if known == columns and not used:
        return
    new = used or known is None or known["removed_at"] is not None
    _write([(path, columns)], COUNTERS if new else ())


def record_all(written: Sequence[tuple[PurePosixPath, Located, Values]]) -> None:
    """Records what a client has just written, without locks: if somebody is writing one of them, the cascade records it
    again.
    """
    _write([(path, _columns(place, values)) for path, place, values in written], COUNTERS)


def mark_removed(paths: Sequence[PurePosixPath]) -> None:
    """These files are gone; their rows stay as tombstones. If somebody is writing one of them and its lock is not held,
    the cascade records it again.
    """
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
    """Records that these documents were read. Those used since that moment are left as they are."""
    for some in batches(map(str, paths), PATHS_AT_ONCE):
        rows = KeyedDocument.objects.filter(path__in=some, accessed_at__lt=unless_since)
        keys = list(rows.values_list("pk", flat=True))
        if keys:
            KeyedDocument.objects.filter(pk__in=keys).update(importance=1.0, accessed_at=timezone.now())


def weights(rows: QuerySet[KeyedDocument]) -> Iterator[tuple[str, float]]:
    """Path and remaining share of the score for each document, for ranking."""
    for path, importance, pinned in rows.order_by().values_list("path", "importance", "pinned"):
        yield path, weight_of(importance, pinned)


def weight_of(importance: float, pinned: bool) -> float:
    return 1.0 if pinned else LEAST_WEIGHT + (1 - LEAST_WEIGHT) * importance


def _columns(place: Located, values: Values) -> dict[str, Any]:
    """Columns without a value stay empty; an owner is in the column of its type, whatever the text says."""
    stated = {n: v for n, v in values.items() if v is not None} | {f"{place.owner.type}_id": place.owner.id}
    return {
        "kind": place.kind.name,
        **place.scope.columns,
        **place.owner.columns,
        "name": clean(str(stated.get("key", place.bucket))),
        **{name: _clipped(name, stated.get(name, "")) for name in LABELS},
        "file_path": _clipped("file_path", stated.get("path", "")),
        **{name: stated.get(name) for name in ("created_at", "updated_at", "expires_at")},
        "pinned": stated.get("pinned") is True,
        "removed_at": None,
    }


def _clipped(column: str, value: object) -> str:
    """As much as fits of what a person may have written."""
    declared = KeyedDocument._meta.get_field(column)
    assert isinstance(declared, CharField)
    return clean(str(value))[: declared.max_length]
