"""The record of what `everos connect` has added to which files, so that exactly that can be removed again."""

import fcntl
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from everos_site.connect.edits import Edit, Form
from everos_site.connect.files import ConnectError
from everos_site.hook import state_folder


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """One changed file. `before` and `after` are digests of its text; without `before`, there was no file."""

    path: str
    form: Form
    edits: list[Edit]
    made: list[tuple[str, ...]]
    before: str | None
    after: str
    folders: list[str] = field(default_factory=list)  # that were created for it

    @classmethod
    def of(cls, value: Any) -> "ChangedFile":
        edits = [
            Edit(each["kind"], tuple(each["path"]), each["value"], each["lines"]) for each in value["edits"]
        ]
        made = [tuple(path) for path in value["made"]]
        return cls(**{**value, "edits": edits, "made": made})


@dataclass(frozen=True, slots=True)
class Connection:
    client: str
    folder: str | None  # None: the connection is for the user
    url: str
    files: list[ChangedFile]

    @property
    def key(self) -> tuple[str, str | None]:
        return self.client, self.folder


def connections() -> list[Connection]:
    """All recorded connections. Raises ConnectError if the record cannot be read."""
    path = _path()
    try:
        kept = json.loads(path.read_bytes())["connections"]
        return [
            Connection(
                each["client"], each["folder"], each["url"], [ChangedFile.of(file) for file in each["files"]]
            )
            for each in kept
        ]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConnectError(f"{path}, the record of connections, cannot be read: {error}") from None


def save(connection: Connection) -> None:
    _write([*(each for each in connections() if each.key != connection.key), connection])


def drop(connection: Connection) -> None:
    _write([each for each in connections() if each.key != connection.key])


@contextmanager
def exclusive() -> Iterator[None]:
    """Makes sure that only one such command runs at a time. Raises ConnectError for the second one."""
    path = _path().with_suffix(".lock")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ConnectError("another `everos connect` is running") from None
        yield


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _write(connections: list[Connection]) -> None:
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    written = path.with_suffix(".new")
    written.write_text(json.dumps({"connections": [asdict(each) for each in connections]}, indent=1), "utf-8")
    written.replace(path)


def _path() -> Path:
    return state_folder() / "connections.json"
