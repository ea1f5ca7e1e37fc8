"""Queries whose SQL is built once answer what Django's own do."""

from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.models import BufferedMessage
from memory.prepared import MOST_STATEMENTS, Prepared
from tests.ingest.talk import add, said

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
