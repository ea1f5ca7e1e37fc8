"""What operators see: each list narrowed, searched, ordered and paged, and each row by itself."""

from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from cascade import rebuild_requests
from cascade.drain import drain
from cascade.models import IndexRepair, MdChangeState
from memory.index import handles
from memory.ingest.flush import flush_soon
from memory.kinds.episode import EPISODE
from memory.kinds.registry import KINDS
from memory.models import BufferedMessage, MemCell, ModelCall, ServerProcess
from ome.engine import lanes, worker
from ome.engine.announcing import announce
from tests.cascade.conftest import FILE, tell
from tests.conftest import change_settings
from tests.ingest.talk import HOUR, SCOPE, add, said, talk
from tests.ome.conftest import Register, cell, facts, fails, register  # noqa: F401  (a fixture)
from tests.ops.conftest import Ops, settle

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def spoken(carol: Ops) -> Ops:
    """Two open messages in session a, and in session b one, after two that are in a pending cell."""
    add(*talk(2, about="tea"), session="a")
    add(*talk(2, by="bob", about="milk"), session="b")
    flush_soon(SCOPE, "b")
    add(said("And honey.", by="bob", at=HOUR), session="b")
    return carol


def test_sessions(spoken: Ops) -> None:
    first, second = spoken.items("sessions")
    assert (first["session_id"], first["open_messages"], first["cell_messages"]) == ("a", 2, 0)
    assert (second["session_id"], second["open_messages"], second["cell_messages"]) == ("b", 1, 2)
    assert (first["pending_cells"], second["pending_cells"], second["failing_cells"]) == (0, 1, 0)
    assert first["oldest_at"] <= first["latest_at"] < second["oldest_at"]
    assert spoken.get("sessions/default/default/b") == second


def test_sessions_by_name_and_order(spoken: Ops) -> None:
    def names(**query: Any) -> list[str]:
        return [each["session_id"] for each in spoken.items("sessions", **query)]

    assert names(order="open_messages") == ["b", "a"]
    assert names(order="-session_id", limit=1) == ["b"]
    assert names(q="B") == names(app_id="default", limit=1, offset=1) == ["b"]
    assert names(project_id="other") == []
    assert spoken.get("sessions", limit=1, offset=1)["total"] == 2


def test_a_failing_cell_is_seen_at_its_session(spoken: Ops) -> None:
    MemCell.objects.update(error="ModelUnavailable: nobody answers", attempts=1)
    assert spoken.get("sessions/default/default/b")["failing_cells"] == 1


def test_a_session_id_may_hold_anything(carol: Ops) -> None:
    add(said("Hello."), session="a/b ü")
    assert carol.get("sessions/default/default/a/b%20%C3%BC")["open_messages"] == 1


def test_messages(spoken: Ops) -> None:
    def texts(**query: Any) -> list[str]:
        return [each["text"] for each in spoken.items("messages", **query)]

    assert texts() == ["And honey.", "milk 1", "milk 0", "tea 1", "tea 0"]
    assert texts(session_id="a", order="id") == ["tea 0", "tea 1"]
    assert texts(open="false") == ["milk 1", "milk 0"]
    assert texts(cell=str(MemCell.objects.get().pk)) == ["milk 1", "milk 0"]
    assert texts(sender_id="bob", open="true") == texts(q="HONEY") == ["And honey."]
    assert texts(order="-timestamp_ms", limit=1) == ["And honey."]
    assert texts(accepted_after="2999-01-01") == texts(role="tool") == []


def test_one_message_is_whole(carol: Ops) -> None:
    long = "tea " * 500
    add(said(long))
    [item] = carol.items("messages")
    assert len(item["text"]) <= 200
    whole = carol.get(f"messages/{item['id']}")
    assert (whole["text"], whole["content"]) == (BufferedMessage.objects.get().text, long)
    assert whole["said_at"] == "2023-05-08T13:56:00Z"


def test_cells(spoken: Ops) -> None:
    [item] = spoken.items("cells")
    assert (item["status"], item["message_count"], item["under_way"]) == ("pending", 2, False)
    assert (item["first_said_at"], item["owners"]) == ("2023-05-08T13:56:00Z", ["bob"])
    assert spoken.get(f"cells/{item['id']}") == item
    assert len(spoken.items("cells", session_id="b", status="pending", failing="false")) == 1
    for nothing in ({"status": "done"}, {"failing": "true"}, {"under_way": "true"}, {"q": "ab c"}):
        assert spoken.items("cells", **nothing) == []


def test_a_cell_that_is_being_extracted(spoken: Ops) -> None:
    MemCell.objects.update(lease_until=timezone.now() + timedelta(minutes=1))
    assert [each["under_way"] for each in spoken.items("cells", under_way="true")] == [True]
    assert spoken.items("cells", under_way="false") == []


@pytest.fixture
def written(carol: Ops) -> Ops:
    """Alice's file is indexed, Bob's waits, Charlie's is damaged."""
    tell("Alice sings.", "Alice dances.")
    drain()
    tell("Charlie paints.", owner="charlie")
    drain()
    damaged = MdChangeState.objects.get(path__contains="charlie")
    MdChangeState.objects.filter(pk=damaged.pk).update(
        status="failed", error="ValueError: no end", attempts=3
    )
    tell("Bob sleeps.", owner="bob")
    return carol


def test_changes(written: Ops) -> None:
    def owners(**query: Any) -> list[str]:
        return [each["path"].split("/")[3] for each in written.items("changes", **query)]

    assert owners() == ["bob", "charlie", "alice"]
    assert owners(order="path") == ["alice", "bob", "charlie"]
    assert owners(order="-entries", limit=1) == owners(status="done") == owners(q="ALICE") == ["alice"]
    assert owners(status="failed") == owners(q="no end") == owners(order="-attempts", limit=1) == ["charlie"]
    assert owners(under=str(FILE.parent)) == ["alice"]
    assert owners(kind="profile") == owners(under_way="true") == owners(enqueued_before="2020-01-01") == []


def test_one_change(written: Ops) -> None:
    [item] = written.items("changes", status="done")
    assert written.get(f"changes/{item['id']}") == item
    assert (item["path"], item["kind"], item["entries"], item["error"]) == (str(FILE), "episode", 2, "")


@pytest.fixture
def derived(carol: Ops, register: Register) -> Ops:  # noqa: F811
    """Of two events: two good runs, two dead ones, and one that is held."""
    register("good")
    register("bad", do=fails(ValueError("no kettle")), max_retries=0)
    register("later", on=(type(facts(1)),), every=9)
    announce([cell("mc_1"), cell("mc_2", owners=("bob",)), facts(1)])
    worker.drain()
    return carol


def test_runs(derived: Ops) -> None:
    def seen(**query: Any) -> list[tuple[str, str]]:
        return [(each["strategy"], each["owner_id"]) for each in derived.items("runs", **query)]

    assert seen(status="done", order="id") == [("good", "alice"), ("good", "bob")]
    assert seen(strategy="bad", owner_id="bob") == seen(q="kettle", event="cell:mc_2") == [("bad", "bob")]
    assert seen(status="held") == [("later", "alice")]
    assert len(seen()) == derived.get("runs", limit=1)["total"] == 5
    assert seen(failing="true") == seen(under_way="true") == seen(owner_type="agent") == []
    assert len(seen(created_after="2020-01-01", app_id="default", project_id="default")) == 5


def test_one_run(derived: Ops) -> None:
    [item] = derived.items("runs", strategy="bad", owner_id="alice")
    assert derived.get(f"runs/{item['id']}") == item
    assert (item["status"], item["attempts"], item["error"]) == ("dead", 1, "ValueError: no kettle")
    assert (item["event_id"], item["results"], item["model_calls"]) == ("cell:mc_1", [], 0)


def test_a_run_that_is_under_way(carol: Ops, register: Register) -> None:  # noqa: F811
    register("tea")
    announce([cell("mc_1"), cell("mc_2")])
    lanes.claim()
    assert [each["event_id"] for each in carol.items("runs", under_way="true")] == ["cell:mc_1"]
    [other] = carol.items("runs", under_way="false")
    assert (other["event_id"], other["under_way"]) == ("cell:mc_2", False)


def test_tables(written: Ops) -> None:
    assert [each["kind"] for each in written.items("tables")] == sorted(KINDS)
    table = written.get("tables/episode")
    assert (table["rows"], table["table"], table["ready"], table["repair"]) == (3, "episode", True, None)
    assert table["bytes"] > 0
    assert table["embedder"]
    assert written.items("tables", order="-rows", limit=1) == written.items("tables", q="episo") == [table]
    assert written.get("tables/foresight")["table"] is None


def test_a_table_that_is_being_rebuilt(written: Ops, settings: Settings) -> None:
    IndexRepair.objects.create(kind="episode", reason="a test wants it", files_total=7, files_done=2)
    rebuild_requests.ask([EPISODE], reembed=True)
    table = written.get("tables/episode")
    assert (table["repair"]["reason"], table["repair"]["files_done"]) == ("a test wants it", 2)
    assert table["rebuild_request"]["reembed"] is True


def test_an_index_that_does_not_answer_is_told(written: Ops, settings: Settings, root: Path) -> None:
    for file in (root / ".index" / "lancedb" / "episode.lance").rglob("*"):
        if file.is_file():
            file.write_bytes(b"")
    handles.close("episode")  # an open table knows its number of rows without its files
    table = written.get("tables/episode")
    assert (table["rows"], table["ready"]) == (None, False)
    assert "episode" not in [each["kind"] for each in written.items("tables", ready="true")]


def test_model_calls(carol: Ops) -> None:
    for hours, purpose in enumerate(["episode", "boundary"]):
        ModelCall.objects.create(
            hour=NOON + timedelta(hours=hours), purpose=purpose, model="m", calls=3, failures=hours,
            prompt_tokens=100, completion_tokens=10, last_error="HTTP 500" if hours else "",
        )  # fmt: skip

    def purposes(**query: Any) -> list[str]:
        return [each["purpose"] for each in carol.items("model-calls", **query)]

    assert purposes() == purposes(order="purpose") == ["boundary", "episode"]
    assert purposes(before="2026-11-21T13:00:00Z") == purposes(failing="false") == ["episode"]
    assert purposes(before="2026-11-21T18:40:00+05:30") == ["episode"], (
        "an hour belongs to its end as a whole"
    )
    assert (
        purposes(since="2026-11-21T13:00:00Z")
        == purposes(since="2026-11-21T13:59:00Z")
        == purposes(q="http")
        == purposes(failing="true")
        == ["boundary"]
    )
    [item] = carol.items("model-calls", purpose="episode", model="m")
    assert carol.get(f"model-calls/{item['id']}") == item
    assert (item["hour"], item["calls"], item["prompt_tokens"]) == ("2026-11-21T12:00:00Z", 3, 100)


def test_processes(carol: Ops) -> None:
    now = timezone.now()
    for number, (role, seconds) in enumerate([("web", 60), ("worker", 60), ("worker", -60)]):
        ServerProcess.objects.create(
            token=f"p{number}", role=role, host="one", pid=number, started_at=now + timedelta(seconds=number),
            alive_until=now + timedelta(seconds=seconds),
        )  # fmt: skip

    def tokens(**query: Any) -> list[str]:
        return [each["token"] for each in carol.items("processes", **query)]

    assert tokens() == ["p2", "p1", "p0"]
    assert tokens(role="worker", alive="true") == ["p1"]
    assert tokens(alive="false", host="one") == tokens(q="P2") == ["p2"]
    assert carol.get("processes/p2")["alive"] is False
    assert carol.call("GET", "processes/p9").refused(404) == "There is no process p9"


def test_a_server_that_is_alone_lists_no_process(carol: Ops) -> None:
    assert carol.get("processes") == {"total": 0, "items": []}


def test_times_are_those_of_the_display_zone(spoken: Ops, settings: Settings) -> None:
    change_settings(settings, "memory", timezone="Asia/Shanghai")
    [item] = spoken.items("cells")
    assert item["first_said_at"] == "2023-05-08T21:56:00+08:00"
    assert item["created_at"].endswith("+08:00")


@pytest.mark.parametrize(
    "path", ["sessions", "messages", "cells", "changes", "runs", "model-calls", "processes"]
)
def test_a_list_makes_five_queries(spoken: Ops, path: str) -> None:
    """Who calls, what that one may (as a user, by groups), how many rows, and those of the page."""
    spoken.items(path)
    with ExitStack() as stack:
        asked = [stack.enter_context(CaptureQueriesContext(each)) for each in connections.all()]
        spoken.items(path)
    assert sum(len(queries) for queries in asked) == 5


def test_status(derived: Ops) -> None:
    tell("Alice sings.")
    settle()
    seen = derived.get("status")
    assert seen.keys() == {
        "status", "ready", "reasons", "buffer", "forgetting", "queue", "ome", "index", "strategies",
        "providers", "budget", "version",
    }  # fmt: skip
    assert (seen["queue"]["done"], seen["ome"]["dead"]) == (1, 2)
    assert any("runs have failed too often: 2" in reason for reason in seen["reasons"])
    bad = seen["strategies"]["bad"]
    assert (bad["enabled"], bad["dead"], bad["account"]["failed"]) == (True, 2, 2)


def test_status_is_what_health_tells(carol: Ops, client: Any) -> None:
    seen = carol.get("status")
    del seen["strategies"]
    assert seen == client.get("/health").json()
