"""What was derived from imported memories comes along, and is not derived again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory.providers import registry
from ome.models import StrategyRun
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI
from tests.ome.trajectories import refund
from tests.transfer.conftest import Mover
from tests.transfer.test_transfer import Elsewhere

EPISODE = {"subject": "A boat is sold", "summary": "Alice sold it.", "content": "Alice sold the boat to Rui."}
FACTS = [{"n": 1, "person": "alice", "fact": "The boat that was Alice's belongs to Rui now."}]


@pytest.fixture
def endpoint(settings: Any, fake_llm: FakeOpenAI) -> Iterator[FakeOpenAI]:
    change_settings(settings, "llm", base_url=fake_llm.url, api_key="none", model="m", max_retries=0)
    registry.close()
    yield fake_llm
    registry.close()


def arrives_as_it_is(mover: Mover, there: Mover, archive: Path, files: dict[str, bytes]) -> None:
    assert there.take_in(archive)["left_out"] == []
    assert there.files() == files
    assert not StrategyRun.objects.exists()


def test_facts_of_a_model_come_as_they_are_and_cost_nothing(
    mover: Mover, elsewhere: Elsewhere, endpoint: FakeOpenAI, tmp_path: Path
) -> None:
    endpoint.answer("EpisodeDraft", EPISODE | {"facts": FACTS, "foresights": []})
    mover.remember("a", ("alice", "I sold the boat to Rui."), ("alice", "He comes to fetch it on Monday."))
    archive, files = mover.export(tmp_path / "a.zip"), mover.files()
    before = len(endpoint.calls)
    arrives_as_it_is(mover, elsewhere(), archive, files)
    assert len(endpoint.calls) == before


def test_skills_come_with_their_cases(mover: Mover, elsewhere: Elsewhere, tmp_path: Path) -> None:
    mover.work("shoes", refund())
    mover.work("coat", refund("I want to return my coat and get the money back."))
    mover.settle()
    archive, files = mover.export(tmp_path / "a.zip"), mover.files()
    assert any("SKILL.md" in name for name in files)
    arrives_as_it_is(mover, elsewhere(), archive, files)
