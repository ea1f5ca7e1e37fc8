"""A conversation that nobody closes becomes memory by itself, with the settings as they are shipped."""

from pathlib import Path

import pytest

from tests.contract.bodies import message
from tests.system.client import connected, eventually
from tests.system.server import Server


@pytest.mark.long
def test_after_a_minute_of_silence(tmp_path: Path) -> None:
    server = Server(tmp_path / "memory")
    del server.env["EVEROS_MEMORY__FLUSH_IDLE_MINUTES"]
    try:
        server.start()
        with connected(server.port) as client:
            assert client.add("s", [message(content="I moved to Oslo in March.")]).status == 200
            [waiting] = client.episodes("alice", pending=True)
            assert waiting["pending"]
            [episode] = eventually(lambda: client.episodes("alice"), "an episode", within=180)
            assert "Oslo" in episode["episode"]
            assert client.unprocessed("alice", "s") == []
    finally:
        server.kill()
