"""What stands in the way of an extraction: nothing is lost, nothing is doubled, and it ends by itself."""

import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import connections
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from memory.coordination import isolation, locks
from memory.errors import DamagedDocument, LockLost, LockTimeout, WorkSuspended
from memory.ingest import buffer, cells
from memory.ingest import cells as episodes_by_model
from memory.ingest.extraction import Extraction
from memory.ingest.retry import release_claims, retry_pending
from memory.ingest.work import extract_in_order
from memory.models import BufferedMessage, MemCell
from memory.signals import memcell_extracted
from tests.conftest import Lost, change_settings
from tests.fakes.openai_server import FakeOpenAI
from tests.ingest.talk import HOUR, SCOPE, add, episodes, flush, said, told, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def blocked(root: Path) -> Path:
    """Bob's folder cannot be made: a file has its name."""
    path = root / "default_app/default_project/users/bob"
    path.parent.mkdir(parents=True)
    path.write_text("in the way")
    return path


def test_a_file_that_cannot_be_written(root: Path, blocked: Path) -> None:
    add(said("Hi Bob"), said("Hi Alice", by="bob", at=1))
    with pytest.raises(DamagedDocument, match="is a file"):
        flush()
    cell = MemCell.objects.get()
    assert (cell.status, cell.attempts, cell.lease_until) == ("pending", 1, None)
    assert "bob" in cell.error
    assert waiting() == ["Hi Bob", "Hi Alice"]
    blocked.unlink()
    assert flush() == "extracted"
    assert (len(episodes(root, "alice")), len(episodes(root, "bob"))) == (1, 1)
    assert told(root, "alice") == told(root, "bob")
    assert waiting() == []


def test_add_is_accepted_all_the_same(root: Path, blocked: Path) -> None:
    assert add(said("Hi", by="bob"), said("later", by="bob", at=HOUR)).status == "accumulated"
    assert waiting() == ["Hi", "later"]
    blocked.unlink()
    assert flush() == "extracted"
    assert len(episodes(root, "bob")) == 2


@pytest.mark.parametrize("in_the_way", [Path.mkdir, lambda path: path.symlink_to("elsewhere.md")])
def test_a_day_whose_path_is_no_file(root: Path, client: Client, in_the_way: Callable[[Path], None]) -> None:
    path = root / "default_app/default_project/users/alice/episodes/episode-2023-05-08.md"
    path.parent.mkdir(parents=True)
    in_the_way(path)
    messages = [
        {"sender_id": "alice", "role": "user", "timestamp": said(text, at=at).timestamp_ms, "content": text}
        for text, at in (("Hi", 0), ("later", HOUR))
    ]
    added = client.post("/api/v1/memory/add", {"session_id": "s", "messages": messages}, "application/json")
    assert (added.status_code, added.json()["data"]["status"]) == (200, "accumulated")
    flushed = client.post("/api/v1/memory/flush", {"session_id": "s"}, "application/json")
    assert flushed.status_code == 503
    assert "cannot be read as the memory document" in flushed.json()["error"]["message"]
    assert all(path.name in cell.error for cell in MemCell.objects.all())
    path.unlink() if path.is_symlink() else path.rmdir()
    assert flush() == "extracted"
    assert waiting() == []


def test_one_bad_cell_does_not_hold_up_the_others(root: Path, blocked: Path) -> None:
    add(said("Hi", by="bob"), session="a")
    add(said("Hello", by="bob"), said("news", at=HOUR), session="a")
    with pytest.raises(DamagedDocument, match="is a file"):
        flush("a")
    assert "news" in told(root, "alice")[0]


def test_a_crash_after_the_files_replays_to_the_same_entry(root: Path) -> None:
    def crash(**_: object) -> None:
        raise RuntimeError("the power is gone")

    add(said("Hi"))
    memcell_extracted.connect(crash)
    try:
        with pytest.raises(RuntimeError):
            flush()
    finally:
        memcell_extracted.disconnect(crash)
    before = told(root)
    assert waiting() == ["Hi"]
    assert flush() == "extracted"
    assert told(root) == before
    assert len(before) == 1


def test_a_replay_in_another_time_zone_does_not_move_the_entry(root: Path, settings: object) -> None:
    from tests.conftest import change_settings

    def crash(**_: object) -> None:
        raise RuntimeError

    add(said("Hi", at=11 * HOUR))
    memcell_extracted.connect(crash)
    try:
        with pytest.raises(RuntimeError):
            flush()
    finally:
        memcell_extracted.disconnect(crash)
    change_settings(settings, "memory", timezone="Pacific/Kiritimati")  # type: ignore[arg-type]
    assert flush() == "extracted"
    assert [entry.id for entry in episodes(root)] == ["ep_20230509_00000001"]


def carved_and_left() -> MemCell:
    """A server was killed between the cell and its file."""
    add(said("Hi"))
    [cell] = cells.create_cells(SCOPE, "s", [buffer.waiting(SCOPE, "s")])
    return cell


def test_a_claim_of_a_dead_process_ends_with_its_lease(root: Path) -> None:
    carved_and_left()
    assert retry_pending() == 0
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert retry_pending() == 1
    assert len(episodes(root)) == 1


def test_a_process_that_was_stopped_has_made_no_attempt() -> None:
    carved_and_left()
    assert release_claims(blames=lambda what: False) == 1
    cell = MemCell.objects.get()
    assert (cell.attempts, cell.deaths, cell.error) == (0, 0, "")


def test_a_claim_of_a_clock_that_was_ahead_does_not_count_until_it_is_there_again(root: Path) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        carved_and_left()
    assert flush() == "extracted"
    assert len(episodes(root)) == 1


def test_a_cell_that_another_worker_has_finished_meanwhile_is_done(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The claim ran out while the cell waited, before or after its messages were read."""
    compose = episodes_by_model.compose

    def finish_elsewhere(*given: Any) -> Extraction:
        monkeypatch.setattr(episodes_by_model, "compose", compose)
        MemCell.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert retry_pending() == 1
        return compose(*given)

    cell = carved_and_left()
    monkeypatch.setattr(episodes_by_model, "compose", finish_elsewhere)
    for _ in range(2):
        outcome = extract_in_order([cell.pk], [cell])
        assert (outcome.done, outcome.failure, outcome.extracted) == (1, None, [])
    assert len(episodes(root)) == 1
    assert MemCell.objects.get().extraction is None


def test_who_has_lost_the_claim_writes_nothing(root: Path) -> None:
    """The other one works in the same process, whose claims have one token."""
    first = carved_and_left()
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        second = cells.claim(first.pk)
        assert second is not None
        with pytest.raises(LockLost):
            cells.extract(first)
        assert told(root) == []
        assert cells.extract(second)
    assert len(episodes(root)) == 1


@pytest.mark.django_db(transaction=True)
def test_a_claim_that_ran_out_behind_a_slow_model_is_left_to_who_has_the_cell_now(root: Path) -> None:
    """Nobody does the work twice, and the caller waits until it is done."""
    mine = carved_and_left()
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        theirs = cells.claim(mine.pk)
        assert theirs is not None
        cells.release([mine])
        cells.renew(mine)
        assert MemCell.objects.get().attempts == 2

        def finish() -> None:
            assert cells.extract(theirs)
            connections.close_all()

        finishing = threading.Timer(0.2, finish)
        finishing.start()
        outcome = extract_in_order([mine.pk], [mine])
        finishing.join()
    assert (outcome.done, outcome.failure, outcome.extracted) == (1, None, [])
    assert len(episodes(root)) == 1


def test_messages_go_into_one_cell_though_the_lock_was_lost(root: Path) -> None:
    add(said("Hi"))
    rows = buffer.waiting(SCOPE, "s")

    with pytest.raises(LockLost), locks.held("another"), locks.under(Lost()):
        cells.create_cells(SCOPE, "s", [rows])
    assert cells.create_cells(SCOPE, "s", [rows])
    with pytest.raises(LockTimeout):
        cells.create_cells(SCOPE, "s", [rows])
    assert MemCell.objects.count() == 1


@pytest.mark.parametrize("later", [timedelta(seconds=6), timedelta(days=-1)])
def test_what_has_crashed_processes_waits_for_its_next_attempt(root: Path, later: timedelta) -> None:
    """Or a client who repeats a call would crash one process after the other. No wait lasts until a clock that was
    set back is there again.
    """
    carved_and_left()
    release_claims()
    cells.claim(MemCell.objects.get().pk)
    release_claims()
    with pytest.raises(WorkSuspended):
        flush()
    assert told(root) == []
    with time_machine.travel(timezone.now() + later):
        assert flush() == "extracted"
    assert MemCell.objects.get().deaths == 0
    assert isolation.verdict()("whatever runs when it dies next"), "not what ran alone before"


def test_what_has_crashed_a_process_runs_alone() -> None:
    """It begins when others have ended, and while it runs, they wait."""
    order: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def work(name: str) -> None:
        with isolation.doing(name, deaths=0):
            begun.set()
            go_on.wait(10)
            order.append(name)

    before, after = (threading.Thread(target=work, args=[name]) for name in ("before", "after"))
    before.start()
    assert begun.wait(10)
    threading.Timer(0.1, go_on.set).start()
    with isolation.doing("suspect", deaths=1):
        order.append("suspect")
        after.start()
        after.join(0.1)
        assert order == ["before", "suspect"]
    before.join(10)
    after.join(10)
    assert order == ["before", "suspect", "after"]


def test_a_claim_outlasts_a_call_to_the_model(root: Path, model: FakeOpenAI, settings: Settings) -> None:
    """Or another worker would ask the model a second time while the first still waits for its answer."""
    change_settings(settings, "llm", timeout_seconds=300)
    model.answer("EpisodeDraft", {"subject": "Hi", "summary": "Hi.", "content": "Alice said hi."})
    carved_and_left()
    now = timezone.now()
    with time_machine.travel(now + timedelta(seconds=301)):
        assert retry_pending() == 0
    with time_machine.travel(now + timedelta(seconds=361)):
        assert retry_pending() == 1


def test_a_claim_is_renewed_before_the_model_is_asked(
    root: Path, model: FakeOpenAI, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may have been waited for since the cell was claimed."""
    change_settings(settings, "llm", timeout_seconds=300)
    cell = carved_and_left()
    MemCell.objects.update(lease_until=timezone.now() + timedelta(seconds=1))
    compose, left = episodes_by_model.compose, []

    def look(rows: list[BufferedMessage], uses_model: bool, before_call: Callable[[], None]) -> Extraction:
        def renewed() -> None:
            before_call()
            left.append(MemCell.objects.get().lease_until - timezone.now())

        return compose(rows, uses_model, renewed)

    monkeypatch.setattr(episodes_by_model, "compose", look)
    model.answer("EpisodeDraft", {"subject": "Hi", "summary": "Hi.", "content": "Alice said hi."})
    cells.extract(cell)
    assert [each > timedelta(seconds=300) for each in left] == [True]


def test_a_server_that_starts_alone_takes_over_at_once(root: Path) -> None:
    carved_and_left()
    assert release_claims() == 1
    assert retry_pending() == 1
    assert len(episodes(root)) == 1


def test_the_background_backs_off(root: Path, blocked: Path) -> None:
    add(said("Hi", by="bob"))
    with pytest.raises(DamagedDocument, match="is a file"):
        flush()
    assert retry_pending() == 0, "not yet"
    now = timezone.now()
    with time_machine.travel(now + timedelta(seconds=6)):
        assert retry_pending() == 0, "tried in vain"
    cell = MemCell.objects.get()
    assert cell.attempts == 2
    assert timedelta(seconds=5) <= cell.available_at - (now + timedelta(seconds=6)) < timedelta(seconds=11)
    blocked.unlink()
    with time_machine.travel(now + timedelta(seconds=30)):
        assert retry_pending() == 1
    assert len(episodes(root, "bob")) == 1


def test_no_attempt_waits_for_a_clock_that_was_ahead(root: Path, blocked: Path) -> None:
    add(said("Hi", by="bob"))
    with pytest.raises(DamagedDocument, match="is a file"):
        flush()
    blocked.unlink()
    with time_machine.travel(timezone.now() - timedelta(days=1)):
        assert retry_pending() == 1


def test_the_wait_between_attempts_is_bounded() -> None:
    for attempts, seconds in ((1, 5), (2, 10), (3, 20), (10_000, 3600)):
        assert seconds / 2 <= cells.RETRY.after(attempts).total_seconds() <= seconds
