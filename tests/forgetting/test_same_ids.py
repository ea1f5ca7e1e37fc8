"""A user, an agent and a group may have one id: what is another's stays."""

from typing import Any

import pytest

from memory.models import BufferedMessage
from tests.forgetting.conftest import NOON_MS, Service


@pytest.mark.parametrize("named", [{}, {"id": "m1"}])
def test_a_user_and_an_agent_with_one_id(service: Service, named: dict[str, str]) -> None:
    said = {"sender_id": "bob", "timestamp": NOON_MS}
    messages: list[dict[str, Any]] = [
        {**said, "message_id": "m1", "role": "user", "content": "My passport is in the safe."},
        {**said, "message_id": "m2", "role": "assistant", "content": "Noted.", "timestamp": NOON_MS + 1},
    ]
    service.ok("add", {"session_id": "s", "messages": messages})
    service.post("delete", {"agent_id": "bob", **named})
    assert BufferedMessage.objects.filter(message_id="m1").exists()
    assert BufferedMessage.objects.filter(message_id="m2").exists() == bool(named)


def test_a_user_and_a_group_with_one_id_of_a_memory(service: Service) -> None:
    service.remember("x", ("group:team", "My private number is four four two."))
    service.say_in_group("team", "bob", "We decided to paint the office green.")
    service.ok("flush", {"session_id": "team"})
    service.settle()
    shown = service.ok("delete", {"id": "group:team_ep_20250528_00000001", "dry_run": True})
    assert "green" in str(shown["memories"])
    assert "private number" not in str(shown["memories"])
    service.forget(id="group:team_ep_20250528_00000001")
    [group] = service.root.rglob("groups/team/**/episode-*.md")
    assert "green" not in group.read_text()
    assert "private number" in str(service.listed("episode", user_id="group:team"))
