"""Servers for the system tests: each on a root of its own, ended whatever happens."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.system.client import Client
from tests.system.server import Served, Server

Launch = Callable[..., Server]


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    """`launch(**settings)` makes a server that is not started yet."""
    servers: list[Server] = []

    def make(root: Path | None = None, mortal: bool = False, **env: str) -> Server:
        servers.append(Server(root or tmp_path / "memory", env, mortal))
        return servers[-1]

    yield make
    for server in servers:
        server.kill()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a module that do not restart it."""
    server = Server(tmp_path_factory.mktemp("shared") / "memory").start()
    yield server
    server.kill()


@pytest.fixture
def shared_client(shared_server: Server) -> Iterator[Client]:
    client = shared_server.client()
    yield client
    client.close()


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all the moments at which it is killed: the start after one kill is the start before the next."""
    server = Server(tmp_path_factory.mktemp("mortal") / "memory", mortal=True)
    yield server
    server.kill()


@pytest.fixture
def victim(mortal: Server) -> Server:
    """The mortal server, running, also after a test that failed."""
    return mortal if mortal.running else mortal.start()


@pytest.fixture(scope="module")
def served(shared_server: Server) -> Served:
    """What holds here holds for many processes, too: tests/distributed runs these tests again."""
    return shared_server
