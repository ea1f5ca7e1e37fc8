"""What operators do in the admin: asked first where it costs something, left to the workers, and logged."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client

from cascade.drain import drain as index
from cascade.models import MdChangeState, RebuildRequest
from cascade.scanner import scan
from memory.admin.operations import LOGGED_SINGLY
from memory.models import IndexTable, MemCell
from ome.engine.announcing import announce
from ome.engine.worker import drain
from ome.models import RecordedEvent, StrategyRun
from tests.cascade.conftest import FILE, NOON, absolute, change, settle, tell
from tests.ome.conftest import cell, fails, register  # noqa: F401  (a fixture)
from tests.site.operating import links, page

CHANGES, RUNS, TABLES = (
    "/admin/cascade/mdchangestate/",
    "/admin/ome/strategyrun/",
    "/admin/memory/indextable/",
)
FORM = {
    "strategy": "extract_atomic_facts",
    "owner_type": "user",
    "app_id": "default",
    "project_id": "default",
}
pytestmark = pytest.mark.django_db


def act(client: Client, address: str, action: str, *keys: Any, **more: str) -> str:
    data = {"action": action, "_selected_action": keys, **more}
    return client.post(address, data, follow=True).content.decode()


def logged() -> list[tuple[str, str]]:
    """The latest first: on what, and what was done."""
    return [(entry.object_repr, entry.change_message) for entry in LogEntry.objects.order_by("-pk")]


@pytest.fixture
def runs(root: Path, register: Any) -> dict[str, StrategyRun]:  # noqa: F811
    """One of each status."""
    register("good")
    register("bad", do=fails(ValueError("no kettle")), max_retries=0)
    register("slow", do=fails(ValueError("no tea yet")))
    register("later", every=2)
    announce([cell("mc_1")])
    drain()
    return {run.status: run for run in StrategyRun.objects.order_by("pk")}


# --- files


def test_a_failed_file_is_tried_again(admin_client: Client, root: Path) -> None:
    tell("Bob sings.", owner="bob")
    tell("Alice bought a red bicycle.")
    settle()
    absolute().write_bytes(b"rubbish")
    scan()
    index()
    everything = list(MdChangeState.objects.values_list("pk", flat=True))
    assert "1 failed file put into the queue again" in act(admin_client, CHANGES, "retry_failed", *everything)
    assert change(FILE).status == "pending"
    assert logged() == [(str(FILE), "Put into the queue again after it had failed.")]
    history = page(admin_client, f"{CHANGES}{change().pk}/history/")
    assert "Put into the queue again" in history
    assert "admin" in history


def test_files_are_compared_again(admin_client: Client, root: Path) -> None:
    tell("Alice bought a red bicycle.")
    settle()
    assert "1 file put into the queue" in act(admin_client, CHANGES, "enqueue_again", change().pk)
    assert (change().status, change().file_sha256) == ("pending", "")
    assert logged() == [(str(FILE), "Put into the queue to be compared with the index.")]


# --- the index


def test_a_rebuild_is_asked_about_first(admin_client: Client, root: Path) -> None:
    tell("Alice bought a red bicycle.")
    settle()
    asked = act(admin_client, TABLES, "rebuild", "episode")
    assert "Are you sure?" in asked
    assert not RebuildRequest.objects.exists()
    assert logged() == []
    assert "1 kinds are being rebuilt" in act(admin_client, TABLES, "rebuild", "episode", confirmed="yes")
    assert not RebuildRequest.objects.get().reembed
    table = IndexTable.objects.get(kind="episode").table
    scan()
    assert not RebuildRequest.objects.exists()
    assert IndexTable.objects.get(kind="episode").table != table, "a worker has done it"
    assert logged() == [(f"episode: {table}", "Rebuild requested.")]


def test_a_rebuild_with_new_vectors(admin_client: Client, root: Path) -> None:
    tell("Alice bought a red bicycle.")
    settle()
    act(admin_client, TABLES, "rebuild", "episode", confirmed="yes", reembed="yes")
    assert RebuildRequest.objects.get().reembed
    assert logged()[0][1] == "Rebuild requested, with new vectors."


# --- runs


def test_dead_and_waiting_runs_are_tried_again(admin_client: Client, runs: dict[str, StrategyRun]) -> None:
    every_run = [run.pk for run in runs.values()]
    assert "2 runs tried again now" in act(admin_client, RUNS, "run_again", *every_run)
    statuses = dict(StrategyRun.objects.values_list("strategy", "status"))
    assert statuses == {"good": "done", "bad": "pending", "slow": "pending", "later": "held"}
    assert {on for on, _ in logged()} == {"bad for user alice", "slow for user alice"}


def test_a_held_run_need_not_wait(admin_client: Client, runs: dict[str, StrategyRun]) -> None:
    act(admin_client, RUNS, "run_held", *[run.pk for run in runs.values()])
    assert StrategyRun.objects.get(strategy="later").status == "pending"
    assert logged() == [("later for user alice", "Run without waiting for its trigger.")]


def test_cancelling_is_asked_about_first(admin_client: Client, runs: dict[str, StrategyRun]) -> None:
    every_run = [run.pk for run in runs.values()]
    asked = act(admin_client, RUNS, "cancel_runs", *every_run)
    assert "bad for user alice" in asked
    assert "good for user alice" not in asked, "what is done cannot be cancelled"
    assert not StrategyRun.objects.filter(status="cancelled").exists()
    told = act(admin_client, RUNS, "cancel_runs", *every_run, confirmed="yes")
    assert "3 runs cancelled" in told
    assert sorted(StrategyRun.objects.values_list("status", flat=True)) == ["cancelled"] * 3 + ["done"]
    assert len(logged()) == 3
    history = page(admin_client, f"{RUNS}{runs['dead'].pk}/history/")
    assert "Cancelled" in history


def test_cancelling_what_is_done_is_nothing(admin_client: Client, runs: dict[str, StrategyRun]) -> None:
    assert "There is nothing to do" in act(admin_client, RUNS, "cancel_runs", runs["done"].pk)


def test_all_pages_are_confirmed_as_they_were_filtered(admin_client: Client, root: Path) -> None:
    event = RecordedEvent.objects.create(id="cell:mc_9", type="memcell_extracted")
    scope = {"app_id": "default", "project_id": "default", "lane": "cell:mc_9", "available_at": NOON}
    StrategyRun.objects.bulk_create(
        StrategyRun(
            event=event, strategy=strategy, owner_type="user", owner_id=f"u{number}", status="held", **scope
        )
        for strategy in ("a", "b")
        for number in range(60)
    )
    address = f"{RUNS}?strategy__exact=a"
    shown = [StrategyRun.objects.filter(strategy="a").latest("pk").pk]
    asked = act(admin_client, address, "cancel_runs", *shown, select_across="1", index="0")
    assert "60 runs" in asked
    assert '<input type="hidden" name="select_across" value="1">' in asked
    assert asked.count("_selected_action") == 1, "not one field for each of very many"
    act(admin_client, address, "cancel_runs", *shown, select_across="1", confirmed="yes")
    assert StrategyRun.objects.filter(status="cancelled", strategy="a").count() == 60
    assert StrategyRun.objects.filter(status="held", strategy="b").count() == 60


def test_very_many_rows_are_one_line_of_the_log(admin_client: Client, root: Path) -> None:
    MemCell.objects.bulk_create(
        MemCell(
            id=f"mc_{number:012}", app_id="default", project_id="default", session_id="s", message_count=1,
            first_timestamp_ms=1, last_timestamp_ms=1, available_at=NOON,
        )
        for number in range(LOGGED_SINGLY + 1)
    )  # fmt: skip
    first = MemCell.objects.earliest("pk").pk
    act(admin_client, "/admin/memory/memcell/", "extract_now", first, select_across="1")
    assert logged() == [(f"{LOGGED_SINGLY + 1} memory cells", "Extraction requested.")]
    assert "101 memory cells" in page(admin_client, "/admin/"), "without a link, since there is no such row"


# --- deriving again


def test_what_a_strategy_made_of_an_owner_is_derived_again(admin_client: Client, root: Path) -> None:
    tell("Alice: I live in Lisbon.")
    address = links(admin_client, RUNS)["Derive again…"]
    told = admin_client.post(address, {**FORM, "owner_id": "alice"}, follow=True).content.decode()
    assert "1 run of extract_atomic_facts for user alice" in told
    assert StrategyRun.objects.get().status == "pending", "a worker does it"
    on, what = logged()[0]
    assert (on, what) == (
        "extract_atomic_facts for user alice in default/default",
        "Derived again from the files: 1 runs.",
    )


@pytest.mark.parametrize(
    ("named", "complaint"),
    [
        ({"owner_id": ""}, "This field is required"),
        ({"strategy": "rubbish", "owner_id": "alice"}, "not one of the available choices"),
        (
            {"owner_type": "agent", "owner_id": "bot", "strategy": "extract_user_profile"},
            "cannot derive anything",
        ),
        ({"owner_id": ".."}, "cannot be used as an id"),
    ],
)
def test_what_cannot_be_derived_is_said(
    admin_client: Client, root: Path, named: dict[str, str], complaint: str
) -> None:
    assert complaint in admin_client.post(f"{RUNS}derive/", {**FORM, **named}).content.decode()
    assert logged() == []


def test_the_form_is_filled_in_from_a_run(admin_client: Client, runs: dict[str, StrategyRun]) -> None:
    found = links(admin_client, f"{RUNS}{runs['done'].pk}/change/")
    text = page(admin_client, found["Derive again for this owner…"])
    assert 'value="alice"' in text
    assert '<option value="good" selected>' in text


# --- who may


@pytest.mark.parametrize(
    ("permission", "address", "action"),
    [
        ("view_mdchangestate", CHANGES, "enqueue_again"),
        ("view_indextable", TABLES, "rebuild"),
        ("view_strategyrun", RUNS, "cancel_runs"),
        ("view_strategyrun", RUNS, "run_again"),
    ],
)
def test_who_may_only_look_can_do_nothing(
    client: Client,
    runs: dict[str, StrategyRun],
    django_user_model: type[User],
    permission: str,
    address: str,
    action: str,
) -> None:
    tell("Alice bought a red bicycle.")
    settle()
    viewer = django_user_model.objects.create_user("eve", password="x", is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename=permission))
    client.force_login(viewer)
    assert client.get(address).status_code == 200
    keys = {CHANGES: change().pk, TABLES: "episode", RUNS: runs["dead"].pk}
    act(client, address, action, keys[address], confirmed="yes")
    assert change().status == "done"
    assert not RebuildRequest.objects.exists()
    assert StrategyRun.objects.get(pk=runs["dead"].pk).status == "dead"
    assert logged() == []
    assert client.post(f"{RUNS}derive/", {}).status_code == 403
