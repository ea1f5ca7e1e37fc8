"""Copies entries to another agent."""

import re
from fnmatch import translate
from pathlib import PurePosixPath

from memory.errors import InvalidInput
from memory.keyed import documents, entries
from memory.keyed.documents import KeyedFile
from memory.kinds.base import Values

COPIED = ("key", "user_id", "value", "embedding", "expires_at", "created_at")


def share(from_agent: str, to_agent: str, pattern: str) -> int:
    """Copies the entries whose keys match (`*`: anything, `?`: one character), whoever owns them. Returns how many.

    A copy has the same user, and replaces that user's entry with the same key. Raises InvalidInput.
    """
    if from_agent == to_agent:
        raise InvalidInput("from and to are the same agent")
    matches = re.compile(translate(pattern.replace("[", "[[]"))).match
    rows = entries.unexpired(entries.of_agent(from_agent)).order_by("pk")
    named = list(rows.values_list("path", "name"))
    files = entries.read_all(path for path, name in named if matches(name))
    return documents.put_all(_copy(file, to_agent) for file in files)


def _copy(file: KeyedFile, to_agent: str) -> tuple[PurePosixPath, Values]:
    user_id, key = file.values.get("user_id"), str(file.values["key"])
    path = entries.path_of(to_agent, None if user_id is None else str(user_id), key)
    return path, {name: file.values.get(name) for name in COPIED}
