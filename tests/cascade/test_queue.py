"""The queue's own promises, without an index."""

from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cascade import queue
from cascade.models import MdChangeState
from cascade.queue import FileStamp, Result
from cascade.status import queue_state
from tests.cascade.conftest import FILE, FOLDER, change
from tests.conftest import change_settings

OTHER = FOLDER / "episode-2026-11-22.md"
STAMP = FileStamp(1, 2)
pytestmark = pytest.mark.usefixtures("root")


def test_one_row_a_path_and_a_number_that_rises():
    queue.enqueue([FILE, OTHER])
    first = change().lsn
    queue.enqueue([FILE])
    assert change().lsn > first
    assert MdChangeState.objects.count() == 2


def test_enqueuing_a_known_file_takes_two_queries():
    queue.enqueue([FILE])
    with CaptureQueriesContext(
        connection,
    ) as queries:
        queue.enqueue([FILE])
    assert len(queries) <= 2


def test_a_claimed_file_is_nobody_elses():
    queue.enqueue([FILE])
    assert [claimed.path for claimed in queue.claim(10)] == [str(FILE)]
    assert queue.claim(10) == []


def test_a_claim_of_a_clock_that_was_ahead_does_not_count_until_it_is_there_again():
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        queue.enqueue([FILE])
        assert len(queue.claim(10)) == 1
    assert len(queue.claim(10)) == 1


def test_the_latest_change_is_claimed_first():
    queue.enqueue([FILE])
    queue.enqueue([OTHER])
    assert [claimed.path for claimed in queue.claim(1)] == [str(OTHER)]


def test_owners_take_turns_where_vectors_are_made(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(queue, "MOST_CONSIDERED", 20)
    day = "default_app/default_project/users/{}/episodes/episode-2026-{:02}-{:02}.md"
    queue.enqueue([day.format("bob", 1, 1)])
    queue.enqueue([day.format("import", month, number) for month in range(1, 4) for number in range(1, 29)])
    queue.enqueue([day.format("carol", 1, 2)])
    MdChangeState.objects.update(text_lsn=models.F("lsn"))
    first = {change.path.split("/")[3] for change in queue.claim_for_vectors(4, ["episode"])}
    assert first == {"bob", "import", "carol"}


def test_only_the_kinds_asked_for_are_claimed():
    queue.enqueue([FILE])
    assert queue.claim(10, ["profile"]) == []
    assert queue.claim(10, ["episode"])


def test_finished_work_is_done():
    queue.enqueue([FILE])
    [claimed] = queue.claim(1)
    queue.finish([Result(claimed, STAMP, "abc", 3)])
    done = change()
    assert (done.status, done.entries, done.file_sha256, done.mtime_ns, done.size) == ("done", 3, "abc", 1, 2)
    assert queue.claim(1) == []


def test_a_change_during_the_work_is_not_lost():
    queue.enqueue([FILE])
    [claimed] = queue.claim(1)
    queue.enqueue([FILE])
    queue.finish([Result(claimed, STAMP, "abc", 3)])
    assert change().status == "pending"
    assert len(queue.claim(1)) == 1


@pytest.mark.parametrize("end", ["gone", "later"])
def test_a_change_during_work_that_ends_otherwise_is_not_lost(end):
    queue.enqueue([FILE])
    [claimed] = queue.claim(1)
    queue.enqueue([FILE])
    if end == "gone":
        queue.finish([Result(claimed, None)])
    else:
        queue.retry_later(claimed, "no model", STAMP)
    assert change().attempts == 0
    assert len(queue.claim(1)) == 1


def test_a_crashed_workers_claim_runs_out():
    queue.enqueue([FILE])
    [lost] = queue.claim(1)
    MdChangeState.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    [taken] = queue.claim(1)
    queue.finish([Result(lost, STAMP, "old", 1)])
    assert change().status == "pending"
    queue.finish([Result(taken, STAMP, "new", 1)])
    assert change().file_sha256 == "new"
    assert queue.renew([lost]) == set()


def test_a_released_claim_is_as_if_it_had_not_been():
    queue.enqueue([FILE])
    queue.release(queue.claim(1))
    assert len(queue.claim(1)) == 1


def test_retries_wait_longer_and_end_in_a_visible_failure(settings):
    change_settings(settings, "cascade", max_attempts=3)
    queue.enqueue([FILE])
    waits = []
    for _ in range(3):
        MdChangeState.objects.update(available_at=timezone.now())
        [claimed] = queue.claim(1)
        queue.retry_later(claimed, "no model", STAMP)
        assert queue.claim(1) == []
        waits.append(change().available_at - timezone.now())
    assert waits[0] < waits[1] < waits[2]
    assert (change().status, change().error) == ("failed", "no model")


def test_a_second_chance_comes_by_itself_and_is_one_attempt(settings):
    change_settings(settings, "cascade", max_attempts=1)
    queue.enqueue([FILE])
    [claimed] = queue.claim(1)
    queue.retry_later(claimed, "no model", STAMP)
    assert queue.retry_after_outage() == 0
    MdChangeState.objects.update(available_at=timezone.now())
    assert queue.retry_after_outage() == 1
    [claimed] = queue.claim(1)
    queue.retry_later(claimed, "no model", STAMP)
    assert change().status == "failed"


def test_a_failed_file_can_be_put_back():
    queue.enqueue([FILE, OTHER])
    queue.finish([Result(claimed, STAMP, problem="damaged") for claimed in queue.claim(2)])
    assert queue.retry_failed([str(OTHER)]) == 1
    assert (change(FILE).status, change(OTHER).status) == ("failed", "pending")
    assert queue.retry_failed() == 1


def test_the_watermark_says_up_to_where_everything_is_done():
    queue.enqueue([FILE])
    queue.enqueue([OTHER])
    assert queue_state()["watermark"] == 0
    queue.finish([Result(claimed, STAMP) for claimed in queue.claim(2)])
    assert queue_state()["watermark"] == queue.latest_lsn() == 2


def test_waiting_is_counted_from_the_first_change_that_was_not_done():
    queue.enqueue([FILE])
    since = change().enqueued_at
    queue.enqueue([FILE])
    assert change().enqueued_at == since
    queue.finish([Result(claimed, STAMP) for claimed in queue.claim(1)])
    queue.enqueue([FILE])
    assert change().enqueued_at > since


def test_what_may_have_killed_a_process_is_claimed_alone():
    queue.enqueue([FILE])
    queue.claim(1)
    queue.release_claims()
    kinds = [change().kind]
    assert queue.claim_failed_texts(10, kinds) == []
    queue.enqueue([FILE, OTHER])
    for claim in (queue.claim_for_texts, partial(queue.claim_for_vectors, with_texts=True)):
        claimed = claim(10, kinds)
        assert [each.path for each in claimed] == [str(OTHER)]
        queue.release(claimed)
    assert [suspect.path for suspect in queue.claim_suspect(kinds)] == [str(FILE)]


def test_a_text_that_failed_is_claimed_as_one():
    queue.enqueue([FILE])
    [claimed] = queue.claim(1)
    queue.retry_later(claimed, "no model", STAMP)
    MdChangeState.objects.update(available_at=timezone.now())
    kinds = [claimed.kind]
    assert queue.claim_for_texts(1, kinds) == []
    assert queue.claim_failed_texts(1, kinds)


def test_only_a_person_retries_a_file_that_killed_two_processes(settings):
    change_settings(settings, "cascade", max_attempts=1)
    queue.enqueue([FILE])
    for status in ("pending", "failed"):  # the first time, other work may have been to blame
        assert queue.claim(1)
        queue.release_claims()
        assert change().status == status
    queue.enqueue([FILE], recheck=True)
    assert change().status == "failed"
    assert queue.retry_failed() == 1
    assert change().status == "pending"
