"""Tells from which memories others were derived, by the ids that their files name."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import PurePosixPath

from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.episode import EPISODE
from memory.kinds.registry import FROM_EPISODES
from memory.markdown.root import Located, current_root

_PARENT = re.compile(rb"^\*\*parent_id\*\*: (\S+)", re.MULTILINE)
_CASE = re.compile(rb"^- (\S+)$", re.MULTILINE)


def derived_files(place: Located) -> Iterator[PurePosixPath]:
    """The files with what was derived from the episodes of a day, or from the cases of an agent; they may not exist."""
    root = current_root()
    if place.kind is EPISODE:
        day = date.fromisoformat(place.bucket)
        yield from (root.file(kind, place.scope, place.owner, day=day) for kind in FROM_EPISODES)
    elif place.kind is AGENT_CASE:
        yield from root.files_of(AGENT_SKILL, place.scope, place.owner)


def parents_in(path: PurePosixPath) -> set[bytes]:
    """The ids that a file names; none if it is missing or cannot be read: its own row in the queue tells that."""
    try:
        data = (current_root().path / path).read_bytes()
    except OSError:
        return set()
    return set((_CASE if path.name == "SKILL.md" else _PARENT).findall(data))
