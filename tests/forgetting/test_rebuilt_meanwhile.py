"""The table of a kind is rebuilt beside the one that answers: no generation of it keeps what is forgotten."""

import pytest
from django.utils import timezone

from cascade.rebuild import rebuild_steps
from memory.forgetting import receipts, work
from memory.forgetting.audit import audit
from memory.kinds.episode import EPISODE
from memory.models import Forgetting
from tests.forgetting.conftest import DAY_MS, Service


@pytest.fixture
def ill(service: Service) -> Service:
    service.remember(
        "one", ("alice", "I was diagnosed with sarcoidosis last spring in Lyon by a specialist.")
    )
    service.remember("two", ("alice", "I play the cello on Sundays."), at=DAY_MS)
    return service


def test_a_rebuild_that_is_under_way(ill: Service) -> None:
    """Forgetting waits until it is done."""
    steps = rebuild_steps(EPISODE, "test")
    next(steps)
    response = ill.post("delete", {"session_id": "one"})
    assert response.status_code == 202
    assert "sarcoidosis" not in str(ill.found("sarcoidosis"))
    for _ in steps:
        pass
    ill.settle()
    Forgetting.objects.update(available_at=timezone.now())
    assert work.resume() == 1
    assert ill.places_of("sarcoidosis") == []
    assert audit(receipts.read(response.json()["data"]["receipt_id"])).is_clean
    assert "cello" in str(ill.found("cello"))


def test_a_rebuild_that_was_given_up(ill: Service) -> None:
    steps = rebuild_steps(EPISODE, "test")
    next(steps)
    steps.close()  # as if its process had been killed
    receipt = ill.forget(session_id="one")["receipt_id"]
    assert ill.places_of("sarcoidosis") == []
    assert audit(receipts.read(receipt)).is_clean
    assert "cello" in str(ill.found("cello"))
