"""What operators do: each action reaches the core, passes over what it is not for, and is in the admin's log."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from cascade import scanner
from cascade.drain import drain
from cascade.models import MdChangeState, RebuildRequest
from memory.ingest import retry
from memory.ingest.flush import flush_soon
from memory.kinds.registry import KINDS
from memory.markdown.root import current_root
from memory.models import MemCell
from ome.engine import config, worker
from ome.engine.announcing import announce
from ome.models import StrategyRun
from tests.cascade.conftest import FILE, tell
from tests.ingest.talk import SCOPE, add, episodes, said, talk
from tests.ome import users
from tests.ome.conftest import Register, cell, facts, fails, register  # noqa: F401  (a fixture)
from tests.ops.conftest import Ops, logged


def test_flush_a_session(carol: Ops, root: Any) -> None:
    add(*talk(3), session="a")
    add(*talk(3), session="b")
    assert carol.ask("sessions/flush", session_id="a") == 1
    assert [each["session_id"] for each in carol.items("cells")] == ["a"]
    retry.retry_pending()
    assert len(episodes(root)) == 1
    assert logged() == [
        ("carol", "memcell", "session a of default/default", "Flushed: 1 cells for the workers.")
    ]


def test_flush_a_session_in_which_nothing_waits(carol: Ops) -> None:
    assert carol.ask("sessions/flush", session_id="a", app_id="shop", project_id="web") == 0


@pytest.fixture
def cells(carol: Ops) -> list[str]:
    """Two that wait for a later attempt, and one that is done."""
    for session in ("a", "b", "c"):
        add(said("Hello."), session=session)
        flush_soon(SCOPE, session)
    keys = list(MemCell.objects.order_by("session_id").values_list("pk", flat=True))
    retry.retry([keys[2]])
    later = timezone.now() + timedelta(hours=1)
    MemCell.objects.filter(status="pending").update(available_at=later, error="away")
    return keys


def test_retry_cells(carol: Ops, cells: list[str]) -> None:
    assert carol.ask("cells/retry", ids=[cells[0], cells[2], "mc_0"]) == 1
    assert retry.retry_pending() == 1
    assert logged() == [("carol", "memcell", cells[0], "Extraction requested.")]


def test_retry_all_cells_that_fail(carol: Ops, cells: list[str]) -> None:
    assert carol.ask("cells/retry", filter={"failing": True, "session_id": "b"}) == 1
    assert carol.ask("cells/retry", filter={"failing": True}) == 2
    assert retry.retry_pending() == 2


def test_compare_files_with_the_index_again(carol: Ops) -> None:
    tell("Alice sings.")
    tell("Bob sings.", owner="bob")
    drain()
    alice = MdChangeState.objects.get(path=str(FILE))
    assert carol.ask("changes/enqueue", ids=[alice.pk]) == 1
    assert MdChangeState.objects.get(status="pending") == alice
    assert carol.ask("changes/enqueue", filter={"kind": "episode"}) == 2
    words = "Put into the queue to be compared with the index."
    assert logged()[0] == ("carol", "mdchangestate", str(FILE), words)


def test_retry_files_that_failed(carol: Ops) -> None:
    for owner in ("alice", "bob", "charlie"):
        tell(f"{owner} sings.", owner=owner)
    drain()
    MdChangeState.objects.exclude(path__contains="bob").update(
        status="failed", error="no end", available_at=None
    )
    assert carol.ask("changes/retry", filter={"q": "alice"}) == 1
    assert carol.ask("changes/retry", filter={}) == 1
    drain()
    assert {change.status for change in MdChangeState.objects.all()} == {"done"}
    assert [name.split("/")[3] for _, _, name, _ in logged()] == ["alice", "charlie"]


@pytest.fixture
def runs(carol: Ops, register: Register) -> dict[str, int]:  # noqa: F811
    """A dead one, one that is done, one that is held; `bad` works from the second attempt on."""
    register("bad", do=fails(ValueError("no kettle"), times=1), max_retries=0)
    register("good")
    register("later", on=(type(facts(1)),), every=9)
    announce([cell(), facts(1)])
    worker.drain()
    return {run.strategy: run.pk for run in StrategyRun.objects.all()}


def test_run_again(carol: Ops, runs: dict[str, int]) -> None:
    assert carol.ask("runs/again", ids=list(runs.values())) == 1
    worker.drain()
    assert carol.get(f"runs/{runs['bad']}")["status"] == "done"
    assert logged() == [
        ("carol", "strategyrun", "bad for user alice", "Put into the queue for another attempt now.")
    ]


def test_start_what_is_held(carol: Ops, runs: dict[str, int]) -> None:
    assert carol.ask("runs/start", filter={}) == 1
    worker.drain()
    assert carol.get(f"runs/{runs['later']}")["status"] == "done"
    assert [words for *_, words in logged()] == ["Run without waiting for its trigger."]


def test_cancel(carol: Ops, runs: dict[str, int]) -> None:
    assert carol.call("POST", "runs/cancel", {"filter": {"status": "dead"}}).ok() == {"cancelled": 1}
    assert carol.call("POST", "runs/cancel", {"ids": list(runs.values())}).ok() == {"cancelled": 1}
    states = {each["strategy"]: each["status"] for each in carol.items("runs")}
    assert states == {"bad": "cancelled", "good": "done", "later": "cancelled"}
    assert carol.ask("runs/again", filter={}) == 0
    assert [(name, words) for _, _, name, words in logged()] == [
        ("bad for user alice", "Cancelled."), ("later for user alice", "Cancelled."),
    ]  # fmt: skip


def test_derive_again(carol: Ops) -> None:
    tell("Alice climbs on Mondays. She lives in Bern.")
    body = {"strategy": "extract_atomic_facts", "owner_type": "user", "owner_id": "alice"}
    assert carol.ask("runs/derive", **body) == 1
    assert [each["strategy"] for each in carol.items("runs")] == ["extract_atomic_facts"]
    words = (
        "extract_atomic_facts for user alice in default/default",
        "Derived again from the files: 1 runs.",
    )
    assert logged() == [("carol", "strategyrun", *words)]


def test_reflection_can_be_asked_for(carol: Ops, root: Path) -> None:
    """It is held for twenty events by itself, and runs at once when somebody asks for it."""
    (root / "ome.toml").write_text("[strategies.reflect_episodes]\nenabled = true\n")
    config.strategies(fresh=True)
    for day in range(3):
        users.talk(
            f"The tomatoes in my garden bed are {day} inches tall.", session=f"{day}", at=day * users.DAY
        )
    assert len(users.episodes()) == 3
    body = {"strategy": "reflect_episodes", "owner_type": "user", "owner_id": "alice"}
    assert carol.ask("runs/derive", **body) == 3
    worker.drain()
    [merged] = users.episodes()
    runs = carol.items("runs", strategy="reflect_episodes", status="done")
    assert [merged.id] in [run["results"] for run in runs]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"strategy": "dream"}, "strategy:"),
        ({"owner_type": "agent"}, "cannot derive anything of agent alice"),
        ({"owner_type": "session"}, "cannot derive anything of session alice"),
        ({"owner_id": ""}, "owner_id:"),
        ({"owner_id": ".."}, "owner_id:"),
        ({"app_id": "../etc"}, "app_id:"),
        ({"project_id": ".index"}, "project_id:"),
        ({"user": "alice"}, "user: this is not known here"),
    ],
)
def test_what_cannot_be_derived(carol: Ops, change: dict[str, str], told: str) -> None:
    body = {"strategy": "extract_user_profile", "owner_type": "user", "owner_id": "alice"} | change
    assert told in carol.call("POST", "runs/derive", body).refused(422)
    assert logged() == []


def test_a_strategy_that_is_off(carol: Ops) -> None:
    (current_root().path / "ome.toml").write_text("[strategies.extract_foresight]\nenabled = false\n")
    body = {"strategy": "extract_foresight", "owner_type": "user", "owner_id": "alice"}
    told = carol.call("POST", "runs/derive", body).refused(422)
    assert told == "extract_foresight is switched off in ome.toml."


def test_rebuild(carol: Ops) -> None:
    tell("Alice sings.")
    drain()
    assert carol.ask("tables/rebuild", kinds=["episode", "profile"], reembed=True) == 2
    assert carol.get("tables/profile")["rebuild_request"]["reembed"] is True
    scanner.scan()
    assert not RebuildRequest.objects.exists()
    assert carol.get("tables/episode")["table"] == "episode_2"
    assert logged() == [
        ("carol", "indextable", "episode: episode", "Rebuild requested, with new vectors."),
        ("carol", "indextable", "profile", "Rebuild requested, with new vectors."),
    ]


def test_rebuild_everything(carol: Ops) -> None:
    assert carol.call("POST", "tables/rebuild").ok(202) == {"accepted": len(KINDS)}
    assert sorted(RebuildRequest.objects.values_list("kind", flat=True)) == sorted(KINDS)
    assert {words for *_, words in logged()} == {"Rebuild requested."}


@pytest.mark.parametrize("body", [{"kinds": []}, {"kinds": ["dreams"]}, {"reembed": 1}, {"kind": "episode"}])
def test_a_rebuild_that_cannot_be(carol: Ops, body: dict[str, Any]) -> None:
    carol.call("POST", "tables/rebuild", body).refused(422)
    assert not RebuildRequest.objects.exists()


def test_very_many_rows_are_one_line_of_the_log(carol: Ops, register: Register) -> None:  # noqa: F811
    register("tea")
    announce([cell(f"mc_{number}") for number in range(101)])
    assert carol.call("POST", "runs/cancel", {"filter": {}}).ok() == {"cancelled": 101}
    assert logged() == [("carol", "strategyrun", "101 runs", "Cancelled.")]


def test_the_log_names_who_is_logged_in(root: Any, register: Register) -> None:  # noqa: F811
    register("tea")
    announce([cell()])
    browser = Client()
    browser.force_login(User.objects.create_superuser("root"))
    browser.post("/api/ops/runs/cancel", '{"filter": {}}', content_type="application/json")
    assert LogEntry.objects.get().user.username == "root"


def test_the_history_page_of_a_row_shows_it(carol: Ops, runs: dict[str, int], admin_client: Client) -> None:
    carol.ask("runs/again", ids=[runs["bad"]])
    page = admin_client.get(f"/admin/ome/strategyrun/{runs['bad']}/history/").content.decode()
    assert "Put into the queue for another attempt now." in page
    assert "carol" in page
