"""Notes that clients keep as files: paths, versions, and what hands do to them."""

import os
import re
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from memory.api_keys import ApiKey
from memory.coordination import locks
from memory.errors import DocumentChanged, InvalidInput, LockLost, PathTaken
from memory.forgetting import work
from memory.grants import limited
from memory.keyed import files, note_history, notes, stores, versions
from memory.keyed.files import Tree
from memory.keyed.notes import About
from memory.models import KeyedDocument
from memory.scope import Scope, user
from tests.conftest import Lost
from tests.keyed.conftest import NOON, absolute, settle

TREE = Tree(Scope(), user("alice"), "memories")


def test_a_file_keeps_its_id_and_its_history_when_it_is_moved(root: Path) -> None:
    made = files.create(TREE, "/a.md", "One.\n", "key 1")
    moved = files.change(TREE, made, "key 2", path="/b/c.md")
    assert (moved.id, moved.place, moved.text) == (made.id, made.place, "One.\n")
    assert files.at(TREE, "/a.md") is None
    assert files.at(TREE, "/b/c.md") == moved
    told = [(each.change.path, each.change.by) for each in versions.versions_of(TREE)]
    assert told == [("/b/c.md", "key 2"), ("/a.md", "key 1")]
    with pytest.raises(DocumentChanged):
        files.change(TREE, made, "key 1", text="From what was read before.")
    assert len(versions.versions_of(TREE)) == 2, "what was refused is no version"


def test_what_a_hand_wrote_is_a_version_before_it_is_removed(root: Path) -> None:
    made = files.create(TREE, "/a.md", "One.", "key 1")
    absolute(made.place).write_text(absolute(made.place).read_text().replace("One.", "By hand."))
    os.utime(absolute(made.place), (0, 0))  # as if the clock had been wrong
    found = files.find(TREE, made.id)
    assert found is not None
    files.remove(found, "key 1")
    told = [(each.change.event, each.change.new, each.change.by) for each in versions.versions_of(TREE)]
    assert told == [("delete", None, "key 1"), ("update", "By hand.", ""), ("add", "One.", "key 1")]


def test_a_note_is_changed_only_as_it_was_read(root: Path) -> None:
    made, _ = notes.add_note_verbatim("One.", "fact", About(user_id="alice"), {}, NOON)
    assert notes.revise_note(made.id, "Two.", expected=made.sha256)
    with pytest.raises(DocumentChanged):
        notes.revise_note(made.id, "Three.", expected=made.sha256)
    found = notes.get_note(made.id)
    assert found is not None
    assert found.memory == "Two."


def test_notes_of_one_second_are_told_apart_by_their_times(root: Path) -> None:
    kept = [notes.add_note_verbatim(text, "fact", About(user_id="alice"), {}, NOON)[0] for text in "ab"]
    assert len({note.created_at for note in kept}) == 2
    assert {note.created_at.replace(microsecond=0) for note in kept if note.created_at} == {NOON}


def test_a_store_is_changed_as_it_is_by_now(root: Path) -> None:
    made = stores.create(TREE.scope, TREE.owner, "One", "First.", {"a": "1", "b": "2"})
    archived = stores.change(made, archived=True, name="Two", metadata={"a": None})
    changed = stores.change(made, description="Second.", metadata={"c": "3"})
    assert (changed.name, changed.description, changed.metadata) == ("Two", "Second.", {"b": "2", "c": "3"})
    assert changed.archived_at == archived.archived_at is not None
    assert stores.change(changed, name="Three").archived_at == archived.archived_at


def test_a_store_is_archived_whatever_a_hand_has_written(root: Path) -> None:
    made = stores.change(stores.create(TREE.scope, TREE.owner, "One", "", {}), archived=True)
    place = absolute(made.place)
    for stated in ("yes", "'yes'", "2026-11-21", "2026-11-21 10:00:00"):
        place.write_text(re.sub(r"archived_at: .*", f"archived_at: {stated}", place.read_text()))
        listed = Client().get("/v1/memory_stores", {"user": "alice", "include_archived": "true"})
        assert listed.json()["data"][0]["archived_at"], stated
        assert Client().get("/v1/memory_stores", {"user": "alice"}).json()["data"] == []


def test_a_page_that_is_none_is_refused(root: Path) -> None:
    for page in (b64encode(b"[" * 2000).decode(), b64encode(b"\xff").decode(), "[]", "é"):
        answer = Client().get("/v1/memory_stores", {"user": "alice", "page": f"page_{page}"})
        assert (answer.status_code, "page: give" in answer.content.decode()) == (400, True), page


def test_what_a_tool_cannot_do_is_said_briefly(root: Path) -> None:
    files.create(TREE, "/a.md", f"{'a' * 1000}\na", "")
    client = Client()

    def run(**command: str) -> str:
        answer = client.post("/anthropic/memory?user=alice", command, content_type="application/json").json()
        assert answer["is_error"]
        return str(answer["content"])

    # Of so many marks in the wrong order, normalizing takes a second; of as many as a body may hold, hours.
    endless = "/memories/a" + "\u0315\u0316" * 10_000
    assert run(command="view", path=endless).endswith("… is too long: it has at most 4096 characters")
    told = run(command="str_replace", path="/memories/a.md", old_str="a")
    assert told.split("in lines: ")[1] == f"{', '.join(['1'] * 100)}. Please ensure it is unique"


def test_a_database_that_is_lost_knows_the_paths_again(root: Path) -> None:
    made = files.create(TREE, "/a.md", "One.", "")
    settle()
    KeyedDocument.objects.all().delete()
    assert files.at(TREE, "/a.md") is None
    text = absolute(made.place).read_text()
    absolute(made.place).write_text(text.replace("path: /a.md", "path: /by/hand.md"))
    settle()
    found = files.at(TREE, "/by/hand.md")
    assert found is not None
    assert (found.id, found.text) == (made.id, "One.")
    assert versions.versions_of(TREE)[0].change.path == "/by/hand.md"


def test_a_file_without_a_history_has_a_version(root: Path) -> None:
    made = files.create(TREE, "/a.md", "One.", "")
    for history in root.rglob("*.history.jsonl"):
        history.unlink()
    assert versions.head_of(TREE, made.id).startswith(made.id)


@pytest.mark.parametrize("path", ["/a.md", "/a.md/below", "/b"])
def test_a_path_is_there_once(root: Path, path: str) -> None:
    files.create(TREE, "/a.md", "One.", "")
    files.create(TREE, "/b/c", "Two.", "")
    with pytest.raises(PathTaken):
        files.create(TREE, path, "Three.", "")
    assert [*files.listed(TREE)] == ["/a.md", "/b/c"]


def test_a_full_tree_takes_no_more(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 1)
    files.create(TREE, "/a.md", "One.", "")
    with pytest.raises(InvalidInput, match="no more can be"):
        files.create(TREE, "/b.md", "Two.", "")


def test_a_redacted_version_has_lost_its_words_and_the_next_one_does_not_tell_them(root: Path) -> None:
    made = files.create(TREE, "/secret.md", "Zanzibar.", "key 1")
    files.change(TREE, made, "key 1", text="Other.", path="/a.md")
    first = versions.versions_of(TREE)[-1]
    work.redact(TREE, first, "key 2")
    assert not [path for path in root.rglob("*.jsonl") if b"anzibar" in path.read_bytes()]
    after = versions.find(TREE, first.id)
    assert after is not None
    assert (after.change.new, after.change.path, after.change.redacted_by) == (None, None, "key 2")
    with pytest.raises(InvalidInput, match="has this version now"):
        work.redact(TREE, versions.versions_of(TREE)[0], "key 2")


def test_a_key_may_come_bare_and_its_limits_hold(root: Path) -> None:
    owner = User.objects.create_user("client")
    key = ApiKey.objects.make(owner, "test", limited(["read"], users=["alice"]))[1]
    files.create(TREE, "/a.md", "One.", "")
    client = Client(headers={"X-Api-Key": key})

    def run(**command: str) -> tuple[int, str]:
        answer = client.post("/anthropic/memory", command, content_type="application/json")
        return answer.status_code, answer.content.decode()

    assert "/memories/a.md" in run(command="view", path="/memories")[1]
    status, words = run(command="create", path="/memories/b.md", file_text="x")
    assert (status, "may not write" in words) == (403, True)
    assert run(command="delete", path="/memories/a.md")[0] == 403


@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_a_path_one_gets_it(root: Path) -> None:
    def create(number: int) -> bool:
        from django.db import connection

        try:
            files.create(TREE, "/a.md", f"From {number}.", "")
        except PathTaken:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(create, range(8))) == 1
    assert len(files.listed(TREE)) == 1


def test_who_has_lost_a_lock_changes_no_history(root: Path) -> None:
    made = files.create(TREE, "/a.md", "One.", "")
    [change] = note_history.changes(made.place)
    with locks.under(Lost()):
        for write in (
            lambda: note_history.record(made.place, "Two."),
            lambda: note_history.redact(made.place, change.id, ""),
            lambda: note_history.move(made.place, made.place.with_name("b.md")),
        ):
            with pytest.raises(LockLost):
                write()
    assert note_history.changes(made.place) == [change]
