"""A note of a user is an episode with its facts, and stays what the note says."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import call_command

from cascade import scanner
from cascade.drain import drain as index
from cascade.drain import index_texts
from memory.keyed import documents, notes
from memory.keyed.notes import About, Note
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.episode import EPISODE
from memory.kinds.note import NOTE
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Scope, user
from ome.engine.events import NoteChanged
from ome.engine.worker import drain
from ome.models import RecordedEvent, StrategyRun
from ome.strategies.remember_notes import strategy as remember_notes
from ome.strategies.shared.episodes import recent_episodes
from tests.ome.users import entries, episodes, facts, known, talk, work_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("root")]

TEA = "The user likes green tea. Her cat is called Momo."


def settle() -> None:
    """All that follows from what the files say now."""
    scanner.scan()
    while index() + drain():
        pass


def note(text: str = TEA, of: str = "alice", **about: str) -> Note:
    made = notes.add_note(text, "preference", About(user_id=of, **about), {})
    settle()
    return made


def file_of(made: Note, of: str = "alice") -> Path:
    return current_root().absolute(documents.path_of(NOTE, Scope(), user(of), made.id))


def hand_edit(made: Note, old: str, new: str) -> None:
    file = file_of(made)
    file.write_text(file.read_text().replace(old, new))
    settle()


def contents(of: str = "alice") -> list[object]:
    return [episode.values["content"] for episode in episodes(of)]


def test_an_update_between_texts_and_vectors_is_followed() -> None:
    """The file has its new content before its change is enqueued, and is read for its vectors at that moment."""
    made = notes.add_note(TEA, "preference", About(user_id="alice"), {})
    index_texts()
    drain()
    file = file_of(made)
    file.write_text(file.read_text().replace("green tea", "black coffee"))
    while index() + drain():
        pass

    [content] = contents()
    assert "black coffee" in str(content)


def test_a_note_becomes_an_episode_with_its_facts() -> None:
    made = note(session_id="s1")
    [episode] = episodes()
    assert episode.values["content"] == "User likes green tea. Her cat is called Momo."
    assert episode.values["subject"] == "Preference: User likes green tea. Her cat is called Momo."
    assert (episode.values["parent_type"], episode.values["parent_id"]) == ("note", made.id)
    assert (episode.values["session_id"], episode.values["sender_ids"]) == ("s1", ["alice"])
    assert episode.values["timestamp"] == made.created_at
    [fact] = entries(ATOMIC_FACT)
    assert fact.values["fact"] == episode.values["content"]
    assert (fact.values["parent_type"], fact.values["parent_id"]) == ("episode", episode.id)


def test_the_profile_hears_of_it() -> None:
    note("I work as a nurse at the children's hospital.")
    assert any("nurse" in item for item in known())


def test_notes_of_agents_and_sessions_are_not_of_users() -> None:
    notes.add_note("tea", "fact", About(agent_id="bot", session_id="s"), {})
    notes.add_note("tea", "fact", About(session_id="s"), {})
    settle()
    assert list(current_root().path.rglob("episode-*.md")) == []
    assert not StrategyRun.objects.exists()


def test_it_is_not_merged_with_others() -> None:
    """A merged episode would not follow the note."""
    note()
    talk("I like green tea, too.")
    [told] = recent_episodes(Scope(), user("alice"), 10)
    assert "too" in told.content


def test_an_edit_by_hand_is_followed() -> None:
    made = note()
    before = episodes()[0].id
    hand_edit(made, "green tea", "coffee")
    assert contents() == ["User likes coffee. Her cat is called Momo."]
    assert facts() == contents()
    assert episodes()[0].id != before
    assert {entry.values["parent_id"] for entry in entries(ATOMIC_FACT)} == {episodes()[0].id}


def test_an_update_is_followed_there_and_back_again() -> None:
    made = note()
    first = contents()
    for text in ("Coffee it is.", str(first[0])):
        notes.revise_note(made.id, text)
        settle()
        assert contents() == [text] == facts()


def test_another_day_takes_the_episode_along() -> None:
    made = note()
    moved = (datetime.now(UTC) - timedelta(days=40)).replace(microsecond=0)
    path = documents.path_of(NOTE, Scope(), user("alice"), made.id)
    documents.change(path, lambda values: {**(values or {}), "created_at": moved})
    settle()
    [episode] = episodes()
    assert episode.id.startswith(f"ep_{moved:%Y%m%d}_")
    assert len(entries(ATOMIC_FACT)) == 1


def test_a_deleted_note_takes_everything_along() -> None:
    made, other = note(), note("Bob is her brother.")
    documents.remove(notes.path_of(made.id))
    settle()
    assert contents() == facts() == [other.memory]


def test_a_file_that_is_removed_by_hand_does_so_too() -> None:
    made = note()
    file_of(made).unlink()
    settle()
    assert episodes() == entries(ATOMIC_FACT) == []


def test_a_file_that_is_dropped_in_is_remembered() -> None:
    made = note()
    copy = Path(str(file_of(made)).replace("/alice/", "/bob/"))
    copy.parent.mkdir(parents=True)
    copy.write_text(file_of(made).read_text().replace("user_id: alice", "user_id: bob"))
    settle()
    assert contents("bob") == contents("alice")


def test_what_is_heard_twice_is_done_once() -> None:
    made = note()
    call_command("rebuild_index")
    settle()
    assert len(episodes()) == 1
    assert StrategyRun.objects.filter(strategy="remember_notes").count() == 1
    assert RecordedEvent.objects.filter(id__contains=made.id).count() == 1


def test_two_notes_that_say_the_same_are_two() -> None:
    first, second = note(), note()
    assert contents()[0] == contents()[1]
    documents.remove(notes.path_of(first.id))
    settle()
    assert [episode.values["parent_id"] for episode in episodes()] == [second.id]


@pytest.mark.long
@pytest.mark.parametrize("lost", [(), ("facts",), ("facts", "episodes")])
def test_a_run_that_was_cut_off_ends_with_the_same(lost: tuple[str, ...]) -> None:
    """Whatever it had written when it was killed."""
    made = note()
    event = NoteChanged(scope=Scope(), user_id="alice", note_id=made.id, sha256="any")
    before = contents(), facts()
    for kind in (ATOMIC_FACT, EPISODE)[: len(lost)]:
        for entry in entries(kind):
            path = current_root().file(kind, Scope(), user("alice"), day=datetime.now(UTC).date())
            store.delete_entry(path, entry.id)
    outcome = remember_notes.run(work_on(event))
    again = remember_notes.run(work_on(event))
    assert (contents(), facts()) == before
    assert outcome == again


def test_facts_of_what_an_episode_said_before_do_not_outlive_a_crash() -> None:
    """Killed after the old facts went, before the episode was written anew."""
    made = note()
    notes.revise_note(made.id, "Coffee it is.")
    event = NoteChanged(scope=Scope(), user_id="alice", note_id=made.id, sha256="any")
    work = work_on(event)
    remember_notes._strip(work, list(remember_notes._mirrors(work, made.id)))
    assert (len(episodes()), facts()) == (1, [])
    remember_notes.run(work)
    assert contents() == facts() == ["Coffee it is."]


def test_a_damaged_note_changes_nothing_until_it_is_mended() -> None:
    made = note()
    text = file_of(made).read_text()
    file_of(made).write_text(text.replace("created_at:", "created_at: yesterday #"))
    settle()
    assert len(episodes()) == 1
    file_of(made).write_text(text.replace("green", "black"))
    settle()
    assert contents() == ["User likes black tea. Her cat is called Momo."]


def test_the_command_repairs_what_a_lost_database_missed() -> None:
    kept, removed = note(), note("Bob is her brother.")
    notes.add_note("Ann is her sister.", "fact", About(user_id="alice"), {})
    scanner.scan()
    index()
    RecordedEvent.objects.all().delete()
    file_of(removed).unlink()
    file_of(kept).write_text(file_of(kept).read_text().replace("green", "black"))
    call_command("ome_run", "remember_notes", "--user", "alice")
    drain()
    assert sorted(map(str, contents())) == [
        "Ann is her sister",
        "User likes black tea. Her cat is called Momo.",
    ]


@pytest.mark.parametrize(
    "text", ["Is this a question?", "!!!", "你好", "x" * 5000, "# heading\n\n---\n- list"]
)
def test_any_text_gives_at_least_one_fact(text: str) -> None:
    made = note(text)
    assert contents() == [made.memory]
    assert facts()
    assert all(len(fact) <= 400 for fact in facts())
