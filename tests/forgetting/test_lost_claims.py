"""A process that was away for longer than its claim counts does not go on with what another one has done."""

import time
from collections.abc import Callable
from datetime import datetime
from threading import Thread
from typing import Any

import pytest
import time_machine
from django.db import connections
from django.utils import timezone

from cascade import batch, queue
from cascade.drain import drain as index_changes
from cascade.drain import index_texts
from memory.forgetting import claims, receipts, removal, storage, work
from memory.ingest import cells, retry
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.base import Kind
from memory.kinds.profile import PROFILE
from memory.markdown import store
from memory.models import Forgetting, MemCell
from ome.models import LaneLease
from tests.forgetting.conftest import NOON_MS, Service

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

    def late(*order: Any, **options: Any) -> Any:
        monkeypatch.setattr(batch, step, function)
        queue.release_claims()
        service.forget(session_id="one")
        return function(*order, **options)

    monkeypatch.setattr(batch, step, late)
    service.say("one", LISBON)
    service.ok("flush", {"session_id": "one"})
    index()
    assert getattr(batch, step) is function
    assert service.places_of("Lisbon") == []


@pytest.mark.parametrize("named", [{"user_id": "alice"}, {"session_id": "one"}, {"id": "m1"}])
def test_an_episode_that_was_about_to_be_written(
    service: Service, monkeypatch: pytest.MonkeyPatch, named: dict[str, str]
) -> None:
    """The process that extracts a conversation is away until its claim has run out, while some of it is forgotten."""
    write = cells._write

    def late(*order: Any) -> None:
        monkeypatch.setattr(cells, "_write", write)
        MemCell.objects.update(lease_until=None)
        service.forget(**named)
        write(*order)

    monkeypatch.setattr(cells, "_write", late)
    said = {"role": "user", "timestamp": NOON_MS}
    lisbon = {**said, "message_id": "m1", "sender_id": "alice", "content": LISBON[1]}
    oslo = {**said, "message_id": "m2", "sender_id": "bob", "content": "I live in Oslo."}
    service.ok("add", {"session_id": "one", "messages": [lisbon, oslo]})
    assert service.post("flush", {"session_id": "one"}).status_code == 503
    MemCell.objects.update(available_at=timezone.now())
    retry.retry_pending()
    service.settle()
    assert service.places_of("Lisbon") == []
    others = service.listed("episode", user_id="bob")
    assert ("Oslo" in str(others)) == (named != {"session_id": "one"})


@pytest.mark.parametrize("named", [{"user_id": "alice"}, {"session_id": "one"}])
@pytest.mark.parametrize(("write", "kind"), [("write_document", PROFILE), ("append", AGENT_CASE)])
def test_what_a_strategy_was_about_to_write(
    service: Service, monkeypatch: pytest.MonkeyPatch, named: dict[str, str], write: str, kind: Kind
) -> None:
    """The process that derives is away until others have its lane, and what it has read is forgotten."""
    function = getattr(store, write)

    def forget() -> None:
        service.forget(**named)
        connections.close_all()

    def late(of: Kind, *order: Any, **named_order: Any) -> Any:
        if of is kind:
            monkeypatch.setattr(store, write, function)
            LaneLease.objects.all().delete()
            elsewhere = Thread(target=forget)  # what this thread holds is another one's claim
            elsewhere.start()
            elsewhere.join()
        return function(of, *order, **named_order)

    call = {"id": "c1", "type": "function", "function": {"name": "compute", "arguments": "{}"}}
    turns: list[dict[str, Any]] = [
        {
            "sender_id": "alice",
            "role": "user",
            "content": "Please compute my Lisbon report. I live in Lisbon.",
        },
        {"sender_id": "bot", "role": "assistant", "content": None, "tool_calls": [call]},
        {"sender_id": "bot", "role": "tool", "content": "Lisbon: 5", "tool_call_id": "c1"},
        {
            "sender_id": "bot",
            "role": "assistant",
            "content": "I computed the Lisbon report, the result is 5.",
        },
    ]
    messages = [{**turn, "timestamp": NOON_MS + number} for number, turn in enumerate(turns)]
    service.ok("add", {"session_id": "one", "messages": messages})
    service.ok("flush", {"session_id": "one"})
    monkeypatch.setattr(store, write, late)
    service.settle()
    assert getattr(store, write) is function
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
