"""A memory as mem0's two servers show it, and as their filters see it."""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from memory.api import times
from memory.api.mem0.ids import id_of
from memory.keyed.single import SingleMemory
from memory.kinds.provenance import OF_ROLE
from memory.scope import Scope

Json = dict[str, Any]
ACTOR = "actor_id"  # in the metadata: by what name somebody has said it
ROLES = {source: role for role, source in OF_ROLE.items()}


def fields_of(memory: SingleMemory) -> Json:
    """For filters: ids and texts as they are shown, times as moments."""
    return {
        "id": id_of(memory),
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


def of_server(memory: SingleMemory) -> Json:
    """As mem0's own server shows it."""
    return {
        "id": id_of(memory),
        "memory": memory.text,
        "hash": _hash(memory),
        "user_id": memory.user_id,
        "agent_id": memory.agent_id,
        "run_id": memory.session_id,
        "actor_id": memory.metadata.get(ACTOR),
        "role": ROLES.get(memory.source or ""),
        "metadata": memory.metadata,
        "expiration_date": _last_day(memory.expires_at),
        "created_at": _shown(memory.created_at),
        "updated_at": _shown(memory.updated_at),
    }


def of_platform(memory: SingleMemory) -> Json:
    """As mem0's platform shows it."""
    app_id = memory.scope.app_id
    return {
        **of_server(memory),
        "app_id": None if app_id == Scope().app_id else app_id,
        "session_id": memory.session_id,
        "categories": list(memory.categories),
    }


def with_score(shown: Json, memory: SingleMemory) -> Json:
    return {**shown, "score": round(memory.score or 0.0, 4)}


def added(memory: SingleMemory) -> Json:
    """Of an answer of mem0's own server."""
    return {"id": id_of(memory), "memory": memory.text, "event": "ADD"}


def added_of_platform(memory: SingleMemory) -> Json:
    return {"id": id_of(memory), "data": {"memory": memory.text}, "event": "ADD"}


def only(shown: Json, fields: Iterable[str] | None) -> Json:
    """Those of the fields that were asked for; the id always."""
    if not fields:
        return shown
    return {name: value for name, value in shown.items() if name == "id" or name in fields}


def _hash(memory: SingleMemory) -> str:
    """As mem0 makes it: of the text alone."""
    return hashlib.md5(memory.text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def _shown(moment: datetime | None) -> str | None:
    return times.render(moment) if moment else None


def _last_day(end: datetime | None) -> str | None:
    """On which a memory counts, of the moment from which on it does not."""
    return times.local_day(end - timedelta(microseconds=1)).isoformat() if end else None
