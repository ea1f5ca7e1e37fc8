"""Memory stores: named trees of one user's files, each described by a note whose name is the store's id."""

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

from memory import times
from memory.errors import DocumentChanged, InvalidInput
from memory.index import generations
from memory.keyed import documents, register
from memory.keyed.documents import KeyedFile
from memory.keyed.files import Tree, check_text
from memory.kinds.base import Values
from memory.kinds.note import NOTE, note_text
from memory.scope import Owner, Scope

CATEGORY = "memory_store"
PREFIX = "memstore_"
IDENTIFIER = re.compile(rf"{PREFIX}[0-9a-f]{{32}}")


@dataclass(frozen=True, slots=True)
class Store:
    """A store as its note states it."""

    id: str
    scope: Scope
    owner: Owner
    name: str
    description: str
    created_at: datetime
    updated_at: datetime
    place: PurePosixPath
    metadata: Mapping[str, str] = field(default_factory=dict)
    archived_at: datetime | None = None

    @property
    def tree(self) -> Tree:
        return Tree(self.scope, self.owner, self.id)


def create(scope: Scope, owner: Owner, name: str, description: str, metadata: Mapping[str, str]) -> Store:
    """Raises InvalidInput."""
    check_text(description)
    now = datetime.now(UTC)
    place = documents.path_of(NOTE, scope, owner, f"{PREFIX}{uuid.uuid4().hex}")
    values: Values = {
        "category": CATEGORY,
        "user_id": owner.id,
        "created_at": now,
        "metadata": _stated(name, metadata, None),
        "memory": description,
    }
    return _store(documents.put(place, values))


def find(scope: Scope, owner: Owner, identifier: str) -> Store | None:
    """Raises DamagedDocument."""
    if not IDENTIFIER.fullmatch(identifier):
        return None
    file = documents.get(documents.path_of(NOTE, scope, owner, identifier))
    return _store(file) if file else None


def listed(scope: Scope, owner: Owner) -> list[Store]:
    """Newest first. Raises DamagedDocument, IndexIncomplete while a new database is being filled."""
    generations.verify_filled(NOTE.name)
    rows = register.live(NOTE, scope).filter(**owner.columns, category=CATEGORY)
    files = [documents.get(PurePosixPath(path)) for path in rows.values_list("path", flat=True)]
    stores = [_store(file) for file in files if file and IDENTIFIER.fullmatch(file.place.bucket)]
    return sorted(stores, key=lambda store: (store.created_at, store.id), reverse=True)


def change(
    store: Store,
    name: str | None = None,
    description: str | None = None,
    metadata: Mapping[str, str | None] | None = None,
    *,
    archived: bool = False,
) -> Store:
    """Omitted fields stay as they are in the file by now; metadata keys with None are removed.

    Raises DocumentChanged if the store is gone, InvalidInput.
    """
    check_text(description or "")
    now = datetime.now(UTC)

    def changed(values: Values | None) -> Values:
        if values is None:
            raise DocumentChanged
        about = _about(values)
        merged = {**_pairs(about), **(metadata or {})}
        kept = {key: value for key, value in merged.items() if value is not None}
        archived_at = about.get("archived_at") or (now.isoformat() if archived else None)
        return {
            **values,
            "updated_at": now,
            "metadata": _stated(name or str(about.get("name") or ""), kept, archived_at),
            "memory": note_text(values) if description is None else description,
        }

    written = documents.change(store.place, changed)
    assert written is not None
    return _store(written)


def require_open(store: Store) -> None:
    """Raises InvalidInput for an archived store."""
    if store.archived_at is not None:
        raise InvalidInput(
            f"The memory store {store.id} is archived: nothing in it can be created or changed"
        )


def _stated(name: str, metadata: Mapping[str, str], archived_at: str | None) -> dict[str, Any]:
    stated: dict[str, Any] = {"name": name, "metadata": dict(metadata), "archived_at": archived_at}
    return {key: value for key, value in stated.items() if value}


def _store(file: KeyedFile) -> Store:
    """Values that a person has removed from the file are empty."""
    about = _about(file.values)
    return Store(
        id=file.place.bucket,
        scope=file.place.scope,
        owner=file.place.owner,
        name=str(about.get("name") or file.place.bucket),
        description=note_text(file.values),
        created_at=file.created_at,
        updated_at=file.updated_at,
        place=file.path,
        metadata=_pairs(about),
        archived_at=_archived_at(about, file),
    )


def _archived_at(about: Mapping[str, Any], file: KeyedFile) -> datetime | None:
    """When the file was changed, if a person has written what is no time."""
    stated = about.get("archived_at")
    try:
        return times.read(str(stated)) if stated else None
    except ValueError:
        return file.updated_at


def _about(values: Values) -> Mapping[str, Any]:
    stated = values.get("metadata")
    return stated if isinstance(stated, dict) else {}


def _pairs(about: Mapping[str, Any]) -> dict[str, str]:
    own = about.get("metadata")
    return {str(key): str(value) for key, value in own.items()} if isinstance(own, dict) else {}
