"""Where memories end. Pure: messages in, positions out."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.conversation.messages import IncomingMessage
from memory.ingest.boundary import Limits, all_ends, closed_ends, splittable
from tests.ingest.talk import MINUTE, said, talk

LIMITS = Limits(gap_minutes=30, max_messages=100, max_chars=24_000)


def read(messages: list[IncomingMessage]) -> list[IncomingMessage]:
    return [replace(message, text=str(message.content)) for message in messages]


def ends(messages: list[IncomingMessage], limits: Limits = LIMITS) -> list[int]:
    return closed_ends(read(messages), limits)


def call(*ids: str, at: int) -> IncomingMessage:
    calls = [{"id": i, "type": "function", "function": {"name": "look", "arguments": "{}"}} for i in ids]
    return said("", by="bot", role="assistant", at=at, tool_calls=calls)


def answer(to: str, *, at: int) -> IncomingMessage:
    return said("found", by="bot", role="tool", at=at, tool_call_id=to)


def test_no_messages() -> None:
    assert closed_ends([], LIMITS) == all_ends([], LIMITS) == []


def test_a_gap_must_be_longer_than_the_limit() -> None:
    assert ends([said("a"), said("b", at=30 * MINUTE)]) == []
    assert ends([said("a"), said("b", at=30 * MINUTE + 1)]) == [1]


def test_a_full_buffer_leaves_nothing_open() -> None:
    assert ends(talk(99)) == []
    assert ends(talk(100)) == [100]
    assert ends([said("x" * 24_000)]) == [1]


def test_too_much_at_once_is_divided_at_the_longest_pause() -> None:
    late = [
        replace(message, timestamp_ms=message.timestamp_ms + 4 * MINUTE)
        for message in talk(60, start=60 * MINUTE)
    ]
    assert ends(talk(60) + late) == [60, 120]


def test_pieces_are_within_the_limits() -> None:
    found = ends(talk(1000))
    sizes = [stop - start for start, stop in zip([0, *found], found, strict=False)]
    assert sum(sizes) == 1000
    assert all(20 <= size <= 100 for size in sizes)


def test_a_flush_closes_everything_and_keeps_the_cuts() -> None:
    assert all_ends(read([said("a"), said("b", at=31 * MINUTE)]), LIMITS) == [1, 2]


def test_a_call_is_never_parted_from_its_answers() -> None:
    messages = [
        said("go"),
        call("1", "2", at=1),
        answer("1", at=2),
        answer("2", at=61 * MINUTE),
        said("thanks", at=200 * MINUTE),
    ]
    assert ends(messages) == [4]


def test_an_id_that_is_used_again_is_another_call() -> None:
    messages = [call("1", at=0), answer("1", at=1), call("1", at=60 * MINUTE), answer("1", at=61 * MINUTE)]
    assert splittable(messages) == [True, False, True, False, True]
    assert ends(messages) == [2]


def test_an_answer_that_is_dated_before_its_call_stays_with_it() -> None:
    assert splittable([answer("1", at=0), call("1", at=1), said("done", at=2)]) == [True, False, True, True]


def test_a_call_that_waits_for_its_answer_stays_when_the_buffer_is_full() -> None:
    assert ends([*talk(99), call("1", at=99 * MINUTE)]) == [99]


def test_a_call_without_end_does_not_grow_a_memory_without_bound() -> None:
    messages = [call("1", at=0), *talk(400, start=1), answer("1", at=500 * MINUTE)]
    found = ends(messages)
    assert max(stop - start for start, stop in zip([0, *found], found, strict=False)) <= 200


GARDEN = [
    "The tomato seedlings need bigger pots before planting season",
    "Compost and straw mulch protect garden beds during drought",
    "Basil grows beside tomato rows and keeps aphids away",
    "The greenhouse heater broke, seedlings froze overnight",
    "Pruning the apple tree comes before spring compost",
]
TAXES = [
    "The accountant asked for invoices and bank statements",
    "Quarterly revenue deductions must reach the tax office",
    "My freelance contract includes travel reimbursement clauses",
    "Deadline extensions cost penalty interest each month",
    "The accountant files electronically with signed statements",
]


def occasion(texts: list[str], start: int) -> list[IncomingMessage]:
    return [said(text, at=start + number * MINUTE) for number, text in enumerate(texts)]


def test_another_topic_after_a_pause_is_another_memory() -> None:
    assert ends(occasion(GARDEN, 0) + occasion(TAXES, 12 * MINUTE)) == [5]


def test_the_same_topic_after_a_pause_goes_on() -> None:
    assert ends(occasion(GARDEN, 0) + occasion(GARDEN[::-1], 12 * MINUTE)) == []


def test_another_topic_without_a_pause_goes_on() -> None:
    assert ends(occasion(GARDEN, 0) + occasion(TAXES, 5 * MINUTE)) == []


def test_a_few_words_are_no_topic() -> None:
    assert ends(occasion(GARDEN, 0) + occasion(["ok", "fine", "see you", "bye"], 12 * MINUTE)) == []


ROLES = st.sampled_from(["user", "assistant", "tool"])


@st.composite
def conversations(draw: st.DrawFn) -> list[IncomingMessage]:
    messages, at = [], 0
    for role, pause, size in draw(
        st.lists(st.tuples(ROLES, st.integers(0, 40 * MINUTE), st.integers(0, 300)))
    ):
        at += pause
        number = draw(st.sampled_from("123"))
        if role == "tool":
            messages.append(answer(number, at=at))
        elif role == "assistant":
            messages.append(call(number, at=at))
        else:
            messages.append(said("x" * size, at=at))
    return messages


@given(conversations(), st.integers(1, 8), st.integers(1, 900))
def test_cuts_are_in_order_and_within_bounds(messages: list[IncomingMessage], most: int, chars: int) -> None:
    limits = Limits(30, most, chars)
    turns = read(messages)
    for found in (closed_ends(turns, limits), all_ends(turns, limits)):
        assert found == sorted(set(found))
        assert all(0 < end <= len(turns) for end in found)
    assert not turns or all_ends(turns, limits)[-1] == len(turns)


@given(conversations())
def test_no_silence_parts_a_call_from_its_answer(messages: list[IncomingMessage]) -> None:
    allowed = splittable(messages)
    assert all(allowed[end] for end in closed_ends(read(messages), LIMITS))


@pytest.mark.parametrize("count", [2, 30])
def test_closing_again_finds_nothing_more(count: int) -> None:
    """What was left open is still open when nothing has been added."""
    messages = talk(count, step=7 * MINUTE)
    kept = messages[(ends(messages) or [0])[-1] :]
    assert ends(kept) == []
