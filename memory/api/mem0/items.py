"""A memory as mem0's server and platform show it, and as their filters see it.

Ids are those of the other dialects, prefixed by the app unless it is `default`.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from memory import times
from memory.keyed.single import SingleMemory
from memory.kinds.provenance import OF_ROLE
from memory.scope import Scope

Json = dict[str, Any]
APP_SEPARATOR = "::"  # names of apps contain no colon
ACTOR = "actor_id"  # in the metadata: the name of the message's sender
ROLES = {source: role for role, source in OF_ROLE.items()}


def public_id(memory: SingleMemory) -> str:
    app_id = memory.scope.app_id
    if app_id == Scope().app_id and APP_SEPARATOR not in memory.id:
        return memory.id
    return f"{app_id}{APP_SEPARATOR}{memory.id}"


def split_id(wire: str) -> tuple[str, str]:
    """The app, and the id within it."""
    app_id, separator, identifier = wire.partition(APP_SEPARATOR)
    return (app_id, identifier) if separator else (Scope().app_id, wire)


def filter_fields(memory: SingleMemory) -> Json:
    """The fields that filters test: as clients see them, but times as datetimes."""
    return {
        "id": public_id(memory),
        "memory": memory.text,
        "keywords": memory.text,
        "hash": _hash(memory),
        "user_id": memory.user_id,
        "agent_id": memory.agent_id,
        "run_id": memory.session_id,
        "session_id": memory.session_id,
        "app_id": memory.scope.app_id,
        "metadata": memory.metadata,
        "categories": list(memory.categories),
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
        "timestamp": memory.created_at,
        "expiration_date": memory.expires_at,
        "actor_id": memory.metadata.get(ACTOR),
        "role": ROLES.get(memory.source or ""),
    }


def server_item(memory: SingleMemory) -> Json:
    """A memory as mem0's open-source server shows it."""
    return {
        "id": public_id(memory),
        "memory": memory.text,
        "hash": _hash(memory),
        "user_id": memory.user_id,
        "agent_id": memory.agent_id,
        "run_id": memory.session_id,
        "actor_id": memory.metadata.get(ACTOR),
        "role": ROLES.get(memory.source or ""),
        "metadata": memory.metadata,
        "expiration_date": _last_day(memory.expires_at),
        "created_at": render(memory.created_at),
        "updated_at": render(memory.updated_at),
    }


def platform_item(memory: SingleMemory) -> Json:
    """A memory as mem0's platform shows it."""
    app_id = memory.scope.app_id
    return {
        **server_item(memory),
        "app_id": None if app_id == Scope().app_id else app_id,
        "session_id": memory.session_id,
        "categories": list(memory.categories),
    }


def with_score(shown: Json, memory: SingleMemory) -> Json:
    return {**shown, "score": round(memory.score or 0.0, 4)}


def server_added(memory: SingleMemory) -> Json:
    return {"id": public_id(memory), "memory": memory.text, "event": "ADD"}


def platform_added(memory: SingleMemory) -> Json:
    return {"id": public_id(memory), "data": {"memory": memory.text}, "event": "ADD"}


def select_fields(shown: Json, fields: Iterable[str] | None) -> Json:
    """The requested fields and the id; all fields if none are requested."""
    if not fields:
        return shown
    return {name: value for name, value in shown.items() if name == "id" or name in fields}


def _hash(memory: SingleMemory) -> str:
    """The MD5 of the text, as mem0 computes it."""
    return hashlib.md5(memory.text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def render(moment: datetime | None) -> str | None:
    return times.render(moment) if moment else None


def _last_day(end: datetime | None) -> str | None:
    """The last day on which a memory counts, given the moment at which it expires."""
    return times.local_day(end - timedelta(microseconds=1)).isoformat() if end else None
