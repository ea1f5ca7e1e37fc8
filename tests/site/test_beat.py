"""The clock's list: what is done again and again, by whichever process hears of it first."""

from datetime import timedelta

import pytest
from celery.beat import ScheduleEntry

from everos_site import beat
from everos_site.celery import QUEUES, app, beat_schedule, threads_for


def test_every_entry_is_a_task_of_a_queue_that_workers_serve() -> None:
    app.loader.import_default_modules()
    for name, entry in beat_schedule(scan_interval_seconds=60).items():
        assert entry["task"] in app.tasks, name
        assert name.split(".")[0] in QUEUES


def test_the_scan_comes_as_often_as_configured_and_what_nobody_took_is_dropped() -> None:
    entry = beat_schedule(scan_interval_seconds=7)["cascade.tasks.scan_if_due"]
    assert (entry["schedule"], entry["options"]) == (7, {"expires": 7})


def test_a_worker_has_a_thread_for_each_task() -> None:
    schedule = beat_schedule(scan_interval_seconds=60)
    assert threads_for(schedule) > len(schedule)  # and one for a scan that is asked for


def test_a_message_reaches_the_one_queue_of_its_app() -> None:
    router = app.amqp.router
    for name in beat_schedule(scan_interval_seconds=60):
        queue = router.route({}, name)["queue"]
        assert (queue.name, queue.exchange.name, queue.routing_key) == (name.split(".")[0],) * 3


def test_a_clock_that_is_set_back_stops_no_task(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as hour_ahead:
        now = ScheduleEntry.default_now
        hour_ahead.setattr(ScheduleEntry, "default_now", lambda entry: now(entry) + timedelta(hours=1))
        scheduler = beat.SteadyScheduler(app)
        scheduler.tick()
    before = scheduler._offset
    monkeypatch.setattr(beat, "_offset", lambda: before - 3600)
    assert scheduler.tick() <= min(entry["schedule"] for entry in beat_schedule(60).values())
