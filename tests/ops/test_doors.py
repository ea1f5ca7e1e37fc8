"""Who comes in, how the admin's session does, and what is refused in which words."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern
from pytest_django.fixtures import Settings

from everos_site.groups import OPERATORS
from memory.api.ops.dialect import OPS
from tests.conftest import change_settings
from tests.keys import key_of
from tests.ops.conftest import PREFIX, Ops


def every_call() -> Iterator[tuple[str, str]]:
    values = {"<int:id>": "1", "<str:": "x", "<path:": "x"}
    for pattern in OPS.routes:
        assert isinstance(pattern, URLPattern)
        steps = str(pattern.pattern).split("/")
        path = "/".join(next((v for k, v in values.items() if step.startswith(k)), step) for step in steps)
        view: Any = pattern.callback.view_class  # type: ignore[attr-defined]
        yield from ((method, path) for method in ("GET", "POST") if hasattr(view, method.lower()))


def refusals(caller: Ops, status: int) -> set[str]:
    """What every call answers, which must be a refusal."""
    return {caller.call(method, path).refused(status) for method, path in every_call()}


def test_nobody_without_a_token(root: Any) -> None:
    [told] = refusals(Ops(), 401)
    assert "everos token NAME --staff" in told


def test_nobody_who_is_not_of_the_staff(root: Any) -> None:
    [told] = refusals(Ops(key_of("alice")), 403)
    assert told.startswith("This is for members of the staff")


@pytest.mark.parametrize("required", [True, False])
def test_whatever_others_need(root: Any, settings: Settings, required: bool) -> None:
    change_settings(settings, "auth", required=required)
    assert "--staff" in Ops().call("GET", "status").refused(401)
    assert "staff" in Ops(key_of("alice")).call("GET", "status").refused(403)
    assert Ops(key_of("carol", OPERATORS)).call("GET", "status").status == 200


def test_a_wrong_token(root: Any) -> None:
    assert Ops("0000").call("GET", "status").refused(401) == "No such key is valid"


def test_a_401_says_how_to_come_in(root: Any) -> None:
    assert Client().get(f"{PREFIX}status")["WWW-Authenticate"] == "Token"


def test_somebody_who_has_been_deactivated(carol: Ops) -> None:
    User.objects.update(is_active=False)
    assert "deactivated" in carol.call("GET", "status").refused(401)


@pytest.mark.parametrize("required", [True, False])
def test_a_session_of_the_admin_reads(
    admin_client: Client, root: Any, settings: Settings, required: bool
) -> None:
    change_settings(settings, "auth", required=required)
    assert admin_client.get(f"{PREFIX}runs").status_code == 200


def test_a_session_of_somebody_else_does_not(client: Client, root: Any) -> None:
    client.force_login(User.objects.create_user("alice"))
    assert client.get(f"{PREFIX}runs").status_code == 403


def test_a_session_changes_nothing_without_its_csrf_token(root: Any) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.create_superuser("root"))
    answer = browser.post(f"{PREFIX}runs/cancel", '{"filter": {}}', content_type="application/json")
    assert (answer.status_code, "CSRF" in answer.json()["error"]["message"]) == (403, True)
    browser.get("/admin/password_change/")  # a page with a form
    token = browser.cookies["csrftoken"].value
    answer = browser.post(
        f"{PREFIX}runs/cancel",
        '{"filter": {}}',
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )
    assert (answer.status_code, answer.json()) == (200, {"cancelled": 0})


def test_a_token_needs_none(root: Any) -> None:
    """Nobody's browser sends it by itself."""
    client = Client(enforce_csrf_checks=True)
    headers = {"Authorization": f"Bearer {key_of('carol', OPERATORS)}"}
    answer = client.post(
        f"{PREFIX}runs/cancel", '{"filter": {}}', content_type="application/json", headers=headers
    )
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "nothing", 404),
        ("GET", "runs/", 404),
        ("GET", "runs/x", 404),
        ("GET", "runs/99999999999999999999", 404),
        ("GET", "sessions/default/default/none", 404),
        ("GET", "cells/mc_0", 404),
        ("GET", "tables/dreams", 404),
        ("DELETE", "runs/1", 405),
        ("GET", "runs/cancel", 405),
        ("POST", "status", 405),
    ],
)
def test_what_is_not_there(carol: Ops, method: str, path: str, status: int) -> None:
    carol.call(method, path).refused(status)


def test_every_answer_has_its_request_id(carol: Ops) -> None:
    headers = {"Authorization": f"Token {key_of('carol')}"}
    answer = Client().get(f"{PREFIX}runs/7", headers=headers)
    assert answer["X-Request-Id"] == answer.json()["request_id"]


@pytest.mark.parametrize(
    ("body", "content_type", "told"),
    [
        ("{", "application/json", "not valid JSON"),
        ('{"filter": {}}', "text/plain", "must be application/json"),
        ('{"filter": {"owner_id": "\\ud800"}}', "application/json", "not valid JSON"),
        ("[]", "application/json", "Invalid data"),
        ("{}", "application/json", "exactly one of ids and filter"),
        ('{"ids": [1], "filter": {}}', "application/json", "exactly one of ids and filter"),
        ('{"ids": ["1"]}', "application/json", "ids.0: a whole number"),
        ('{"ids": [true]}', "application/json", "ids.0: a whole number"),
        ('{"filter": {"statsu": "dead"}}', "application/json", "filter.statsu: unknown field"),
        ('{"filter": {"status": "lost"}}', "application/json", "filter.status:"),
        ('{"filter": {"failing": "true"}}', "application/json", "filter.failing: true or false"),
        ('{"filter": {"created_after": "0001-01-01T00:00:00+23:59"}}', "application/json", "from 1970"),
        ('{"filter": {"owner_id": "\\u0000"}}', "application/json", "NUL characters"),
    ],
)
def test_a_body_that_is_not_what_it_must_be(carol: Ops, body: str, content_type: str, told: str) -> None:
    headers = {"Authorization": f"Token {key_of('carol')}"}
    answer = Client().generic("POST", f"{PREFIX}runs/again", body, content_type, headers=headers)
    assert (answer.status_code, told in answer.json()["error"]["message"]) == (422, True), answer.content


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"limit": "0"}, "limit:"),
        ({"limit": "201"}, "limit:"),
        ({"limit": "many"}, "limit: a whole number"),
        ({"offset": "-1"}, "offset:"),
        ({"offset": "100001"}, "offset:"),
        ({"order": "password"}, "order:"),
        ({"status": ""}, "status:"),
        ({"statsu": "dead"}, "statsu: unknown field; the fields are"),
        ({"under_way": "yes"}, "under_way: true or false"),
        ({"created_before": "tomorrow"}, "created_before: an ISO 8601 time"),
        ({"q": "x" * 201}, "q:"),
    ],
)
def test_a_query_that_is_not_what_it_must_be(carol: Ops, query: dict[str, str], told: str) -> None:
    assert carol.call("GET", "runs", **query).refused(422).startswith(told)


def test_a_body_over_the_limit(carol: Ops, settings: Settings) -> None:
    change_settings(settings, "api", max_body_bytes=1_024)
    assert "larger than 1024 bytes" in carol.call("POST", "runs/again", {"ids": [1] * 1_000}).refused(413)


def test_no_page_of_another_origin_by_a_plain_form(root: Any) -> None:
    """What a browser sends without asking, with the cookies of who is logged in."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.create_superuser("root"))
    answer = browser.post(f"{PREFIX}tables/rebuild", headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
    assert json.loads(answer.content)["error"]["message"].startswith("CSRF Failed")


def test_ids_are_no_labels_of_the_metrics(carol: Ops, client: Client) -> None:
    carol.call("GET", "runs/71")
    counted = client.get("/metrics").content.decode()
    assert 'route="api/ops/runs/<int:id>"' in counted
    assert "runs/71" not in counted
