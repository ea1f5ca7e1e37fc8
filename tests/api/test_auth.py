"""Tokens: asked for at every call of every dialect, or at none; wrong ones are never let in."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated

from memory.api.rest.authentication import CallerAuthentication, caller_of
from tests.api.dialects import AGENT_KV, DIALECTS, V1, Dialect
from tests.conftest import change_settings
from tests.keys import key_of

every_dialect = pytest.mark.parametrize("dialect", DIALECTS, ids=str)


@pytest.fixture
def locked(settings: Settings) -> None:
    change_settings(settings, "auth", required=True)


@pytest.fixture
def key(db: None, root: Any) -> str:
    return key_of("alice")


def call(dialect: Dialect, authorization: str | None = None) -> HttpResponse:
    return call_with(dialect, {} if authorization is None else {"Authorization": authorization})


def call_with(dialect: Dialect, headers: dict[str, str]) -> HttpResponse:
    client = Client(raise_request_exception=False)
    return client.post(dialect.call, {}, content_type="application/json", headers=headers)


@every_dialect
@pytest.mark.usefixtures("locked", "db")
def test_no_call_without_a_token(dialect: Dialect) -> None:
    response = call(dialect)
    assert "everos token NAME" in dialect.refusal(response, 401)
    assert response["WWW-Authenticate"] == "Token"


@pytest.mark.usefixtures("locked", "db")
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Token 0000"}])
def test_nobody_is_let_in_either_who_got_past_the_middleware(headers: dict[str, str]) -> None:
    """As by a view that declares by mistake that it needs no key."""
    request = RequestFactory().get("/", headers=headers)
    for caller in (caller_of, CallerAuthentication().authenticate):
        with pytest.raises((NotAuthenticated, AuthenticationFailed)):
            caller(request)  # type: ignore[operator]


@every_dialect
@pytest.mark.usefixtures("locked", "db")
def test_what_is_not_there_is_not_told_either(client: Client, dialect: Dialect) -> None:
    dialect.refusal(client.get(dialect.unknown), 401)


@every_dialect
@pytest.mark.usefixtures("locked")
@pytest.mark.parametrize("scheme", ["Token", "Bearer", "token", "bearer"])
def test_the_key_may_come_under_both_schemes(dialect: Dialect, key: str, scheme: str) -> None:
    dialect.refusal(call(dialect, f"{scheme} {key}"), dialect.bad_input)  # heard, and answered


@every_dialect
@pytest.mark.usefixtures("locked", "key")
@pytest.mark.parametrize(
    ("authorization", "told"),
    [
        ("Token 0000", "No such key is valid"),
        ("Bearer \x00é", "No such key is valid"),
        ("Token", "Authorization must be"),
        ("Basic YWxpY2U6YWxpY2U=", "Authorization must be"),
        ("", "Authorization must be"),
    ],
)
def test_a_wrong_token(dialect: Dialect, authorization: str, told: str) -> None:
    assert told in dialect.refusal(call(dialect, authorization), 401)


@every_dialect
@pytest.mark.usefixtures("locked")
def test_the_other_header_opens_no_more(dialect: Dialect, key: str) -> None:
    answer = call_with(dialect, {"X-API-Key": key})
    dialect.refusal(answer, dialect.bad_input)
    assert answer["Cache-Control"] == "private", "caches know Authorization only"
    for wrong in (f"{key}x", f"Bearer {key}", "", "eoa_guessed", "a.b.c"):
        dialect.refusal(call_with(dialect, {"X-API-Key": wrong}), 401)
    both = {"X-API-Key": key, "Authorization": "Token 0000"}
    assert "No such key is valid" in dialect.refusal(call_with(dialect, both), 401)


@every_dialect
@pytest.mark.usefixtures("locked")
def test_the_token_of_somebody_who_has_been_deactivated(dialect: Dialect, key: str) -> None:
    User.objects.update(is_active=False)
    assert "deactivated" in dialect.refusal(call(dialect, f"Token {key}"), 401)


@pytest.mark.usefixtures("locked", "key")
@pytest.mark.parametrize(
    ("path", "status"), [("/health", 200), ("/metrics", 200), ("/admin/login/", 200), ("/admin", 302)]
)
def test_probes_and_the_admin_stay_open(client: Client, path: str, status: int) -> None:
    assert client.get(path).status_code == status


@pytest.mark.usefixtures("locked", "db")
def test_the_admin_keeps_its_styles(client: Client) -> None:
    assert client.get("/static/admin/css/base.css").status_code == 200


@pytest.mark.usefixtures("locked", "db")
def test_a_preflight_needs_no_token_and_the_refusal_can_be_read(settings: Settings, client: Client) -> None:
    change_settings(settings, "api", cors_origins=["https://app.example"])
    origin = {"Origin": "https://app.example"}
    preflight = client.options(V1.call, headers={**origin, "Access-Control-Request-Method": "POST"})
    assert preflight.status_code == 204
    refused = client.post(V1.call, headers=origin)
    assert (refused.status_code, refused["Access-Control-Allow-Origin"]) == (401, origin["Origin"])


@every_dialect
@pytest.mark.usefixtures("key")
def test_without_the_setting_calls_need_no_token(dialect: Dialect) -> None:
    dialect.refusal(call(dialect), dialect.bad_input)


@pytest.mark.usefixtures("key")
@pytest.mark.parametrize("dialect", [d for d in DIALECTS if d is not AGENT_KV], ids=str)
def test_a_key_that_nobody_asks_for_is_not_looked_at(dialect: Dialect) -> None:
    """Clients of other servers send one always."""
    dialect.refusal(call(dialect, "Bearer of-another-server"), dialect.bad_input)


@pytest.mark.usefixtures("key")
def test_the_agents_memory_always_looks_at_it() -> None:
    assert "No such key is valid" in AGENT_KV.refusal(call(AGENT_KV, "Bearer of-another-server"), 401)


def test_the_agents_memory_asks_everybody_who_is_not_at_this_machine(settings: Settings, key: str) -> None:
    change_settings(settings, "api", host="192.168.1.4")
    response = call(AGENT_KV)
    assert "everos token NAME" in AGENT_KV.refusal(response, 401)
    assert response["WWW-Authenticate"] == "Token"
    AGENT_KV.refusal(call(AGENT_KV, f"Token {key}"), 400)
    V1.refusal(call(V1), 422)
