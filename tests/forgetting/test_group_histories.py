"""The recent history of groups: what a request does not name stays in it."""

from memory.models import GroupMessage
from tests.forgetting.conftest import DAY_MS, NOON_MS, Service


def histories() -> list[str]:
    return sorted(payload["content"] for payload in GroupMessage.objects.values_list("payload", flat=True))


def test_a_time_narrows_the_history_of_groups_too(service: Service) -> None:
    service.say_in_group("team", "alice", "before")
    service.say_in_group("team", "alice", "after", "2025-05-29T10:00:00Z")
    service.say_in_group("team", "bob", "of bob")
    service.remember("one", ("alice", "I live in Rome."))
    service.ok("delete", {"user_id": "alice", "before": NOON_MS + DAY_MS})
    assert histories() == ["after", "of bob"]
    service.ok("delete", {"group_id": "team", "after": NOON_MS + DAY_MS})
    assert histories() == ["of bob"]


def test_a_memory_of_a_group_leaves_its_history(service: Service) -> None:
    service.say_in_group("team", "bob", "We decided to paint the office green.")
    service.ok("flush", {"session_id": "team"})
    service.settle()
    service.forget(id="group:team_ep_20250528_00000001", group_id="team")
    assert histories() == ["We decided to paint the office green."]
