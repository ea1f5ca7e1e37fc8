"""The files that the server keeps of a user, as the memory tool reads and edits them: text in, ordinary edits out."""

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
from memory.kinds.base import Kind, Values
from memory.kinds.entity import ENTITY
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.kinds.ids import wire_id
from memory.kinds.layouts import DailyLog, NamedFile, SingleFile
from memory.kinds.note import NOTE
from memory.kinds.profile import PROFILE
from memory.markdown import store
from memory.markdown.document import Document
from memory.markdown.files import read_snapshot
from memory.markdown.frontmatter import split_frontmatter
from memory.markdown.root import Located, current_root, owner_folder
from memory.scope import Owner, Scope

LATEST = 30  # files of a folder that a list of all folders shows
KINDS: Mapping[str, Kind] = {
    "episodes": EPISODE,
    "atomic_facts": ATOMIC_FACT,
    "foresights": FORESIGHT,
    "notes": NOTE,
    "graph": ENTITY,
}
SINGLE = {"user.md": PROFILE}
assert KINDS.keys() | SINGLE.keys() == GENERATED
TREES = ("memories.", "memstore_")  # beginnings of the names of notes that have a path of their own


def sizes(scope: Scope, owner: Owner, whole: str | None = None) -> dict[str, int]:
    """Paths of what there is, with sizes in bytes; of each folder the latest files, and of the `whole` one all."""
    found: dict[str, int] = {}
    for name, kind in {**SINGLE, **KINDS}.items():
        places = places_of(scope, owner, name, kind)
        shown = list(places.items()) if name == whole else list(places.items())[-LATEST:]
        found |= {path: size for path, place in shown if (size := _size(kind, place))}
    return found


def place_of(scope: Scope, owner: Owner, path: str) -> PurePosixPath | None:
    """Where the file of this path lies, if there is one with a memory in it."""
    name = path.split("/")[1]
    kind = {**SINGLE, **KINDS}.get(name)
    place = places_of(scope, owner, name, kind).get(path) if kind else None
    return place if kind and place and _size(kind, place) else None


def below(scope: Scope, owner: Owner, folder: str) -> list[PurePosixPath]:
    """All files of a folder."""
    name = folder.split("/")[1]
    places = places_of(scope, owner, name, KINDS[name]) if name in KINDS else {}
    return [place for path, place in places.items() if path.startswith(f"{folder}/")]


def places_of(scope: Scope, owner: Owner, name: str, kind: Kind) -> dict[str, PurePosixPath]:
    """By path; what clients keep as files of their own is found under their paths."""
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


def text_of(place: PurePosixPath, path: str) -> str:
    """Raises CommandFailed for what is no text."""
    data = read_snapshot(current_root().absolute(place)).data
    if data is None:
        raise DocumentChanged
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise CommandFailed(f"Unsupported file type for {path}") from None


def edit(place: PurePosixPath, before: str, after: str, by: str) -> None:
    """Lets the file say what `after` says, by the edits of memories that make the difference.

    Raises CommandFailed where the text cannot be what the file says, DocumentChanged, InvalidInput.
    """
    located = current_root().locate(place)
    assert located is not None
    expected = store.document_sha256(place)
    was, now = (store.parse_bytes(located, text.encode(), None) for text in (before, after))
    _verify(located, was, now, _header(before) == _header(after))
    if located.kind.name in editing.EDITABLE:
        return _edit_log(located, was, now, by)
    [old], [new] = was.entries, now.entries
    changed = {name for name in {*old.values, *new.values} if old.values.get(name) != new.values.get(name)}
    if not changed:
        raise CommandFailed("Nothing was edited: this changes no text of a memory.")
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
        changed = {
            name for name in {*old.values, *new.values} if old.values.get(name) != new.values.get(name)
        }
        _only(changed, fields)
        if changed:
            texts = {name: str(new.values.get(name) or "") for name in changed}
            edits.append((wire_id(located.owner.id, old.id), old.sha256, texts))
    if not edits:
        raise CommandFailed("Nothing was edited: this changes no text of a memory.")
    for identifier, *_ in edits:
        _refuse_mirror(located, identifier)
    for identifier, sha256, texts in edits:
        editing.edit(located.scope, identifier, texts, by, "memory tool", expected=sha256)


def _refuse_mirror(located: Located, identifier: str) -> None:
    """What tells a note follows the note. Raises CommandFailed."""
    note = note_of_mirror(editing.find(located.scope, identifier))
    if note is None:
        return
    place = documents.path_of(NOTE, located.scope, located.owner, note)
    file = documents.get(place)
    own = file_path_of(file.values) if file else None
    path = own or f"/notes/{place.name}"
    raise CommandFailed(
        f"Nothing was edited: this entry tells {ROOT}{path}. Edit that file; the entry follows."
    )


def _edit_note(located: Located, sha256: str, values: Values, changed: set[str], by: str) -> None:
    _only(changed, ("memory",))
    text = str(values.get("memory") or "")
    if not text.strip():
        raise CommandFailed("Nothing was edited: a note cannot be empty. Delete it instead.")
    notes.revise_note(located.bucket, text, located.owner.__eq__, located.scope, expected=sha256)


def _verify(located: Located, was: Document, now: Document, same_header: bool) -> None:
    """Raises CommandFailed."""
    if was.problems:
        raise CommandFailed(f"Nothing was edited: the file is damaged already; {was.problems[0]}")
    if now.problems:
        raise CommandFailed(f"Nothing was edited: this would damage the file; {now.problems[0]}")
    if isinstance(located.kind.layout, DailyLog):
        if not same_header:
            raise CommandFailed("Nothing was edited: the frontmatter of this file is the server's.")
        if [entry.id for entry in was.entries] != [entry.id for entry in now.entries]:
            raise CommandFailed(
                "Nothing was edited: the server keeps the entries of this file. Edit their texts, or delete the "
                "file; new memories go into files of your own."
            )
    elif any(
        was.frontmatter.get(name) != now.frontmatter.get(name) for name in ("id", "type", "user_id", "name")
    ):
        raise CommandFailed("Nothing was edited: whose memory this is, and which, is not for an edit to say.")


def _only(changed: set[str], allowed: Sequence[str]) -> None:
    """Raises CommandFailed."""
    others = sorted(changed - set(allowed))
    if others:
        raise CommandFailed(
            f"Nothing was edited: {others[0]} cannot be edited here, only {', '.join(allowed)}."
        )


def _header(text: str) -> str | None:
    return split_frontmatter(text)[0]


def _size(kind: Kind, place: PurePosixPath) -> int:
    """0 for one that is gone, or a log whose entries have all been forgotten."""
    data = read_snapshot(current_root().absolute(place)).data or b""
    return 0 if isinstance(kind.layout, DailyLog) and b"<!-- entry:" not in data else len(data)
