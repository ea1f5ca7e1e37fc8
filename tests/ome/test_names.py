"""By what name a profile calls its person: the last one that was given, whatever characters are in it."""

import pytest

from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.retrieval.participants import speakers_of
from ome.strategies.extract_user_profile.rules import speaker_of
from tests.ome.users import DAY, entries, episodes, facts, known, profile, says, talk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("root")]


@pytest.mark.parametrize("text", ["I love hiking.", "Hello!"])
def test_who_is_renamed_is_called_by_the_new_name(text: str):
    talk(says("I live in Oslo. I like tea. I work as a nurse.", name="Alice"), session="1")
    talk(says(text, name="Alicia"), session="2", at=DAY)
    assert profile()["summary"].startswith("Alicia lives in Oslo")


def test_an_older_conversation_that_comes_later_renames_nobody():
    talk(says("I live in Oslo.", name="Alicia"), session="1", at=DAY)
    talk(says("I like tea.", name="Alice"), session="2")
    assert profile()["summary"].startswith("Alicia lives in Oslo")


def test_who_gives_no_name_any_more_keeps_the_last():
    talk(says("I live in Oslo.", name="Alice"), session="1")
    talk(says("I like tea."), says("And coffee.", name=""), session="2", at=DAY)
    assert profile()["summary"].startswith("Alice lives in Oslo")


@pytest.mark.parametrize("name", ["telegram:7", "Team:Blue Whale", "12:30", "a:b:c"])
def test_a_colon_belongs_to_the_name(name: str):
    talk(says("I live in Oslo.", name=name), says("What a city!", by="bob"))
    assert known() == ["Lives in Oslo"]
    assert profile()["summary"] == f"{name} lives in Oslo."
    assert facts() == [f"{name} lives in Oslo. (8 May 2023)"]
    assert speaker_of(str(entries(ATOMIC_FACT)[0].values["said"])) == name
    assert name in speakers_of(str(episodes()[0].values["content"]), 2)


def test_an_id_with_a_colon_is_a_name_too():
    talk(says("I live in Oslo.", by="auth0:42"))
    assert profile("auth0:42")["summary"] == "auth0:42 lives in Oslo."


def test_a_colon_before_a_space_would_end_the_name():
    """The text of a turn begins there; the rest of the name stays."""
    talk(says("I live in Oslo.", name="Dr: Sousa"))
    assert profile()["summary"] == "Dr Sousa lives in Oslo."


def test_a_colon_in_a_sentence_names_nobody():
    assert speaker_of("Gina got a tattoo in 2023 that stands for freedom: a bird") is None
    assert speaker_of("Maria del Carmen de la Cruz: I live in Oslo.") == "Maria del Carmen de la Cruz"
    assert speaker_of("maya kowalski: I live in Oslo.") == "maya kowalski"
