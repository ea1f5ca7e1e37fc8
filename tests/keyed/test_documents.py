"""A document under a key: written, read, changed and removed."""

from pathlib import Path, PurePosixPath

import pytest

from memory.errors import DamagedDocument, InvalidInput
from memory.keyed import documents
from memory.kinds.base import Values
from tests.keyed.conftest import NOON, absolute, entry_path, note, store


def test_what_is_put_is_read_again(root: Path) -> None:
    path = store("lesson", "Validate input.").path
    found = documents.get(path)
    assert found is not None
    assert found.values == {
        "key": "lesson", "user_id": "alice", "created_at": NOON, "value": "Validate input.",
    }  # fmt: skip


def test_what_is_not_there_is_none(root: Path) -> None:
    assert documents.get(entry_path("nothing")) is None


def test_an_edit_shows_at_once(root: Path) -> None:
    path = store("lesson", "Validate input.").path
    text = absolute(path).read_text()
    absolute(path).write_text(text.replace("Validate", "Check"))
    found = documents.get(path)
    assert found is not None
    assert found.values["value"] == "Check input."


def test_what_a_person_added_to_the_frontmatter_stays(root: Path) -> None:
    path = store("lesson", "old").path
    absolute(path).write_text(
        absolute(path).read_text().replace("key: lesson", "key: lesson\nmood: good # !")
    )
    store("lesson", "new")
    assert "mood: good # !" in absolute(path).read_text()


def test_two_users_have_one_key(root: Path) -> None:
    store("lesson", "of alice", "alice")
    store("lesson", "of bob", "bob")
    store("lesson", "of all", None)
    said = [documents.get(entry_path("lesson", who)) for who in ("alice", "bob", None)]
    assert [found.values["value"] for found in said if found] == ["of alice", "of bob", "of all"]


def test_the_path_says_whose_it_is_and_not_the_text(root: Path) -> None:
    path = store("lesson", "of alice", "alice").path
    stolen = entry_path("secret", "bob")
    absolute(stolen).write_bytes(absolute(path).read_bytes())
    found = documents.get(stolen)
    assert found is not None
    assert (found.values["user_id"], found.values["key"]) == ("bob", "secret")


def test_a_note_has_the_owner_of_its_folder(root: Path) -> None:
    path = note("n-1", "Alice likes tea.", user_id="mallory").path
    found = documents.get(path)
    assert found is not None
    assert found.values["user_id"] == "alice"


def test_a_change_sees_what_is_there(root: Path) -> None:
    def longer(values: Values | None) -> Values:
        assert values is not None
        return {**values, "value": f"{values['value']}!"}

    path = store("lesson", "Hi").path
    changed = documents.change(path, longer)
    assert changed is not None
    assert changed.values["value"] == "Hi!"


def test_a_change_to_nothing_removes(root: Path) -> None:
    path = store("lesson").path
    assert documents.change(path, lambda _: None) is None
    assert not absolute(path).exists()


def test_what_an_editor_saves_meanwhile_is_seen_too(root: Path) -> None:
    seen: list[object] = []

    def interrupted(values: Values | None) -> Values:
        assert values is not None
        seen.append(values["value"])
        if len(seen) == 1:
            absolute(path).write_text(absolute(path).read_text().replace("first", "second"))
        return {**values, "pinned": True}

    path = store("lesson", "first").path
    changed = documents.change(path, interrupted)
    assert seen == ["first", "second"]
    assert changed is not None
    assert changed.values["value"] == "second"


def test_removing_twice_says_so(root: Path) -> None:
    path = store("lesson").path
    assert [documents.remove(path), documents.remove(path)] == [True, False]


def test_folders_of_a_long_key_go_with_it(root: Path) -> None:
    path = store("k" * 1000).path
    assert len(path.parts) > 8
    documents.remove(path)
    assert list(absolute(entry_path("k")).parent.iterdir()) == []


def test_a_file_that_cannot_be_read_is_a_persons(root: Path) -> None:
    path = store("lesson").path
    absolute(path).write_text("---\nkey: [\n---\nx")
    with pytest.raises(DamagedDocument, match=r"fix it first: frontmatter, line"):
        documents.get(path)
    with pytest.raises(DamagedDocument):
        store("lesson", "new")
    assert documents.remove(path)


def test_a_name_too_long_for_a_file_is_refused(root: Path) -> None:
    with pytest.raises(InvalidInput, match="too long"):
        entry_path("钥" * 1000)


def test_a_path_of_no_memory_is_refused(root: Path) -> None:
    with pytest.raises(InvalidInput, match="not a memory document"):
        documents.get(PurePosixPath("default_app/notes.md"))
