"""The commands of Anthropic's memory tool on a user's files."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from memory.api.anthropic import generated, wording
from memory.api.anthropic.paths import is_generated, is_hidden, normalize
from memory.api.anthropic.wording import CommandFailed
from memory.api.mcp.connection import Connection
from memory.errors import DamagedDocument, DocumentChanged, InvalidInput, PathTaken
from memory.forgetting import work
from memory.grants import Action
from memory.keyed import files
from memory.keyed.files import File, Tree
from memory.scope import Owner

Arguments = dict[str, Any]
TREE = "memories"
ATTEMPTS = 5  # to edit a file that others edit at the same time
DEPTH = 2  # levels in a view of a folder
MANAGED_BY_SERVER = "is managed by the server itself. Use another name for your own files."


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its function, the permissions that it needs, and its required fields."""

    run: Callable[["Memories", Arguments], str]
    actions: tuple[Action, ...]
    required: tuple[str, ...]


class Memories:
    """A user's `/memories` for one caller. Each command returns the tool's answer, or raises CommandFailed."""

    def __init__(self, connection: Connection, owner: Owner) -> None:
        self._connection, self._owner = connection, owner
        self._tree = Tree(connection.scope, owner, TREE)
        self._by = connection.asked_by

    def view(self, arguments: Arguments) -> str:
        path = normalize(arguments["path"])
        text = self._text(path, arguments["path"])
        if text is not None:
            return wording.show_file(arguments["path"], text, arguments.get("view_range"))
        inside = {name: size for name, size in self._sizes(path).items() if name.startswith(f"{path}/")}
        if not inside and path:
            raise wording.no_such_path(arguments["path"])
        return wording.show_folder(arguments["path"], _two_levels(path, inside))

    def create(self, arguments: Arguments) -> str:
        path = normalize(arguments["path"])
        if not path:
            raise CommandFailed(f"File {arguments['path']} already exists")
        self._refuse_generated(path, arguments["path"])
        try:
            files.create(self._tree, path, arguments["file_text"], self._by)
        except PathTaken as taken:
            raise _taken(f"File {arguments['path']} already exists", path, taken) from None
        return f"File created successfully at: {arguments['path']}"

    def str_replace(self, arguments: Arguments) -> str:
        line = 0

        def replace(text: str) -> str:
            nonlocal line
            after, line = wording.replace(
                arguments["path"], text, arguments["old_str"], arguments.get("new_str") or ""
            )
            return after

        return wording.show_edit(self._edit(arguments["path"], replace), line)

    def insert(self, arguments: Arguments) -> str:
        self._edit(
            arguments["path"],
            lambda text: wording.insert(text, arguments["insert_line"], arguments["insert_text"]),
        )
        return f"The file {arguments['path']} has been edited."

    def delete(self, arguments: Arguments) -> str:
        path = normalize(arguments["path"])
        if not path:
            raise CommandFailed("Cannot delete the /memories directory itself")
        places = self._places(path)
        if not places:
            raise wording.missing(arguments["path"])
        work.forget_files(self._connection.scope, places, self._by)
        return f"Successfully deleted {arguments['path']}"

    def rename(self, arguments: Arguments) -> str:
        old, new = normalize(arguments["old_path"]), normalize(arguments["new_path"])
        if not old:
            raise CommandFailed("Cannot rename the /memories directory itself")
        if not new:
            raise CommandFailed(f"The destination {arguments['new_path']} already exists")
        if is_generated(old) and self._places(old):
            raise CommandFailed(f"{arguments['old_path']} {MANAGED_BY_SERVER}")
        self._refuse_generated(new, arguments["new_path"])
        try:
            if not self._move(old, new):
                raise wording.missing(arguments["old_path"])
        except PathTaken as taken:
            raise _taken(f"The destination {arguments['new_path']} already exists", new, taken) from None
        return f"Successfully renamed {arguments['old_path']} to {arguments['new_path']}"

    def _move(self, old: str, new: str) -> bool:
        """Moves a file or a folder. False if there is none."""
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

    def _edit(self, arguments: str, change: Callable[[str], str]) -> str:
        """Changes the text of a file, also if it is being edited by others. Returns the new text."""
        path = normalize(arguments)
        for _ in range(ATTEMPTS - 1):
            with suppress(DocumentChanged):
                return self._edit_once(path, arguments, change)
        return self._edit_once(path, arguments, change)

    def _edit_once(self, path: str, arguments: str, change: Callable[[str], str]) -> str:
        """Raises DocumentChanged if somebody else has edited the file meanwhile."""
        if is_generated(path):
            place = generated.find_file(self._tree.scope, self._owner, path)
            if place is not None:
                before = generated.read_text(place, arguments)
                generated.edit(place, before, change(before), self._by)
                return generated.read_text(place, arguments)
        file = self._file(path)
        if file is None:
            if not path or self._places(path):
                raise CommandFailed(f"The path {arguments} is not a file.")
            raise wording.no_such_path(arguments)
        after = change(file.text)
        files.change(self._tree, file, self._by, text=after)
        return after

    def _text(self, path: str, arguments: str) -> str | None:
        """The text of a file; None if there is no such file."""
        if is_generated(path):
            place = generated.find_file(self._tree.scope, self._owner, path)
            return generated.read_text(place, arguments) if place else None
        file = self._file(path)
        return file.text if file else None

    def _file(self, path: str) -> File | None:
        return files.at(self._tree, path) if path else None

    def _places(self, path: str) -> list[PurePosixPath]:
        """The file of this path, or all files below this folder."""
        if is_generated(path):
            place = generated.find_file(self._tree.scope, self._owner, path)
            return [place] if place else generated.files_below(self._tree.scope, self._owner, path)
        return [
            place
            for name, place in files.listed(self._tree).items()
            if name == path or name.startswith(f"{path}/")
        ]

    def _sizes(self, folder: str) -> dict[str, int]:
        """Sizes by path of the files in a view of the folder, with at least one file of each folder below it."""
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
        """The size in bytes; 0 for a file that is damaged or gone."""
        try:
            file = files.read(self._tree, place)
        except DamagedDocument:
            return 0
        return file.size if file else 0

    def _refuse_generated(self, path: str, arguments: str) -> None:
        if is_generated(path):
            raise CommandFailed(f"{arguments} {MANAGED_BY_SERVER}")


def _two_levels(folder: str, sizes: dict[str, int]) -> list[tuple[int, str]]:
    """Files and folders directly in the folder and one level below it, each folder before its contents."""
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
    """The error for a taken path: the message, or another one if a parent folder is a file."""
    if path.startswith(f"{taken}/"):
        return CommandFailed(f"The path /memories{taken} is a file, and nothing can lie below it")
    return CommandFailed(message)


COMMANDS: dict[str, Command] = {
    "view": Command(Memories.view, ("read",), ("path",)),
    "create": Command(Memories.create, ("write",), ("path", "file_text")),
    "str_replace": Command(Memories.str_replace, ("read", "write"), ("path", "old_str")),
    "insert": Command(Memories.insert, ("read", "write"), ("path", "insert_line", "insert_text")),
    "delete": Command(Memories.delete, ("forget",), ("path",)),
    "rename": Command(Memories.rename, ("write",), ("old_path", "new_path")),
}


def run(connection: Connection, arguments: Arguments) -> tuple[str, bool]:
    """Runs a command: the content of the tool's result, and whether it is an error. Raises Forbidden."""
    command = COMMANDS[arguments["command"]]
    try:
        return command.run(Memories(connection, _owner(connection, command.actions)), arguments), False
    except (CommandFailed, InvalidInput, DamagedDocument, DocumentChanged) as error:
        return str(error), True


def _owner(connection: Connection, actions: tuple[Action, ...]) -> Owner:
    """The owner of the memory, or one without memories if the caller may not read it. Raises Forbidden."""
    for action in actions:
        if action != "read":
            connection.require(action)
    return connection.readable_owner() if "read" in actions else connection.owner
