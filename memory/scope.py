"""Whose memory is meant: the scope partitions the store, and an owner is somebody or something within it."""

from dataclasses import dataclass
from enum import StrEnum

LONGEST_ID = 256  # characters, of owners, senders and messages


class OwnerType(StrEnum):
    USER = "user"
    AGENT = "agent"
    GROUP = "group"  # several people, in a memory that outlives their membership
    SESSION = "session"  # one conversation, for notes that name nobody else


@dataclass(frozen=True, slots=True)
class Scope:
    """An (app, project) pair. Nothing is ever read or written across scopes."""

    app_id: str = "default"
    project_id: str = "default"

    @property
    def columns(self) -> dict[str, str]:
        """As the database stores it, for filters and new rows."""
        return {"app_id": self.app_id, "project_id": self.project_id}


@dataclass(frozen=True, slots=True)
class Owner:
    """One owner within a scope; `id` is the client's own text, not its encoding on disk."""

    type: OwnerType
    id: str

    @property
    def columns(self) -> dict[str, str]:
        """As the database stores it, for filters and new rows."""
        return {"owner_type": self.type.value, "owner_id": self.id}


def user(user_id: str) -> Owner:
    return Owner(OwnerType.USER, user_id)


def agent(agent_id: str) -> Owner:
    return Owner(OwnerType.AGENT, agent_id)


def group(group_id: str) -> Owner:
    return Owner(OwnerType.GROUP, group_id)


def session(session_id: str) -> Owner:
    return Owner(OwnerType.SESSION, session_id)
