"""`/health`: alive, ready or not, and why."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cascade import queue
from cascade.drain import drain
from cascade.models import IndexRepair, MdChangeState, ScanReport
from cascade.scanner import scan
from memory.models import MemCell

DOCUMENT = "default_app/default_project/users/alice/episodes/episode-2026-01-01.md"
pytestmark = pytest.mark.django_db


def health(client: Client) -> dict[str, Any]:
    response = client.get("/health")
    assert response.status_code == 200
    report: dict[str, Any] = response.json()
    return report


@pytest.fixture
def scanned(root: Path, client: Client) -> Path:
    client.get("/health")  # a server is there before its first scan
    scan()
    drain()
    return root


def test_all_is_well(client: Client, scanned: Path) -> None:
    report = health(client)
    assert (report["status"], report["ready"], report["reasons"]) == ("ok", True, [])
    stores = {"buffer", "forgetting", "queue", "ome", "index", "providers", "budget"}
    assert set(report) == {"status", "ready", "reasons", "version", *stores}
    assert report["providers"]["embedder"]["provider"] == "local"


def test_before_the_first_scan(client: Client, root: Path) -> None:
    report = health(client)
    assert (report["status"], report["ready"]) == ("ok", False)
    assert report["reasons"]


def test_a_change_that_waits(client: Client, scanned: Path) -> None:
    queue.enqueue([DOCUMENT])
    report = health(client)
    assert (report["status"], report["ready"]) == ("ok", False), "work in progress is no failure"
    assert report["reasons"] == ["changed files wait to be indexed: 1"]
    MdChangeState.objects.update(enqueued_at=timezone.now() - timedelta(seconds=31))
    report = health(client)
    assert (report["status"], report["ready"]) == ("degraded", False)
    assert "1 file waiting for more than 30 s to be found by word" in report["reasons"]


@pytest.mark.parametrize(
    "trouble", [{"problems": ["index of episode could not be checked"]}, {"unreadable": ["x"]}]
)
def test_an_index_that_may_lack_something_is_no_work_in_progress(
    client: Client, scanned: Path, trouble: dict[str, Any]
) -> None:
    ScanReport.objects.update(**trouble)
    report = health(client)
    assert (report["status"], report["ready"], len(report["reasons"])) == ("degraded", False, 1)


def test_an_index_that_is_being_rebuilt(client: Client, scanned: Path) -> None:
    IndexRepair.objects.create(kind="episode", reason="its files are missing", files_total=2)
    report = health(client)
    assert (report["status"], report["ready"], len(report["reasons"])) == ("degraded", False, 1)


def test_a_file_that_failed(client: Client, scanned: Path) -> None:
    (scanned / DOCUMENT).parent.mkdir(parents=True)
    (scanned / DOCUMENT).write_text("---\nid: [\n---\n<!-- entry:ep_20260101_00000001 -->\n")
    queue.enqueue([DOCUMENT])
    drain()
    report = health(client)
    assert report["queue"]["failed"] == 1
    assert (report["status"], report["ready"]) == ("degraded", True), "it waits for a person, not for us"
    assert any(reason.startswith("files could not be indexed: 1") for reason in report["reasons"])


def waiting_cell(error: str) -> MemCell:
    return MemCell.objects.create(
        id="mc_000000000001",
        app_id="default",
        project_id="default",
        session_id="demo",
        message_count=1,
        first_timestamp_ms=1,
        last_timestamp_ms=1,
        attempts=1,
        available_at=timezone.now(),
        error=error,
    )


def test_a_cell_whose_extraction_failed(client: Client, scanned: Path) -> None:
    waiting_cell("the model did not answer")
    report = health(client)
    assert report["buffer"]["failing_cells"] == 1
    assert (report["status"], report["ready"]) == ("degraded", True)
    assert report["reasons"] == [
        "memory cells wait to be extracted again: 1; the last error: the model did not answer"
    ]


def test_a_first_attempt_that_is_under_way_is_no_failure(client: Client, scanned: Path) -> None:
    waiting_cell(error="")
    report = health(client)
    assert (report["buffer"]["pending_cells"], report["buffer"]["failing_cells"]) == (1, 0)
    assert (report["status"], report["reasons"]) == ("ok", [])


def test_a_server_that_is_too_busy_says_what_it_saw_before(
    client: Client, scanned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from everos_site import health as view

    monkeypatch.setattr(view, "latest", view.Latest())
    monkeypatch.setattr(view, "SLOW_SECONDS", 0.0)  # every report takes too long
    monkeypatch.setattr(view, "PAUSE", 1e9)
    fresh = [health(client) for _ in range(view.SLOW_IN_A_ROW)]
    assert all(report["ready"] for report in fresh)
    late = health(client)
    assert (late["status"], late["ready"]) == ("ok", False), "nobody has looked, and nothing has failed"
    assert late["reasons"][0].startswith("the server is too busy to look again: this was seen 0.")
    assert late["index"] == fresh[-1]["index"]
