"""Attack: a library of ours talks to its maker. Without a model of the owner's, nothing leaves the machine."""

from pathlib import Path

import pytest

from tests.system.client import connected
from tests.system.server import Server

# Where libraries think that they are tested, they are silent; in real life they are not.
QUIETENED_BY = ("CI", "GITHUB_ACTIONS", "TF_BUILD", "ORT_DISABLE_TELEMETRY", "DO_NOT_TRACK")


@pytest.mark.long
def test_the_embedder_sends_no_telemetry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ONNX Runtime numbers the machine and collects events in the home folder before it sends them."""
    for name in QUIETENED_BY:
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    home.mkdir()
    server = Server(tmp_path / "memory", {"HOME": str(home)}, first=True)
    try:
        with connected(server.start().port) as client:
            message = {"sender_id": "ann", "role": "user", "timestamp": 1, "content": "I keep bees."}
            client.add("s", [message]).ok()
            client.flush("s").ok()
            server.ready()
            assert client.search("ann", "bees", method="vector"), "the embedder was not needed"
        assert list(home.rglob("*")) == []
    finally:
        server.kill()
