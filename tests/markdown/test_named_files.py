"""Documents that are one file each, under any name."""

import os
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.kinds.keyed_entry import KEYED_ENTRY, entry_name
from memory.kinds.note import NOTE
from memory.markdown import store
from memory.markdown.root import MemoryRoot, current_root
from memory.scope import Owner, OwnerType, agent, group, session
from tests.markdown.conftest import ALICE, MOMENT, SCOPE

BOT = agent("bot")
ANYWHERE = MemoryRoot(Path("/nowhere"))
FOLDER = "default_app/default_project/agents/bot/.entries"
NAMES = [
    "/",
    "..",
    "a/../b",
    ".",
    ".md",
    "x.md",
    "钥匙",
    "k" * 1000,
    "a b",
    "%2F",
    "a%",
    "%",
    "\n",
    "\0",
    "con",
    "🧑" * 99,
]


def entry(value: str = "x", **values: object) -> dict[str, object]:
    return {"created_at": MOMENT, "value": value, **values}


def write(name: str, **values: object) -> PurePosixPath:
    return store.write_document(KEYED_ENTRY, SCOPE, BOT, entry(**values), name)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", NAMES)
def test_an_entry_comes_back_from_its_path(root: Path, key: str) -> None:
    path = write(entry_name("alice", key))
    assert path.is_relative_to(FOLDER)
    located = current_root().locate(path)
    assert located is not None
    assert (located.kind, located.owner, located.bucket) == (KEYED_ENTRY, BOT, f"alice/{key}")
    [found] = store.read(path).entries
    assert (found.values["key"], found.values["user_id"], found.values["value"]) == (key, "alice", "x")


@given(user_id=st.text(max_size=150), key=st.text(min_size=1, max_size=300))
def test_generated_users_and_keys(user_id: str, key: str) -> None:
    name = entry_name(user_id, key)
    located = ANYWHERE.locate(ANYWHERE.file(KEYED_ENTRY, SCOPE, BOT, name=name))
    assert located is not None
    told = KEYED_ENTRY.layout.values_of_name(located.bucket)  # type: ignore[union-attr]
    assert (told["user_id"] or "", told["key"]) == (user_id, key)


def test_two_names_never_share_a_file() -> None:
    pairs = [
        (user_id, key) for user_id in ("", "a", "a/b", "%", "A") for key in ("a", "b/a", "A", "/a", "%2Fa")
    ]
    assert len({ANYWHERE.file(KEYED_ENTRY, SCOPE, BOT, name=entry_name(*pair)) for pair in pairs}) == len(
        pairs
    )


@pytest.mark.parametrize("name", ["lesson", "alice/", "%2f/x", "a%zz/x"])
def test_a_name_that_nobody_writes_is_told_so(root: Path, name: str) -> None:
    path = current_root().file(KEYED_ENTRY, SCOPE, BOT, name=name)
    file = current_root().absolute(path)
    file.parent.mkdir(parents=True)
    file.write_text("---\nkey: lesson\ncreated_at: 2026-11-21\n---\nx\n")
    document = store.read(path)
    assert document.entries == []
    assert document.problems[0].startswith("the file's name: it must be <user>%2F<key>.md")


def test_what_the_path_says_is_written(root: Path) -> None:
    path = store.write_document(KEYED_ENTRY, SCOPE, BOT, entry(key="other", user_id="bob"), "alice/lesson")
    assert {"key: lesson", "user_id: alice"} <= set(current_root().absolute(path).read_text().splitlines())


def test_a_round_trip_of_every_field(root: Path) -> None:
    later = datetime(2027, 1, 1, tzinfo=UTC)
    values = entry("# Title\n\n---\n", updated_at=later, expires_at=later, pinned=True, embedding="AAAA")
    path = write("/lesson", **values)
    [found] = store.read(path).entries
    assert found.values == {**values, "key": "lesson", "user_id": None}


def test_a_file_is_deleted_and_announced(root: Path, announced: list[PurePosixPath]) -> None:
    path = write("alice/lesson")
    store.delete_document(path)
    store.delete_document(path)
    assert not current_root().absolute(path).exists()
    assert announced == [path] * 3


def test_only_its_own_folders_go_with_it(root: Path) -> None:
    long, longer = write("/" + "k" * 500), write("/" + "k" * 900)
    store.delete_document(longer)
    assert current_root().absolute(long).exists()
    store.delete_document(long)
    assert list((root / FOLDER).iterdir()) == []


@pytest.mark.parametrize("owner", [ALICE, BOT, session("s1")])
def test_notes_have_several_owners(root: Path, owner: Owner) -> None:
    path = store.write_document(
        NOTE, SCOPE, owner, {"memory": "Tea.", "category": "facts", "created_at": MOMENT}, "n"
    )
    [found] = store.read(path).entries
    assert found.values[f"{owner.type}_id"] == owner.id
    assert str(path) == f"default_app/default_project/{owner.type}s/{owner.id}/.notes/n.md"


def test_a_group_has_no_notes(root: Path) -> None:
    from memory.errors import InvalidInput

    assert OwnerType.GROUP not in NOTE.owner_types
    with pytest.raises(InvalidInput, match="note belongs to a agent or a session or a user, not to a group"):
        current_root().file(NOTE, SCOPE, group("g"), name="n")


def test_a_folder_that_goes_meanwhile_is_made_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = root / FOLDER
    fsync = os.fsync

    def fsync_then_remove(descriptor: int) -> None:
        fsync(descriptor)
        if folder.exists() and os.readlink(f"/proc/self/fd/{descriptor}").endswith(".md"):
            folder.rmdir()

    monkeypatch.setattr(os, "fsync", fsync_then_remove)
    assert current_root().absolute(write("alice/lesson")).exists()
