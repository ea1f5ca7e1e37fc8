"""Adds memory files of an archive or another root to existing ones, without duplicating or overwriting anything."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any

from memory import bounded_json
from memory.coordination.locks import path_lock
from memory.errors import InvalidInput, MemoryServiceError
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.base import DailyLog, Value, Values
from memory.kinds.episode import EPISODE
from memory.kinds.ids import day_of
from memory.kinds.registry import FROM_EPISODES
from memory.markdown import store
from memory.markdown.entries import Entry, content_sha256
from memory.markdown.entry_history import SUFFIX
from memory.markdown.files import FileChanged, Snapshot, announce, replace_file, together
from memory.markdown.root import Located, current_root, owner_folder, scope_folder
from memory.scope import Owner, OwnerType, Scope
from memory.transfer.archive import FORMAT, MANIFEST, MEMORIES, OWNER_FOLDERS, PENDING, VERSION
from memory.transfer.report import ANOTHER_VERSION, Progress, Report
from memory.transfer.source import Source

Group = tuple[int, str, str]

SOURCES = (EPISODE.name, AGENT_CASE.name)  # first: others name them as their parents
BESIDE_SKILLS = ("references", "scripts")


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """`relative` is its path here, `name` its name in the source."""

    name: str
    relative: PurePosixPath
    sha256: str | None = None


def manifest_of(source: Source) -> dict[str, Any] | None:
    """None if there is none of ours. Raises InvalidInput for one that cannot be used."""
    if MANIFEST not in source.names:
        return None
    try:
        manifest = bounded_json.loads(source.read(MANIFEST).decode())
    except ValueError as error:
        raise InvalidInput(f"{MANIFEST} cannot be read: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        return None
    if manifest.get("version") != VERSION:
        raise InvalidInput(
            f"This server reads version {VERSION} of its export, not {manifest.get('version')}."
        )
    return manifest


def files_of_archive(source: Source, manifest: Mapping[str, Any], scope: Scope) -> list[MemoryFile]:
    """Raises InvalidInput for an archive that lacks files that its manifest names."""
    stated = manifest.get("files")
    listed = stated if isinstance(stated, list) else []
    names = set(source.names)
    found = []
    for each in listed:
        name = each.get("path") if isinstance(each, dict) else None
        if not isinstance(name, str) or name not in names:
            raise InvalidInput(f"The archive lacks {name!r}, which its manifest names: it is not complete.")
        if name != PENDING:
            inner = PurePosixPath(name).relative_to(MEMORIES) if name.startswith(f"{MEMORIES}/") else None
            if inner is None:
                raise InvalidInput(f"The manifest names {name!r}, which is not a memory.")
            found.append(MemoryFile(name, scope_folder(scope) / inner, str(each.get("sha256"))))
    return found


def sha256_of(manifest: Mapping[str, Any], name: str) -> str | None:
    """What the manifest says of this file; None if it does not name it."""
    listed = (each for each in manifest.get("files") or [] if isinstance(each, dict))
    return next((str(each.get("sha256")) for each in listed if each.get("path") == name), None)


def is_root(source: Source) -> bool:
    """Whether it is a memory root of this server, or of EverOS 1.x."""
    return bool(files_of_root(source, None))


def files_of_root(source: Source, scope: Scope | None) -> list[MemoryFile]:
    """Their scopes are those of the source, or all the same one."""
    found = []
    for name in source.names:
        relative = PurePosixPath(name)
        if len(relative.parts) > 4 and relative.parts[2] in OWNER_FOLDERS:
            here = relative if scope is None else scope_folder(scope).joinpath(*relative.parts[2:])
            found.append(MemoryFile(name, here))
    return found


def place_all(source: Source, files: Collection[MemoryFile], report: Report, progress: Progress) -> None:
    """A file that cannot be imported is left out with its reason; the others continue."""
    placed = _Placing(source, report)
    for _, group in groupby(sorted(files, key=_rank), key=_group):
        with together():
            for file in group:
                progress(file.name, len(files))
                try:
                    placed.place(file)
                except (MemoryServiceError, ValueError) as error:
                    report.leave_out(file.name, str(error))


def _rank(file: MemoryFile) -> tuple[Group, int, str]:
    place = current_root().locate(file.relative)
    return _group(file), (2 if place is None else 0 if place.kind.name in SOURCES else 1), file.name


def _group(file: MemoryFile) -> Group:
    """What is announced together: episodes with what was derived from them, or it would be derived again.

    Histories come first: for a note without one, the cascade would start a new one.
    """
    if file.relative.name.endswith(SUFFIX):
        return 0, "", ""
    place = current_root().locate(file.relative)
    if place is None:
        return 2, "", ""
    is_of_day = isinstance(place.kind.layout, DailyLog) and place.owner.type is not OwnerType.AGENT
    return 1, str(owner_folder(place.scope, place.owner)), place.bucket if is_of_day else "later"


@dataclass(slots=True)
class _Placing:
    source: Source
    report: Report
    # Entries that have a different id here.
    renamed: dict[tuple[Scope, Owner, str], str] = field(default_factory=dict)
    # Episodes that are here, and when they were learned: not the text, which the server may draw again.
    episodes: dict[tuple[Scope, Owner, str], Value] = field(default_factory=dict)

    def place(self, file: MemoryFile) -> None:
        data = self.source.read(file.name)
        if file.sha256 is not None and hashlib.sha256(data).hexdigest() != file.sha256:
            self.report.leave_out(file.name, "it is not what the manifest says: the archive is damaged")
            return
        place = current_root().locate(file.relative)
        if place is None:
            self._beside(file, data)
        elif isinstance(place.kind.layout, DailyLog):
            self._log(file, place, data)
        else:
            self._document(file, place, data)

    def _log(self, file: MemoryFile, place: Located, data: bytes) -> None:
        document = store.parse_bytes(place, data)
        for problem in document.problems:
            self.report.leave_out(file.name, problem)
        entries = self._with_parents(file, place, document.entries)
        is_whole = len(entries) == len(document.entries) and not document.problems
        is_new = is_whole and not current_root().absolute(file.relative).exists()
        if is_new and not self._refers_to_renamed(place, entries):
            _write(file.relative, data)
            announce(place.kind, file.relative)
            self.report.imported[place.kind.name] += len(entries)
            for entry in entries:
                self._note_episode(place, entry.id, entry.values)
            return
        self._merge(file, place, {entry.id: entry.values for entry in entries}, document.deprecated)

    def _with_parents(self, file: MemoryFile, place: Located, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Without those whose episode was brought by this import, and has been forgotten since."""
        if place.kind not in FROM_EPISODES:
            return entries
        day = date.fromisoformat(place.bucket)
        path = current_root().file(EPISODE, place.scope, place.owner, day=day)
        here = {entry.id: entry.values.get("learned_at") for entry in store.entries_at(path)}
        kept = []
        for entry in entries:
            parent = str(entry.values.get("parent_id"))
            source = place.scope, place.owner, parent
            identifier, learned_at = self.renamed.get(source, parent), self.episodes.get(source)
            if source not in self.episodes or (identifier in here and learned_at in (None, here[identifier])):
                kept.append(entry)
            else:
                self.report.leave_out(f"{file.name}: {entry.id}", "its episode was removed during the import")
        return kept

    def _note_episode(self, place: Located, identifier: str, values: Values) -> None:
        if place.kind is EPISODE:
            self.episodes[place.scope, place.owner, identifier] = values.get("learned_at")

    def _refers_to_renamed(self, place: Located, entries: Iterable[Entry]) -> bool:
        parents = (str(entry.values.get("parent_id")) for entry in entries)
        return any((place.scope, place.owner, parent) in self.renamed for parent in parents)

    def _merge(
        self, file: MemoryFile, place: Located, entries: Mapping[str, Values], deprecated: Mapping[str, str]
    ) -> None:
        """Skips entries with the content of an existing one; adds the others under new ids of this file."""
        for identifier, values in entries.items():
            said = self._moved(place, values)
            here = self._same(file, place, said)
            if here is None and identifier in deprecated:
                self.report.leave_out(f"{file.name}: {identifier}", "another entry has replaced it")
            elif here is None:
                here = self._added(file, place, identifier, said)
            else:
                self.report.known[place.kind.name] += 1
                self._note_episode(place, identifier, said)
            if here is not None and here != identifier:
                self.renamed[place.scope, place.owner, identifier] = here

    def _moved(self, place: Located, values: Values) -> Values:
        parent = str(values.get("parent_id"))
        here = self.renamed.get((place.scope, place.owner, parent))
        return values if here is None else {**values, "parent_id": here}

    def _same(self, file: MemoryFile, place: Located, values: Values) -> str | None:
        wanted = _identity(place, values)
        entries = store.entries_at(file.relative)
        return next((entry.id for entry in entries if _identity(place, entry.values) == wanted), None)

    def _added(self, file: MemoryFile, place: Located, identifier: str, values: Values) -> str | None:
        """An existing entry of the same cell or episode with different content stays as it is."""
        parent = str(values.get("parent_id") or f"imported {identifier}")
        known = _of_parent(file.relative, parent) if place.kind.name in SOURCES else []
        if known:
            self.report.leave_out(
                f"{file.name}: {identifier}", f"{known[0].id}, which is here, tells the same in other words"
            )
            return known[0].id
        day = day_of(identifier, place.kind.prefix)
        [here] = _append(place, day, parent, _without_parent(values))
        self.report.imported[place.kind.name] += 1
        self._note_episode(place, identifier, values)
        return here

    def _document(self, file: MemoryFile, place: Located, data: bytes) -> None:
        if self._is_here(file, data, place):
            return
        document = store.parse_bytes(place, data)
        if document.problems:
            self.report.leave_out(file.name, document.problems[0])
            return
        _write(file.relative, data)
        announce(place.kind, file.relative)
        self.report.imported[place.kind.name] += 1

    def _beside(self, file: MemoryFile, data: bytes) -> None:
        """Histories, and texts of skills."""
        parts = file.relative.parts
        is_of_skill = len(parts) > 6 and "skills" in parts and not set(BESIDE_SKILLS).isdisjoint(parts)
        if not (file.relative.name.endswith(SUFFIX) or is_of_skill):
            self.report.leave_out(file.name, "it is not a memory")
        elif not self._is_here(file, data):
            _write(file.relative, data)
            self.report.imported["file"] += 1

    def _is_here(self, file: MemoryFile, data: bytes, place: Located | None = None) -> bool:
        """Whether there is such a file, which then is known, or left out if it says something else."""
        target = current_root().absolute(file.relative)
        if not target.exists():
            return False
        if target.read_bytes() == data or (place and _says_the_same(place, file.relative, data)):
            self.report.known[place.kind.name if place else "file"] += 1
        else:
            self.report.leave_out(file.name, ANOTHER_VERSION)
        return True


def _identity(place: Located, values: Values) -> object:
    """Of what is derived from episodes, only the words count: a server that runs may have derived it from an imported
    episode before it is its turn.
    """
    if place.kind not in FROM_EPISODES:
        return content_sha256(values)
    return values.get("parent_id"), [values.get(section.name) for section in place.kind.sections]


def _append(place: Located, day: date, parent: str, values: Values) -> list[str]:
    """Adds another entry of this parent, although `store.append` takes the entries of a parent only once."""
    path = current_root().file(place.kind, place.scope, place.owner, day=day)
    with path_lock(path):
        present = [_without_parent(entry.values) for entry in _of_parent(path, parent)]
        return store.put_children(place.kind, place.scope, place.owner, day, parent, [*present, values])[-1:]


def _of_parent(path: PurePosixPath, parent: str) -> list[Entry]:
    return [entry for entry in store.entries_at(path) if str(entry.values.get("parent_id")) == parent]


def _without_parent(values: Values) -> Values:
    """What `store.put_children` is given: it adds owner and parent itself."""
    return {name: value for name, value in values.items() if name not in ("owner_id", "parent_id")}


def _says_the_same(place: Located, path: PurePosixPath, data: bytes) -> bool:
    theirs, ours = store.parse_bytes(place, data).entries, store.read(path).entries
    return bool(theirs and ours) and content_sha256(theirs[0].values) == content_sha256(ours[0].values)


def _write(relative: PurePosixPath, data: bytes) -> None:
    """Raises InvalidInput if somebody has written the file meanwhile; another import adds it."""
    with path_lock(relative):
        try:
            replace_file(current_root(), relative, [data], Snapshot())
        except FileChanged:
            raise InvalidInput("somebody has written it just now; import it again") from None
