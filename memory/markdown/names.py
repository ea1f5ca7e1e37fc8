"""Which names an app or a project may have, and which folders of the root hold none.

One rule for every door, the writer, the scan and the watcher: what a door accepts, the scan finds.
"""

import re
from collections.abc import Sequence

from memory.errors import InvalidInput

# On disk these would be the default scope, or a part of the memory root that is the server's own; on a file system that
# does not tell cases apart, so would their other spellings.
RESERVED = frozenset({"default_app", "default_project", "ome.toml", "lost+found"})
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE | re.DOTALL)


def check_scope(identifier: str) -> None:
    """Raises InvalidInput for what cannot be the id of an app or a project; `default` is their default's."""
    if reason := _refusal(identifier):
        raise InvalidInput(f"{identifier!r} {reason}")


def may_hold_memories(folder: Sequence[str]) -> bool:
    """Whether the scan looks into a folder of these parts below the root."""
    return not (folder[0].lower() == "lost+found" or any(part.startswith(".") for part in folder[:2]))


def is_device(name: str) -> bool:
    """Windows opens a device of this name, whatever follows its first dot."""
    return _DEVICE.fullmatch(name) is not None


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
