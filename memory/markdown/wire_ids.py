"""Resolves the ids that clients use to the files that hold the memories."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from memory.errors import InvalidInput
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.base import DailyLog, Kind
from memory.kinds.ids import GROUP, day_of
from memory.kinds.profile import PROFILE
from memory.kinds.registry import KINDS
from memory.markdown.root import Located, current_root
from memory.scope import Owner, OwnerType, Scope, agent, group, user

ENTRY = r"(?P<entry>(?P<prefix>ep|af|fs|ac)_\d{8}_\d{8})"
_OF_ENTRY = re.compile(rf"(?P<owner>.+)_{ENTRY}", re.DOTALL)
_OF_SKILL = re.compile(r"(?P<owner>.+?)_(?P<entry>sk_.+)", re.DOTALL)


def places_of(scope: Scope, identifier: str) -> Iterator[tuple[PurePosixPath, Located, str]]:
    """The files that may hold the memory with this id, and its id there: mostly one. A user may be called
    `group:team`, whose ids look like those of the group `team`; the group comes first.
    """
    for owner, kind, entry, name in _meanings(identifier):
        try:
            day = day_of(entry) if isinstance(kind.layout, DailyLog) else None
            path = current_root().file(kind, scope, owner, day=day, name=name)
        except (InvalidInput, ValueError):  # no memory can have this id
            continue
        place = current_root().locate(path)
        if place is not None:
            yield path, place, entry


def _meanings(identifier: str) -> Iterator[tuple[Owner, Kind, str, str | None]]:
    if match := _OF_ENTRY.fullmatch(identifier):
        kind = next(kind for kind in KINDS.values() if kind.prefix == match["prefix"])
        for owner in _owners(match["owner"], kind):
            yield owner, kind, match["entry"], None
    elif identifier.startswith(f"{PROFILE.prefix}_"):
        yield user(identifier.removeprefix(f"{PROFILE.prefix}_")), PROFILE, identifier, None
    elif match := _OF_SKILL.fullmatch(identifier):
        yield agent(match["owner"]), AGENT_SKILL, match["entry"], match["entry"].removeprefix("sk_")


def _owners(name: str, kind: Kind) -> Iterator[Owner]:
    if name.startswith(GROUP) and OwnerType.GROUP in kind.owner_types:
        yield group(name.removeprefix(GROUP))
    yield agent(name) if OwnerType.AGENT in kind.owner_types else user(name)
