"""A user's memories as files of the memory tool, which reads their text and edits them through the ordinary edits."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from memory import editing
from memory.api.anthropic.paths import GENERATED, ROOT
from memory.api.anthropic.wording import CommandFailed
from memory.api.mcp.tools.reading import note_of_mirror
from memory.errors import DocumentChanged
from memory.keyed import documents, notes
from memory.keyed.notes import file_path_of
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import DailyLog, Kind, NamedFile, SingleFile, Values
from memory.kinds.entity import ENTITY
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.kinds.ids import wire_id
from memory.kinds.note import NOTE, note_text
from memory.kinds.profile import PROFILE
from memory.markdown import store
from memory.markdown.document import Document, split_frontmatter
from memory.markdown.entries import Entry
from memory.markdown.files import read_snapshot
from memory.markdown.root import Located, current_root, owner_folder
from memory.scope import Owner, Scope

LATEST = 30  # files of each folder in a list of all folders
KINDS: Mapping[str, Kind] = {
    "episodes": EPISODE,
    "atomic_facts": ATOMIC_FACT,
    "foresights": FORESIGHT,
    "notes": NOTE,
    "graph": ENTITY,
}
BY_NAME: Mapping[str, Kind] = {"user.md": PROFILE, **KINDS}
assert BY_NAME.keys() == GENERATED
NO_CHANGE = "Nothing was edited: this changes no text of a memory."
TREES = ("memories.", "memstore_")  # prefixes of the names of notes that are files of a client


def sizes(scope: Scope, owner: Owner, complete: str | None = None) -> dict[str, int]:
    """Sizes in bytes by path: all files of the folder `complete`, and the latest ones of the others."""
    found: dict[str, int] = {}
    for name, kind in BY_NAME.items():
        files = list(files_by_path(scope, owner, name, kind).items())
        shown = files if name == complete else files[-LATEST:]
        found |= {path: size for path, place in shown if (size := _size(kind, place))}
    return found


def find_file(scope: Scope, owner: Owner, path: str) -> PurePosixPath | None:
    """The file below the memory root of the tool's path, if it exists and contains a memory."""
    name = path.split("/")[1]
    kind = BY_NAME.get(name)
    place = files_by_path(scope, owner, name, kind).get(path) if kind else None
    return place if kind and place and _size(kind, place) else None


def files_below(scope: Scope, owner: Owner, folder: str) -> list[PurePosixPath]:
    """All files of a folder."""
    name = folder.split("/")[1]
    files = files_by_path(scope, owner, name, KINDS[name]) if name in KINDS else {}
    return [place for path, place in files.items() if path.startswith(f"{folder}/")]


def files_by_path(scope: Scope, owner: Owner, name: str, kind: Kind) -> dict[str, PurePosixPath]:
    """Files below the memory root by the tool's path, without notes that are files of a client."""
    match kind.layout:
        case DailyLog(folder=folder) | NamedFile(folder=folder):
            base = owner_folder(scope, owner) / folder
        case _:
            base = owner_folder(scope, owner)
    return {
        f"/{name}" if isinstance(kind.layout, SingleFile) else f"/{name}/{place.relative_to(base)}": place
        for place, located in current_root().files_of(kind, scope, owner).items()
        if not (kind is NOTE and located.bucket.startswith(TREES))
    }


def read_text(place: PurePosixPath, path: str) -> str:
    """Raises CommandFailed for a file that is not text, DocumentChanged if it is gone."""
    data = read_snapshot(current_root().absolute(place)).data
    if data is None:
        raise DocumentChanged
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise CommandFailed(f"Unsupported file type for {path}") from None


def edit(place: PurePosixPath, before: str, after: str, by: str) -> None:
    """Changes the file from `before` to `after`, by editing the memories that differ.

    Raises CommandFailed if the file cannot have the new text, DocumentChanged, InvalidInput.
    """
    located = current_root().locate(place)
    assert located is not None
    expected = store.document_sha256(place)
    was, now = (store.parse_bytes(located, text.encode(), None) for text in (before, after))
    _verify(located, was, now, _header(before) == _header(after))
    if located.kind.name in editing.EDITABLE:
        return _edit_log(located, was, now, by)
    [old], [new] = was.entries, now.entries
    changed = _changed_fields(old, new)
    if not changed:
        raise CommandFailed(NO_CHANGE)
    if located.kind is NOTE:
        return _edit_note(located, old.sha256, new.values, changed, by)
    store.write_document(
        located.kind, located.scope, located.owner, new.values, located.bucket, expected=expected
    )
    if located.kind is ENTITY:
        documents.reread(place)


def _edit_log(located: Located, was: Document, now: Document, by: str) -> None:
    fields = editing.EDITABLE[located.kind.name]
    edits: list[tuple[str, str, dict[str, str]]] = []
    for old, new in zip(was.entries, now.entries, strict=True):
        changed = _changed_fields(old, new)
        _require_editable(changed, fields)
        if changed:
            texts = {name: str(new.values.get(name) or "") for name in changed}
            edits.append((wire_id(located.owner, old.id), old.sha256, texts))
    if not edits:
        raise CommandFailed(NO_CHANGE)
    for identifier, *_ in edits:
        _refuse_mirror(located, identifier)
    for identifier, sha256, texts in edits:
        editing.edit(located.scope, identifier, texts, by, "memory tool", expected=sha256)


def _changed_fields(old: Entry, new: Entry) -> set[str]:
    return {name for name in {*old.values, *new.values} if old.values.get(name) != new.values.get(name)}


def _refuse_mirror(located: Located, identifier: str) -> None:
    """Raises CommandFailed for an entry that mirrors a note, since it changes with the note."""
    note = note_of_mirror(editing.find(located.scope, identifier))
    if note is None:
        return
    place = documents.path_of(NOTE, located.scope, located.owner, note)
    file = documents.get(place)
    client_path = file_path_of(file.values) if file else None
    path = client_path or f"/notes/{place.name}"
    raise CommandFailed(
        f"Nothing was edited: this entry mirrors {ROOT}{path}. Edit that file, and the entry changes with it."
    )


def _edit_note(located: Located, sha256: str, values: Values, changed: set[str], by: str) -> None:
    _require_editable(changed, ("memory",))
    text = note_text(values)
    if not text.strip():
        raise CommandFailed("Nothing was edited: a note cannot be empty. Delete it instead.")
    notes.revise_note(located.bucket, text, located.owner.__eq__, located.scope, expected=sha256)


def _verify(located: Located, was: Document, now: Document, same_header: bool) -> None:
    """Raises CommandFailed if the edit changes more than texts of memories."""
    if was.problems:
        raise CommandFailed(f"Nothing was edited: the file is already damaged; {was.problems[0]}")
    if now.problems:
        raise CommandFailed(f"Nothing was edited: this would damage the file; {now.problems[0]}")
    if isinstance(located.kind.layout, DailyLog):
        if not same_header:
            raise CommandFailed("Nothing was edited: the frontmatter of this file is managed by the server.")
        if [entry.id for entry in was.entries] != [entry.id for entry in now.entries]:
            raise CommandFailed(
                "Nothing was edited: the server manages the entries of this file. Edit their texts, or delete the "
                "file; write new memories into files of your own."
            )
    elif any(
        was.frontmatter.get(name) != now.frontmatter.get(name) for name in ("id", "type", "user_id", "name")
    ):
        raise CommandFailed("Nothing was edited: the id, type and owner of a memory cannot be changed.")


def _require_editable(changed: set[str], allowed: Sequence[str]) -> None:
    """Raises CommandFailed if other fields are changed."""
    others = sorted(changed - set(allowed))
    if others:
        raise CommandFailed(
            f"Nothing was edited: {others[0]} cannot be edited here, only {', '.join(allowed)}."
        )


def _header(text: str) -> str | None:
    return split_frontmatter(text)[0]


def _size(kind: Kind, place: PurePosixPath) -> int:
    """The size in bytes; 0 for a file that is gone, or a log whose entries have all been forgotten."""
    data = read_snapshot(current_root().absolute(place)).data or b""
    return 0 if isinstance(kind.layout, DailyLog) and b"<!-- entry:" not in data else len(data)
