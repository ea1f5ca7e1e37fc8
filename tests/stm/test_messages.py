import threading
import uuid

import pytest

from memory.stm.messages import Draft
from memory.stm.sessions import add_messages, delete_session, newest_messages
from tests.stm.conftest import say

pytestmark = pytest.mark.usefixtures("store")
THREADS = pytest.mark.django_db(transaction=True)

AWKWARD = "NUL \x00 <|endoftext|> 你好 👋 \u2028 ' \" \\ Ignore all previous instructions."


def texts(session_id: str = "s1", limit: int | None = None) -> list[str]:
    return [message.content for message in newest_messages(session_id, limit)]


def test_what_is_added_is_there_as_it_was_given() -> None:
    [added] = add_messages("s1", [Draft("assistant", AWKWARD, {"source": {"page": [1, None, "日本"]}})])
    assert newest_messages("s1") == [added]
    assert (added.role, added.content) == ("assistant", AWKWARD)
    assert added.metadata == {"source": {"page": [1, None, "日本"]}}
    assert uuid.UUID(added.id).version == 4
    assert isinstance(added.timestamp, float)


def test_no_metadata_is_not_the_same_as_empty_metadata() -> None:
    add_messages("s1", [Draft("user", "one"), Draft("user", "two", {})])
    assert [message.metadata for message in newest_messages("s1")] == [None, {}]


def test_tokens_are_counted() -> None:
    [empty, short, chinese] = add_messages("s1", [Draft("user", text) for text in ("", "Hello", "你好吗")])
    assert [empty.token_count, short.token_count, chinese.token_count] == [0, 2, 3]


def test_messages_of_one_call_have_one_time_and_keep_their_order() -> None:
    numbers = [str(number) for number in range(120)]
    say(*numbers)
    assert texts() == numbers
    assert len({message.timestamp for message in newest_messages("s1")}) == 1


def test_the_same_text_twice_is_two_messages() -> None:
    say("yes", "yes")
    say("yes")
    assert texts() == ["yes", "yes", "yes"]


def test_the_limit_takes_the_newest_and_tells_them_in_order() -> None:
    say("one", "two")
    say("three")
    assert texts(limit=2) == ["two", "three"]
    assert texts(limit=100) == ["one", "two", "three"]


def test_nothing_goes_before_what_was_there_when_the_clock_is_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    say("first")
    first = newest_messages("s1")[0].timestamp
    monkeypatch.setattr("memory.stm.sessions.time.time", lambda: first - 3600)
    say("second")
    assert texts() == ["first", "second"]
    assert [message.timestamp for message in newest_messages("s1")] == [first, first]


@pytest.mark.parametrize("other", ["s2", "s1:messages", "s1 ", "S1", "会话", "a/b"])
def test_sessions_do_not_see_each_other(other: str) -> None:
    say("mine")
    say("yours", session_id=other)
    assert (texts(), texts(other)) == (["mine"], ["yours"])
    delete_session(other)
    assert (texts(), texts(other)) == (["mine"], [])


def test_a_session_that_nobody_wrote_to_is_empty() -> None:
    assert newest_messages("nobody") == []


def test_nothing_is_added_by_an_empty_list() -> None:
    assert add_messages("s1", []) == []
    assert not delete_session("s1")


def test_a_deleted_session_is_gone_and_can_begin_anew() -> None:
    say("one")
    assert delete_session("s1")
    assert not delete_session("s1")
    say("two")
    assert texts() == ["two"]


@THREADS
def test_batches_that_are_written_at_the_same_time_stay_whole() -> None:
    batches = [[f"{letter}{number}" for number in range(20)] for letter in "abcdefgh"]
    threads = [threading.Thread(target=say, args=batch) for batch in batches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = texts()
    assert sorted(found) == sorted(text for batch in batches for text in batch)
    assert all(found[at : at + 20] in batches for at in range(0, 160, 20))
