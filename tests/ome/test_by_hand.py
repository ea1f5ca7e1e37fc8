"""What a person adds to the files, renames or removes: what is derived follows, and what is gone stays gone."""

import re
import shutil
from pathlib import Path

import pytest

from cascade.drain import drain as index_changes
from cascade.models import MdChangeState
from cascade.scanner import scan
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.profile import PROFILE
from memory.markdown import entry_history
from memory.retrieval.listing import list_memories
from memory.scope import Scope, user
from ome.engine.queue import Status
from ome.engine.worker import drain
from ome.models import StrategyRun
from tests.ome.users import entries, episode_file, episodes, facts, known, talk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("root")]
SAID = "I moved to Oslo in May."


def settle() -> None:
    """What a server does when somebody has changed files."""
    scan()
    while index_changes() + drain():
        pass


def people(root: Path) -> Path:
    return root / "default_app/default_project/users"


def add_by_hand(said: str) -> None:
    """A copy of the file's entry under the next number, with other words."""
    text = episode_file().read_text("utf-8")
    [block] = re.findall(r"<!-- entry:ep_\w+ -->.*?<!-- /entry:ep_\w+ -->", text, re.DOTALL)
    copy = block.replace("_00000001", "_00000002").replace(SAID, said)
    episode_file().write_text(f"{text.rstrip()}\n\n{copy}\n", "utf-8")


def rewrite_and_settle(text: str) -> None:
    """Nothing of what a person wrote fails."""
    episode_file().write_text(text, "utf-8")
    settle()
    assert not MdChangeState.objects.exclude(status=MdChangeState.Status.DONE).exists()
    assert not StrategyRun.objects.exclude(status=Status.DONE).exists()


def test_facts_go_with_a_file_that_is_removed_before_it_is_indexed() -> None:
    talk(SAID)
    drain()
    assert len(facts()) == 1
    episode_file().unlink()
    settle()
    assert facts() == []


def test_facts_go_with_an_entry_that_is_removed_before_it_is_indexed() -> None:
    talk(SAID)
    drain()
    text = episode_file().read_text("utf-8")
    episode_file().write_text(text[: text.index("<!-- entry:")], "utf-8")
    talk("My sister is called Nora.", session="later")
    settle()
    assert facts() == ["alice's sister is called Nora. (8 May 2023)"]


def test_facts_follow_an_entry_that_is_edited_before_it_is_indexed() -> None:
    talk(SAID)
    drain()
    episode_file().write_text(episode_file().read_text("utf-8").replace("Oslo", "Bergen"), "utf-8")
    settle()
    assert facts() == ["alice moved to Bergen in May. (said on 8 May 2023)"]


def test_an_entry_that_was_added_gives_facts_and_a_profile() -> None:
    talk(SAID)
    settle()
    add_by_hand("My sister is called Nora.")
    settle()
    assert len(episodes()) == 2
    assert facts() == [
        "alice moved to Oslo in May. (said on 8 May 2023)",
        "alice's sister is called Nora. (8 May 2023)",
    ]
    assert any("Nora" in item for item in known())


def test_an_entry_whose_id_names_no_day_is_a_memory_like_others(root: Path) -> None:
    talk(SAID)
    settle()
    before = episode_file().read_text("utf-8")
    add_by_hand("My sister is called Nora.")
    text = episode_file().read_text("utf-8").replace("ep_20230508_00000002", "mine")
    rewrite_and_settle(text)
    rewrite_and_settle(text.replace("Nora", "Vera"))
    assert [entry.id for entry in episodes()] == ["ep_20230508_00000001", "mine"]
    assert [fact for fact in facts() if "sister" in fact] == ["alice's sister is called Vera. (8 May 2023)"]
    [edit] = entry_history.changes(episode_file().relative_to(root), "mine")
    assert "Nora" in edit.old["content"]
    talk("My aunt Zelda repairs accordions.", session="later")
    settle()
    listed = str(list_memories(Scope(), user("alice"), "episode").items)
    assert [name in listed for name in ("Nora", "Vera", "Zelda")] == [False, True, True]
    rewrite_and_settle(before)
    assert not [fact for fact in facts() if "sister" in fact]


def test_a_file_that_was_put_there_gives_facts(root: Path) -> None:
    talk(SAID)
    settle()
    there = people(root) / "carol" / "episodes"
    there.mkdir(parents=True)
    shutil.copy(episode_file(), there)
    settle()
    assert any("Oslo" in fact for fact in facts("carol"))
    assert {entry.values["source"] for entry in entries(ATOMIC_FACT, "carol")} == {"user_said"}


def test_what_the_server_wrote_is_derived_once() -> None:
    talk(SAID)
    runs = StrategyRun.objects.count()
    settle()
    assert StrategyRun.objects.count() == runs


def test_who_was_removed_stays_removed(root: Path) -> None:
    talk(SAID)
    settle()
    shutil.rmtree(people(root) / "alice")
    settle()
    assert not (people(root) / "alice").exists()
    assert list_memories(Scope(), user("alice"), "profile").items == []


def test_a_renamed_person_takes_everything_along_and_may_come_back(root: Path) -> None:
    talk(SAID)
    settle()
    alice, alicia = people(root) / "alice", people(root) / "alicia"
    alice.rename(alicia)
    settle()
    assert not alice.exists()
    assert any("Oslo" in fact for fact in facts("alicia"))
    assert len(entries(PROFILE, "alicia")) == 1
    alicia.rename(alice)
    settle()
    assert not alicia.exists()
    assert [len(episodes()), len(facts()), len(entries(PROFILE))] == [1, 1, 1]
