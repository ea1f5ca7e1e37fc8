"""The register says what the files say, whoever changed them."""

import shutil
from datetime import timedelta
from pathlib import Path

from memory.keyed import documents, register
from memory.kinds.keyed_entry import KEYED_ENTRY
from memory.kinds.note import NOTE
from memory.models import KeyedDocument
from tests.keyed.conftest import HERE, NOON, absolute, entry_path, note, row, settle, store


def test_a_row_says_what_the_file_says(root: Path) -> None:
    later = NOON + timedelta(days=1)
    found = row(store("lesson", pinned=True, expires_at=later).path)
    assert (found.name, found.user_id, found.agent_id, found.kind) == (
        "lesson",
        "alice",
        "bot",
        "keyed_entry",
    )
    assert (found.created_at, found.expires_at, found.pinned, found.importance) == (NOON, later, True, 1.0)


def test_notes_have_labels_of_their_own(root: Path) -> None:
    found = row(note("n-1", "Tea.", agent_id="bot", session_id="s1").path)
    labels = (found.name, found.user_id, found.agent_id, found.session_id, found.category)
    assert labels == ("n-1", "alice", "bot", "s1", "facts")


def test_a_hand_edit_arrives(root: Path) -> None:
    path = store("lesson").path
    settle()
    absolute(path).write_text(absolute(path).read_text().replace("---\nx", "pinned: true\n---\nx"))
    settle()
    assert row(path).pinned


def test_a_file_dropped_in_by_hand_arrives(root: Path) -> None:
    path = store("lesson").path
    settle()
    copy = entry_path("copied", "bob")
    absolute(copy).write_bytes(absolute(path).read_bytes())
    settle()
    assert (row(copy).user_id, row(copy).name) == ("bob", "copied")


def test_a_file_removed_by_hand_leaves_a_tombstone(root: Path) -> None:
    path = note("n-1", "Tea.").path
    settle()
    absolute(path).unlink()
    settle()
    assert [found.name for found in register.gone(NOTE, HERE)] == ["n-1"]
    assert not register.live(NOTE, HERE).exists()


def test_a_key_that_is_stored_again_is_there_again(root: Path) -> None:
    path = store("lesson").path
    documents.remove(path)
    KeyedDocument.objects.update(importance=0.2)
    store("lesson")
    assert (row(path).removed_at, row(path).importance) == (None, 1.0)


def test_a_hand_edit_is_no_use_of_the_entry(root: Path) -> None:
    path = store("lesson").path
    KeyedDocument.objects.update(importance=0.5, accessed_at=NOON)
    absolute(path).write_text(absolute(path).read_text().replace("---\nx", "pinned: true\n---\nx"))
    documents.reread(path)
    assert (row(path).pinned, row(path).importance, row(path).accessed_at) == (True, 0.5, NOON)


def test_a_file_that_cannot_be_read_leaves_the_row(root: Path) -> None:
    path = store("lesson").path
    settle()
    absolute(path).write_text("---\nkey: [\n---\nx")
    settle()
    assert row(path).removed_at is None


def test_a_lost_database_is_made_again(root: Path) -> None:
    path = store("lesson", pinned=True).path
    settle()
    from cascade.models import MdChangeState

    MdChangeState.objects.all().delete()
    KeyedDocument.objects.all().delete()
    shutil.rmtree(root / ".index" / "lancedb")
    settle()
    assert row(path).pinned
    assert row(path).accessed_at is not None


def test_a_label_too_long_for_its_column_is_clipped(root: Path) -> None:
    assert row(note("n-1", "Tea.", category="c" * 100).path).category == "c" * 32


def test_only_what_is_older_is_used(root: Path) -> None:
    path = store("lesson").path
    KeyedDocument.objects.update(importance=0.5, accessed_at=NOON)
    register.use([path], unless_since=NOON)
    assert row(path).importance == 0.5
    register.use([path], unless_since=NOON + timedelta(seconds=1))
    assert row(path).importance == 1.0


def test_nothing_of_another_kind_is_listed(root: Path) -> None:
    store("lesson")
    note("n-1", "Tea.")
    assert [found.name for found in register.live(KEYED_ENTRY, HERE)] == ["lesson"]
