"""A process that was away for longer than its claim counts does not go on with what another one has done."""

import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from cascade import batch, queue
from cascade.drain import drain as index_changes
from cascade.drain import index_texts
from memory.forgetting import claims, receipts, removal, storage, work
from memory.models import Forgetting
from tests.forgetting.conftest import Service

LISBON = ("alice", "I moved to Lisbon in May because of the new job at the harbour.")


@pytest.fixture
def away(service: Service, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], None]:
    """Lets the process that calls a function be away first, while another one does all that is to be forgotten and
    alice says something new.
    """

    def while_in(module: Any, name: str) -> None:
        function = getattr(module, name)

        def late(*order: Any) -> Any:
            monkeypatch.setattr(module, name, function)
            Forgetting.release_claims()
            Forgetting.objects.update(available_at=timezone.now())
            assert work.resume() == 1
            service.remember("two", ("alice", "I play the cello on Sundays."))
            return function(*order)

        monkeypatch.setattr(module, name, late)

    return while_in


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (work, "_find"),
        (removal, "remove"),
        (storage, "bring_index_up_to_date"),
        (storage, "purge_index"),
        (receipts, "signed"),
    ],
)
@pytest.mark.parametrize("named", [{"user_id": "alice"}, {"session_id": "one"}])
def test_what_was_said_since_and_the_receipt_stay(
    service: Service,
    away: Callable[[Any, str], None],
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    name: str,
    named: dict[str, str],
) -> None:
    if module is work:  # where the stages look it up
        monkeypatch.setattr(work, "STAGES", {**work.STAGES, "find": lambda row: work._find(row)})
    service.remember("one", LISBON)
    away(module, name)
    service.post("delete", named)
    service.settle()
    assert "cello" in str(service.listed("episode"))
    assert "cello" in str(service.listed("atomic_fact"))
    assert "Lisbon" not in str(service.listed("episode"))
    [row] = Forgetting.objects.all()
    assert (row.stage, row.receipt["counts"]["episode"]) == ("done", 1)
    assert service.receipt(row.pk) == receipts.read(row.pk)
    assert receipts.read(row.pk)["counts"]["episode"] == 1


@pytest.mark.parametrize(
    ("index", "step"),
    [(index_changes, "prepare"), (index_changes, "compare_files"), (index_texts, "compare_files")],
)
def test_what_the_index_was_about_to_learn(
    service: Service, monkeypatch: pytest.MonkeyPatch, index: Callable[[], int], step: str
) -> None:
    """The process that indexes a new episode has read its file, and is away while the episode is forgotten."""
    function = getattr(batch, step)

    def late(*order: Any) -> Any:
        monkeypatch.setattr(batch, step, function)
        queue.release_claims()
        service.forget(session_id="one")
        return function(*order)

    monkeypatch.setattr(batch, step, late)
    service.say("one", LISBON)
    service.ok("flush", {"session_id": "one"})
    index()
    assert getattr(batch, step) is function
    assert service.places_of("Lisbon") == []


def test_a_claim_is_kept_while_it_is_worked_on(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    purge = storage.purge_index
    ends: list[datetime | None] = []

    def slow(*order: Any) -> None:
        with time_machine.travel(time.time() + claims.LEASE.total_seconds() / 2):
            purge(*order)
        ends.extend(Forgetting.objects.values_list("lease_until", flat=True))

    monkeypatch.setattr(storage, "purge_index", slow)
    service.remember("one", LISBON)
    service.forget(session_id="one")
    assert ends[0] is not None
    assert ends[0] > timezone.now() + claims.LEASE
