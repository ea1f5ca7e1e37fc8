from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server for the tests of one file, on a root of its own."""
    root: Path = tmp_path_factory.mktemp("server") / "memory"
    running = Server(root, {"EVEROS_API__MAX_BODY_BYTES": "100000", "EVEROS_LOG__LEVEL": "WARNING"}).start()
    yield running
    running.stop()
