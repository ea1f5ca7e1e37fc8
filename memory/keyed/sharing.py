"""Copies of entries for another agent."""

import re
from fnmatch import translate

from memory.errors import InvalidInput
from memory.keyed import documents, entries
from memory.keyed.documents import KeyedFile

COPIED = ("value", "embedding", "expires_at", "created_at")


def share(from_agent: str, to_agent: str, pattern: str) -> int:
    """Copies the entries whose keys match (`*`: anything, `?`: one character), whoever's they are. Returns how many.

    A copy has the same user, and takes the place of what that user has under the key already. Raises InvalidInput.
    """
    if from_agent == to_agent:
        raise InvalidInput("from and to are the same agent")
    matches = re.compile(translate(pattern.replace("[", "[[]"))).match
    rows = entries.unexpired(entries.of_agent(from_agent)).order_by("pk")
    named = list(rows.values_list("path", "name"))
    files = entries.read_all(path for path, name in named if matches(name))
    for file in files:
        _copy(file, to_agent)
    return len(files)


def _copy(file: KeyedFile, to_agent: str) -> None:
    user_id, key = file.values.get("user_id"), str(file.values["key"])
    values = {name: file.values.get(name) for name in COPIED}
    documents.put(entries.path_of(to_agent, None if user_id is None else str(user_id), key), values)
