"""Keyed documents on their way through the cascade: rows, rebuilds, strays, and who does not see them."""

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from cascade import repair, scanner
from cascade.models import MdChangeState, ScanReport
from cascade.rebuild import rebuild
from memory.index.tables import KindTable
from memory.keyed import register
from memory.kinds.keyed_entry import KEYED_ENTRY
from memory.kinds.note import NOTE
from memory.providers.registry import get_embedder
from memory.retrieval.search import search
from memory.retrieval.types import SearchRequest
from memory.scope import agent, user
from memory.signals import documents_indexed
from tests.keyed.conftest import BOT, HERE, absolute, entry_path, note, settle, store


@pytest.fixture
def announced() -> Any:
    heard: list[dict[str, Any]] = []

    def listen(**said: Any) -> None:
        heard.append(said)

    documents_indexed.connect(listen)
    yield heard
    documents_indexed.disconnect(listen)


def test_every_change_is_announced(root: Path, announced: list[dict[str, Any]]) -> None:
    path = store("lesson", "one").path
    settle()
    absolute(path).unlink()
    settle()
    about = [(one["kind"], one["scope"], one["owner"], one["path"], one["name"]) for one in announced]
    assert set(about) == {("keyed_entry", HERE, BOT, path, "alice/lesson")}
    values = [one["values"] and one["values"]["value"] for one in announced]
    assert [value for value, _ in groupby(values)] == ["one", None], "the same may be announced again"


def test_a_damaged_file_announces_nothing(root: Path, announced: list[dict[str, Any]]) -> None:
    path = store("lesson").path
    absolute(path).write_text("---\nkey: [\n---\nx")
    settle()
    assert announced == []
    failed = MdChangeState.objects.get()
    assert (failed.status, "frontmatter, line 3" in failed.error) == ("failed", True)


def test_a_rebuild_has_all_of_them(root: Path) -> None:
    store("a")
    store("b")
    note("n", "Tea.")
    settle()
    rebuild([KEYED_ENTRY, NOTE])
    assert [KindTable(kind, get_embedder()).count() for kind in (KEYED_ENTRY, NOTE)] == [2, 1]
    assert repair.check_tables(lambda: None) == []
    assert scanner.scan() == 0


def test_a_copy_is_an_entry_of_its_own(root: Path) -> None:
    path = store("lesson", "Alice drinks tea.").path
    copy = entry_path("copied", "bob")
    absolute(copy).write_bytes(absolute(path).read_bytes())
    settle()
    assert KindTable(KEYED_ENTRY, get_embedder()).count() == 2
    store("copied", "Bob drinks coffee.", "bob")
    assert "id: ke_bob/copied" in absolute(copy).read_text()


def test_an_agent_that_is_renamed_takes_its_entries_along(root: Path) -> None:
    store("lesson", "Alice drinks tea.")
    settle()
    folder = root / "default_app/default_project/agents"
    (folder / "bot").rename(folder / "robot")
    settle()
    assert [row.owner_id for row in register.live(KEYED_ENTRY, HERE)] == ["robot"]
    assert KindTable(KEYED_ENTRY, get_embedder()).count() == 1


def test_a_stray_is_told_of(root: Path) -> None:
    path = absolute(store("lesson").path)
    (path.parent / "not encoded.md").write_text("x")
    settle()
    [stray] = ScanReport.objects.get().strays
    assert stray["path"].endswith(".entries/not encoded.md")
    assert "it must be .entries/<name>.md" in stray["reason"]


def test_searches_of_other_kinds_do_not_see_them(root: Path) -> None:
    store("lesson", "Alice drinks tea.")
    note("n", "Alice drinks tea.")
    settle()
    for owner in (user("alice"), agent("bot")):
        found = search(SearchRequest(HERE, owner, "tea"))
        assert not any(found.hits.values())


def test_they_lie_in_hidden_folders(root: Path) -> None:
    """Which is what earlier servers do not look into."""
    assert ".entries" in entry_path("lesson").parts
    assert ".notes" in note("n", "Tea.").path.parts
