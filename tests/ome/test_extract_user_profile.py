"""The profile by rules, from the first session on, with people at work in the same file."""

import re

import pytest

from memory.markdown import store
from ome.engine.worker import drain
from ome.models import StrategyRun
from ome.strategies.extract_atomic_facts import strategy as extract_atomic_facts
from ome.strategies.extract_user_profile import strategy as extract_user_profile
from tests.ome.users import (
    DAY,
    changed,
    edit,
    episode_file,
    episodes,
    has_profile,
    known,
    noticed,
    profile,
    profile_file,
    remove,
    says,
    talk,
    work_on,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("root")]


def save(old: str, new: str) -> None:
    """A person edits user.md."""
    text = profile_file().read_text()
    assert old in text
    profile_file().write_text(text.replace(old, new))


def test_it_is_there_after_the_first_session():
    talk(says("I live in Oslo and I love hiking.", name="Alice"))
    assert known() == ["Lives in Oslo", "Likes hiking"]
    assert profile()["summary"] == "Alice lives in Oslo and likes hiking."
    [home, _] = profile()["explicit_info"]
    assert home == {
        "category": "home",
        "description": "Lives in Oslo",
        "evidence": "Alice: I live in Oslo and I love hiking.",
        "source": "user_said",
        "sources": [episodes()[0].id],
    }


def test_there_is_none_until_something_is_known():
    talk("Hello!")
    assert not has_profile()
    talk("I live in Oslo.", session="2")
    assert known() == ["Lives in Oslo"]


def test_a_newer_state_takes_the_place_and_the_trail_stays():
    talk("I live in Oslo.", session="1")
    talk("I moved to Rome.", session="2", at=DAY)
    [item, past] = profile()["explicit_info"]
    assert item["description"] == "Lives in Rome"
    assert item["sources"] == [episode.id for episode in episodes()]
    assert (past["category"], past["description"]) == ("past", "Until May 2023: lives in Oslo")


def test_an_old_conversation_that_comes_late_changes_no_state():
    talk("I moved to Rome.", session="2", at=DAY)
    talk("I live in Oslo.", session="1")
    assert known() == ["Lives in Rome", "Until May 2023: lives in Oslo"]


def test_each_has_their_own():
    talk(says("I live in Oslo.", "alice"), says("I live in Rome.", "bob"))
    assert (known("alice"), known("bob")) == (["Lives in Oslo"], ["Lives in Rome"])


def test_an_edit_is_followed_and_the_earlier_state_comes_back():
    talk("I live in Oslo.", session="1")
    talk("I moved to Rome.", session="2", at=DAY)
    edit(episodes()[1], content="alice: I moved to Paris.")
    assert known() == ["Lives in Paris", "Until May 2023: lives in Oslo"]
    remove(episodes()[1])
    assert known() == ["Lives in Oslo"]
    remove(episodes()[0])
    assert known() == []
    assert profile()["summary"] == ""


def test_one_that_was_removed_with_its_episodes_does_not_come_back():
    """A client that clears a tree removes file by file; strategies still work on what was there before."""
    talk("I live in Oslo.")
    [episode] = episodes()
    before = extract_atomic_facts.run(work_on(changed(episode)))
    episode_file().unlink()
    profile_file().unlink()
    gone = extract_atomic_facts.run(work_on(changed(episode)))
    for derived in (before, gone):
        extract_user_profile.run(work_on(*derived.events))
        assert not has_profile()


@pytest.mark.parametrize("remembered", [True, False])
def test_replays_change_nothing(remembered):
    talk("I live in Oslo and I have a dog named Rex.", session="1")
    talk("I have a dog. I like tea.", session="2", at=DAY)
    if not remembered:
        profile_file().write_text(re.sub("derived_from: .*", "derived_from: ''", profile_file().read_text()))
    before = profile()
    for episode in episodes():
        derived = extract_atomic_facts.run(work_on(changed(episode)))
        extract_user_profile.run(work_on(*derived.events))
    assert profile() == before


def test_a_hand_made_item_stays():
    talk("I live in Oslo.", session="1")
    save(
        "explicit_info:\n",
        "explicit_info:\n- category: mine\n  description: Sings in the shower\n- just a line\n",
    )
    talk("I like tea.", session="2", at=DAY)
    remove(episodes()[0])
    text = profile_file().read_text()
    assert "Sings in the shower" in text
    assert "- just a line" in text
    assert "Likes tea" in text


def test_a_changed_item_is_a_persons():
    talk("I live in Oslo.", session="1")
    save("description: Lives in Oslo", "description: Lives in Old Oslo")
    talk("I like tea.", session="2", at=DAY)
    assert known() == ["Lives in Old Oslo", "Likes tea"]
    remove(episodes()[0])
    assert "Lives in Old Oslo" in known()


def test_what_is_said_against_a_correction_is_kept_as_a_conflict():
    """The correction holds, in the summary too, until a person decides."""
    talk("I live in Oslo.", session="1")
    save("description: Lives in Oslo", "description: Lives in Bergen")
    talk("I live in Rome.", session="2", at=DAY)
    talk("I live in Paris.", session="3", at=2 * DAY)
    holds, conflict = profile()["explicit_info"]
    assert holds["description"] == "Lives in Bergen"
    assert (conflict["category"], conflict["description"]) == ("conflict", "Lives in Paris")
    assert conflict["contradicts"] == "Lives in Bergen"
    assert profile()["summary"] == "alice lives in Bergen."
    text = profile_file().read_text()
    profile_file().write_text(text.replace("description: Lives in Bergen", "description: Lives in Paris"))
    talk("I live in Paris now.", session="4", at=3 * DAY)
    assert known() == ["Lives in Paris"]


def test_a_conflict_that_a_person_took_out_is_not_put_back():
    talk("I live in Oslo.", session="1")
    save("description: Lives in Oslo", "description: Lives in Bergen")
    talk("I live in Rome.", session="2", at=DAY)
    episode = episodes()[1]
    text = profile_file().read_text()
    block = text[text.index("- category: conflict") : text.index("implicit_traits")]
    profile_file().write_text(text.replace(block, ""))
    noticed(episode.id)
    assert known() == ["Lives in Bergen"]


def test_what_a_person_took_out_is_not_put_back():
    talk("I live in Oslo. I like tea.", session="1")
    item = re.search(r"- category: likes\n(?:  .*\n)*", profile_file().read_text())
    assert item is not None
    save(item[0], "")
    edit(episodes()[0], subject="another subject")
    talk("I have a cat.", session="2", at=DAY)
    assert known() == ["Lives in Oslo", "Has a cat"]


def test_a_summary_by_hand_stays():
    talk("I live in Oslo.", session="1")
    text = profile_file().read_text()
    profile_file().write_text(text[: text.rindex("---\n") + 4] + "My own words.\n")
    talk("I like tea.", session="2", at=DAY)
    assert profile()["summary"] == "My own words."
    assert "Likes tea" in known()


def test_foreign_keys_and_comments_stay():
    talk("I live in Oslo.", session="1")
    save("track: user", "track: user  # a comment\nmood: sunny")
    talk("I like tea.", session="2", at=DAY)
    assert "track: user  # a comment\nmood: sunny" in profile_file().read_text()


def test_a_damaged_profile_waits_for_a_person():
    talk("I live in Oslo.", session="1")
    good = profile_file().read_text()
    profile_file().write_text(good.replace("explicit_info:", "explicit_info: [", 1))
    talk("I like tea.", session="2", at=DAY)
    assert "Likes tea" not in profile_file().read_text()
    [waiting] = StrategyRun.objects.filter(status="pending", strategy="extract_user_profile")
    assert waiting.error.startswith("DamagedDocument")
    profile_file().write_text(good)
    StrategyRun.objects.filter(pk=waiting.pk).update(available_at=waiting.created_at)
    drain()
    assert known() == ["Lives in Oslo", "Likes tea"]


def test_an_edit_while_it_is_revised_is_taken_up(monkeypatch):
    talk("I live in Oslo.", session="1")
    write, saves = store.write_document, iter(["Lives in Old Oslo"])

    def after_a_save(*given: object, **more: object) -> object:
        for description in saves:
            save("description: Lives in Oslo", f"description: {description}")
        return write(*given, **more)

    monkeypatch.setattr(store, "write_document", after_a_save)
    talk("I like tea.", session="2", at=DAY)
    assert known() == ["Lives in Old Oslo", "Likes tea"]


def test_prompt_like_and_special_text_is_data():
    talk(
        "I love <|endoftext|> tokens. I like --- and\n### Content\n and \x00 too. My name is Robert'); DROP TABLE."
    )
    talk("I live in Oslo.", session="2", at=DAY)
    assert "Lives in Oslo" in known()
    assert "Is called Robert" in " ".join(known())


@pytest.mark.long
def test_many_sessions_at_once_are_taken_in_together(monkeypatch):
    from tests.ome import users

    monkeypatch.setattr(users, "drain", lambda: None)
    for number in range(60):
        talk(f"I like thing{number}.", session=str(number), at=number * DAY)
    drain()
    likes = {item["description"] for item in profile()["explicit_info"]}
    assert likes == {f"Likes thing{number}" for number in range(52, 60)}
    assert StrategyRun.objects.filter(strategy="extract_user_profile", status="done").count() == 60
