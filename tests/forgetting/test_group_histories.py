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


def test_what_became_a_memory_leaves_the_history_with_it(service: Service) -> None:
    service.say_in_group("team", "bob", "We decided to paint the office green.")
    service.ok("flush", {"session_id": "team"})
    service.say_in_group("team", "bob", "The curtains stay.", "2025-05-28T11:00:00Z")
    service.settle()
    service.forget(id="group:team_ep_20250528_00000001", group_id="team")
    assert "The curtains stay." in histories()
    service.forget(id="bob_ep_20250528_00000001", user_id="bob")
    assert histories() == ["The curtains stay."]


def test_a_fact_takes_along_who_says_it_in_the_history(service: Service) -> None:
    service.say_in_group("team", "bob", "We decided to paint the office green.")
    service.say_in_group("team", "bob", "My sister Clara moves to Ghent.", "2025-05-28T10:01:00Z")
    service.ok("flush", {"session_id": "team"})
    service.settle()
    [fact] = [one["id"] for one in service.listed("atomic_fact", user_id="bob") if "Clara" in one["content"]]
    service.forget(id=fact, user_id="bob")
    assert histories() == ["We decided to paint the office green."]
