"""The account of model calls, alone and beside other writers."""

import logging
import os
import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from memory.models import ModelCall
from memory.providers import usage
from memory.providers.usage import Spending, Total

ON_SQLITE = pytest.mark.skipif("TEST_DATABASE_URL" in os.environ, reason="speaks to SQLite itself")


@pytest.mark.django_db
def test_calls_of_one_hour_and_purpose_share_a_row() -> None:
    usage.record("episode", "m1", Spending(2, 1, 100, 10, "it was slow"))
    usage.record("episode", "m1", Spending(1, 0, 50, 5))
    usage.record("boundary", "m1", Spending(1, 0, 7, 1))
    row = ModelCall.objects.get(purpose="episode")
    assert (row.calls, row.failures, row.prompt_tokens, row.completion_tokens) == (3, 1, 150, 15)
    assert row.last_error == "it was slow"
    assert usage.totals() == [Total("boundary", "m1", 1, 0, 7, 1), Total("episode", "m1", 3, 1, 150, 15)]


@pytest.mark.django_db
def test_work_that_made_no_call_leaves_no_row() -> None:
    usage.record("episode", "m1", Spending())
    assert usage.totals() == []


@pytest.mark.django_db
def test_hours_of_long_ago_become_one_row_and_the_totals_stay() -> None:
    now = timezone.now().replace(minute=0, second=0, microsecond=0)
    for days, purpose in (
        (0, "episode"),
        (364, "episode"),
        (366, "episode"),
        (800, "episode"),
        (900, "facts"),
    ):
        hour = now - timedelta(days=days)
        ModelCall.objects.create(
            hour=hour, purpose=purpose, model="tea", calls=2, failures=1, prompt_tokens=10
        )
    before = usage.totals()
    for gone in (1, 0):
        assert usage.prune() == gone
        assert usage.totals() == before
        assert ModelCall.objects.count() == 4
    assert sorted(ModelCall.objects.filter(hour__year=1970).values_list("purpose", "calls")) == [
        ("episode", 4),
        ("facts", 2),
    ]


@pytest.mark.django_db
def test_hours_of_two_months_ago_become_days() -> None:
    day = (timezone.now() - timedelta(days=70)).replace(hour=0, minute=0, second=0, microsecond=0)
    for hour, requester in ((0, ""), (3, ""), (9, ""), (9, "key ab12cd34")):
        ModelCall.objects.create(
            hour=day + timedelta(hours=hour), purpose="episode", model="tea", calls=2, cost=0.5,
            completion_tokens=hour, app_id="shop", project_id="rome", requester=requester,
        )  # fmt: skip
    before = usage.totals()
    for gone in (2, 0):
        assert usage.prune() == gone
        assert usage.totals() == before
        rows = ModelCall.objects.order_by("requester").values_list(
            "hour", "requester", "app_id", "calls", "cost"
        )
        assert list(rows) == [(day, "", "shop", 6, 1.5), (day, "key ab12cd34", "shop", 2, 0.5)]


@pytest.mark.django_db
def test_names_and_errors_of_any_length_fit() -> None:
    spent = Spending(1)
    spent.failed("x" * 10_000)
    usage.record("p" * 500, "m" * 500, spent)
    assert usage.totals()[0].failures == 1


@pytest.mark.django_db(transaction=True)
def test_many_threads_lose_nothing() -> None:
    def spend() -> None:
        for _ in range(10):
            usage.record("episode", "m1", Spending(1, 0, 3, 2))
        connection.close()

    threads = [threading.Thread(target=spend) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert usage.totals() == [Total("episode", "m1", 60, 0, 180, 120)]


@pytest.mark.django_db(transaction=True)
def test_a_transaction_around_it_goes_on_and_decides() -> None:
    with transaction.atomic():
        usage.record("episode", "m1", Spending(1))
    assert usage.totals() == [Total("episode", "m1", 1, 0, 0, 0)]


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_database_that_refuses_costs_the_entry_only(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        usage.record("episode", "m1", Spending(3))
        cursor.execute("PRAGMA query_only = OFF")
        assert ModelCall.objects.count() == 0  # the transaction around it is still usable
    assert "3 calls for episode are missing" in caplog.text


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_locked_costs_the_entry_only(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    options = connection.settings_dict["OPTIONS"]
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options | {"timeout": 0.01})
    held, done = threading.Event(), threading.Event()

    def hold_the_lock() -> None:
        with transaction.atomic():
            ModelCall.objects.count()
            held.set()
            assert done.wait(20)
        connection.close()

    holder = threading.Thread(target=hold_the_lock)
    holder.start()
    assert held.wait(20)
    with connection.cursor() as cursor:
        timeout = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute("PRAGMA busy_timeout = 10")
    try:
        usage.record("episode", "m1", Spending(1))
    finally:
        done.set()
        holder.join(20)
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {timeout}")
    assert "1 calls for episode are missing" in caplog.text
