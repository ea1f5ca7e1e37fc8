"""What clients store after a request to forget, while it still waits for its turn, stays."""

import os
import time
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from cascade.drain import drain as index_changes
from memory.forgetting import removal, work
from memory.forgetting.selection import Selection
from memory.models import BufferedMessage, Forgetting
from memory.scope import Scope, agent, user
from memory.tasks import retry_cells
from tests.forgetting.conftest import Service
from tests.ome.trajectories import refund

STORE = "/store/items?user_id=alice"
TICK = 0.02  # longer than one of the file system's clock


@pytest.fixture
def remembered(service: Service) -> Service:
    service.remember("one", ("alice", "I moved to Lisbon in May."))
    put(service, "old")
    service.say("two", ("alice", "My sister is called Ines."))
    return service


def put(service: Service, key: str) -> None:
    body = {"namespace": ["alice"], "key": key, "value": {"text": key}}
    answer = service.http.put(STORE, body, content_type="application/json")
    assert answer.status_code == 204, answer.content


def item(service: Service, key: str) -> Any:
    return service.http.get(f"{STORE}&namespace=alice&key={key}").json()


def ask(**named: Any) -> None:
    """Leaves it to a worker, between two ticks of the clock."""
    time.sleep(TICK)
    work.forget(Selection(scope=Scope(), **named), "test", until="asked")
    time.sleep(TICK)


def ask_and_go_on(service: Service) -> None:
    """All of alice's, who then stores an item and says something before a worker is free."""
    ask(owner=user("alice"))
    put(service, "new")
    service.say("three", ("alice", "I play the cello."))


def test_an_item_that_is_stored_again_stays_though_the_removal_is_repeated(
    remembered: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(owner=user("alice"))
    with monkeypatch.context() as others_at_work:
        others_at_work.setattr(removal, "forget_runs", lambda *order: False)
        assert work.resume() == 0
    assert item(remembered, "old") is None
    put(remembered, "old")
    Forgetting.objects.update(available_at=timezone.now())
    assert work.resume() == 1
    remembered.settle()
    assert item(remembered, "old")["value"] == {"text": "old"}
    listed = remembered.http.post(
        "/store/items/search?user_id=alice", {"namespace_prefix": []}, content_type="application/json"
    )
    assert len(listed.json()["items"]) == 1


def test_new_memories_stay_that_have_the_ids_of_forgotten_ones(
    remembered: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client has asked twice. The second request removes the folder, so its ids are used again; the first waits."""
    remembered.remember(
        "more", *(("alice", f"I sold the {thing} to Rui.") for thing in ("boat", "car", "piano"))
    )
    with monkeypatch.context() as others_at_work:
        others_at_work.setattr(removal, "forget_runs", lambda *order: False)
        ask(owner=user("alice"))
        work.resume()
    waiting = Forgetting.objects.get()
    assert waiting.stage == Forgetting.Stage.REMOVE
    Forgetting.objects.update(available_at=timezone.now() + timedelta(hours=1))
    ask(owner=user("alice"))
    assert work.resume() == 1
    new = ("cello", "Porto", "sailing")  # more episodes than were forgotten, each with a fact
    for word in new:
        remembered.remember(word, ("alice", f"I wrote a long letter about {word} on Sunday."))
    Forgetting.objects.update(available_at=timezone.now())
    assert work.resume() == 1
    remembered.settle()
    for word in new:
        assert word in str(remembered.listed("episode"))
        assert word in str(remembered.listed("atomic_fact"))
    assert "Lisbon" not in str(remembered.listed("episode"))


def verbatim(service: Service) -> None:
    """A note that a client dates back."""
    said = {"messages": [{"role": "user", "content": "I play the cello."}], "user_id": "alice"}
    body = said | {"infer": False, "timestamp": 1_700_000_000}
    answer = service.http.post("/memories", body, content_type="application/json")
    assert answer.status_code == 200, answer.content


def notes(service: Service) -> str:
    return str(service.http.get("/memories?user_id=alice").json())


def test_a_note_that_is_dated_back_stays(remembered: Service) -> None:
    ask(owner=user("alice"))
    verbatim(remembered)
    assert work.resume() == 1
    remembered.settle()
    assert "cello" in notes(remembered)


def test_a_note_that_is_dated_back_and_stored_again_stays(
    remembered: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the id that it had."""
    verbatim(remembered)
    remembered.settle()
    ask(owner=user("alice"))
    with monkeypatch.context() as others_at_work:
        others_at_work.setattr(removal, "forget_runs", lambda *order: False)
        assert work.resume() == 0
    assert "cello" not in notes(remembered)
    verbatim(remembered)
    Forgetting.objects.update(available_at=timezone.now())
    assert work.resume() == 1
    assert "cello" in notes(remembered)
    remembered.settle()
    assert "cello" in notes(remembered)


def test_what_is_to_be_derived_from_a_note_that_stays_is_derived(remembered: Service) -> None:
    ask(owner=user("alice"))
    verbatim(remembered)
    index_changes()  # so that a run waits
    assert work.resume() == 1
    remembered.settle()
    assert "cello" in str(remembered.listed("episode"))
    assert "Lisbon" not in str(remembered.listed("episode"))


def test_an_entry_that_another_agent_shares_stays(service: Service) -> None:
    """It is as old as the entry that it is a copy of."""
    for agent_id, key in (("atlas", "new"), ("bob", "old")):
        body = {"key": key, "value": f"the {key} one"}
        service.http.post(f"/api/v1/memory/{agent_id}/store", body, content_type="application/json")
    ask(owner=agent("bob"))
    body = {"from": "atlas", "to": "bob", "pattern": "*"}
    service.http.post("/api/v1/memory/share", body, content_type="application/json")
    assert work.resume() == 1
    service.settle()
    keys = service.http.get("/api/v1/memory/bob/list").json()["entries"]
    assert [each["key"] for each in keys] == ["new"]


def test_a_new_memory_stays_that_has_the_id_of_one_that_is_forgotten_by_id(remembered: Service) -> None:
    """Its folder has been removed by another request before it was its turn."""
    episode = "alice_ep_20250528_00000001"
    ask(ids=(episode,))
    Forgetting.objects.update(available_at=timezone.now() + timedelta(hours=1))
    ask(owner=user("alice"))
    assert work.resume() == 1
    remembered.remember("later", ("alice", "I play the cello on Sundays."))
    assert [each["id"] for each in remembered.listed("episode")] == [episode]
    Forgetting.objects.update(available_at=timezone.now())
    assert work.resume() == 1
    remembered.settle()
    assert "cello" in str(remembered.listed("episode"))
    assert "cello" in str(remembered.listed("atomic_fact"))


def test_what_was_known_is_forgotten_and_what_is_new_stays(remembered: Service) -> None:
    ask_and_go_on(remembered)
    assert work.resume() == 1
    remembered.settle()
    assert [item(remembered, "old"), item(remembered, "new")["value"]] == [None, {"text": "new"}]
    assert list(BufferedMessage.objects.values_list("session_id", flat=True)) == ["three"]
    assert "Lisbon" not in str(remembered.ok("search", {"user_id": "alice", "query": "Lisbon"}))


def test_another_attempt_leaves_it_too(remembered: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """The memories of a user who is busy are removed once more when the work on them has ended."""
    with monkeypatch.context() as busy:
        busy.setattr("memory.forgetting.removal.forget_runs", lambda *_: False)
        ask_and_go_on(remembered)
        assert work.resume() == 0
    time.sleep(1.1)  # until the next attempt
    assert work.resume() == 1
    assert item(remembered, "new")["value"] == {"text": "new"}


def test_reading_an_item_does_not_keep_it(remembered: Service) -> None:
    """It restarts its time to live, in its file."""
    body = {"namespace": ["alice"], "key": "old", "value": {"text": "old"}, "ttl": 1}
    remembered.http.put(STORE, body, content_type="application/json")
    ask(owner=user("alice"))
    with time_machine.travel(timezone.now() + timedelta(seconds=30)):
        assert item(remembered, "old") is not None
        assert work.resume() == 1
        assert item(remembered, "old") is None


def test_a_file_from_the_future_is_forgotten(remembered: Service) -> None:
    """Its time is that of a clock which has been set back, or of another machine's."""
    [file] = remembered.root.rglob(".store/**/*.md")
    ahead = time.time() + 3600
    os.utime(file, (ahead, ahead))
    ask(owner=user("alice"))
    assert work.resume() == 1
    assert item(remembered, "old") is None
    assert not file.exists()


def test_a_clock_that_was_set_back_hides_no_message_later_either(remembered: Service) -> None:
    """Also when the time that they carry has come before it is their turn."""
    ask(owner=user("alice"))
    BufferedMessage.objects.update(accepted_at=timezone.now())
    assert work.resume() == 1
    assert not BufferedMessage.objects.exists()


@pytest.mark.parametrize("named", [{"user_id": "alice", "session_id": "two"}, {"session_id": "two"}])
def test_a_clock_that_was_set_back_hides_no_message(service: Service, named: dict[str, str]) -> None:
    service.say("two", ("alice", "My sister is called Ines and lives far away in Porto."))
    BufferedMessage.objects.update(accepted_at=timezone.now() + timedelta(hours=1))
    service.forget(**named)
    assert not BufferedMessage.objects.exists()


def test_what_is_learned_later_stays(remembered: Service) -> None:
    """Also if it is in the files of the same days."""
    ask(owner=user("alice"))
    remembered.remember("three", ("alice", "I play the cello."))
    assert work.resume() == 1
    remembered.settle()
    for kind in ("episode", "atomic_fact", "profile"):
        assert "cello" in str(remembered.listed(kind)), kind
    for word in ("Lisbon", "Ines"):
        assert remembered.places_of(word) == []


@pytest.mark.parametrize("session_id", [None, "two"])
def test_what_was_said_before_goes_although_it_became_a_memory_later(
    remembered: Service, monkeypatch: pytest.MonkeyPatch, session_id: str | None
) -> None:
    """It is being extracted when the request comes."""
    remembered.post("flush", {"session_id": "two", "async_mode": True})
    with monkeypatch.context() as extracting:
        extracting.setattr("memory.ingest.cells.claim", lambda _: None)
        ask(owner=user("alice"), session_id=session_id)
    retry_cells()
    remembered.settle()
    assert "Ines" in str(remembered.listed("episode"))
    Forgetting.objects.update(available_at=timezone.now())
    assert work.resume() == 1
    remembered.settle()
    assert remembered.places_of("Ines") == []


def test_a_session_that_goes_on_keeps_what_is_new(remembered: Service) -> None:
    ask(session_id="one")
    remembered.remember("one", ("alice", "I play the cello."))
    assert work.resume() == 1
    remembered.settle()
    assert "cello" in str(remembered.listed("episode"))
    assert remembered.places_of("Lisbon") == []


@pytest.mark.parametrize("is_busy", [False, True])
def test_what_is_said_next_is_no_memory_together_with_what_goes(
    remembered: Service, monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    """Also if a request waits for another session, which is being extracted."""
    if is_busy:
        remembered.say("another", ("alice", "My brother is called Rui."))
        remembered.post("flush", {"session_id": "another", "async_mode": True})
    with monkeypatch.context() as extracting:
        extracting.setattr("memory.ingest.cells.claim", lambda _: None)
        ask(owner=user("alice"))
    remembered.say("two", ("alice", "I play the cello."), at=60_000)
    remembered.ok("flush", {"session_id": "two"})
    Forgetting.objects.update(available_at=timezone.now())
    assert work.resume() == 1
    remembered.settle()
    assert "cello" in str(remembered.listed("episode"))
    assert remembered.places_of("Ines") == []


def test_a_case_that_is_derived_later_from_what_was_done_before_goes(service: Service) -> None:
    service.work("refund", refund())
    ask(owner=agent("atlas"))
    service.settle()
    assert service.listed("agent_case", user_id=None, agent_id="atlas")
    assert work.resume() == 1
    service.settle()
    assert service.listed("agent_case", user_id=None, agent_id="atlas") == []
