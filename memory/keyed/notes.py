"""Long-term notes: files with an id, a category, and a history that outlives the file."""

import errno
import json
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import count, islice
from operator import or_
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from django.db.models import Q, QuerySet

from memory import times
from memory.coordination.locks import path_lock
from memory.errors import DamagedDocument, DocumentChanged, InvalidInput
from memory.index import generations
from memory.index.waiting import Reach
from memory.keyed import documents, note_history, register
from memory.keyed.distil import Said, distilled
from memory.keyed.documents import KeyedFile
from memory.keyed.note_history import Change
from memory.keyed.search import FEW_ROWS, Begun, begin_documents, finished
from memory.kinds.base import Values, moment
from memory.kinds.note import NOTE, note_text
from memory.kinds.provenance import ASSISTANT_SAID, USER_SAID, source_of
from memory.markdown.entries import content_sha256
from memory.markdown.entry_history import path_of as path_of_history
from memory.markdown.root import current_root, owner_folder
from memory.models import KeyedDocument
from memory.prepared import Prepared
from memory.providers.attribution import attributed
from memory.retrieval.types import Method
from memory.scope import Owner, OwnerType, Scope, agent, session, user
from memory.text.cleaning import clean

SCOPE = Scope()  # the only one that MaaS knows
ID_NAMESPACE = uuid.UUID("0f5a6f3c-8a0d-4d0e-9f44-5b1f6c0f2d7a")  # of ids derived from content

Sees = Callable[[Owner], bool]  # whether a reader may see the notes of this owner; None instead: all notes


@dataclass(frozen=True, slots=True)
class About:
    """The user, agent and session that a note belongs to, or that a reader asks for; all that are given must match."""

    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    scope: Scope = SCOPE

    @property
    def named(self) -> dict[str, str]:
        ids = {"user_id": self.user_id, "agent_id": self.agent_id, "session_id": self.session_id}
        return {name: value for name, value in ids.items() if value}

    @property
    def owner(self) -> Owner:
        """The owner of the folder that contains the note. Raises InvalidInput if no owner is given."""
        if self.user_id:
            return user(self.user_id)
        if self.agent_id:
            return agent(self.agent_id)
        if self.session_id:
            return session(self.session_id)
        raise InvalidInput("At least one of user_id, agent_id, or session_id must be provided")


@dataclass(frozen=True, slots=True)
class Note:
    """The current content of a note's file."""

    id: str
    memory: str
    category: str
    metadata: Mapping[str, Any] = field(default_factory=dict)
    created_at: datetime | None = None
    updated_at: datetime | None = None
    score: float | None = None
    source: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    sha256: str = ""  # of the values in the file


def add_note(
    given: str | Sequence[Said],
    category: str,
    about: About,
    metadata: Mapping[str, Any],
    valid_to: datetime | None = None,
) -> Note:
    """Stores what is worth remembering of `given` as a new note. Raises InvalidInput if that is nothing."""
    now = datetime.now(UTC)
    today = times.local_day(now)
    with attributed(about.scope):
        memory = clean(distilled(given, category, today))
    if not memory.strip():
        raise InvalidInput("messages: there is nothing to remember in it")
    path = documents.path_of(NOTE, about.scope, about.owner, str(uuid.uuid4()))
    with path_lock(path):
        return _put(path, {**_values(memory, category, about, metadata, now), "valid_to": valid_to}, now)


def add_note_verbatim(
    text: str,
    category: str,
    about: About,
    metadata: Mapping[str, Any],
    at: datetime,
    *,
    source: str | None = None,
    valid_from: datetime | None = None,
    valid_to: datetime | None = None,
) -> tuple[Note, bool]:
    """Stores the text unchanged as a note of the moment `at`. Returns the note, and whether it is new: the same text
    with the same values on the same day is stored once.

    Raises InvalidInput for an empty text.
    """
    memory = clean(text)
    if not memory.strip():
        raise InvalidInput("There is nothing to remember in an empty text.")
    values = _values(memory, category, about, metadata, at)
    values = {**values, "valid_from": valid_from, "valid_to": valid_to, "source": source or values["source"]}
    for identifier in _ids_of(values, about.scope):
        path = documents.path_of(NOTE, about.scope, about.owner, str(identifier))
        with path_lock(path):
            known = documents.get(path)
            if known is None:
                apart = timedelta(microseconds=identifier.int % 1_000_000)  # so that times are unique
                moment = at if at.microsecond else at + apart
                return _put(path, {**values, "created_at": moment}, datetime.now(UTC)), True
            if note_text(known.values) == memory:
                return _note(known), False
    raise AssertionError  # `_ids_of` never ends


def get_note(identifier: str, sees: Sees | None = None, scope: Scope = SCOPE) -> Note | None:
    """Raises DamagedDocument."""
    path = path_of(identifier, sees, scope)
    file = documents.get(path) if path else None
    return _note(file) if file else None


def revise_note(
    identifier: str,
    memory: str | None,
    sees: Sees | None = None,
    scope: Scope = SCOPE,
    expected: str | None = None,
    more: Callable[[Values], Values] = lambda values: {},
) -> Note | None:
    """Replaces the text of a note (None: keeps it) and the values that `more` returns for the current ones.

    Returns None if there is no such note. The previous text stays in the history. `expected` is the sha256 of the note
    that the caller has read: raises DocumentChanged if the note has changed since.
    """
    path = path_of(identifier, sees, scope)
    if path is None:
        return None
    now = datetime.now(UTC)

    def revised(values: Values | None) -> Values | None:
        if values is None:
            return None
        if expected is not None and content_sha256(values) != expected:
            raise DocumentChanged
        _follow(path, values, saved_at(path))
        text = note_text(values) if memory is None else clean(memory)
        after = {**values, **more(values)}
        is_same = note_text(values) == text and after == dict(values)
        return values if is_same else {**after, "memory": text, "updated_at": now}

    with path_lock(path):
        written = documents.change(path, revised)
        if written is not None:
            note_history.record(path, note_text(written.values), now, path=file_path_of(written.values))
    return _note(written) if written else None


def history_of(identifier: str, sees: Sees | None = None, scope: Scope = SCOPE) -> list[Change] | None:
    """All changes in order, even of a deleted note; None if there never was such a note."""
    path = path_of(identifier, sees, scope)
    return (updated_history(path) or None) if path else None


def updated_history(path: PurePosixPath) -> list[Change]:
    """Records what was changed in the file since the last recorded change, and returns all changes. An unreadable file
    is no change.
    """
    with path_lock(path):
        try:
            file = documents.get(path)
        except DamagedDocument:
            return note_history.changes(path)
        return _follow(path, file.values if file else None, saved_at(path))


def newest_notes(about: About, limit: int, sees: Sees | None = None) -> list[Note]:
    """At most `limit` notes, newest first."""
    rows = _seen(_rows(about), sees).order_by("-created_at", "-pk")
    paths = rows.values_list("path", flat=True).iterator()
    files = (documents.get_readable(PurePosixPath(path)) for path in paths)
    return list(islice((_note(file) for file in files if file is not None), limit))


NO_ROWS = KeyedDocument.objects.none()  # building a query takes longer than asking it


def weights_of_user(scope: Scope, user_id: str) -> dict[str, float]:
    """By path, the weights of the notes that name this user; of more than FEW_ROWS, one more than that."""
    generations.verify_filled(NOTE.name)
    rows = _OF_USER.rows(scope.app_id, scope.project_id, user_id)
    return {path: register.weight_of(importance, pinned) for path, importance, pinned in rows}


_OF_USER = Prepared(
    KeyedDocument,
    lambda app_id, project_id, user_id: (
        register.live(NOTE, Scope(app_id, project_id))
        .filter(user_id=user_id)
        .order_by()
        .values_list("path", "importance", "pinned")[: FEW_ROWS + 1]
    ),
)


def count_notes(about: About) -> int:
    """How many notes match."""
    return _rows(about).count()


def begin_notes(
    query: str,
    about: About,
    categories: Sequence[str] | None,
    limit: int,
    sees: Sees | None = None,
    *,
    method: Method = "hybrid",
    vector: np.ndarray | None = None,
    weights: Mapping[str, float] | None = None,
) -> Begun[tuple[list[Note], int]]:
    """Begins a search for the best notes, each with its score from 0 to 1.

    The result also says how many changed files wait to be indexed.

    `vector` is the query's, and `weights` are those of the notes (`weights_of_user`), if they are already known. Raises
    IndexUnavailable, ModelUnavailable.
    """
    is_known = weights is not None and len(weights) <= FEW_ROWS
    rows = NO_ROWS if is_known else _seen(_rows(about), sees)
    reach = _reach(about) if sees is None else Reach(about.scope, tuple(_owners(rows)))
    if categories is not None:
        rows = rows.filter(category__in=categories)
    begun = begin_documents(
        NOTE,
        about.scope,
        rows,
        query,
        reach=reach,
        method=method,
        limit=limit,
        vector=vector,
        weights=weights,
    )

    def found() -> tuple[list[Note], int]:
        answer = begun()
        return [_note(match.file, match.score) for match in answer.files], answer.pending

    return found


search_notes = finished(begin_notes)


def _reach(about: About) -> Reach:
    """Where to look: a note that names a user is in that user's folder, any other may be in any folder."""
    if about.user_id:
        return Reach(about.scope, (user(about.user_id),))
    return Reach(about.scope, types=tuple(NOTE.owner_types))


def _rows(about: About) -> QuerySet[KeyedDocument]:
    """Raises IndexIncomplete while a new database does not know all files yet."""
    generations.verify_filled(NOTE.name)
    return register.live(NOTE, about.scope).filter(**about.named)


def _seen(rows: QuerySet[KeyedDocument], sees: Sees | None) -> QuerySet[KeyedDocument]:
    """The rows of owners that the reader may see. Checked owner by owner, because databases compare prefixes
    differently; there may be more owners than conditions that SQLite joins (1,000).
    """
    if sees is None:
        return rows
    ids: dict[OwnerType, list[str]] = {}
    for owner in filter(sees, _owners(rows)):
        ids.setdefault(owner.type, []).append(owner.id)
    shown = (Q(owner_type=type, owner_id__in=some) for type, some in ids.items())
    return rows.filter(reduce(or_, shown, Q(pk__in=[])))


def _owners(rows: QuerySet[KeyedDocument]) -> list[Owner]:
    found = rows.order_by().values_list("owner_type", "owner_id").distinct()
    return [Owner(OwnerType(type), identifier) for type, identifier in found]


def _note(file: KeyedFile, score: float | None = None) -> Note:
    values = file.values
    metadata = values.get("metadata")
    return Note(
        id=file.place.bucket,
        memory=note_text(values),
        category=str(values["category"]),
        metadata=metadata if isinstance(metadata, dict) else {},
        created_at=moment(values, "created_at"),
        updated_at=moment(values, "updated_at"),
        score=score,
        source=source_of(NOTE, values),
        valid_from=moment(values, "valid_from"),
        valid_to=moment(values, "valid_to"),
        sha256=file.sha256,
    )


def _values(memory: str, category: str, about: About, metadata: Mapping[str, Any], at: datetime) -> Values:
    return {
        "category": category,
        **about.named,
        "created_at": at,
        "metadata": dict(metadata) or None,
        "source": USER_SAID if about.user_id else ASSISTANT_SAID if about.agent_id else None,
        "memory": memory,
    }


def _put(path: PurePosixPath, values: Values, now: datetime) -> Note:
    """Hold the path's lock."""
    written = documents.put(path, values)
    note_history.record(path, note_text(written.values), now)
    return _note(written)


def _ids_of(values: Values, scope: Scope) -> Iterator[uuid.UUID]:
    """The possible ids of a note with these values, in order. They depend only on the values and the day, so that a
    repeated call finds the note. If a person has edited that note since, the next id is used.
    """
    at = values["created_at"]
    assert isinstance(at, datetime)
    day = times.local_day(at)
    stated = {name: value for name, value in values.items() if value is not None and name != "created_at"}
    for number in count():
        text = json.dumps([number, asdict(scope), str(day), stated], sort_keys=True, default=str)
        yield uuid.uuid5(ID_NAMESPACE, text)


def file_path_of(values: Values) -> str | None:
    """The path under which a client keeps the note as a file."""
    return str(values["path"]) if values.get("path") else None


def _follow(path: PurePosixPath, values: Values | None, at: datetime) -> list[Change]:
    """Records changes, and moves the history along if the file was moved or renamed. Hold the path's lock."""
    if values is None:
        return note_history.record(path, None, at)
    if not note_history.exists(path):
        former = next(_former_paths(path, values), None)
        if former is not None:
            note_history.move(former, path)
    return note_history.record(path, note_text(values), at, path=file_path_of(values))


def _former_paths(path: PurePosixPath, values: Values) -> Iterator[PurePosixPath]:
    """Paths where the note may have been before: missing files with the same id or the same creation time."""
    same = Q(name=path.stem)
    if (created_at := moment(values, "created_at")) is not None:
        same |= Q(created_at=created_at)
    rows = KeyedDocument.objects.filter(same, kind=NOTE.name).exclude(path=str(path)).order_by("-pk")
    for former in map(PurePosixPath, rows.values_list("path", flat=True)):
        if note_history.exists(former) and not documents.exists(former):
            yield former


def saved_at(path: PurePosixPath) -> datetime:
    """When the file was last changed; for a missing file, the current time."""
    try:
        return times.of_file(current_root().absolute(path).stat().st_mtime_ns)
    except FileNotFoundError:
        return datetime.now(UTC)


def path_of(identifier: str, sees: Sees | None = None, scope: Scope = SCOPE) -> PurePosixPath | None:
    """The path of the note, even if it is deleted; None if there is none that the reader may see."""
    paths = _paths(identifier, scope)
    return next((path for path in paths if sees is None or _is_of(path, sees)), None)


def _is_of(path: PurePosixPath, sees: Sees) -> bool:
    place = current_root().locate(path)
    return place is not None and sees(place.owner)


def _paths(identifier: str, scope: Scope) -> list[PurePosixPath]:
    rows = register.rows(NOTE, scope).filter(register.equals("name", identifier))
    paths = [
        PurePosixPath(path) for path in rows.order_by("-removed_at", "pk").values_list("path", flat=True)
    ]
    present = [path for path in paths if current_root().absolute(path).exists()]
    return present or [*_found(identifier, scope), *paths]


def _found(identifier: str, scope: Scope) -> Iterator[PurePosixPath]:
    """Searches the owners' folders: after the loss of the database, the register does not know all files yet."""
    example_folder = owner_folder(scope, user("anybody"))
    try:
        tail = documents.path_of(NOTE, scope, user("anybody"), identifier).relative_to(example_folder)
    except InvalidInput:
        return
    if len(tail.parts) > 2:  # so long that it takes several folders, as the id of no note does
        return
    history = path_of_history(tail)
    root = current_root()
    for folder in _owner_folders(root.absolute(example_folder.parent.parent)):
        if _exists(folder / tail) or _exists(folder / history):
            path = PurePosixPath((folder / tail).relative_to(root.path))
            place = root.locate(path)
            if place is not None:
                yield path


def _exists(path: Path) -> bool:
    """Also of a path that is too long for any file, below the folders of an owner with a long id."""
    try:
        return path.exists()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return False
        raise


def _owner_folders(folder: Path, depth: int = 0) -> Iterator[Path]:
    """The folders of all owners. A long id has several nested folders, of which all but the last end in `%`."""
    for entry in folder.iterdir() if folder.is_dir() else ():
        if depth == 0 or entry.name.endswith("%"):
            yield from _owner_folders(entry, depth + 1)
        else:
            yield entry
