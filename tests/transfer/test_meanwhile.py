"""What a server does while an import is at work, or before it is repeated."""

from collections.abc import Callable
from pathlib import Path

import pytest

from memory.transfer import placing
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
