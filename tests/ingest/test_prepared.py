"""Statements whose SQL is built once do what Django's own do."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from memory.models import BufferedMessage
from memory.prepared import MOST_STATEMENTS, Prepared, change_rows, insert_rows
from ome.engine.queue import database
from ome.models import RecordedEvent, StrategyRun
from tests.ingest.talk import add, said

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ROLES = Prepared(
    BufferedMessage,
    lambda sender, group, since, *roles: BufferedMessage.objects.filter(
        sender_id=sender, group_id=group, timestamp_ms__gte=since, role__in=roles
    ).values_list("sender_id", "timestamp_ms"),
)


@pytest.fixture(autouse=True)
def messages(db: None, root: Path) -> None:
    add(said("one", by="o'brien %s", at=1), said("two", by="o'brien %s", at=2), said("three", at=3))


@pytest.mark.parametrize("parameters", [("o'brien %s", None, 0, "user"), ("alice", None, 0, "user", "tool")])
def test_rows_are_those_of_the_query_for_parameters_of_any_number_and_type(parameters: tuple) -> None:
    expected = list(ROLES._build(*parameters))
    assert expected
    assert sorted(ROLES.rows(*parameters)) == sorted(expected)
    assert ROLES.rows("nobody", *parameters[1:]) == []
    assert ROLES.rows(parameters[0], "a group", *parameters[2:]) == []


def test_instances_have_the_types_of_their_fields_and_defer_the_others() -> None:
    prepared = Prepared(
        BufferedMessage, lambda sender: BufferedMessage.objects.filter(sender_id=sender).defer("content")
    )
    for row in prepared.instances("alice"):
        assert row == BufferedMessage.objects.get(pk=row.pk)
        assert row.accepted_at.tzinfo is not None
        with CaptureQueriesContext(connection) as queries:
            assert row.content == "three"
        assert len(queries) == 1


def test_times_are_compared_as_the_database_keeps_them() -> None:
    since = Prepared(
        BufferedMessage,
        lambda earliest: BufferedMessage.objects.filter(accepted_at__gte=earliest).values_list("pk"),
    )
    second = BufferedMessage.objects.order_by("accepted_at", "pk")[1].accepted_at
    assert sorted(since.rows(second)) == sorted(since._build(second))
    assert since.rows(second + timedelta(days=1)) == []


def test_a_change_of_rows_writes_what_an_update_of_django_writes() -> None:
    run = {"app_id": "a", "project_id": "p", "owner_type": "user", "owner_id": "alice", "available_at": NOON}
    event = RecordedEvent.objects.create(id="e", type="said", payload={})
    pks = [
        StrategyRun.objects.create(strategy=name, event=event, lane=name, error="late", **run).pk
        for name in ("one", "two")
    ]
    values = {
        "status": StrategyRun.Status.DONE, "finished_at": NOON, "results": ["%s", "ü"], "error": "", "seconds": 0.5,
    }  # fmt: skip
    assert StrategyRun.objects.filter(pk=pks[0], error="late").update(
        **values, model_calls=F("model_calls") + 2
    )
    assert change_rows(StrategyRun, {"pk": pks[1], "error": "late"}, values, {"model_calls": 2}) == 1
    assert change_rows(StrategyRun, {"pk": pks[1], "error": "late"}, values) == 0
    columns = [*values, "model_calls"]
    one, two = StrategyRun.objects.filter(pk__in=pks).values(*columns)
    assert one == two
    assert change_rows(StrategyRun, {"pk": pks[0]}, {"finished_at": None}) == 1
    assert StrategyRun.objects.get(pk=pks[0]).finished_at is None


def test_rows_are_inserted_as_bulk_create_inserts_them() -> None:
    event = RecordedEvent.objects.create(id="e", type="said", payload={})

    def runs(strategy: str) -> list[StrategyRun]:
        of = {
            "app_id": "a",
            "project_id": "p",
            "owner_type": "user",
            "owner_id": "o'brien %s",
            "event": event,
        }
        when = {
            "available_at": NOON,
            "results": ["%s", "ü", {"a": None}],
            "finished_at": None,
            "seconds": 0.5,
        }
        return [StrategyRun(strategy=f"{strategy} {n}", lane=strategy, **of, **when) for n in (1, 2)]

    insert_rows(run for run in runs("one"))
    StrategyRun.objects.bulk_create(runs("two"))
    inserted, created = (
        list(StrategyRun.objects.filter(lane=lane).order_by("pk").values()) for lane in ("one", "two")
    )
    assert [row["strategy"] for row in inserted] == ["one 1", "one 2"]
    for row in inserted + created:
        assert row.pop("created_at").tzinfo is not None
        del row["id"], row["strategy"], row["lane"]
    assert inserted == created


def test_of_rows_with_taken_keys_all_or_the_others_are_left_out() -> None:
    events = [RecordedEvent(id=name, type="said", payload={}) for name in ("a", "b")]
    insert_rows(events[:1])
    with pytest.raises(IntegrityError), transaction.atomic(using=database()):
        insert_rows([RecordedEvent(id="c", type="said", payload={}), events[0]])
    assert set(RecordedEvent.objects.values_list("id", flat=True)) == {"a"}
    insert_rows(events, ignore_conflicts=True)
    assert set(RecordedEvent.objects.values_list("id", flat=True)) == {"a", "b"}
    insert_rows([])


def test_a_parameter_that_django_would_change_is_refused() -> None:
    prepared = Prepared(
        BufferedMessage, lambda text: BufferedMessage.objects.filter(text__startswith=text).values_list("id")
    )
    with pytest.raises(ValueError, match="do not reach"):
        prepared.rows("on")


def test_statements_of_any_number_of_parameters_are_bounded() -> None:
    for number in range(MOST_STATEMENTS + 10):
        ROLES.rows("alice", None, 0, *map(str, range(number)))
    assert len(ROLES._known) <= MOST_STATEMENTS
