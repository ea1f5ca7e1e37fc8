"""Paths of the memory tool, which are all below `/memories`."""

import unicodedata

from memory.api.anthropic.wording import CommandFailed
from memory.errors import InvalidInput
from memory.keyed.files import MOST_PATH_BYTES, check_path

ROOT = "/memories"
LONGEST = 4 * MOST_PATH_BYTES  # characters as they are sent; normalizing a longer path may take hours
GENERATED = frozenset({"user.md", "episodes", "atomic_facts", "foresights", "notes", "graph"})


def normalize(client_path: str) -> str:
    """The path below `/memories`, normalized; empty for `/memories` itself. Raises CommandFailed."""
    if len(client_path) > LONGEST:
        raise CommandFailed(f"Path {client_path[:100]}… is too long: it has at most {LONGEST} characters")
    if client_path != ROOT and not client_path.startswith(f"{ROOT}/"):
        raise CommandFailed(f"Path must start with /memories, got: {client_path}")
    segments: list[str] = []
    for segment in unicodedata.normalize("NFC", client_path.removeprefix(ROOT)).split("/"):
        if segment == ".." and not segments:
            raise CommandFailed(f"Path {client_path} would escape /memories directory")
        if segment == "..":
            segments.pop()
        elif segment not in ("", "."):
            segments.append(segment)
    path = "".join(f"/{segment}" for segment in segments)
    if path:
        try:
            check_path(path)
        except InvalidInput as error:
            raise CommandFailed(f"Path {client_path} cannot be used: {error}") from None
    return path


def is_generated(path: str) -> bool:
    """Whether the path is in a file or folder of the server, in upper or lower case."""
    return path.split("/")[1].casefold() in GENERATED if path else False


def is_hidden(path: str) -> bool:
    return any(segment.startswith(".") for segment in path.split("/"))
