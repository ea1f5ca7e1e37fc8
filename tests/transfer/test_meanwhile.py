"""What a server does while an import is at work, or before it is repeated."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path, PurePosixPath

import pytest
from django.core.management import CommandError
from django.utils import timezone

from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.models import Forgetting
from memory.scope import Owner, Scope, user
from memory.transfer import archive as archive_module
from memory.transfer import importing, merging, placing
from tests.forgetting.conftest import DAY_MS
from tests.transfer.conftest import Json, Mover
from tests.transfer.test_transfer import Elsewhere


class Interrupted(Exception):
    pass


@pytest.fixture
def archive(mover: Mover, tmp_path: Path) -> Path:
    mover.remember("a", ("alice", "I sold the boat to Rui."))
    mover.remember("b", ("alice", "I sold the piano to Rui."))
    return mover.export(tmp_path / "alice.zip")


def between_episodes_and_facts(monkeypatch: pytest.MonkeyPatch, task: Callable[[], object]) -> None:
    place = placing._Placing.place

    def late(self: placing._Placing, file: placing.MemoryFile) -> None:
        if "atomic_fact" in file.name:
            monkeypatch.setattr(placing._Placing, "place", place)
            task()
        place(self, file)

    monkeypatch.setattr(placing._Placing, "place", late)


def told(there: Mover) -> list[str]:
    """What the facts say, each of which must be its episode's."""
    episodes = {each["id"]: each["episode"] for each in there.listed("episode")}
    facts: list[Json] = there.listed("atomic_fact")
    for fact in facts:
        word = fact["content"].split()[3]  # "alice sold the boat to Rui."
        assert word in episodes[fact["episode_id"]]
    return sorted(fact["content"].split()[3] for fact in facts)


def test_facts_are_derived_before_the_import_has_brought_them(
    archive: Path, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = elsewhere()

    def interrupted() -> None:
        raise Interrupted

    between_episodes_and_facts(monkeypatch, interrupted)
    with pytest.raises(Interrupted):
        there.take_in(archive)
    there.settle()
    assert there.take_in(archive)["left_out"] == []
    assert told(there) == ["boat", "piano"]


def test_episodes_are_forgotten_before_their_facts_are_there(
    archive: Path, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new one has got the id of one of them."""
    there = elsewhere()

    def forgotten() -> None:
        there.ok("delete", {"user_id": "alice"})
        there.remember("new", ("alice", "I sold the cello to Rui."))

    between_episodes_and_facts(monkeypatch, forgotten)
    report = there.take_in(archive)
    assert "its episode was removed during the import" in str(report["left_out"])
    assert told(there) == ["cello"]
    assert there.take_in(archive)["left_out"] == []
    assert told(there) == ["boat", "cello", "piano"]


MEM0 = json.dumps(
    [{"id": "1", "user_id": "alice", "created_at": "2025-05-28", "memory": "The boat is sold."}]
)
OKF = "---\ntype: fact\ngenerated: {at: 2025-05-28}\n---\nThe boat is sold."


def asked_to_forget_alice() -> None:
    """A worker is yet to do it."""
    work.forget(Selection(scope=Scope(), owner=user("alice")), "test", until="asked")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("mem0.json", MEM0, id="mem0"),
        pytest.param("boat.md", OKF, id="okf"),
        pytest.param("alice.zip", None, id="everos"),
    ],
)
def test_what_is_imported_after_a_request_to_forget_stays(
    mover: Mover, tmp_path: Path, name: str, data: str | None
) -> None:
    """Although it was created, or learned, before the request."""
    mover.remember("a", ("alice", "I sold the boat to Rui."))
    file = tmp_path / name
    if data is None:
        mover.export(file)
    else:
        file.write_text(data)
    asked_to_forget_alice()
    mover.remember("b", ("alice", "I sold the piano to Rui."))
    report = mover.take_in(file, "--user", "alice")
    assert report["left_out"] == []
    work.resume()
    mover.settle()
    assert ["boat" in each["episode"] for each in mover.listed("episode")].count(True) == 1
    assert mover.take_in(file, "--user", "alice")["imported"] == {}


def test_an_import_does_not_begin_before_what_is_to_be_forgotten_is_gone(
    mover: Mover, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "REMOVING_SECONDS", 0.2)
    (tmp_path / "mem0.json").write_text(MEM0)
    mover.remember("a", ("alice", "I sold the piano to Rui."))
    asked_to_forget_alice()
    Forgetting.objects.update(available_at=timezone.now() + timedelta(hours=1))
    with pytest.raises(CommandError, match="asked to be forgotten"):
        mover.take_in(tmp_path / "mem0.json")
    assert mover.places_of("boat") == []


def test_what_is_merged_after_a_request_to_forget_the_target_stays(mover: Mover) -> None:
    mover.remember("a", ("alice", "I sold the piano to Rui."))
    mover.remember("b", ("alicia", "I sold the boat to Rui."))
    asked_to_forget_alice()
    merging.merge(Scope(), user("alicia"), user("alice"), "test")
    work.resume()
    mover.settle()
    assert told(mover) == ["boat"]


def waits(mover: Mover) -> None:
    mover.remember("a", ("alice", "I sold the boat to Rui."))
    mover.say("b", ("alice", "I sold the piano to Rui."), ("bob", "I sold the cello to Rui."), at=DAY_MS)


def flushed(mover: Mover) -> None:
    mover.ok("flush", {"session_id": "b"})


def flushed_and_forgotten(mover: Mover) -> None:
    flushed(mover)
    mover.ok("delete", {"session_id": "b"})


@pytest.mark.parametrize(
    ("before", "task", "sold"),
    [
        pytest.param("alice", flushed, ["boat", "piano"], id="before-its-file-is-read"),
        pytest.param("alice", flushed_and_forgotten, ["boat"], id="and-forgotten"),
        pytest.param("pending", flushed, ["boat", "piano"], id="after-its-file-was-read"),
        pytest.param("pending", flushed_and_forgotten, ["boat"], id="after-and-forgotten"),
    ],
)
def test_a_message_that_becomes_a_memory_during_an_export_is_in_it_once(
    mover: Mover,
    elsewhere: Elsewhere,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: str,
    task: Callable[[Mover], None],
    sold: list[str],
) -> None:
    """Exported are a project's memories; a flush comes before or after its files are read."""
    waits(mover)
    files_of = archive_module.files_of

    def interrupted(scope: Scope, owner: Owner | None) -> Iterator[PurePosixPath]:
        if before == "alice":
            task(mover)
        yield from files_of(scope, owner)
        if before == "pending":
            task(mover)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(archive_module, "counts_of", lambda *_: Counter(file=1))
        meanwhile.setattr(archive_module, "files_of", interrupted)
        file = mover.export(tmp_path / "all.zip")
    there = elsewhere()
    there.take_in(file)
    for user_id, expected in (("alice", sold), ("bob", ["cello"] if len(sold) > 1 else [])):
        episodes = str([each["episode"] for each in there.listed("episode", user_id=user_id)])
        assert [
            word for word in ("boat", "piano", "cello") if f"{user_id}: I sold the {word}" in episodes
        ] == (expected)
        for word in expected:
            assert episodes.count(f"{user_id}: I sold the {word}") == 1
