"""Client of EverOS-Django, a self-hosted long-term memory for AI agents.

from everos import EverOS

memory = EverOS()  # EVEROS_URL and EVEROS_TOKEN, or a server on this machine
memory.remember("alice", "Prefers trains over planes.")
print(memory.recall("alice", "How does she travel?")["memories"])
"""

from everos.client import AsyncEverOS, EverOS
from everos.errors import (
    APIError,
    Conflict,
    EverOSError,
    Forbidden,
    InvalidRequest,
    NotFound,
    RateLimited,
    ServerError,
    TimedOut,
    Unauthorized,
    Unavailable,
    UnexpectedAnswer,
    Unreachable,
)

__all__ = [
    "APIError",
    "AsyncEverOS",
    "Conflict",
    "EverOS",
    "EverOSError",
    "Forbidden",
    "InvalidRequest",
    "NotFound",
    "RateLimited",
    "ServerError",
    "TimedOut",
    "Unauthorized",
    "Unavailable",
    "UnexpectedAnswer",
    "Unreachable",
]
