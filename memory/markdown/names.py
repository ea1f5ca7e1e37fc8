"""Valid names of apps and projects, and folders of the root that hold no memories.

One rule for APIs, writer, scan and watcher: what an API accepts, the scan finds.
"""

import re
from collections.abc import Sequence

from memory.errors import InvalidInput
from memory.markdown.segments import is_device
from memory.scope import LONGEST_ID

# These would denote the default scope on disk, or a server directory in the memory root; on a file system that
# ignores case, so would their other spellings.
RESERVED = frozenset({"default_app", "default_project", "ome.toml", "lost+found"})
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def check_scope(identifier: str) -> None:
    """Raises InvalidInput for an invalid id of an app or a project; `default` stands for the default one."""
    if reason := _refusal(identifier):
        raise InvalidInput(f"{identifier!r} {reason}")


def check_owner_or_session_id(identifier: str) -> None:
    """Raises InvalidInput for an id of an owner or a session that the APIs refuse, so that nobody could ask for it."""
    if not 0 < len(identifier) <= LONGEST_ID:
        raise InvalidInput(f"an id has 1 to {LONGEST_ID} characters, not {len(identifier)}")
    if CONTROL.search(identifier):
        raise InvalidInput("control characters are not allowed in an id")
    try:
        identifier.encode()
    except UnicodeEncodeError:
        raise InvalidInput("an id must be valid Unicode text") from None


def may_hold_memories(folder: Sequence[str]) -> bool:
    """Whether the scan looks into a folder with these path components below the root."""
    return not (folder[0].lower() == "lost+found" or any(part.startswith(".") for part in folder[:2]))


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
