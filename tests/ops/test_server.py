"""On a real server: the doors from outside, and its workers, which do promptly what is asked for."""

from typing import Any

import pytest

from tests.system.browser import Browser
from tests.system.client import Client, eventually
from tests.system.server import Server

PASSWORD = "kettle-and-tea"


@pytest.fixture(scope="module")
def carol(server: Server, key: str) -> Client:
    return Client(server.port, token=key)


def ops(client: Client, method: str, path: str, body: Any = None) -> Any:
    answer = client.request(method, f"/api/ops/{path}", body)
    assert answer.status in (200, 202), answer
    return answer.body


def message(text: str, at: int = 0) -> dict[str, Any]:
    return {"sender_id": "alice", "role": "user", "timestamp": 1_795_262_400_000 + at, "content": text}


def test_nobody_else_comes_in(server: Server) -> None:
    assert server.client().request("GET", "/api/ops/status").status == 401
    token = server.manage("token", "alice").strip()
    assert Client(server.port, token=token).request("GET", "/api/ops/status").status == 403


def test_a_session_is_flushed_and_derived_from(server: Server, carol: Client) -> None:
    server.client().add("morning", [message("I climb every Monday."), message("In Bern.", 60_000)])
    assert ops(carol, "GET", "sessions/default/default/morning")["open_messages"] == 2
    assert ops(carol, "POST", "sessions/flush", {"session_id": "morning"}) == {"accepted": 1}
    assert eventually(lambda: server.client().episodes("alice"), "the episode can be found")
    server.ready()
    assert ops(carol, "GET", "cells?session_id=morning")["items"][0]["status"] == "done"
    assert ops(carol, "GET", "runs?owner_id=alice&status=done")["total"] > 0
    assert carol.request("GET", "/api/ops/sessions/default/default/morning").status == 404


def test_a_rebuild_begins_promptly(server: Server, carol: Client) -> None:
    """Long before the next scan of the clock."""
    kinds = ["episode", "foresight"]

    def tables() -> list[dict[str, Any]]:
        return [ops(carol, "GET", f"tables/{kind}") for kind in kinds]

    before = [table["table"] for table in tables()]
    assert ops(carol, "POST", "tables/rebuild", {"kinds": kinds}) == {"accepted": 2}

    def ended() -> bool:
        pairs = zip(before, tables(), strict=True)
        return all(table["table"] != old and table["rebuild_request"] is None for old, table in pairs)

    eventually(ended, "both are rebuilt")
    server.ready()
    assert server.client().episodes("alice")


def test_from_the_login_page_to_an_action(server: Server) -> None:
    env = {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    server.manage("createsuperuser", "--noinput", "--username", "root", "--email", "", env=env)
    browser = Browser(server.port)
    browser.log_in("root", PASSWORD)
    assert browser.status == 302
    assert '"total"' in browser.call("GET", "/api/ops/runs")
    asked = ("POST", "/api/ops/runs/cancel", '{"filter": {"status": "dead"}}')
    assert "CSRF Failed" in browser.call(*asked)
    assert browser.status == 403
    assert browser.call(*asked, {"X-CSRFToken": browser.cookies["csrftoken"]}) == '{"cancelled":0}'
