"""Strategies of three lines, registered for one test, on the real engine and its real database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from memory.providers import registry
from memory.scope import Owner, Scope, user
from ome.engine.events import FactsExtracted, MemcellExtracted, Said
from ome.engine.strategy import Outcome, Strategy, Work
from ome.models import StrategyRun
from ome.registry import STRATEGIES
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI

HERE = Scope()
NOON_MS = 1_795_262_400_000  # 2026-11-21T12:00:00Z
Register = Callable[..., "Probe"]


class Probe:
    """A strategy that notes what it is given, and does what the test says."""

    def __init__(self, name: str, do: Callable[[Work], Outcome | None] | None = None) -> None:
        self.name = name
        self.do = do
        self.works: list[Work] = []

    def __call__(self, work: Work) -> Outcome:
        self.works.append(work)
        made = self.do(work) if self.do else None
        return made or Outcome(results=[f"{self.name}-{work.owner.id}"])

    @property
    def events(self) -> list[list[str]]:
        """Ids of the events of each call."""
        return [[event.id for event in work.events] for work in self.works]

    @property
    def runs(self) -> list[StrategyRun]:
        return list(StrategyRun.objects.filter(strategy=self.name).order_by("pk"))

    @property
    def run(self) -> StrategyRun:
        [run] = self.runs
        return run


def users_of(event: Any) -> list[Owner]:
    if isinstance(event, MemcellExtracted):
        return [user(user_id) for user_id in event.episodes]
    return [user(event.user_id)]


@pytest.fixture
def register(root: Path, monkeypatch: pytest.MonkeyPatch) -> Register:
    """`register("name", on=(…), do=…)` makes a strategy known to the engine until the test ends; it knows no other."""
    for name in list(STRATEGIES):
        monkeypatch.delitem(STRATEGIES, name)

    def add(name: str, do: Any = None, on: tuple[type, ...] = (MemcellExtracted,), **more: Any) -> Probe:
        probe = Probe(name, do)
        strategy = Strategy(name=name, on=on, owners=more.pop("owners", users_of), run=probe, **more)
        monkeypatch.setitem(STRATEGIES, name, strategy)
        return probe

    return add


def cell(
    name: str = "mc_1", owners: tuple[str, ...] = ("alice",), text: str = "I like tea."
) -> MemcellExtracted:
    return MemcellExtracted(
        scope=HERE,
        cell_id=name,
        session_id="s1",
        turns=(Said(sender_id=owners[0], role="user", timestamp_ms=NOON_MS, text=text),),
        episodes={owner: f"ep_20261121_{number:08d}" for number, owner in enumerate(owners, 1)},
        content=f"{owners[0]}: {text}",
    )


def facts(number: int, user_id: str = "alice", version: str = "v1") -> FactsExtracted:
    return FactsExtracted(
        scope=HERE,
        user_id=user_id,
        episode_id=f"ep_20261121_{number:08d}",
        timestamp_ms=NOON_MS + number,
        facts=(f"fact {number}",),
        version=version,
    )


def now_is_the_time() -> None:
    """Nobody waits for the next attempt."""
    StrategyRun.objects.filter(status="pending").update(available_at=timezone.now())


def fails(error: Exception, times: int = 1_000) -> Callable[[Work], Outcome | None]:
    """Raises so often, and then works."""
    left = iter(range(times))

    def do(work: Work) -> Outcome | None:
        if next(left, None) is not None:
            raise error
        return None

    return do


@pytest.fixture
def endpoint(settings: Any, fake_llm: FakeOpenAI) -> Iterator[FakeOpenAI]:
    """A language model that answers as the test says."""
    change_settings(settings, "llm", base_url=fake_llm.url, api_key="none", model="m", max_retries=0)
    registry.close()
    yield fake_llm
    registry.close()
