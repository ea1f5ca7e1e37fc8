"""A message that was forgotten and is sent again is a new one."""

from typing import Any

from memory.models import BufferedMessage
from tests.forgetting.conftest import DAY_MS, NOON_MS, Service

INES = "My sister is called Ines."


def message(sender: str, text: str, at: int = 0, identifier: str | None = None) -> dict[str, Any]:
    said = {"sender_id": sender, "role": "user", "timestamp": NOON_MS + at, "content": text}
    return {**said, "message_id": identifier} if identifier else said


def send(service: Service, *messages: dict[str, Any]) -> int:
    """Returns how many of them were taken for repeats."""
    return int(service.ok("add", {"session_id": "s", "messages": list(messages)}).get("duplicates", 0))


def waiting() -> list[str]:
    return sorted(BufferedMessage.objects.values_list("text", flat=True))


def test_by_its_id(service: Service) -> None:
    send(service, message("alice", INES, identifier="m1"))
    service.forget(id="m1")
    assert send(service, message("alice", INES, identifier="m1")) == 0
    assert waiting() == [INES]
    service.forget(id="m1")
    assert send(service, message("alice", "My sister is called Anna.", identifier="m1")) == 0


def test_while_another_user_still_has_a_message_in_the_session(service: Service) -> None:
    tea = message("bob", "I like tea.", 1)
    send(service, message("alice", INES), message("alice", "I play.", 2, "m2"), tea)
    service.forget(user_id="alice")
    assert send(service, message("alice", INES), message("alice", "I play.", 2, "m2")) == 0
    assert send(service, tea) == 1
    assert waiting() == ["I like tea.", "I play.", INES]


def test_one_of_two_equal_ones(service: Service) -> None:
    send(service, message("alice", INES), message("alice", INES))
    first = BufferedMessage.objects.order_by("pk")[0]
    service.forget(id=first.message_id)
    assert send(service, message("alice", INES)) == 0
    assert send(service, message("alice", INES), message("alice", INES)) == 2


def test_after_it_had_become_a_memory(service: Service) -> None:
    send(service, message("alice", INES, identifier="m1"))
    service.ok("flush", {"session_id": "s"})
    service.settle()
    [episode] = service.listed("episode")
    service.forget(id=episode["id"])
    assert send(service, message("alice", INES, identifier="m1")) == 0


def test_after_it_had_become_a_memory_while_another_user_waits(service: Service) -> None:
    send(service, message("alice", INES))
    service.ok("flush", {"session_id": "s"})
    service.settle()
    drinks = message("bob", "I like tea.", DAY_MS), message("bob", "And coffee.", DAY_MS, "m1")
    send(service, *drinks)
    service.forget(user_id="alice")
    assert send(service, message("alice", INES)) == 0
    assert send(service, *drinks) == 2


def test_a_fact_that_was_forgotten_does_not_come_back_and_the_others_are_not_doubled(
    service: Service,
) -> None:
    """Many clients send the whole conversation with each turn."""
    said = message("alice", INES, identifier="m1"), message("alice", "I play the cello.", 1, "m2")
    send(service, *said)
    service.ok("flush", {"session_id": "s"})
    service.settle()
    [fact] = [each for each in service.listed("atomic_fact") if "Ines" in each["content"]]
    service.forget(id=fact["id"])
    assert send(service, *said) == 2
    [episode] = service.listed("episode")
    assert "Ines" not in episode["episode"]
    service.forget(id=episode["id"])
    assert send(service, *said) == 0
