"""A memory is a file, and its history lies beside it: edits by hand, crashes, and lost databases."""

import json
import os
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from cascade import scanner
from cascade.drain import drain
from memory.keyed.notes import revise_note
from memory.models import KeyedDocument
from tests.maas.test_ltm import add, listed, searched

Json = dict[str, Any]
Ok = Callable[..., Json]


def settle() -> None:
    drain()
    while scanner.scan():
        drain()


def file_of(root: Path, identifier: str, owner: str = "users/alice") -> Path:
    return root / "default_app/default_project" / owner / ".notes" / f"{identifier}.md"


def hand_edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def history(ok: Ok, identifier: str) -> list[tuple[str, str | None, str | None]]:
    entries = ok("GET", f"/ltm/memories/{identifier}/history")["entries"]
    return [(entry["event"], entry["old_memory"], entry["new_memory"]) for entry in entries]


def test_an_edit_by_hand_shows_everywhere(ok: Ok, root: Path) -> None:
    identifier = add(ok, "Alice likes green tea.", user_id="alice")
    settle()
    hand_edit(file_of(root, identifier), "green tea", "espresso")
    assert ok("GET", f"/ltm/memories/{identifier}")["memory"] == "Alice likes espresso"
    assert listed(ok) == ["Alice likes espresso"]
    settle()
    assert searched(ok, "espresso") == ["Alice likes espresso"]
    assert history(ok, identifier) == [
        ("add", None, "Alice likes green tea"),
        ("update", "Alice likes green tea", "Alice likes espresso"),
    ]


def test_every_saved_edit_is_in_the_history(ok: Ok, root: Path) -> None:
    identifier = add(ok, "one", user_id="alice")
    for old, new in (("one", "two"), ("two", "three")):
        hand_edit(file_of(root, identifier), old, new)
        settle()
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "four"})
    assert [new for _, _, new in history(ok, identifier)] == ["one", "two", "three", "four"]


def test_an_update_after_an_edit_that_nobody_saw_tells_both(ok: Ok, root: Path) -> None:
    identifier = add(ok, "one", user_id="alice")
    hand_edit(file_of(root, identifier), "one", "two")
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "three"})
    hand_edit(file_of(root, identifier), "three", "four")
    assert [new for _, _, new in history(ok, identifier)] == ["one", "two", "three", "four"]


def test_a_removed_file_is_a_delete(ok: Ok, root: Path, call: Callable[..., Any]) -> None:
    identifier = add(ok, "one", user_id="alice")
    settle()
    file_of(root, identifier).unlink()
    assert call("GET", f"/ltm/memories/{identifier}").status_code == 404
    assert listed(ok) == searched(ok, "one") == []
    settle()
    assert history(ok, identifier) == [("add", None, "one"), ("delete", "one", None)]
    assert call("DELETE", f"/ltm/memories/{identifier}").status_code == 404


def test_a_file_that_comes_back_is_added_again(ok: Ok, root: Path) -> None:
    identifier = add(ok, "one", user_id="alice")
    text = file_of(root, identifier).read_text()
    file_of(root, identifier).unlink()
    settle()
    file_of(root, identifier).write_text(text)
    assert ok("GET", f"/ltm/memories/{identifier}")["memory"] == "one"
    assert [event for event, _, _ in history(ok, identifier)] == ["add", "delete", "add"]


def test_what_is_deleted_by_a_call_has_no_history(ok: Ok, root: Path, call: Callable[..., Any]) -> None:
    identifier = add(ok, "one", user_id="alice")
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "two"})
    ok("DELETE", f"/ltm/memories/{identifier}")
    settle()
    for path in ("", "/history"):
        assert call("GET", f"/ltm/memories/{identifier}{path}").status_code == 404
    assert not list(file_of(root, identifier).parent.glob("*"))


def test_foreign_keys_of_the_frontmatter_outlive_an_update(ok: Ok, root: Path) -> None:
    identifier = add(ok, "one", user_id="alice")
    hand_edit(file_of(root, identifier), "category: fact", "category: fact\nmood: calm  # mine")
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "two"})
    assert "mood: calm  # mine" in file_of(root, identifier).read_text()


def test_whose_it_is_says_the_folder(ok: Ok, root: Path) -> None:
    identifier = add(ok, "Alice's secret", user_id="alice")
    settle()
    hand_edit(file_of(root, identifier), "user_id: alice", "user_id: bob")
    settle()
    assert searched(ok, "secret", user_id="bob") == listed(ok, "?user_id=bob") == []
    assert searched(ok, "secret", user_id="alice") == listed(ok, "?user_id=alice") == ["Alice's secret"]


def test_a_memory_may_be_moved_to_somebody_else(ok: Ok, root: Path) -> None:
    identifier = add(ok, "one", user_id="alice")
    settle()
    for file in (root / "default_app/default_project/users/alice/.notes").iterdir():
        target = file_of(root, "x", "users/bob").with_name(file.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        file.rename(target)
    settle()
    assert (listed(ok, "?user_id=alice"), listed(ok, "?user_id=bob")) == ([], ["one"])
    assert ok("PUT", f"/ltm/memories/{identifier}", {"data": "two"})["memory"] == "two"
    assert [event for event, _, _ in history(ok, identifier)] == ["add", "update"]


@pytest.mark.long
@pytest.mark.parametrize("noticed", [True, False])
@pytest.mark.parametrize(
    ("owner", "name"), [("users/bob", None), ("users/alice", "tea"), ("users/bob", "tea")]
)
def test_the_history_follows_a_file_that_is_moved_or_renamed(
    ok: Ok, root: Path, owner: str, name: str | None, noticed: bool
) -> None:
    """By itself, whether the server sees the move before it is asked or not."""
    identifier, other = add(ok, "one", user_id="alice"), add(ok, "another", user_id="alice")
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "two"})
    settle()
    moved = name or identifier
    target = file_of(root, moved, owner)
    target.parent.mkdir(parents=True, exist_ok=True)
    file_of(root, identifier).rename(target)
    if noticed:
        settle()
    assert ok("PUT", f"/ltm/memories/{moved}", {"data": "three"})["memory"] == "three"
    settle()
    assert history(ok, moved) == [("add", None, "one"), ("update", "one", "two"), ("update", "two", "three")]
    assert history(ok, other) == [("add", None, "another")]
    assert not file_of(root, identifier).with_suffix(".history.jsonl").exists()


def test_a_copy_has_a_history_of_its_own(ok: Ok, root: Path) -> None:
    identifier = add(ok, "one", user_id="alice")
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "two"})
    settle()
    file_of(root, "copy").write_text(file_of(root, identifier).read_text())
    settle()
    assert history(ok, identifier) == [("add", None, "one"), ("update", "one", "two")]
    assert history(ok, "copy") == [("add", None, "two")]


@pytest.mark.parametrize("owner", ["alice", "会" * 250])
def test_without_a_register_a_memory_is_found_by_its_file(ok: Ok, root: Path, owner: str) -> None:
    kept, gone = add(ok, "one", user_id=owner), add(ok, "two", user_id=owner)
    next(root.rglob(f"{gone}.md")).unlink()
    settle()
    KeyedDocument.objects.all().delete()
    assert ok("GET", f"/ltm/memories/{kept}")["memory"] == "one"
    assert [event for event, _, _ in history(ok, gone)] == ["add", "delete"]
    assert ok("PUT", f"/ltm/memories/{kept}", {"data": "three"})["memory"] == "three"


@pytest.mark.parametrize("identifier", ["x" * 900, "x" * 2_500, "%E4" * 800, "a.b/" * 700], ids=len)
def test_an_id_that_is_too_long_for_a_file_is_nobodys(call: Any, ok: Ok, identifier: str) -> None:
    add(ok, "one", user_id="会" * 250)
    add(ok, "two", user_id="bob")
    for path in (f"/ltm/memories/{identifier}", f"/memories/{identifier}", f"/v1/memories/{identifier}/"):
        assert call("GET", path).status_code == 404, path
    for path in (f"/ltm/memories/{identifier}", f"/memories/{identifier}"):
        assert call("DELETE", path).status_code == 404, path


def test_a_memory_whose_history_was_never_written_has_one(ok: Ok, root: Path) -> None:
    """Killed between the file and its history."""
    identifier = add(ok, "one", user_id="alice")
    file_of(root, identifier).with_suffix(".history.jsonl").unlink()
    assert history(ok, identifier) == [("add", None, "one")]
    assert history(ok, identifier) == [("add", None, "one")]


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_line_that_was_cut_off_takes_no_other_with_it(ok: Ok, root: Path, cut: int) -> None:
    identifier = add(ok, "one", user_id="alice")
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "two"})
    path = file_of(root, identifier).with_suffix(".history.jsonl")
    os.truncate(path, path.stat().st_size - cut)
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "three"})
    assert history(ok, identifier) == [
        ("add", None, "one"),
        ("update", "one", "two"),
        ("update", "two", "three"),
    ]


def test_the_history_only_grows(ok: Ok, root: Path) -> None:
    identifier = add(ok, "one", user_id="alice")
    path = file_of(root, identifier).with_suffix(".history.jsonl")
    before = path.read_bytes()
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "two"})
    file_of(root, identifier).unlink()
    assert len(history(ok, identifier)) == 3
    assert path.read_bytes().startswith(before)
    times = [json.loads(line)["timestamp"] for line in path.read_text().splitlines()]
    assert len(times) == 3
    assert all(datetime.fromisoformat(time).tzinfo for time in times)


def test_a_damaged_file_is_reported_and_left_alone(ok: Ok, root: Path, call: Callable[..., Any]) -> None:
    identifier, other = add(ok, "one", user_id="alice"), add(ok, "two", user_id="alice")
    settle()
    damaged = file_of(root, identifier)
    damaged.write_text(damaged.read_text().replace("created_at:", "created_at: yesterday #"))
    for method, body in (("GET", None), ("PUT", {"data": "x"})):
        response = call(method, f"/ltm/memories/{identifier}", body)
        assert response.status_code == 503
        assert "fix it first" in response.json()["detail"]
    assert listed(ok) == ["two"]
    assert history(ok, identifier) == [("add", None, "one")]
    assert ok("DELETE", f"/ltm/memories/{identifier}")["deleted"] is True
    assert ok("GET", f"/ltm/memories/{other}")["memory"] == "two"


@pytest.mark.django_db(transaction=True)
def test_updates_at_the_same_time_stand_in_one_line(ok: Ok, root: Path) -> None:
    identifier = add(ok, "0", user_id="alice")

    def update(text: str) -> None:
        assert revise_note(identifier, text) is not None
        connections.close_all()

    threads = [threading.Thread(target=update, args=(str(number),)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = history(ok, identifier)
    assert sorted(new or "" for _, _, new in told) == [str(number) for number in range(9)]
    assert [old for _, old, _ in told[1:]] == [new for _, _, new in told[:-1]]
    assert ok("GET", f"/ltm/memories/{identifier}")["memory"] == told[-1][2]
