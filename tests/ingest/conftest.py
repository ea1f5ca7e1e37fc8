"""A named cast, a clock that the tests set, and the memory root that `root` makes."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from memory.providers import registry
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI


@pytest.fixture(autouse=True)
def _own_root(root: Path) -> None:
    """Every test here writes files."""


@pytest.fixture
def model(fake_llm: FakeOpenAI, settings: Settings) -> FakeOpenAI:
    """A language model is configured: an endpoint on loopback that the test commands."""
    change_settings(
        settings, "llm", base_url=fake_llm.url, api_key="k", model="test", timeout_seconds=2, max_retries=0
    )
    registry.close()
    fake_llm.answer("BoundaryAnswer", {"last_before_shift": None})
    yield fake_llm
    registry.close()
