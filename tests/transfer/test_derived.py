"""What was derived from imported memories comes along, and is not derived again."""

from pathlib import Path

from ome.models import StrategyRun
from tests.fakes.openai_server import FakeOpenAI
from tests.ome.trajectories import refund
from tests.transfer.conftest import Mover
from tests.transfer.test_transfer import Elsewhere

EPISODE = {"subject": "A boat is sold", "summary": "Alice sold it.", "content": "Alice sold the boat to Rui."}
FACTS = [{"n": 1, "person": "alice", "fact": "The boat that was Alice's belongs to Rui now."}]


def arrives_as_it_is(mover: Mover, there: Mover, archive: Path, files: dict[str, bytes]) -> None:
    assert there.take_in(archive)["left_out"] == []
    assert there.files() == files
    assert not StrategyRun.objects.exists()


def test_facts_of_a_model_come_as_they_are_and_cost_nothing(
    mover: Mover, elsewhere: Elsewhere, model: FakeOpenAI, tmp_path: Path
) -> None:
    model.answer("EpisodeDraft", EPISODE | {"facts": FACTS, "foresights": []})
    mover.remember("a", ("alice", "I sold the boat to Rui."), ("alice", "He comes to fetch it on Monday."))
    archive, files = mover.export(tmp_path / "a.zip"), mover.files()
    before = len(model.calls)
    arrives_as_it_is(mover, elsewhere(), archive, files)
    assert len(model.calls) == before


def test_skills_come_with_their_cases(mover: Mover, elsewhere: Elsewhere, tmp_path: Path) -> None:
    mover.work("shoes", refund())
    mover.work("coat", refund("I want to return my coat and get the money back."))
    mover.settle()
    archive, files = mover.export(tmp_path / "a.zip"), mover.files()
    assert any("SKILL.md" in name for name in files)
    arrives_as_it_is(mover, elsewhere(), archive, files)
