"""What is forgotten is nowhere any more; what is not, is as it was."""

import json
import re
import time
from datetime import date, timedelta
from io import StringIO
from pathlib import Path, PurePosixPath
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from cascade.queue import enqueue
from memory import redis
from memory.errors import WorkUnderWay
from memory.forgetting import receipts, storage, work
from memory.forgetting.audit import audit
from memory.forgetting.selection import Selection
from memory.index import query
from memory.ingest import history
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.kinds.ids import day_of
from memory.markdown import store
from memory.markdown.root import current_root
from memory.models import (
    AcceptedKey,
    BufferedMessage,
    Forgetting,
    GroupMessage,
    KeyedDocument,
    MemCell,
    SessionMessage,
)
from memory.scope import Scope, agent, user
from ome.models import LaneLease, RecordedEvent, StrategyRun
from ome.strategies.extract_user_profile.document import read_profile, write_profile
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI, Status
from tests.forgetting.conftest import DAY_MS, NOON_MS, Service
from tests.ome.trajectories import refund
from tests.redis_server import RedisServer

ILL = ("alice", "I was diagnosed with a rare illness called sarcoidosis at the Charité clinic.")
ROME = ("alice", "I live in Rome with my cat Miso and I play the violin.")


@pytest.fixture
def two_sessions(service: Service) -> Service:
    service.remember("illness", ILL, ("assistant", "I am sorry to hear of the sarcoidosis."))
    service.remember("rome", ROME, ("assistant", "Rome is beautiful."), at=DAY_MS)
    return service


def test_a_session_as_other_clients_forget_it(two_sessions: Service):
    """These four fields are what the MCP client of EverOS sends."""
    assert two_sessions.places_of("sarcoidosis")
    body = {"app_id": "default", "project_id": "default", "session_id": "illness", "user_id": "alice"}
    answer = two_sessions.forget(**body)
    assert answer["counts"]["episode"] == 1
    assert two_sessions.places_of("sarcoidosis") == []
    for method in ("keyword", "vector", "hybrid", "agentic"):
        assert "sarcoidosis" not in str(two_sessions.found("sarcoidosis illness", method=method))
    assert [episode["session_id"] for episode in two_sessions.listed("episode")] == ["rome"]
    assert {fact["session_id"] for fact in two_sessions.listed("atomic_fact")} == {"rome"}
    profile = str(two_sessions.listed("profile"))
    assert "Rome" in profile
    assert "sarcoidosis" not in profile


def test_rows_kept_in_memory_go_too(two_sessions: Service):
    assert "sarcoidosis" in str(two_sessions.found("sarcoidosis illness"))
    assert any("sarcoidosi" in str(known.rows.all.texts) for known in query._known.values())
    two_sessions.forget(session_id="illness", user_id="alice")
    assert not any("sarcoidosi" in str(known.rows.all.texts) for known in query._known.values())


def test_the_other_prefix(two_sessions: Service):
    body = {"session_id": "illness", "user_id": "alice"}
    answer = two_sessions.post("delete", body, prefix="/api/v2/memory/").json()
    assert answer["data"]["status"] == "forgotten"


def test_a_dry_run_shows_what_would_go_and_changes_nothing(two_sessions: Service):
    before = two_sessions.places_of("sarcoidosis")
    answer = two_sessions.ok("delete", {"session_id": "illness", "dry_run": True})
    assert (answer["status"], answer["receipt_id"]) == ("would_forget", None)
    assert {memory["kind"] for memory in answer["memories"]} >= {"episode", "atomic_fact"}
    assert all("sarcoidosis" in memory["text"] for memory in answer["memories"])
    assert two_sessions.places_of("sarcoidosis") == before
    assert not Forgetting.objects.exists()


def test_a_preview_shows_what_a_memory_says_however_short(service: Service):
    service.remember("pet", ("alice", "I own a cat."))
    shown = service.ok("delete", {"user_id": "alice", "dry_run": True})["memories"]
    told = [memory["text"] for memory in shown if memory["kind"] in ("episode", "atomic_fact")]
    assert len(told) == 2
    assert all("own" in text and "cat" in text for text in told)
    output = StringIO()
    call_command("forget", user="alice", dry_run=True, stdout=output)
    lines = [line for line in output.getvalue().splitlines() if line.startswith(("episode", "atomic_fact"))]
    assert all("cat" in line for line in lines)


def test_a_question_is_a_dry_run_unless_it_says_otherwise(two_sessions: Service):
    asked = {"user_id": "alice", "query": "What illness was I diagnosed with?", "threshold": 0.3}
    shown = two_sessions.ok("delete", asked)
    assert shown["status"] == "would_forget"
    assert "sarcoidosis" in str(shown["memories"])
    assert "Rome" not in str(shown["memories"])
    two_sessions.forget(**asked, dry_run=False)
    assert "sarcoidosis" not in str(two_sessions.found("illness"))
    assert two_sessions.found("Where do I live?")
    nothing = two_sessions.ok("delete", {**asked, "threshold": 1.0, "dry_run": False})
    assert (nothing["status"], nothing["count"]) == ("nothing", 0)


def test_messages_that_are_no_memory_yet(service: Service):
    service.say("now", ILL)
    service.say("other", ROME)
    answer = service.forget(session_id="now")
    assert answer["messages"] == 1
    assert service.places_of("sarcoidosis") == []
    assert [row.session_id for row in BufferedMessage.objects.all()] == ["other"]
    service.say("now", ILL)  # the same again is new
    assert BufferedMessage.objects.filter(session_id="now").exists()


def test_a_message_by_its_id(service: Service):
    service.say("now", ILL, ("alice", "I play the violin."))
    [ill, _] = BufferedMessage.objects.order_by("timestamp_ms")
    service.forget(id=ill.message_id)
    assert [row.text for row in BufferedMessage.objects.all()] == ["I play the violin."]


def test_a_user_and_an_agent_with_one_id_wait_apart(service: Service):
    service.say("now", ("alice", "I play the violin."), ("assistant", "I noted the violin."))
    service.say("other", ("alice", "I keep bees."))
    BufferedMessage.objects.filter(session_id="other").update(sender_id="assistant")
    assert service.forget(agent_id="assistant")["messages"] == 1
    assert {row.text for row in BufferedMessage.objects.all()} == {"I play the violin.", "I keep bees."}


def test_a_cell_that_waits_for_a_model(service: Service, model: FakeOpenAI):
    model.fail_always(Status(500))
    service.say("now", ILL)
    assert service.post("flush", {"session_id": "now"}).status_code == 503
    [cell] = MemCell.objects.all()
    assert cell.status == "pending"
    service.forget(session_id="now", user_id="alice")
    assert not MemCell.objects.exists()
    assert not BufferedMessage.objects.exists()
    assert service.places_of("sarcoidosis") == []


def test_what_another_person_waits_with_stays(service: Service):
    service.say("now", ILL, ("bob", "I live in Oslo."), ("assistant", "Get well soon."))
    service.forget(session_id="now", user_id="alice")
    assert [row.sender_id for row in BufferedMessage.objects.order_by("timestamp_ms")] == ["bob", "assistant"]


def test_while_somebody_extracts_a_cell_it_is_put_off(service: Service, model: FakeOpenAI):
    model.fail_always(Status(500))
    service.say("now", ILL)
    service.post("flush", {"session_id": "now"})
    MemCell.objects.update(lease_until=timezone.now() + timedelta(minutes=5))
    response = service.post("delete", {"session_id": "now"})
    assert response.status_code == 202
    answer = response.json()["data"]
    assert answer["status"] == "accepted"
    state = service.http.get(f"/api/v1/memory/receipts/{answer['receipt_id']}").json()["data"]
    assert (state["stage"], state["receipt"], state["error"]) == ("find", None, None)
    MemCell.objects.update(lease_until=None)
    Forgetting.objects.update(available_at=timezone.now())
    assert work.resume() == 1
    assert service.places_of("sarcoidosis") == []
    assert service.receipt(answer["receipt_id"])["messages"]


def motorbike_and_dog(service: Service) -> dict[str, Any]:
    """Makes an episode of two facts; returns the one about the motorbike."""
    service.remember(
        "more",
        ("alice", "I adopted a dog called Rex."),
        ("alice", "I sold my old motorbike yesterday."),
        at=2 * DAY_MS,
    )
    [fact] = [one for one in service.listed("atomic_fact") if "motorbike" in one["content"]]
    return fact


def test_a_fact_goes_from_the_text_of_its_episode(two_sessions: Service):
    fact = motorbike_and_dog(two_sessions)
    answer = two_sessions.forget(id=fact["id"])
    assert answer["count"] == 1
    assert len(answer["rewritten"]) == 1
    assert two_sessions.places_of("motorbike") == []
    assert "Rex" in str(two_sessions.listed("episode"))
    assert "Rex" in str(two_sessions.listed("atomic_fact"))


def test_an_answer_goes_from_the_text_of_its_episode_with_its_question(two_sessions: Service):
    two_sessions.remember(
        "more",
        ("alice", "I adopted a dog called Rex. Now he sleeps all day."),
        ("assistant", "Nice. Where did you sell your motorbike?"),
        ("alice", "In Aachen. My uncle paid me for it."),
        at=2 * DAY_MS,
    )
    [fact] = [one for one in two_sessions.listed("atomic_fact") if "Aachen" in one["content"]]
    assert fact["content"].startswith("assistant: ")
    answer = two_sessions.forget(id=fact["id"])
    assert (len(answer["rewritten"]), answer["quoted_in"]) == (1, [])
    assert two_sessions.places_of("Aachen") == two_sessions.places_of("motorbike") == []
    [episode] = [one for one in two_sessions.listed("episode") if one["session_id"] == "more"]
    assert "assistant: Nice." in episode["episode"]
    assert "alice: I adopted a dog called Rex. Now he sleeps all day." in episode["episode"]


def test_an_answer_of_one_word_goes_from_its_line_alone(two_sessions: Service):
    two_sessions.remember(
        "more",
        ("alice", "No rain today. I adopted a dog called Rex. Nobody helped me."),
        ("assistant", "Is the motorbike sold?"),
        ("alice", "No."),
        at=2 * DAY_MS,
    )
    [fact] = [one for one in two_sessions.listed("atomic_fact") if "motorbike" in one["content"]]
    two_sessions.forget(id=fact["id"])
    assert two_sessions.places_of("motorbike") == []
    [episode] = [one for one in two_sessions.listed("episode") if one["session_id"] == "more"]
    assert episode["episode"].endswith(
        "No rain today (30 May 2025). I adopted a dog called Rex. Nobody helped me."
    )


def test_the_original_words_of_a_corrected_fact_go_too(two_sessions: Service):
    fact = motorbike_and_dog(two_sessions)
    change = {"content": "Alice sold her scooter."}
    address = f"/api/v1/memory/{fact['id']}"
    assert two_sessions.http.patch(address, change, content_type="application/json").status_code == 200
    two_sessions.forget(id=fact["id"])
    assert two_sessions.places_of("motorbike") == []
    assert "Rex" in str(two_sessions.listed("episode"))


@pytest.mark.parametrize("kind", [EPISODE, ATOMIC_FACT])
def test_a_fact_is_not_given_again_after_an_edit_that_nobody_has_seen_yet(two_sessions: Service, kind: Kind):
    """Of the episode's sentence, or of all words of the fact in its file, a moment before."""
    fact = motorbike_and_dog(two_sessions)
    path = current_root().file(kind, Scope(), user("alice"), day=date(2025, 5, 30))
    file = current_root().absolute(path)
    before = file.read_text()
    if kind is EPISODE:
        file.write_text(before.replace("I sold my old ", "I sold my dear old "))
    else:
        file.write_text(before.replace("motorbike", "scooter"))
    assert file.read_text() != before
    answer = two_sessions.forget(id=fact["id"])
    assert len(answer["rewritten"]) == 1
    assert answer["quoted_in"] == []
    two_sessions.settle()
    said = str(two_sessions.listed("atomic_fact"))
    assert "motorbike" not in said
    assert "scooter" not in said
    assert "Rex" in said
    assert two_sessions.places_of("motorbike") == []


def test_a_fact_that_the_episode_tells_in_other_words(two_sessions: Service):
    two_sessions.remember("more", ILL, ("alice", "I adopted a dog called Rex."), at=2 * DAY_MS)
    [fact] = [
        one
        for one in two_sessions.listed("atomic_fact", filters={"session_id": "more"})
        if "sarcoidosis" in one["content"]
    ]
    entry_id = fact["id"].removeprefix("alice_")
    path = current_root().file(EPISODE, Scope(), user("alice"), day=day_of(entry_id))
    [episode] = store.read(path).entries
    store.replace_entry(path, episode.id, {**episode.values, "content": "Alice told of a sarcoidosis."})
    shown = two_sessions.ok("delete", {"id": fact["id"], "dry_run": True})
    assert shown["rewritten"] == []
    assert shown["quoted_in"] == [f"alice_{episode.id}"]


def test_an_episode_goes_with_what_was_drawn_from_it(two_sessions: Service):
    [episode] = [one for one in two_sessions.listed("episode") if one["session_id"] == "illness"]
    answer = two_sessions.forget(ids=[episode["id"]])
    assert answer["counts"] == {"episode": 1, "atomic_fact": 1}
    assert two_sessions.places_of("sarcoidosis") == []


def test_what_others_remember_of_the_same_talk_is_told_and_stays(service: Service):
    service.remember("both", ILL, ("bob", "I live in Leipzig and work as a nurse."))
    answer = service.forget(session_id="both", user_id="alice")
    assert service.listed("episode") == []
    [his] = service.listed("episode", user_id="bob")
    assert answer["quoted_in"] == [his["id"]]
    assert "Leipzig" in str(service.listed("profile", user_id="bob"))
    assert service.forget(session_id="both")["quoted_in"] == []
    assert service.places_of("sarcoidosis") == []
    assert service.places_of("Leipzig") == []


def test_somebody_whole(two_sessions: Service):
    folder = two_sessions.root / "default_app/default_project/users/alice"
    note = two_sessions.http.post(
        "/ltm/memories",
        {"messages": "I secretly collect stamps from Mauritius.", "user_id": "alice", "category": "fact"},
        content_type="application/json",
    )
    assert note.status_code < 300, note.content
    (folder / "episodes/old.bak").write_text("sarcoidosis")
    two_sessions.say("open", ("alice", "The sarcoidosis is better."))
    two_sessions.forget(user_id="alice")
    assert [str(path) for path in folder.rglob("*")] == []
    assert not folder.exists()
    for word in ("sarcoidosis", "Miso", "Mauritius"):
        assert two_sessions.places_of(word) == []
    assert not BufferedMessage.objects.exists()
    assert not AcceptedKey.objects.exists()
    assert not KeyedDocument.objects.filter(user_id="alice").exists()
    assert two_sessions.listed("episode") == []
    again = two_sessions.ok("delete", {"user_id": "alice"})
    assert again["status"] == "nothing"


def test_bounds_of_time(two_sessions: Service):
    answer = two_sessions.forget(user_id="alice", before=NOON_MS + DAY_MS)
    assert answer["counts"]["episode"] == 1
    assert [episode["session_id"] for episode in two_sessions.listed("episode")] == ["rome"]
    two_sessions.forget(user_id="alice", after=NOON_MS + DAY_MS)
    assert two_sessions.listed("episode") == []


def test_other_projects_are_left_alone(two_sessions: Service):
    two_sessions.remember("illness", ILL, app_id="other")
    assert two_sessions.ok("delete", {"session_id": "illness", "project_id": "p2"})["count"] == 0
    two_sessions.forget(session_id="illness")
    assert two_sessions.found("illness", app_id="other")


def returns(service: Service) -> None:
    for number, thing in enumerate(("shoes", "trousers", "hat")):
        wish = f"I want to return my {thing} and get my money back."
        service.work(f"r{number}", refund(wish), number * DAY_MS)
        service.settle()


def test_a_skill_is_drawn_again_from_the_cases_that_are_left(service: Service):
    returns(service)
    [skill] = service.listed("agent_skill", user_id=None, agent_id="atlas")
    assert len(skill["source_case_ids"]) == 3
    answer = service.forget(session_id="r1", user_id="carol")
    assert answer["counts"]["agent_case"] == 1
    [skill] = service.listed("agent_skill", user_id=None, agent_id="atlas")
    assert len(skill["source_case_ids"]) == 2
    assert service.places_of("trousers") == []


def test_a_skill_that_a_person_has_worded_stays_while_cases_support_it(service: Service):
    returns(service)
    [path] = current_root().files_of(AGENT_SKILL, Scope(), agent("atlas"))
    file = service.root / path
    file.write_text(file.read_text() + "\nAsk for the receipt first.\n")
    service.settle()
    service.forget(session_id="r1")
    assert "Ask for the receipt first." in file.read_text()
    service.forget(session_id="r0")
    service.forget(session_id="r2")
    assert not file.exists()


def test_a_merged_episode_goes_and_the_others_stand_for_themselves_again(two_sessions: Service):
    owner, scope = user("alice"), Scope()
    [ill, rome] = sorted(store.entries_of(EPISODE, scope, owner), key=lambda entry: entry.id)
    merged = {
        **rome.values,
        "session_id": None,
        "session_ids": ["illness", "rome"],
        "parent_type": "reflection",
    }
    merged["content"] = f"{ill.values['content']}\n{rome.values['content']}"
    day = day_of(rome.id)
    [new] = store.append(EPISODE, scope, owner, day, "rf_1", [merged])
    for old in (ill, rome):
        store.deprecate(current_root().file(EPISODE, scope, owner, day=day_of(old.id)), {old.id: new})
    two_sessions.settle()
    assert [episode["id"] for episode in two_sessions.listed("episode")] == [f"alice_{new}"]
    two_sessions.forget(session_id="illness")
    assert [episode["id"] for episode in two_sessions.listed("episode")] == [f"alice_{rome.id}"]
    assert "Miso" in str(two_sessions.listed("atomic_fact"))
    assert two_sessions.places_of("sarcoidosis") == []


def test_what_redis_holds(service: Service, settings: Settings, redis_server: RedisServer):
    change_settings(settings, "redis", url=redis_server.url)
    redis.client().flushall()
    said = {"messages": [{"role": "user", "content": "The sarcoidosis is better."}]}
    service.http.post("/stm/talk/messages", said, content_type="application/json")
    for group, sender in (("talk", "alice"), ("team", "alice"), ("team", "bob")):
        history.append(group, {"sender": sender, "content": f"{sender} on sarcoidosis 结节病"})
    identifier = service.forget(session_id="talk")["receipt_id"]
    assert redis.client().keys("*talk*") == []
    assert len(redis.client().lrange(history.key("team"), 0, -1)) == 2
    service.say("x", ("alice", "The sarcoidosis that I have had for a year is so much better these days."))
    identifier = service.forget(user_id="alice")["receipt_id"]
    assert [json.loads(each)["sender"] for each in redis.client().lrange(history.key("team"), 0, -1)] == [
        "bob"
    ]
    assert audit(receipts.read(identifier)).is_clean
    history.append(
        "team",
        {
            "sender": "bob",
            "content": "She wrote: The sarcoidosis that I have had for a year is so much better",
        },
    )
    assert list(audit(receipts.read(identifier)).traces) == ["Redis"]


def test_short_term_sessions_and_the_history_of_a_group(service: Service):
    said = {"messages": [{"role": "user", "content": "The sarcoidosis is better."}]}
    response = service.http.post("/stm/stm/messages", said, content_type="application/json")
    assert response.status_code == 200, response.content
    GroupMessage.objects.create(group_id="stm", payload={"sender": "alice", "content": "sarcoidosis"})
    GroupMessage.objects.create(group_id="team", payload={"sender": "alice", "content": "sarcoidosis"})
    GroupMessage.objects.create(group_id="team", payload={"sender": "bob", "content": "Get well"})
    service.forget(session_id="stm")
    assert not SessionMessage.objects.exists()
    assert not GroupMessage.objects.filter(group_id="stm").exists()
    service.say("x", ("alice", "Hello there."))
    service.forget(user_id="alice")
    assert [row.payload["sender"] for row in GroupMessage.objects.all()] == ["bob"]


def test_runs_that_were_to_derive_more_are_gone(service: Service):
    service.say("illness", ILL)
    service.ok("flush", {"session_id": "illness"})
    assert StrategyRun.objects.exists()
    service.forget(session_id="illness")
    assert not [event for event in RecordedEvent.objects.all() if "sarcoidosis" in str(event.payload)]
    assert service.listed("atomic_fact") == []
    assert service.listed("profile") == []


def test_while_a_run_is_under_way_it_is_waited_for(service: Service):
    service.say("illness", ILL)
    service.ok("flush", {"session_id": "illness"})
    lane = StrategyRun.objects.values_list("lane", flat=True).first()
    LaneLease.objects.create(
        lane=lane, claimed_by="somebody", lease_until=timezone.now() + timedelta(minutes=5)
    )
    assert service.post("delete", {"session_id": "illness"}).status_code == 202
    LaneLease.objects.all().delete()
    Forgetting.objects.update(available_at=timezone.now())
    assert work.resume() == 1
    service.settle()
    assert service.places_of("sarcoidosis") == []


def test_a_receipt_says_what_went_and_nothing_of_what_it_said(two_sessions: Service):
    answer = two_sessions.forget(session_id="illness", user_id="alice")
    receipt = two_sessions.receipt(answer["receipt_id"])
    assert receipt["counts"] == answer["counts"]
    assert {memory["kind"] for memory in receipt["memories"]} == {"episode", "atomic_fact"}
    assert receipt["marks"]
    for word in ("sarcoidosis", "rare", "clinic", "diagnosed"):
        assert word not in json.dumps(receipt)
    [file] = (two_sessions.root / ".forgotten").iterdir()
    assert json.loads(file.read_text()) == receipt
    assert file.stat().st_mode & 0o77 == 0
    Forgetting.objects.all().delete()  # as with a database that is made anew
    assert two_sessions.receipt(answer["receipt_id"]) == receipt


def test_nothing_is_left_in_old_versions_of_the_index(two_sessions: Service):
    two_sessions.ok("delete", {"session_id": "illness"})
    for table in (two_sessions.root / ".index/lancedb").glob("*.lance"):
        assert not list(table.glob("_deletions/*")), table
    versions = list((two_sessions.root / ".index/lancedb/episode.lance/_versions").glob("*.manifest"))
    assert len(versions) == 1


def test_a_summary_that_has_outlived_its_items(two_sessions: Service):
    """A model may have told in it of an item that the profile has let go of since."""
    alice = user("alice")
    read = read_profile(Scope(), alice)
    profile = read.profile
    profile.items = [item for item in profile.items if "sarcoidosis" not in str(item)]
    told = "Alice was diagnosed with sarcoidosis and lives in Rome."
    write_profile(Scope(), alice, profile, told, profile.edits(), read)
    two_sessions.settle()
    assert "sarcoidosis" in str(two_sessions.listed("profile", user_id="alice"))
    two_sessions.forget(session_id="illness")
    assert two_sessions.places_of("sarcoidosis") == []
    assert "Rome" in str(two_sessions.listed("profile", user_id="alice"))


def noted(service: Service, text: str) -> str:
    """The id of the fact that was drawn from a note."""
    body = {"messages": text, "category": "fact", "user_id": "alice"}
    assert service.http.post("/ltm/memories", body, content_type="application/json").status_code == 200
    service.settle()
    [fact] = [fact for fact in service.listed("atomic_fact", user_id="alice") if "psoriasis" in str(fact)]
    return str(fact["id"])


def test_a_fact_of_a_note_goes_with_the_note(service: Service):
    """Which would tell it again."""
    fact = noted(service, "Alice has had psoriasis since her childhood in the north.")
    gone = service.forget(id=fact)
    assert gone["counts"] == {"atomic_fact": 1, "episode": 1, "note": 1}
    assert service.places_of("psoriasis") == []


def test_a_note_of_another_project_by_its_id(service: Service, tmp_path: Path):
    rows = [{"id": str(uuid4()), "memory": "Alice has psoriasis.", "user_id": "alice"}]
    (tmp_path / "mem0.json").write_text(json.dumps(rows))
    call_command("import_memories", str(tmp_path / "mem0.json"), "--app", "shop", stdout=StringIO())
    service.settle()
    gone = service.forget(id=rows[0]["id"], app_id="shop")
    assert gone["counts"]["note"] == 1
    assert service.places_of("psoriasis") == []


def test_what_a_killed_process_had_begun_to_write_goes(two_sessions: Service):
    """As soon as it is sure that nobody writes it any more."""
    left = two_sessions.root / ".tmp" / "0011223344556677.md"
    left.write_text("I was diagnosed with sarcoidosis.")
    assert two_sessions.post("delete", {"session_id": "illness", "user_id": "alice"}).status_code == 202
    assert left.exists()
    with time_machine.travel(time.time() + storage.LEFTOVER_SECONDS + 1):
        assert work.resume() == 1
    assert not left.exists()
    assert two_sessions.places_of("sarcoidosis") == []


def test_a_fact_that_a_person_wrote_without_an_episode(two_sessions: Service):
    [path] = [*two_sessions.root.rglob("atomic_fact-*.md")][:1]
    text = path.read_text()
    entry = text[text.index("<!-- entry:") : text.index("<!-- /entry:")]
    end = text[text.index("<!-- /entry:") :].split("\n")[0]
    identifier = end.split(":")[1].split(" ")[0]
    own = re.sub(r"(?m)^\*\*parent_.*\n", "", f"{entry}{end}\n").replace(identifier, f"{identifier[:-2]}77")
    path.write_text(f"{text}\n{own}")
    two_sessions.settle()
    assert f"{identifier[:-2]}77" in path.read_text()
    answer = two_sessions.forget(ids=[f"alice_{identifier[:-2]}77"])
    assert answer["counts"] == {"atomic_fact": 1}


def test_a_log_of_a_day_that_is_empty_is_no_obstacle(two_sessions: Service):
    """Memory tools forget by path, and a path may have lost all of its entries by then."""
    [path] = [*two_sessions.root.rglob("atomic_fact-*.md")][:1]
    text = path.read_text()
    path.write_text(text[: text.index("<!-- entry:")])
    two_sessions.settle()
    selection = Selection(scope=Scope(), paths=(str(path.relative_to(two_sessions.root)),))
    assert work.forget(selection, asked_by="test").stage == "done"


def test_a_file_that_cannot_be_read_is_told(two_sessions: Service):
    [path, *_] = two_sessions.root.glob("default_app/default_project/users/alice/episodes/*.md")
    path.write_text(path.read_text().replace("<!-- /entry:", "<!-- /entri:"))
    answer = two_sessions.ok("delete", {"session_id": "illness", "user_id": "alice", "dry_run": True})
    assert [name.rsplit("/", 1)[-1] for name in answer["unreadable"]] == [path.name]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "Name what to forget"),
        ({"app_id": "a", "project_id": "b"}, "Name what to forget"),
        ({"ids": []}, "1 to 1000 ids"),
        ({"user_id": "alice", "agent_id": "bob"}, "at most one of"),
        ({"query": "illness"}, "query needs"),
        ({"query": "illness", "group_id": "g"}, "query needs"),
        ({"query": "illness", "user_id": "alice", "id": "x"}, "cannot be given together"),
        ({"user_id": "alice", "sesion_id": "typo"}, "Extra inputs are not permitted"),
        ({"ids": ["x"] * 1001}, "1 to 1000 ids"),
        ({"user_id": "alice", "ids": []}, "1 to 1000 ids"),
        ({"user_id": "alice", "threshold": 2, "query": "x"}, "less than or equal to 1"),
    ],
)
def test_what_is_refused(service: Service, body: dict[str, object], says: str):
    assert says in service.refusal("delete", body)


def test_ids_that_name_nothing(two_sessions: Service):
    assert "alice_ep_20990101_00000001" in two_sessions.refusal(
        "delete", {"id": "alice_ep_20990101_00000001"}, 404
    )
    for strange in (
        "../../etc",
        "x" * 500,
        "a_sk_",
        "profile_",
        "_ep_20250528_00000001",
        "\u2028",
        "a/b_ep_20250528_00000001",
    ):
        two_sessions.refusal("delete", {"id": strange}, 404)
    [episode, *_] = two_sessions.listed("episode")
    answer = two_sessions.ok(
        "delete", {"ids": [episode["id"], "nobody_ep_20250528_00000001"], "dry_run": True}
    )
    assert (answer["count"] > 0, answer["unknown"]) == (True, ["nobody_ep_20250528_00000001"])


def test_an_id_of_somebody_else_does_not_pass_as_ones_own(two_sessions: Service):
    [episode, *_] = two_sessions.listed("episode")
    two_sessions.refusal("delete", {"id": episode["id"], "user_id": "bob"}, 404)
    two_sessions.refusal("delete", {"id": episode["id"], "app_id": "other"}, 404)


def test_a_receipt_that_is_none(service: Service):
    for name in ("fg_000000000000", "..%2f..%2fetc", "x"):
        assert service.http.get(f"/api/v1/memory/receipts/{name}").status_code == 404


def test_chinese_and_odd_names(service: Service):
    service.remember("会话", ("李雷", "我住在北京，我对花生过敏。"))
    service.remember("s", ("auth0|42", "I keep bees in Ljubljana."))
    service.forget(session_id="会话", user_id="李雷")
    assert service.places_of("花生") == []
    [episode] = service.listed("episode", user_id="auth0|42")
    service.forget(id=episode["id"])
    assert service.places_of("Ljubljana") == []


@pytest.mark.parametrize(
    "session",
    [
        "it's",
        "Straße 🚲",
        *(
            pytest.param(odd, marks=pytest.mark.long)
            for odd in ('say "hi"', "a\\b", "[x]", "null", "2025-01-01", "yes: no #1")
        ),
    ],
)
def test_a_session_with_an_awkward_name(service: Service, session: str):
    service.remember(session, ILL)
    assert service.forget(session_id=session)["counts"]["episode"] == 1
    assert service.places_of("sarcoidosis") == []


def test_a_fact_goes_with_the_foresight_that_says_the_same(service: Service):
    """At once, and not only when the episode is read again."""
    service.remember(
        "trip",
        ("alice", "I will travel to Lyon tomorrow for my sarcoidosis treatment with doctor Meyer."),
        ("alice", "I will fly to Porto on 3 June 2025 for the wedding of my sister."),
        ("alice", "I like tea very much."),
    )
    assert "sarcoidosis" in str(service.listed("foresight"))
    [fact] = [one for one in service.listed("atomic_fact") if "sarcoidosis" in str(one)]
    answer = service.ok("delete", {"id": fact["id"]})
    assert answer["counts"] == {"atomic_fact": 1, "foresight": 1}
    assert "sarcoidosis" not in str(service.listed("foresight"))
    assert "Porto" in str(service.listed("foresight"))
    assert service.places_of("sarcoidosis") == []
    service.settle()
    assert service.places_of("sarcoidosis") == []
    assert audit(receipts.read(answer["receipt_id"])).is_clean


def test_there_may_be_more_owners_than_conditions_that_a_database_joins(service: Service):
    folders = {f"default_app/default_project/users/u{number}" for number in range(1_200)}
    profile = f"{sorted(folders)[-1]}/user.md"
    enqueue([PurePosixPath(profile)])

    assert storage.waiting_below(folders) == {profile}
    with pytest.raises(WorkUnderWay):
        storage.bring_index_up_to_date(set(), folders, 0, lambda: None)
