"""What an agent framework keeps in a session goes with the session and with its user."""

import json
from datetime import timedelta

import time_machine
from django.core.management import call_command
from django.utils import timezone

from memory.ingest.retry import prune
from memory.models import MemCell
from tests.forgetting.conftest import Json, Service


def keep(service: Service, session: str, user: str, *items: Json) -> None:
    body = {"user_id": user, "items": [json.dumps(item) for item in items], "batch": session}
    answer = service.http.post(f"/api/v1/sessions/{session}/items", body, content_type="application/json")
    assert answer.status_code == 200, answer.content


def kept(service: Service, session: str, user: str) -> int:
    answer = service.http.get(f"/api/v1/sessions/{session}/items?user_id={user}")
    return len(answer.json()["data"]["items"])


def said(text: str) -> Json:
    return {"role": "user", "content": text}


def test_a_session_and_a_user_take_their_items_along(service: Service):
    keep(
        service, "a", "alice", said("I was diagnosed with sarcoidosis."), {"type": "reasoning", "summary": []}
    )
    keep(service, "b", "alice", said("I live in Oslo."))
    keep(service, "c", "bob", said("I live in Bonn."))
    shown = service.ok("delete", {"session_id": "a", "dry_run": True})
    assert (shown["status"], shown["session_items"], shown["messages"]) == ("would_forget", 2, 1)
    assert kept(service, "a", "alice") == 2
    service.forget(session_id="a")
    assert kept(service, "a", "alice") == 0
    assert service.places_of("sarcoidosis") == []
    service.forget(user_id="alice")
    assert (kept(service, "b", "alice"), kept(service, "c", "bob")) == (0, 1)


def test_a_time_takes_what_was_kept_then(service: Service):
    keep(service, "a", "alice", said("I live in Oslo."))
    assert service.ok("delete", {"user_id": "alice", "before": 1_700_000_000_000})["status"] == "nothing"
    service.forget(user_id="alice", after=1_700_000_000_000)
    assert kept(service, "a", "alice") == 0


def test_items_go_of_which_memory_has_learnt_nothing(service: Service):
    keep(service, "a", "alice", {"type": "reasoning", "summary": [{"text": "sarcoidosis"}]})
    service.forget(user_id="alice")
    assert service.places_of("sarcoidosis") == []


def test_an_episode_takes_the_items_along_that_it_was_made_of(service: Service):
    keep(service, "a", "alice", said("I was diagnosed with sarcoidosis."))
    keep(service, "b", "alice", said("I live in Oslo."))
    for session in ("a", "b"):
        service.ok("flush", {"session_id": session})
    service.settle()
    [ill] = [each for each in service.listed("episode") if each["session_id"] == "a"]
    answer = service.forget(id=ill["id"])
    assert (kept(service, "a", "alice"), kept(service, "b", "alice")) == (0, 1)
    assert service.places_of("sarcoidosis") == []
    call_command("audit_forgotten", answer["receipt_id"])


def test_an_episode_takes_its_items_along_however_old_it_is(service: Service):
    keep(service, "a", "alice", said("I was diagnosed with sarcoidosis."))
    service.remember("other", ("alice", "I live in Oslo."))
    service.ok("flush", {"session_id": "a"})
    service.settle()
    with time_machine.travel(timezone.now() + timedelta(days=40)):
        prune()
    assert list(MemCell.objects.values_list("session_id", flat=True)) == ["a"]
    [ill] = [each for each in service.listed("episode") if each["session_id"] == "a"]
    service.forget(id=ill["id"])
    assert kept(service, "a", "alice") == 0
    assert not MemCell.objects.exists()


def test_a_fact_takes_the_items_along_that_say_it(service: Service):
    keep(service, "a", "alice", said("I was diagnosed with sarcoidosis."), said("I live in Oslo."))
    service.ok("flush", {"session_id": "a"})
    service.settle()
    [ill] = [each for each in service.listed("atomic_fact") if "sarcoidosis" in each["content"]]
    answer = service.forget(id=ill["id"])
    assert "Oslo" in service.found("home")[0]["episode"]
    assert kept(service, "a", "alice") == 1
    assert service.places_of("sarcoidosis") == []
    call_command("audit_forgotten", answer["receipt_id"])
