"""What holds for a retrieval that names neither a window nor a number."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from memory.scope import user
from tests.agentic_v3.conftest import Json, Ok
from tests.fakes.openai_server import FakeOpenAI
from tests.retrieval.library import keep

CALLS = pytest.mark.parametrize("door", ["retrieve_lightweight", "retrieve_agentic"])


@pytest.fixture(autouse=True)
def _content(model: FakeOpenAI) -> None:
    """The server has a model, and what is found suffices it."""
    model.answer("ReasonedSufficiency", {"sufficient": True, "queries": [], "reasoning": "It is there."})


@pytest.fixture
def remember(root: Path, db: None) -> Any:
    def episodes(*times: datetime) -> None:
        told = [{"content": f"Alice: My cat sleeps, {n}.", "timestamp": at} for n, at in enumerate(times)]
        keep("episode", user("alice"), *told)

    return episodes


def count(ok: Ok, door: str, **more: Any) -> int:
    found: Json = ok(door, {"query": "cat", "user_id": "alice", **more})
    return int(found["count"])


@CALLS
def test_the_window_is_a_year(ok: Ok, remember: Any, door: str) -> None:
    remember(*(timezone.now() - timedelta(days=days) for days in (364, 366)))
    assert (count(ok, door), count(ok, door, time_range_days=367)) == (1, 2)


@CALLS
def test_twenty_are_answered(ok: Ok, remember: Any, door: str) -> None:
    remember(*[timezone.now() - timedelta(days=1)] * 21)
    assert (count(ok, door), count(ok, door, top_k=21)) == (20, 21)
