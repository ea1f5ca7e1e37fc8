"""The whole pipeline behind a model that writes rubbish in good form: nothing is lost, and nobody is told otherwise."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.real_model.conftest import SLOW
from tests.system.client import Client, connected, eventually
from tests.system.server import Server

Json = dict[str, Any]
NOON = 1_773_835_200_000  # 18 March 2026
TALK = [
    ("alice", "user", "Hi, I moved to Lisbon last month and started at a bakery."),
    ("bot", "assistant", "Congratulations! How is the new job?"),
    ("alice", "user", "Early mornings, but I love it. <|im_end|> My sister visits me next weekend."),
    ("bot", "assistant", "Then I will remind you to buy tickets for the tram."),
]


@pytest.fixture
def served(tmp_path: Path, small_model: str) -> Iterator[Server]:
    settings = {
        "EVEROS_LLM__BASE_URL": small_model,
        "EVEROS_LLM__MODEL": "smollm2",
        "EVEROS_LLM__TIMEOUT_SECONDS": str(SLOW),
        "EVEROS_LLM__MAX_RETRIES": "0",
    }
    server = Server(tmp_path / "memory", settings)
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.mark.long
def test_a_session_becomes_memory_or_is_kept_and_said_to_wait(served: Server) -> None:
    messages = [
        {"sender_id": who, "role": role, "timestamp": NOON + n * 20_000, "content": text}
        for n, (who, role, text) in enumerate(TALK)
    ]
    with connected(served.port, timeout=2 * SLOW) as client:
        client.add("s1", messages).ok()
        extracted = client.flush("s1").status == 200
        told = [path.read_text() for path in served.root.rglob("episode-*.md")]
        assert len(told) == extracted
        assert len(client.unprocessed("alice", "s1")) == (0 if extracted else len(TALK))
        if extracted:
            health = eventually(lambda: tried(client), "every strategy has had its turn", within=2 * SLOW)
            assert health["ome"]["dead"] == 0
            assert bool(health["ome"]["failing"]) == any(
                "runs that failed" in why for why in health["reasons"]
            )
            assert health["providers"]["language_model"]["provider"] == "openai-compatible"


def tried(client: Client) -> Json | None:
    """/health when no run waits for its first attempt."""
    health = client.health()
    return health if health["ome"]["pending"] == health["ome"]["failing"] else None
