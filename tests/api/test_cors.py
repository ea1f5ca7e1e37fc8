"""Pages of other origins: nothing by default, and no more than what is configured."""

from typing import Any

import pytest
from django.test import Client

from tests.conftest import change_settings

ORIGIN = "https://app.example"
SEARCH = "/api/v1/memory/search"
PREFLIGHT = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}


@pytest.fixture
def opened(settings: Any) -> None:
    change_settings(settings, "api", cors_origins=[ORIGIN])


def test_no_origin_is_answered_by_default(client: Client) -> None:
    preflight = client.options(SEARCH, headers=PREFLIGHT)
    assert preflight.status_code == 405
    assert "Access-Control-Allow-Origin" not in preflight
    assert "Access-Control-Allow-Origin" not in client.get("/nowhere", headers={"Origin": ORIGIN})


@pytest.mark.usefixtures("opened")
def test_a_named_origin_may_call(client: Client) -> None:
    preflight = client.options(SEARCH, headers=PREFLIGHT)
    assert preflight.status_code == 204
    assert preflight["Access-Control-Allow-Origin"] == ORIGIN
    assert preflight["Access-Control-Allow-Headers"] == "Authorization, Content-Type"
    assert preflight["Access-Control-Allow-Methods"] == "GET, POST, PUT, PATCH, DELETE"
    answer = client.post(SEARCH, {}, content_type="application/json", headers={"Origin": ORIGIN})
    assert answer.status_code == 422
    assert answer["Access-Control-Allow-Origin"] == ORIGIN
    assert "Origin" in answer["Vary"]


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize(
    "origin", ["https://app.example.evil", "http://app.example", "null", "https://APP.example"]
)
def test_other_origins_may_not(client: Client, origin: str) -> None:
    preflight = client.options(SEARCH, headers={**PREFLIGHT, "Origin": origin})
    assert preflight.status_code == 405
    assert "Access-Control-Allow-Origin" not in preflight


@pytest.mark.usefixtures("opened")
def test_the_admin_is_never_opened(client: Client, db: None) -> None:
    assert "Access-Control-Allow-Origin" not in client.get("/admin/login/", headers={"Origin": ORIGIN})


@pytest.mark.usefixtures("root")
def test_nor_may_they_make_a_simple_call_without_a_body(client: Client, db: None) -> None:
    """Browsers send these without asking first."""
    decay = "/api/v1/memory/decay"
    assert client.post(decay).status_code == 200
    for content_type in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ):
        page = client.post(decay, content_type=content_type, headers={"Origin": "https://app.example.evil"})
        assert page.status_code == 400, page.content
