"""Sending again what was accepted stores nothing twice; what only looks alike is stored."""

from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone

from memory.errors import MessageIdTaken
from memory.ingest.retry import prune
from memory.models import AcceptedKey, MemCell
from tests.ingest.talk import HOUR, add, episodes, flush, said, talk, waiting

pytestmark = pytest.mark.django_db


def test_a_repeated_batch_is_one() -> None:
    batch = talk(3)
    add(*batch)
    assert add(*batch).message_count == 3
    assert waiting() == ["message 0", "message 1", "message 2"]


def test_a_repeat_after_the_flush_is_nothing_new(root: Path) -> None:
    batch = talk(3)
    add(*batch)
    flush()
    repeated = add(*batch)
    assert (repeated.status, repeated.duplicates) == ("extracted", 3)
    assert flush() == "no_extraction"
    assert len(episodes(root)) == 1


def test_a_whole_history_sent_again_stores_what_is_new(root: Path) -> None:
    """As chat clients do: each turn brings all turns before it."""
    history = talk(5)
    for turns in range(1, 5):
        assert add(*history[:turns]).duplicates == turns - 1
    assert waiting() == [f"message {number}" for number in range(4)]
    flush()
    assert add(*history).duplicates == 4
    assert waiting() == ["message 4"]


def test_two_messages_of_one_millisecond_are_two() -> None:
    add(said("one"), said("two"))
    add(said("three"))
    assert waiting() == ["one", "two", "three"]


def test_the_same_words_twice_in_a_batch_are_two() -> None:
    add(said("yes"), said("yes"))
    assert waiting() == ["yes", "yes"]


def test_the_same_words_at_another_time_by_another_person_or_role_are_new() -> None:
    add(said("yes"))
    add(said("yes", at=1))
    add(said("yes", by="bob"))
    add(said("yes", role="assistant"))
    assert waiting() == ["yes"] * 4


def test_a_part_of_an_accepted_batch_is_a_repeat() -> None:
    first, second = talk(2)
    add(first, second)
    assert add(second).duplicates == 1
    assert len(waiting()) == 2


def test_a_message_id_that_was_seen_is_a_repeat_at_whatever_time() -> None:
    add(said("one", message_id="1"), said("two", at=1, message_id="2"))
    assert add(said("two", at=5, message_id="2"), said("three", at=6, message_id="3")).duplicates == 1
    assert waiting() == ["one", "two", "three"]


@pytest.mark.parametrize("other", [{"text": "two, edited"}, {"by": "bob"}, {"role": "assistant"}])
def test_another_message_under_a_known_id_is_refused_with_the_whole_batch(other: dict[str, str]) -> None:
    add(said("one", message_id="1"), said("two", at=1, message_id="2"))
    with pytest.raises(MessageIdTaken, match=r"'2'.*nothing of the request was stored"):
        add(said(**({"text": "two"} | other), at=1, message_id="2"), said("three", at=2, message_id="3"))
    assert waiting() == ["one", "two"]


def test_a_message_id_twice_in_a_batch_is_one_message_or_none() -> None:
    add(said("one", message_id="1"), said("one", message_id="1"))
    assert waiting() == ["one"]
    with pytest.raises(MessageIdTaken):
        add(said("two", message_id="2"), said("two more", message_id="2"))
    assert waiting() == ["one"]


def test_an_id_that_was_accepted_before_digests_were_kept_is_a_repeat() -> None:
    add(said("one", message_id="1"))
    AcceptedKey.objects.update(digest="")
    assert add(said("one, edited", message_id="1")).duplicates == 1


def test_ids_belong_to_their_session() -> None:
    add(said("one", message_id="1"), session="a")
    add(said("one", message_id="1"), session="b")
    assert (waiting("a"), waiting("b")) == (["one"], ["one"])


def test_the_same_text_under_two_ids_is_two_messages() -> None:
    add(said("yes", message_id="1"))
    add(said("yes", message_id="2"))
    assert waiting() == ["yes", "yes"]


def test_a_repeat_completes_what_was_interrupted(root: Path) -> None:
    """The cell was carved, and nobody came to extract it."""
    batch = [said("one"), said("two", at=HOUR)]
    (root / "default_app/default_project").mkdir(parents=True)
    blocked = root / "default_app/default_project/users"
    blocked.write_text("in the way of the folder")
    assert add(*batch).status == "accumulated"
    blocked.unlink()
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        assert add(*batch).status == "extracted"
    assert len(episodes(root)) == 1


def test_repeats_are_forgotten_after_the_window(settings: object) -> None:
    batch = talk(2)
    add(*batch)
    flush()
    with time_machine.travel(timezone.now() + timedelta(days=29)):
        assert prune() == 0
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert prune() == 3
        assert not AcceptedKey.objects.exists()
        assert not MemCell.objects.exists()
        add(*batch)
    assert len(waiting()) == 2
