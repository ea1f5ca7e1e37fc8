"""Alice and her episodes: real files, a real index, the real embedder."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from cascade import scanner
from cascade.drain import drain
from cascade.models import MdChangeState
from memory.index import query
from memory.index.tables import KindTable
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.markdown import store
from memory.markdown.root import current_root
from memory.providers import registry
from memory.providers.registry import get_embedder
from memory.scope import Scope, user
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI

HERE = Scope()
ALICE = user("alice")
DAY = date(2026, 11, 21)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
FOLDER = PurePosixPath("default_app/default_project/users/alice/episodes")
FILE = FOLDER / "episode-2026-11-21.md"


def tell(*contents: str, day: date = DAY, owner: str = "alice", session: str = "s1") -> list[str]:
    """One episode for each text, as the ingest would write them."""
    drafts = [
        {"session_id": session, "timestamp": NOON, "subject": text[:20], "content": text} for text in contents
    ]
    parent = f"mc_{abs(hash((contents, day, owner))):x}"
    return store.append(EPISODE, HERE, user(owner), day, parent, drafts)


def settle() -> None:
    """Everything indexed, and nothing that was read so soon after its writing that it has to be read again."""
    drain()
    while scanner.scan():
        drain()


def table(kind: Kind = EPISODE) -> KindTable:
    return KindTable(kind, get_embedder())


def indexed(kind: Kind = EPISODE) -> dict[str, list[str]]:
    """md_path -> ids of the entries that the index has of it."""
    return {path: sorted(entries) for path, entries in table(kind).entries_of(_all_paths(kind)).items()}


def _all_paths(kind: Kind) -> list[str]:
    return list(table(kind).rows_per_path())


def row(entry_id: str, owner: str = "alice", kind: Kind = EPISODE) -> Any:
    identity = f"default/default/{max(kind.owner_types)}/{owner}/{entry_id}"
    return query.by_row_ids(table(kind), [identity]).get(identity)


def change(path: PurePosixPath = FILE) -> MdChangeState:
    return MdChangeState.objects.get(path=str(path))


def edit(path: Path, old: str, new: str) -> None:
    """As an editor does it: the same file, other bytes."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def root(root: Path, db: None) -> Path:
    return root


@pytest.fixture
def told(root: Path) -> Path:
    """A file with two indexed episodes."""
    tell("Alice bought a red bicycle.", "Alice went to Lisbon.")
    settle()
    return root / FILE


def absolute(path: PurePosixPath = FILE) -> Path:
    return current_root().path / path


@pytest.fixture
def endpoint(settings: Any, fake_llm: FakeOpenAI) -> Iterator[FakeOpenAI]:
    """Embeddings come from an endpoint that fails when the test says so, and that counts what it is asked."""
    change_settings(settings, "embedding", base_url=fake_llm.url, api_key="none", model="m", dimensions=8)
    registry.close()
    yield fake_llm
    registry.close()


def embedded_texts(endpoint: FakeOpenAI) -> list[str]:
    return [text for call in endpoint.calls for text in call.body["input"]]
