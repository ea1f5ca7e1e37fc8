"""Many at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from memory.errors import ModelUnavailable
from memory.models import BufferedMessage, MemCell
from tests.fakes.openai_server import FakeOpenAI, Hang
from tests.ingest.talk import HOUR, add, episodes, flush, said, told, waiting

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 16
DRAFT = {"subject": "s", "summary": "s", "content": "c"}


def at_once(work: Callable[[int], Any], count: int = THREADS) -> list[Any]:
    def run(number: int) -> Any:
        try:
            return work(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(count)))


def test_one_session_keeps_everything_in_order(root: Path) -> None:
    at_once(lambda number: [add(said(f"t{number:02} m{i}", at=number * 10 + i)) for i in range(5)])
    assert waiting() == [f"t{number:02} m{i}" for number in range(THREADS) for i in range(5)]
    assert flush() == "extracted"
    assert len(episodes(root)) == 1


def test_sessions_of_one_user_do_not_disturb_each_other(root: Path) -> None:
    def visit(number: int) -> str:
        add(said(f"visit {number}."), session=f"s{number}")
        return flush(f"s{number}")

    assert at_once(visit, 48) == ["extracted"] * 48
    everything = "\n".join(told(root))
    assert all(f"visit {number}." in everything for number in range(48))
    assert len(episodes(root)) == 48
    assert not BufferedMessage.objects.exists()


def test_the_same_batch_from_all_is_accepted_once() -> None:
    at_once(lambda _: add(said("one"), said("two", at=1)))
    assert waiting() == ["one", "two"]


def test_flushes_of_one_session_make_one_memory(root: Path) -> None:
    add(said("one"))
    answers = at_once(lambda _: flush())
    assert "extracted" in answers
    assert len(episodes(root)) == 1


def test_adds_that_cross_a_boundary_lose_nothing(root: Path) -> None:
    at_once(lambda number: add(said(f"hour {number:02}.", at=number * HOUR)))
    flush()
    everything = "\n".join(told(root))
    assert all(everything.count(f"hour {number:02}.") == 1 for number in range(THREADS))
    assert not MemCell.objects.filter(status="pending").exists()


def flushed() -> str:
    try:
        return flush()
    except ModelUnavailable:
        return "failed"


def test_a_hanging_model_does_not_hold_up_adds_to_its_session(model: FakeOpenAI, root: Path) -> None:
    model.answer("EpisodeDraft", DRAFT)
    model.fail(Hang())
    add(said("slow"))

    def work(number: int) -> str:
        if number == 0:
            return flushed()
        model.wait_for_calls(1)
        status = add(said("quick", at=1)).status
        model.recover()
        return status

    assert at_once(work, 2) == ["failed", "accumulated"]
    assert flush() == "extracted"
    assert len(episodes(root)) == 2


def test_a_flush_waits_for_the_one_that_is_at_work_and_goes_on_where_it_failed(
    model: FakeOpenAI, root: Path
) -> None:
    model.answer("EpisodeDraft", DRAFT)
    model.fail(Hang())
    add(said("once"))

    def work(number: int) -> str:
        if number == 0:
            return flushed()
        model.wait_for_calls(1)
        model.recover()
        return flush()

    assert at_once(work, 2) == ["failed", "extracted"]
    assert len(episodes(root)) == 1
    assert waiting() == []


def test_a_flush_answers_extracted_when_another_one_did_it(model: FakeOpenAI, root: Path) -> None:
    model.answer("EpisodeDraft", DRAFT)
    add(said("once"))
    answers = at_once(lambda _: flush(), 4)
    assert "extracted" in answers
    assert len(model.calls) == 1
    assert len(episodes(root)) == 1
