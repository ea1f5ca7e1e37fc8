"""SIGKILL at each step of forgetting: after a restart nothing of it is left, and nothing else is lost."""

import subprocess
import sys

import pytest

from tests.system.client import Client, Message, NoAnswer
from tests.system.server import PROJECT, Server

NOON_MS = 1_748_390_400_000
STEPS = 6  # writes of its row, from the claim to the receipt
FIRST = ("after-forgetting:2",)
OTHERS = (
    *(f"after-forgetting:{step}" for step in range(1, STEPS + 1) if step != 2),
    "after-rename:1",
    "after-rename:2",
    "after-rename:3",
    "before-index-commit:1",
    "during-index-commit:2",
    "after-index-commit:1",
)


def said(sender: str, text: str, number: int) -> Message:
    role = "assistant" if sender == "bot" else "user"
    return {"sender_id": sender, "role": role, "content": text, "timestamp": NOON_MS + 60_000 * number}


def remember(client: Client, name: str) -> None:
    """A memory, a message that waits in the same session, and another session."""
    ill = said(
        "alice", f"I was diagnosed with sarcoidosis{name} by a doctor in the old clinic of the town.", 0
    )
    assert client.add(f"ill-{name}", [ill, said("bot", f"Sarcoidosis{name} can be treated.", 1)]).ok()
    assert client.flush(f"ill-{name}").ok()
    assert client.add(f"ill-{name}", [said("alice", f"The sarcoidosis{name} hurts.", 2)]).ok()
    assert client.add(f"home-{name}", [said("alice", f"I live in Ljubljana{name} with a cat.", 3)]).ok()
    assert client.flush(f"home-{name}").ok()


@pytest.mark.parametrize("point", [*FIRST, *(pytest.param(each, marks=pytest.mark.long) for each in OTHERS)])
def test_killed_while_forgetting(victim: Server, point: str) -> None:
    name = point.replace(":", "").replace("-", "")
    remember(victim.client(), name)
    victim.ready()
    victim.die_at(point)
    try:
        answer = victim.client().post("delete", {"session_id": f"ill-{name}", "user_id": "alice"})
        assert answer.status in (200, 202)  # the point lies behind what the call does
    except NoAnswer:
        pass
    victim.risen()
    health = victim.ready()
    assert health["forgetting"] == {"waiting": 0, "failing": 0, "oldest_seconds": 0.0, "last_error": ""}
    client = victim.client()
    assert (
        f"sarcoidosis{name}" not in str(client.search("alice", f"sarcoidosis{name}", pending=True)).casefold()
    )
    assert client.unprocessed("alice", f"ill-{name}") == []
    assert f"Ljubljana{name}" in str(client.search("alice", f"Where is Ljubljana{name}?"))
    assert f"Ljubljana{name}" in str(client.post("get", {"user_id": "alice", "memory_type": "profile"}).ok())
    assert not [
        path for path in victim.root.rglob("*.md") if f"sarcoidosis{name}" in path.read_text().casefold()
    ]
    receipts = sorted((victim.root / ".forgotten").glob("fg_*.json"), key=lambda path: path.stat().st_mtime)
    command = [sys.executable, str(PROJECT / "manage.py"), "audit_forgotten", str(receipts[-1])]
    audit = subprocess.run(
        command, env=victim.env | {"EVEROS_TEST_KILL_ORDER": ""}, capture_output=True, text=True
    )
    assert audit.returncode == 0, audit.stdout + audit.stderr
