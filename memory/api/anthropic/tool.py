"""The commands of Anthropic's memory tool, on a user's files."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from memory.api.anthropic import generated, wording
from memory.api.anthropic.paths import is_generated, is_hidden, path_in_tree
from memory.api.anthropic.wording import CommandFailed
from memory.api.mcp.whose import Connection
from memory.errors import DamagedDocument, DocumentChanged, InvalidInput, PathTaken
from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.grants import Action
from memory.keyed import files
from memory.keyed.files import File, Tree
from memory.scope import Owner

Given = dict[str, Any]
TREE = "memories"
ATTEMPTS = 5  # for a file that somebody else edits again and again
DEPTH = 2  # levels that a view of a folder shows
OF_SERVER = "is kept by the server itself. Keep your own files under another name."


@dataclass(frozen=True, slots=True)
class Command:
    """What each takes, and what it does with the user's memory."""

    run: Callable[["Memories", Given], str]
    actions: tuple[Action, ...]
    takes: dict[str, type]


class Memories:
    """A user's `/memories`, for one caller."""

    def __init__(self, connection: Connection, owner: Owner) -> None:
        self._connection, self._owner = connection, owner
        self._tree = Tree(connection.scope, owner, TREE)
        self._by = connection.asked_by

    def view(self, given: Given) -> str:
        path = path_in_tree(given["path"])
        text = self._text(path, given["path"])
        if text is not None:
            return wording.file(given["path"], text, given.get("view_range"))
        inside = {name: size for name, size in self._sizes(path).items() if name.startswith(f"{path}/")}
        if not inside and path:
            raise wording.no_such_path(given["path"])
        return wording.folder(given["path"], _two_levels(path, inside))

    def create(self, given: Given) -> str:
        path = path_in_tree(given["path"])
        if not path:
            raise CommandFailed(f"File {given['path']} already exists")
        self._refuse_generated(path, given["path"])
        try:
            files.create(self._tree, path, given["file_text"], self._by)
        except PathTaken as taken:
            raise _taken(f"File {given['path']} already exists", path, taken) from None
        return f"File created successfully at: {given['path']}"

    def str_replace(self, given: Given) -> str:
        line = 0

        def replaced(text: str) -> str:
            nonlocal line
            after, line = wording.replaced(given["path"], text, given["old_str"], given.get("new_str") or "")
            return after

        return wording.edited(self._edit(given["path"], replaced), line)

    def insert(self, given: Given) -> str:
        self._edit(
            given["path"], lambda text: wording.inserted(text, given["insert_line"], given["insert_text"])
        )
        return f"The file {given['path']} has been edited."

    def delete(self, given: Given) -> str:
        path = path_in_tree(given["path"])
        if not path:
            raise CommandFailed("Cannot delete the /memories directory itself")
        places = self._places(path)
        if not places:
            raise wording.missing(given["path"])
        named = Selection(scope=self._connection.scope, paths=tuple(map(str, places)))
        work.forget(named, asked_by=self._by, until="removed")
        return f"Successfully deleted {given['path']}"

    def rename(self, given: Given) -> str:
        old, new = path_in_tree(given["old_path"]), path_in_tree(given["new_path"])
        if not old:
            raise CommandFailed("Cannot rename the /memories directory itself")
        if not new:
            raise CommandFailed(f"The destination {given['new_path']} already exists")
        if is_generated(old) and self._places(old):
            raise CommandFailed(f"{given['old_path']} {OF_SERVER}")
        self._refuse_generated(new, given["new_path"])
        try:
            if not self._move(old, new):
                raise wording.missing(given["old_path"])
        except PathTaken as taken:
            raise _taken(f"The destination {given['new_path']} already exists", new, taken) from None
        return f"Successfully renamed {given['old_path']} to {given['new_path']}"

    def _move(self, old: str, new: str) -> bool:
        """Whether there was anything to be moved."""
        listed = files.listed(self._tree)
        if any(path == new or path.startswith(f"{new}/") for path in listed):
            raise PathTaken(new)
        place = listed.get(old)
        file = files.read(self._tree, place) if place else None
        if file is None:
            return files.move_all(self._tree, old, new, self._by) > 0
        if new.startswith(f"{old}/"):
            raise CommandFailed(f"The path /memories{old} is a file, and nothing can lie below it")
        files.change(self._tree, file, self._by, path=new)
        return True

    def _edit(self, given: str, edited: Callable[[str], str]) -> str:
        """What the file says afterwards."""
        path = path_in_tree(given)
        for attempt in range(ATTEMPTS):
            try:
                return self._edited(path, given, edited)
            except DocumentChanged:
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError

    def _edited(self, path: str, given: str, edited: Callable[[str], str]) -> str:
        if is_generated(path):
            place = generated.place_of(self._tree.scope, self._owner, path)
            if place is not None:
                before = generated.text_of(place, given)
                generated.edit(place, before, edited(before), self._by)
                return generated.text_of(place, given)
        file = self._file(path)
        if file is None:
            is_folder = not path or bool(self._places(path))
            raise (
                CommandFailed(f"The path {given} is not a file.")
                if is_folder
                else wording.no_such_path(given)
            )
        after = edited(file.text)
        files.change(self._tree, file, self._by, text=after)
        return after

    def _text(self, path: str, given: str) -> str | None:
        """None where there is no such file."""
        if is_generated(path):
            place = generated.place_of(self._tree.scope, self._owner, path)
            return generated.text_of(place, given) if place else None
        file = self._file(path)
        return file.text if file else None

    def _file(self, path: str) -> File | None:
        return files.at(self._tree, path) if path else None

    def _places(self, path: str) -> list[PurePosixPath]:
        """Of a file, or of all files below a folder."""
        if is_generated(path):
            place = generated.place_of(self._tree.scope, self._owner, path)
            return [place] if place else generated.below(self._tree.scope, self._owner, path)
        return [
            place
            for name, place in files.listed(self._tree).items()
            if name == path or name.startswith(f"{path}/")
        ]

    def _sizes(self, folder: str) -> dict[str, int]:
        """Of what a view of the folder shows: files, and one file at least of each folder below."""
        scope, owner = self._tree.scope, self._owner
        if is_generated(folder):
            return generated.sizes(scope, owner, folder.split("/")[1])
        own = {
            path: self._size(place) if len(_within(folder, path)) <= DEPTH else 0
            for path, place in files.listed(self._tree).items()
            if path.startswith(f"{folder}/")
        }
        return own if folder else {**own, **generated.sizes(scope, owner)}

    def _size(self, place: PurePosixPath) -> int:
        """A file that a person has damaged is listed with the others."""
        try:
            file = files.read(self._tree, place)
        except DamagedDocument:
            return 0
        return file.size if file else 0

    def _refuse_generated(self, path: str, given: str) -> None:
        if is_generated(path):
            raise CommandFailed(f"{given} {OF_SERVER}")


def _two_levels(folder: str, sizes: dict[str, int]) -> list[tuple[int, str]]:
    """Files and folders directly in the folder and one level below it, each folder before what it holds."""
    items: dict[tuple[str, ...], tuple[int, str]] = {}
    for path, size in sizes.items():
        segments = _within(folder, path)
        for depth in range(1, min(DEPTH, len(segments) - 1) + 1):
            items[segments[:depth]] = wording.FOLDER_BYTES, "/"
        if len(segments) <= DEPTH:
            items[segments] = size, ""
    return [
        (size, "/".join(segments) + mark)
        for segments, (size, mark) in sorted(items.items())
        if not is_hidden("/".join(segments))
    ]


def _within(folder: str, path: str) -> tuple[str, ...]:
    return tuple(path.removeprefix(f"{folder}/").split("/"))


def _taken(message: str, path: str, taken: PathTaken) -> CommandFailed:
    """A file in the place of one of its folders is another matter than the file itself."""
    if path.startswith(f"{taken}/"):
        return CommandFailed(f"The path /memories{taken} is a file, and nothing can lie below it")
    return CommandFailed(message)


COMMANDS: dict[str, Command] = {
    "view": Command(Memories.view, ("read",), {"path": str}),
    "create": Command(Memories.create, ("write",), {"path": str, "file_text": str}),
    "str_replace": Command(Memories.str_replace, ("read", "write"), {"path": str, "old_str": str}),
    "insert": Command(
        Memories.insert, ("read", "write"), {"path": str, "insert_line": int, "insert_text": str}
    ),
    "delete": Command(Memories.delete, ("forget",), {"path": str}),
    "rename": Command(Memories.rename, ("write",), {"old_path": str, "new_path": str}),
}


def answer(connection: Connection, given: Given) -> tuple[str, bool]:
    """What the command tells, and whether it failed. Raises Forbidden."""
    command = COMMANDS[given["command"]]
    try:
        return command.run(Memories(connection, _owner(connection, command.actions)), given), False
    except (CommandFailed, InvalidInput, DamagedDocument, DocumentChanged) as error:
        return str(error) or str(type(error).__doc__), True


def _owner(connection: Connection, actions: tuple[Action, ...]) -> Owner:
    """Whose memory it is about; somebody's who has none, where the caller may not read it. Raises Forbidden."""
    for action in actions:
        if action != "read":
            connection.require(action)
    return connection.seen() if "read" in actions else connection.owner
