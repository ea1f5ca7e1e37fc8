"""A real server for the packages of clients, which have an environment of their own (`make test-clients`)."""

from collections.abc import Iterator

import pytest

from tests.system.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Open on loopback, as `make run` starts it, with a memory root of its own."""
    server = Server(tmp_path_factory.mktemp("clients") / "memory").start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def url(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"
