"""The entries of an agent under their keys: visibility, expiry, who may change them, and copies for another agent."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fnmatch import translate
from pathlib import PurePosixPath

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from memory.errors import DamagedDocument, EntryExpired, InvalidInput, NoSuchEntry, NotYours
from memory.index import generations
from memory.keyed import documents, register
from memory.keyed.documents import KeyedFile
from memory.keyed.embeddings import encoded
from memory.kinds.base import Value, Values
from memory.kinds.keyed_entry import KEYED_ENTRY, entry_name
from memory.models import KeyedDocument
from memory.scope import Scope, agent
from memory.text.cleaning import clean

SCOPE = Scope()
# Share of the half-life: a use this soon after the previous one counts as the same, which saves most writes.
USE_STEP = 0.01
COPIED = ("key", "user_id", "value", "embedding", "expires_at", "created_at")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls. Without a `user_id` the caller is anonymous, and what is stored belongs to the system."""

    user_id: str | None
    is_admin: bool = False


def path_of(agent_id: str, user_id: str | None, key: str) -> PurePosixPath:
    """Raises InvalidInput."""
    return documents.path_of(KEYED_ENTRY, SCOPE, agent(agent_id), entry_name(user_id, key))


def store(
    agent_id: str,
    caller: Caller,
    key: str,
    value: str,
    ttl: timedelta | None = None,
    embedding: Sequence[float] | None = None,
) -> None:
    """Replaces the caller's entry with this key, which keeps its age and its pin. Raises InvalidInput."""

    def stored(before: Values | None) -> Values:
        now = timezone.now()
        kept: dict[str, Value] = {"created_at": now}
        if before is not None and not is_expired(before):
            kept = {"created_at": before["created_at"], "updated_at": now, "pinned": before.get("pinned")}
        return {
            **kept,
            "expires_at": now + ttl if ttl else None,
            "embedding": None if embedding is None else encoded(embedding),
            "value": value,
        }

    documents.change(path_of(agent_id, caller.user_id, key), stored)


def retrieve(agent_id: str, caller: Caller, key: str) -> KeyedFile:
    """Raises NoSuchEntry, EntryExpired, DamagedDocument."""
    return mark_used([_find(agent_id, caller, key)])[0]


def path_to_delete(agent_id: str, caller: Caller, key: str) -> PurePosixPath:
    """The path of the entry that the caller may delete, readable or not. Raises NoSuchEntry, EntryExpired, NotYours."""
    for path in _candidate_paths(agent_id, caller, key):
        if documents.exists(path) and not _has_expired(path):
            _check_owner(path, agent_id, caller, key)
            return path
    _find(agent_id, caller, key)
    raise NoSuchEntry  # it was stored only just now


def _has_expired(path: PurePosixPath) -> bool:
    try:
        found = documents.get(path)
    except DamagedDocument:
        return False
    return found is not None and is_expired(found.values)


def pin(agent_id: str, caller: Caller, key: str, pinned: bool) -> None:
    """Raises NoSuchEntry, EntryExpired, NotYours, DamagedDocument."""
    path = _find(agent_id, caller, key).path
    _check_owner(path, agent_id, caller, key)
    value = True if pinned else None
    if documents.change(path, lambda values: values and {**values, "pinned": value}) is None:
        raise NoSuchEntry


def listed(agent_id: str, caller: Caller, limit: int, offset: int) -> list[KeyedFile]:
    """Latest first."""
    rows = visible(agent_id, caller).order_by("-created_at", "path")
    return mark_used(read_all(rows.values_list("path", flat=True)[offset : offset + limit]))


def with_prefix(agent_id: str, caller: Caller, prefix: str) -> list[KeyedFile]:
    """Entries whose keys have this prefix, latest first."""
    rows = visible(agent_id, caller).filter(name__startswith=clean(prefix)).order_by("-created_at", "path")
    named = rows.values_list("path", "name")
    # SQLite compares case-insensitively.
    return mark_used(read_all(path for path, name in named if name.startswith(prefix)))


def paths_to_clear(agent_id: str, caller: Caller) -> list[PurePosixPath]:
    """The caller's own entries of the agent; for an administrator, all. Raises IndexIncomplete."""
    rows = of_agent(agent_id)
    mine = rows if caller.is_admin else rows.filter(_by(caller))
    return [PurePosixPath(path) for path in mine.values_list("path", flat=True)]


def of_agent(agent_id: str) -> QuerySet[KeyedDocument]:
    """Raises IndexIncomplete while a new database does not know all files yet."""
    generations.verify_filled(KEYED_ENTRY.name)
    return register.live(KEYED_ENTRY, SCOPE).filter(_of(agent_id))


def _of(agent_id: str) -> Q:
    return register.equals("owner_id", agent_id) & Q(owner_type="agent")


def visible(agent_id: str, caller: Caller) -> QuerySet[KeyedDocument]:
    """Entries of an agent that the caller may see: the caller's own and the system's, for an administrator everybody's.

    Raises IndexIncomplete.
    """
    return unexpired(_seen_by(caller, of_agent(agent_id)))


def unexpired(rows: QuerySet[KeyedDocument]) -> QuerySet[KeyedDocument]:
    return rows.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))


def is_expired(values: Values) -> bool:
    until = values.get("expires_at")
    return isinstance(until, datetime) and until <= timezone.now()


def read_all(paths: Iterable[str]) -> list[KeyedFile]:
    """Read from their files, without damaged ones."""
    files = (documents.get_readable(PurePosixPath(path)) for path in paths)
    return [file for file in files if file is not None and not is_expired(file.values)]


def mark_used(files: list[KeyedFile]) -> list[KeyedFile]:
    """Records that these files were used, which keeps their importance, and returns them."""
    step = timedelta(days=settings.EVEROS.agent_memory.half_life_days * USE_STEP)
    register.use([file.path for file in files], unless_since=timezone.now() - step)
    return files


def _find(agent_id: str, caller: Caller, key: str) -> KeyedFile:
    """The first existing entry that has not expired: the caller's own, the system's, for an administrator anybody's."""
    expired = False
    for path in _candidate_paths(agent_id, caller, key):
        found = documents.get(path)
        if found is not None and not is_expired(found.values):
            return found
        expired = expired or found is not None
    if expired or _expired_lately(agent_id, caller, key):
        raise EntryExpired
    raise NoSuchEntry


def _candidate_paths(agent_id: str, caller: Caller, key: str) -> Iterator[PurePosixPath]:
    yield path_of(agent_id, caller.user_id, key)
    yield path_of(agent_id, None, key)
    if caller.is_admin:
        rows = of_agent(agent_id).filter(register.equals("name", key)).order_by("-created_at", "path")
        yield from map(PurePosixPath, rows.values_list("path", flat=True))


def _expired_lately(agent_id: str, caller: Caller, key: str) -> bool:
    """Whether a tombstone shows that such an entry was removed because it had expired."""
    gone = register.gone(KEYED_ENTRY, SCOPE).filter(_of(agent_id), register.equals("name", key))
    return _seen_by(caller, gone).filter(expires_at__lte=F("removed_at")).exists()


def _seen_by(caller: Caller, rows: QuerySet[KeyedDocument]) -> QuerySet[KeyedDocument]:
    return rows if caller.is_admin else rows.filter(Q(user_id="") | _by(caller))


def _by(caller: Caller) -> Q:
    return register.equals("user_id", caller.user_id or "")


def _check_owner(path: PurePosixPath, agent_id: str, caller: Caller, key: str) -> None:
    if not caller.is_admin and path != path_of(agent_id, caller.user_id, key):
        raise NotYours


def share(from_agent: str, to_agent: str, pattern: str) -> int:
    """Copies the entries whose keys match (`*`: anything, `?`: one character), whoever owns them. Returns how many.

    A copy has the same user, and replaces that user's entry with the same key. Raises InvalidInput, IndexIncomplete.
    """
    if from_agent == to_agent:
        raise InvalidInput("from and to are the same agent")
    matches = re.compile(translate(pattern.replace("[", "[[]"))).match
    named = list(of_agent(from_agent).order_by("pk").values_list("path", "name"))
    files = read_all(path for path, name in named if matches(name))
    return documents.put_all(_copy(file, to_agent) for file in files)


def _copy(file: KeyedFile, to_agent: str) -> tuple[PurePosixPath, Values]:
    user_id, key = file.values.get("user_id"), str(file.values["key"])
    path = path_of(to_agent, None if user_id is None else str(user_id), key)
    return path, {name: file.values.get(name) for name in COPIED} | {"updated_at": timezone.now()}
