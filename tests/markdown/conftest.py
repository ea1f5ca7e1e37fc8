"""A named cast, and the shortest memory of each kind."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path, PurePosixPath

import pytest

from memory.kinds.episode import EPISODE
from memory.markdown.root import current_root
from memory.scope import Scope, user
from memory.signals import file_written

ALICE = user("alice")
SCOPE = Scope()
DAY = date(2026, 11, 21)
MOMENT = datetime(2026, 11, 21, 20, 29, 44, 275000, UTC)


def episode(content: str = "Alice has moved to Lisbon.", **values: object) -> dict[str, object]:
    return {
        "session_id": "demo-1",
        "timestamp": MOMENT,
        "parent_type": "memcell",
        "sender_ids": ["alice", "bot"],
        "content": content,
        **values,
    }


@pytest.fixture(autouse=True)
def announced() -> Iterator[list[PurePosixPath]]:
    """What the store announced. These tests are the only listeners: the cascade and its database are elsewhere."""
    heard: list[PurePosixPath] = []

    def listen(paths: list[PurePosixPath], **_: object) -> None:
        heard.extend(paths)

    others, file_written.receivers = file_written.receivers, []
    file_written.connect(listen)
    yield heard
    file_written.receivers = others


@pytest.fixture
def log(root: Path) -> PurePosixPath:
    """Where alice's episodes of the day go, relative to the root; nothing is there yet."""
    return current_root().file(EPISODE, SCOPE, ALICE, day=DAY)


@pytest.fixture
def log_file(log: PurePosixPath) -> Path:
    return current_root().absolute(log)
