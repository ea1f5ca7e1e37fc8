"""The bot's entries and alice's notes: real files, a real register, a real index."""

from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import pytest

from cascade import scanner
from cascade.drain import drain
from memory.keyed import documents
from memory.keyed.documents import KeyedFile
from memory.kinds.base import Values
from memory.kinds.keyed_entry import KEYED_ENTRY, entry_name
from memory.kinds.note import NOTE
from memory.markdown.root import current_root
from memory.models import KeyedDocument
from memory.scope import Scope, agent, user

HERE = Scope()
BOT = agent("bot")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def entry_path(key: str, user_id: str | None = "alice", owner: str = "bot") -> PurePosixPath:
    return documents.path_of(KEYED_ENTRY, HERE, agent(owner), entry_name(user_id, key))


def store(key: str, value: str = "x", user_id: str | None = "alice", **values: object) -> KeyedFile:
    said: Values = {"value": value, "created_at": NOON, **values}
    return documents.put(entry_path(key, user_id), said)


def note(name: str, memory: str, **values: object) -> KeyedFile:
    path = documents.path_of(NOTE, HERE, user("alice"), name)
    return documents.put(path, {"memory": memory, "category": "facts", "created_at": NOON, **values})


def row(path: PurePosixPath) -> KeyedDocument:
    return KeyedDocument.objects.get(path=str(path))


def absolute(path: PurePosixPath) -> Path:
    return current_root().absolute(path)


def settle() -> None:
    drain()
    while scanner.scan():
        drain()


@pytest.fixture
def root(root: Path, db: None) -> Path:
    return root
