"""Every path below the memory root, and its meaning; which names of apps, projects and owners there may be.
One rule for APIs, writer, scan and watcher: what an API accepts, the scan finds.

Ids are folder names: reversible, ASCII only, and never a way out of the folder that they are put in.
`[A-Za-z0-9_.@+-]` stands for itself, anything else is `%XX` of its UTF-8 bytes. A name longer than `LONGEST_SEGMENT`
bytes goes on in a sub-folder; a lone `%` at the end of a segment says so. Where Windows would not keep the last segment
as it is (a dot at its end, the name of a device), one character of it is written `%XX`, too.
"""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from functools import lru_cache
from os import DirEntry, scandir
from pathlib import Path, PurePosixPath
from unicodedata import normalize
from urllib.parse import unquote_to_bytes

from django.conf import settings

from memory.errors import InvalidInput
from memory.kinds.base import DailyLog, Kind, NamedFile, NamedFolder, SingleFile
from memory.kinds.registry import KINDS
from memory.scope import LONGEST_ID, Owner, OwnerType, Scope

# These would denote the default scope on disk, or a server directory in the memory root; on a file system that
# ignores case, so would their other spellings.
RESERVED = frozenset({"default_app", "default_project", "ome.toml", "lost+found"})
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
LONGEST_SEGMENT = 200  # file systems allow 255 bytes; editors and sync tools add suffixes of their own

_SAFE = re.compile(r"[A-Za-z0-9_.@+-]+")
_PIECE = re.compile(r"%[0-9A-F]{2}|[A-Za-z0-9_.@+-]")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE | re.DOTALL)
CLOSE_NAME = 0.8  # of a misspelt folder
RUNTIME_FOLDERS = (".index/sqlite", ".index/lancedb", ".index/locks", ".tmp")
LEFTOVER_SECONDS = 3600  # a temporary file this old belongs to a dead process

_OWNER_FOLDERS = {
    OwnerType.USER: "users",
    OwnerType.AGENT: "agents",
    OwnerType.GROUP: "groups",
    OwnerType.SESSION: "sessions",
}
_OWNER_TYPES = {folder: owner_type for owner_type, folder in _OWNER_FOLDERS.items()}
_EVERYWHERE = PurePosixPath()
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def check_scope(identifier: str) -> None:
    """Raises InvalidInput for an invalid id of an app or a project; `default` stands for the default one."""
    if reason := _refusal(identifier):
        raise InvalidInput(f"{identifier!r} {reason}")


def check_owner_or_session_id(identifier: str) -> None:
    """Raises InvalidInput for an id of an owner or a session that the APIs refuse, so that nobody could ask for it."""
    if not 0 < len(identifier) <= LONGEST_ID:
        raise InvalidInput(f"an id has 1 to {LONGEST_ID} characters, not {len(identifier)}")
    if CONTROL.search(identifier):
        raise InvalidInput("control characters are not allowed in an id")
    try:
        identifier.encode()
    except UnicodeEncodeError:
        raise InvalidInput("an id must be valid Unicode text") from None


def may_hold_memories(folder: Sequence[str]) -> bool:
    """Whether the scan looks into a folder with these path components below the root."""
    return not (folder[0].lower() == "lost+found" or any(part.startswith(".") for part in folder[:2]))


def _refusal(identifier: str) -> str | None:
    if identifier.startswith("."):
        return "cannot be used: a name that begins with a dot is hidden"
    if identifier.lower() in RESERVED:
        return "is a reserved name"
    if identifier.endswith((".", " ")):
        return "cannot be used: some file systems drop the end of such a name"
    if is_device(identifier):
        return "is a reserved name of Windows"
    return None


def is_device(name: str) -> bool:
    """Windows opens a device for this name, whatever follows its first dot."""
    return _DEVICE.fullmatch(name) is not None


def encode_segments(text: str) -> list[str]:
    """The folder names that stand for an id, one below the other. InvalidInput for '', '.' and '..'."""
    if text in ("", ".", ".."):
        raise InvalidInput(f"{text!r} cannot be used as an id")
    if len(text) <= LONGEST_SEGMENT and _SAFE.fullmatch(text):
        return [_kept(text)]
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidInput("an id must be valid Unicode text") from None
    pieces = [chr(byte) if _SAFE.fullmatch(chr(byte)) else f"%{byte:02X}" for byte in data]
    segments = [""]
    for piece in pieces:
        if len(segments[-1]) + len(piece) >= LONGEST_SEGMENT:
            segments[-1] += "%"
            segments.append("")
        segments[-1] += piece
    segments[-1] = _kept(segments[-1])
    return segments


def _kept(segment: str) -> str:
    """Also the rest of a long id may be such a name, and `.` or `..` as well."""
    if segment.endswith("."):
        return segment[:-1] + "%2E"
    return f"%{ord(segment[0]):02X}{segment[1:]}" if is_device(segment) else segment


def decode_segments(parts: Sequence[str]) -> tuple[str, int] | None:
    """The id at the start of `parts` and how many of them it takes.

    None when they are not what `encode_segments` writes, so that two folders never name one id.
    """
    encoded: list[str] = []
    for part in parts:
        encoded.append(part.removesuffix("%"))
        if not part.endswith("%"):
            break
    joined = "".join(encoded)
    if "".join(_PIECE.findall(joined)) != joined:
        return None
    try:
        text = unquote_to_bytes(joined).decode()
        canonical = encode_segments(text)
    except (UnicodeDecodeError, InvalidInput):
        return None
    used = list(parts[: len(encoded)])
    return (text, len(used)) if used == canonical else None


@dataclass(frozen=True, slots=True)
class Located:
    """What a path says about its document. Ownership is determined here, never by the text."""

    kind: Kind
    scope: Scope
    owner: Owner
    bucket: str  # the date of a daily log, the name of a named folder or file, "" for a single file


class MemoryRoot:
    def __init__(self, path: Path) -> None:
        self.path = Path(path).expanduser().resolve()

    def ensure(self) -> None:
        """Creates the folders that the server uses, and removes what a crash left in `.tmp`."""
        for folder in RUNTIME_FOLDERS:
            (self.path / folder).mkdir(parents=True, exist_ok=True)
        self.remove_leftovers(LEFTOVER_SECONDS)

    def remove_leftovers(self, seconds: float) -> set[str]:
        """Removes temporary files older than this from `.tmp`. Returns the names of the others, which may still be in
        use.
        """
        now, younger = time.time(), set()
        folder = self.path / ".tmp"
        folder.mkdir(parents=True, exist_ok=True)  # somebody may have removed the folder
        with scandir(folder) as leftovers:
            for entry in leftovers:
                with suppress(FileNotFoundError):  # its writer has moved it meanwhile
                    # Not the modification time, which is old if a file was moved here to be deleted. In the future is
                    # what was left before the clock was set back.
                    if abs(now - entry.stat(follow_symlinks=False).st_ctime) <= seconds:
                        younger.add(entry.name)
                    elif entry.is_file(follow_symlinks=False):
                        Path(entry.path).unlink()
        return younger

    def file(
        self, kind: Kind, scope: Scope, owner: Owner, *, day: date | None = None, name: str | None = None
    ) -> PurePosixPath:
        """Where the memory is stored, relative to the root. Raises InvalidInput for ids that cannot be a path."""
        if owner.type not in kind.owner_types:
            owners = " or a ".join(sorted(kind.owner_types))
            raise InvalidInput(f"{kind.name} belongs to a {owners}, not to a {owner.type}")
        folder = owner_folder(scope, owner)
        match kind.layout:
            case DailyLog() as log:
                if day is None:
                    raise ValueError(f"{kind.name} is kept by day: give the day")
                return folder / log.folder / f"{log.stem}-{day.isoformat()}.md"
            case NamedFolder() as named:
                if not name:
                    raise InvalidInput(f"{kind.name} needs a name")
                return folder.joinpath(named.folder, *encode_segments(named.prefix + name), named.filename)
            case NamedFile() as file:
                if not name:
                    raise InvalidInput(f"{kind.name} needs a name")
                *parents, last = encode_segments(name)
                return folder.joinpath(file.folder, *parents, f"{last}.md")
            case SingleFile() as single:
                return folder / single.filename

    def files_of(self, kind: Kind, scope: Scope, owner: Owner) -> dict[PurePosixPath, Located]:
        """The owner's files of a kind, sorted by name: daily logs from the earliest day on."""
        folder = owner_folder(scope, owner)
        match kind.layout:
            case SingleFile() as single:
                found = (self.path / folder).glob(single.filename)
            case DailyLog() as log:
                found = (self.path / folder / log.folder).glob("*.md")
            case NamedFolder() as named:
                found = (self.path / folder / named.folder).rglob(named.filename)
            case NamedFile() as file:
                found = (self.path / folder / file.folder).rglob("*.md")
        paths = sorted(PurePosixPath(path.relative_to(self.path)) for path in found)
        located = ((path, self.locate(path)) for path in paths)
        return {path: place for path, place in located if place is not None and place.kind is kind}

    def locate(self, relative: PurePosixPath) -> Located | None:
        """The inverse of `file`; None for every other path."""
        owned = _owned(relative.parts)
        if owned is None:
            return None
        scope, owner, rest = owned
        for kind in KINDS.values():
            if owner.type in kind.owner_types:
                bucket = _bucket(kind, rest)
                if bucket is not None:
                    return Located(kind, scope, owner, bucket)
        return None

    def located(self, relative: PurePosixPath) -> Located:
        """`locate`, for a path that must be a memory's: raises InvalidInput for any other."""
        found = self.locate(relative)
        if found is None:
            raise InvalidInput(f"{relative} is not a memory document")
        return found

    def absolute(self, relative: PurePosixPath) -> Path:
        """Raises InvalidInput for a path that leads out of the root."""
        if relative.is_absolute() or ".." in relative.parts:
            raise InvalidInput(f"{relative} does not lie in the memory root")
        return self.path / relative

    def scopes(self) -> Iterator[Scope]:
        """Every scope that has a folder, whether or not there are memories in it."""
        for app in _folders(self.path):
            app_id = _scope_id("app", app) if may_hold_memories((app,)) else None
            for project in _folders(self.path / app) if app_id is not None else ():
                project_id = _scope_id("project", project) if may_hold_memories((app, project)) else None
                if app_id is not None and project_id is not None:
                    yield Scope(app_id, project_id)

    def documents(self, below: PurePosixPath = _EVERYWHERE) -> Iterator[PurePosixPath]:
        """Every memory document below this folder, in file system order. Symbolic links are not followed."""
        for relative in self._markdown_files(below):
            if self.locate(relative) is not None:
                yield relative

    def strays(self, below: PurePosixPath = _EVERYWHERE) -> Iterator[tuple[PurePosixPath, str]]:
        """Every markdown file that is stored among memories but not read, and why; see `stray`."""
        for relative in self._markdown_files(below):
            reason = self.stray(relative)
            if reason is not None:
                yield relative, reason

    def stray(self, relative: PurePosixPath) -> str | None:
        """Why a .md file in a memory folder is not read; None for memories and for unrelated files."""
        parts = relative.parts
        if relative.suffix != ".md" or relative.name.startswith(".") or self.locate(relative) is not None:
            return None
        owned = _owned(parts)
        if owned is None:
            return _misnamed_owner(parts) or _misspelt_owners(parts)
        _, owner, rest = owned
        kinds = [kind for kind in KINDS.values() if rest and owner.type in kind.owner_types]
        reasons = [_misplaced(kind, rest) for kind in kinds] + [_misspelt_kind(kind, rest) for kind in kinds]
        return next(filter(None, reasons), None)

    def _markdown_files(self, below: PurePosixPath = _EVERYWHERE) -> Iterator[PurePosixPath]:
        waiting = [below]
        while waiting:
            folder = waiting.pop()
            for entry in _listing(self.path / folder):
                relative = folder / entry.name
                if entry.is_dir(follow_symlinks=False):
                    if _may_hold_memories(relative):
                        waiting.append(relative)
                elif entry.name.endswith(".md") and entry.is_file(follow_symlinks=False):
                    yield relative


def current_root() -> MemoryRoot:
    return _root_at(settings.EVEROS.memory.root)


@lru_cache(maxsize=16)
def _root_at(path: Path) -> MemoryRoot:
    """Resolves symbolic links in the path once, instead of at each of some thirty path questions per session."""
    return MemoryRoot(path)


@lru_cache(maxsize=1024)
def owner_folder(scope: Scope, owner: Owner) -> PurePosixPath:
    """The folder with everything known of one owner, relative to the root. Cached, since a session asks dozens of
    times for the folders of a few owners.
    """
    return scope_folder(scope).joinpath(_OWNER_FOLDERS[owner.type], *encode_segments(owner.id))


def scope_folder(scope: Scope) -> PurePosixPath:
    """The folder of a project, relative to the root."""
    return PurePosixPath(_scope_folder("app", scope.app_id), _scope_folder("project", scope.project_id))


def _scope_folder(level: str, identifier: str) -> str:
    check_scope(identifier)
    if identifier == "default":
        return f"default_{level}"
    segments = encode_segments(identifier)
    if len(segments) > 1:
        raise InvalidInput(f"the {level} id is too long")
    return segments[0]


def _owned(parts: Sequence[str]) -> tuple[Scope, Owner, tuple[str, ...]] | None:
    """The scope, the owner, and the path below the owner's folder; None for names that the server would not write."""
    if len(parts) < 5 or parts[2] not in _OWNER_TYPES:
        return None
    app = _scope_id("app", parts[0])
    project = _scope_id("project", parts[1])
    owner = decode_segments(parts[3:])
    if app is None or project is None or owner is None:
        return None
    return Scope(app, project), Owner(_OWNER_TYPES[parts[2]], owner[0]), tuple(parts[3 + owner[1] :])


@lru_cache(maxsize=1024)
def _scope_id(level: str, folder: str) -> str | None:
    """The inverse of `_scope_folder`; None for a name that the server would not write."""
    if folder == f"default_{level}":
        return "default"
    decoded = decode_segments([folder])
    if decoded is None or folder == "default":
        return None
    try:
        check_scope(decoded[0])
    except InvalidInput:
        return None
    return decoded[0]


def _bucket(kind: Kind, rest: tuple[str, ...]) -> str | None:
    """The bucket of a path below the owner's folder; None if it is not a document of this kind."""
    match kind.layout:
        case SingleFile(filename=filename):
            return "" if rest == (filename,) else None
        case DailyLog(folder=folder, stem=stem):
            if len(rest) != 2 or rest[0] != folder:
                return None
            text = rest[1].removeprefix(f"{stem}-").removesuffix(".md")
            return text if rest[1] == f"{stem}-{text}.md" and _is_day(text) else None
        case NamedFolder(folder=folder, prefix=prefix, filename=filename):
            if len(rest) < 3 or rest[0] != folder or rest[-1] != filename:
                return None
            decoded = decode_segments(rest[1:-1])
            if decoded is None or decoded[1] != len(rest) - 2 or not decoded[0].startswith(prefix):
                return None
            return decoded[0].removeprefix(prefix) or None
        case NamedFile(folder=folder):
            if len(rest) < 2 or rest[0] != folder or not rest[-1].endswith(".md"):
                return None
            decoded = decode_segments([*rest[1:-1], rest[-1].removesuffix(".md")])
            return decoded[0] if decoded is not None and decoded[1] == len(rest) - 1 else None


def _is_day(text: str) -> bool:
    if not _DAY.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _misplaced(kind: Kind, rest: tuple[str, ...]) -> str | None:
    """Why a file below this kind's folder is not one of its documents; None if it is elsewhere."""
    match kind.layout:
        case DailyLog(folder=folder, stem=stem) if rest[0] == folder:
            return f"the name must be {stem}-<YYYY-MM-DD>.md, directly in {folder}/"
        case NamedFolder(folder=folder, prefix=prefix, filename=filename) if rest[0] == folder:
            if rest[-1] == filename:
                return f"the folder must be {folder}/{prefix}<name>, the name as the server writes it"
            return f"it must be {folder}/{prefix}<name>/{filename}" if len(rest) == 2 else None
        case NamedFile(folder=folder) if rest[0] == folder:
            return f"it must be {folder}/<name>.md, the name as the server writes it"
        case SingleFile(filename=filename) if rest[-1] == filename:
            return "it must be directly in the folder of its owner"
    return None


def _misspelt_owners(parts: Sequence[str]) -> str | None:
    """Also if the app or the project is missing."""
    for place, name in reversed([*enumerate(parts[:3])]):
        near = next(iter(get_close_matches(name.lower(), _OWNER_TYPES, 1, CLOSE_NAME)), None)
        wanted = "/".join([*parts[:place], *("<app>", "<project>")[place:], str(near)])
        below = parts[place + 2 :]
        if near and below and wanted != "/".join(parts[:3]) and _is_of_owner(_OWNER_TYPES[near], below):
            return f"the folder must be named {wanted}"
    return None


def _misspelt_kind(kind: Kind, rest: tuple[str, ...]) -> str | None:
    """Why a file that is named like a document of this kind is not one; None for other files."""
    match kind.layout:
        case DailyLog(folder=folder, stem=stem):
            day = rest[-1].removeprefix(f"{stem}-").removesuffix(".md")
            if rest[0] != folder and rest[-1] == f"{stem}-{day}.md" and _is_day(day):
                return f"it must be directly in {folder}/"
        case NamedFolder(folder=folder, prefix=prefix, filename=filename) if rest[0] != folder:
            return f"it must be {folder}/{prefix}<name>/{filename}" if rest[-1] == filename else None
        case SingleFile(filename=filename) if rest[0].lower() == filename:
            return f"it must be named {filename}"
        case NamedFile(folder=folder) if rest[0] != folder and len(rest) > 1:
            is_meant = rest[0].startswith(".") and get_close_matches(rest[0], [folder], 1, CLOSE_NAME)
            return f"the folder must be named {folder}" if is_meant else None
    return None


def _misnamed_owner(parts: Sequence[str]) -> str | None:
    if len(parts) < 5 or not _may_hold_memories(PurePosixPath(*parts[:3])):
        return None
    if not _is_of_owner(_OWNER_TYPES[parts[2]], parts[4:]):
        return None
    if _scope_id("app", parts[0]) is None or _scope_id("project", parts[1]) is None:
        return (
            f"{parts[0]}/{parts[1]} cannot be an app and a project: reserved, or not as the server writes it"
        )
    composed = normalize("NFC", parts[3])  # some file systems of macOS decompose names
    wanted = "/".join(encode_segments(composed))
    return f"the folder of {parts[3]!r} must be named {wanted}"


def _is_of_owner(owner_type: OwnerType, rest: Sequence[str]) -> bool:
    """Whether a path in a folder of this type of owners, whatever the folder's name, looks like that of a memory."""
    for kind in KINDS.values():
        match kind.layout:
            case SingleFile(filename=filename):
                found = owner_type in kind.owner_types and rest[-1] == filename
            case DailyLog(folder=folder) | NamedFolder(folder=folder) | NamedFile(folder=folder):
                found = len(rest) > 1 and rest[0] == folder
        if found:
            return True
    return False


def _may_hold_memories(folder: PurePosixPath) -> bool:
    parts = folder.parts
    return may_hold_memories(parts) and (len(parts) != 3 or parts[2] in _OWNER_TYPES)


def _folders(folder: Path) -> list[str]:
    return sorted(entry.name for entry in _listing(folder) if entry.is_dir(follow_symlinks=False))


def _listing(folder: Path) -> list["DirEntry[str]"]:
    """A folder that has vanished holds nothing; one that may not be read is an error."""
    try:
        with scandir(folder) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []
