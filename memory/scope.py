"""Whose memory is meant: the scope partitions the store, the owner is a user or an agent within it."""

from dataclasses import dataclass
from enum import StrEnum


class OwnerType(StrEnum):
    USER = "user"
    AGENT = "agent"


@dataclass(frozen=True, slots=True)
class Scope:
    """An (app, project) pair. Nothing is ever read or written across scopes."""

    app_id: str = "default"
    project_id: str = "default"


@dataclass(frozen=True, slots=True)
class Owner:
    """A user or an agent within a scope; `id` is the client's own text, not its encoding on disk."""

    type: OwnerType
    id: str


def user(user_id: str) -> Owner:
    return Owner(OwnerType.USER, user_id)


def agent(agent_id: str) -> Owner:
    return Owner(OwnerType.AGENT, agent_id)
