"""Entry ids: `<prefix>_<YYYYMMDD>_<8 digits>` in a file, `<owner>_<entry id>` on the wire."""

import re
from datetime import date

from memory.kinds.profile import PROFILE
from memory.scope import Owner, OwnerType

GROUP = "group:"  # before the ids of a group's memories
ENTRY_ID = re.compile(r"(?P<prefix>[a-z]+)_(?P<day>\d{8})_(?P<sequence>\d{8})")


def entry_id(prefix: str, day: date, sequence: int) -> str:
    """`sequence` counts from 1 within the file of that day."""
    return f"{prefix}_{day:%Y%m%d}_{sequence:08d}"


def day_of(identifier: str, prefix: str | None = None) -> date:
    """The day that an entry id with this prefix names, and thereby its file. Raises ValueError for anything else."""
    match = ENTRY_ID.fullmatch(identifier)
    if match is None or prefix not in (None, match["prefix"]):
        raise ValueError(f"{identifier!r} is not an entry id")
    return date.fromisoformat(match["day"])


def named_day(identifier: str) -> date | None:
    """The day that an entry id names; None for anything else, as a person may have written."""
    try:
        return day_of(identifier)
    except ValueError:
        return None


def wire_id(owner: Owner, identifier: str) -> str:
    """The id that clients see: unique within a scope, also where a user and a group have one name."""
    prefix = GROUP if owner.type is OwnerType.GROUP else ""
    return f"{prefix}{owner.id}_{identifier}"


def wire_id_of(kind: str, owner: Owner, identifier: str) -> str:
    """The same for a memory of any kind: the id of a profile names its owner already."""
    return identifier if kind == PROFILE.name else wire_id(owner, identifier)
