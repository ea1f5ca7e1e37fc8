"""What every test may ask for: a memory root of its own, the real server, and a model endpoint that obeys."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from pytest_django.fixtures import Settings

from tests.fakes.openai_server import FakeOpenAI
from tests.redis_server import RedisServer
from tests.system.server import Server

# The same examples at each run: a failure that only luck finds belongs to a person at work, not to somebody's change.
# No clock either: a busy machine is no failure.
hypothesis.settings.register_profile(
    "everos",
    derandomize=True,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("everos")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, so that two workers end at about the same time."""
    items.sort(key=lambda item: not {"system", "real_model"}.intersection(item.path.parts))
    for item in items:
        _open_all_databases(item)


def _open_all_databases(item: pytest.Item) -> None:
    """Who uses a database uses that of the engine, too: a flush writes to both."""
    marker = item.get_closest_marker("django_db")
    if marker is not None or {"db", "transactional_db"} & set(getattr(item, "fixturenames", ())):
        arguments = {"databases": "__all__", **(marker.kwargs if marker else {})}
        item.add_marker(pytest.mark.django_db(**arguments), append=False)


@pytest.fixture
def root(tmp_path: Path, settings: Settings) -> Path:
    """An empty memory root that is in force for this test."""
    from memory.markdown.root import current_root

    folder = tmp_path / "memory"
    change_settings(settings, "memory", root=folder)
    current_root().ensure()
    return folder


def change_settings(settings: Settings, section: str, **values: Any) -> None:
    """Puts other values in force until the end of the test, validated as if they had been configured."""
    model = getattr(settings.EVEROS, section)
    changed = type(model).model_validate({**model.model_dump(), **values})
    settings.EVEROS = settings.EVEROS.model_copy(update={section: changed})


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The real server in a process group of its own, answering."""
    running = Server(tmp_path / "memory")
    try:
        yield running.start()
    finally:
        running.kill()


@pytest.fixture
def fake_llm() -> Iterator[FakeOpenAI]:
    """A model endpoint on loopback that answers, fails and hangs as the test says."""
    with FakeOpenAI() as endpoint:
        yield endpoint


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One real Redis for all tests that only read and write; who stops one starts one of its own."""
    running = RedisServer(tmp_path_factory.mktemp("redis")).start()
    yield running
    running.stop()
