"""The protocol itself: both eras at one address, and what neither takes."""

import base64
import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.conftest import change_settings
from tests.mcp.conftest import META, MODERN, Rpc, modern, modern_headers, request

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "t", "version": "1"},
}


def error(response: HttpResponse, status: int, code: int, id: Any = 1) -> str:
    body = response.json()
    assert (response.status_code, body["error"]["code"], body["id"]) == (status, code, id), body
    assert body.keys() == {"jsonrpc", "id", "error"}
    return str(body["error"]["message"])


@pytest.mark.parametrize("version", HANDSHAKE)
def test_the_handshake_of_each_revision(post: Rpc, version: str) -> None:
    answer = post(request("initialize", {**INITIALIZE, "protocolVersion": version}))
    assert "Mcp-Session-Id" not in answer
    result = answer.json()["result"]
    assert result["protocolVersion"] == version
    assert result["serverInfo"]["name"] == "everos"
    assert set(result["capabilities"]) == {"tools", "resources", "prompts"}
    assert "Recall before" in result["instructions"]
    headers = {"MCP-Protocol-Version": version}
    done = post({"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=headers)
    assert (done.status_code, done.content) == (202, b"")
    assert post(request("ping"), headers=headers).json()["result"] == {}
    listed = post(request("tools/list"), headers=headers).json()["result"]
    assert list(listed) == ["tools"]


@pytest.mark.parametrize("version", ["2026-07-28", "1999-01-01", ""])
def test_a_handshake_for_another_revision_is_offered_the_latest(post: Rpc, version: str) -> None:
    result = post(request("initialize", {**INITIALIZE, "protocolVersion": version})).json()["result"]
    assert result["protocolVersion"] == "2025-11-25"


def test_discovering(post: Rpc) -> None:
    result = post(modern("server/discover"), headers=modern_headers("server/discover")).json()["result"]
    assert set(result) == {
        "supportedVersions", "capabilities", "instructions", "cacheScope", "ttlMs", "resultType", "_meta"
    }  # fmt: skip
    assert result["supportedVersions"] == [*HANDSHAKE, MODERN]
    assert (result["resultType"], result["cacheScope"]) == ("complete", "public")
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "everos"


@pytest.mark.parametrize(
    ("method", "scope"),
    [("tools/list", "public"), ("prompts/list", "public"), ("resources/list", "private"),
     ("resources/templates/list", "public")],
)  # fmt: skip
def test_lists_say_how_long_they_are_good_for(post: Rpc, method: str, scope: str) -> None:
    result = post(modern(method), headers=modern_headers(method)).json()["result"]
    assert (result["cacheScope"], result["resultType"]) == (scope, "complete")
    assert result["ttlMs"] == (3_600_000 if scope == "public" else 0)


def test_methods_of_one_era_are_none_of_the_other(post: Rpc) -> None:
    for method in ("initialize", "ping", "logging/setLevel"):
        answer = post(modern(method), headers=modern_headers(method))
        assert "Method not found" in error(answer, 404, -32601)
    for method in ("server/discover", "logging/setLevel", "no/such"):
        error(post(request(method)), 200, -32601)


def test_a_notification_of_today_is_taken_and_dropped(post: Rpc) -> None:
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    assert post(cancel, headers={"MCP-Protocol-Version": MODERN}).status_code == 202
    error(post(cancel, headers={"MCP-Protocol-Version": "2030-01-01"}), 400, -32022, None)


class TestHeadersAndBodySayTheSame:
    ASKED = modern("tools/call", {"name": "profile"})
    HEADERS = modern_headers("tools/call", "profile")

    @pytest.mark.parametrize(
        "wrong",
        [
            {"MCP-Protocol-Version": "2025-06-18"},
            {"MCP-Protocol-Version": ""},
            {"Mcp-Method": "tools/list"},
            {"Mcp-Method": "TOOLS/CALL"},
            {"Mcp-Name": "forget"},
            {"Mcp-Name": ""},
            {"Mcp-Name": "=?base64?!?="},
        ],
        ids=str,
    )
    def test_where_they_do_not_it_is_refused(self, post: Rpc, wrong: dict[str, str]) -> None:
        told = error(post(self.ASKED, headers={**self.HEADERS, **wrong}), 400, -32020)
        assert next(iter(wrong)) in told

    def test_headers_are_needed(self, post: Rpc) -> None:
        for name in self.HEADERS:
            headers = {other: value for other, value in self.HEADERS.items() if other != name}
            error(post(self.ASKED, headers=headers), 400, -32020)

    def test_what_ascii_cannot_say_is_encoded(self, post: Rpc) -> None:
        uri = "memory://memories/小明_ep"
        encoded = base64.b64encode(uri.encode()).decode()
        asked = modern("resources/read", {"uri": uri})
        headers = modern_headers("resources/read", f"=?base64?{encoded}?=")
        assert "There is no memory" in error(post(asked, headers=headers), 400, -32602)

    @pytest.mark.parametrize("key", [key for key in META if not key.endswith("clientInfo")])
    def test_each_request_says_what_it_speaks(self, post: Rpc, key: str) -> None:
        meta = {name: value for name, value in META.items() if name != key}
        for lacking in ({"_meta": meta}, {"_meta": []}, {}):
            asked = request("tools/list", lacking)
            error(post(asked, headers=modern_headers("tools/list")), 400, -32602)

    def test_a_revision_that_nobody_knows(self, post: Rpc) -> None:
        meta = {**META, "io.modelcontextprotocol/protocolVersion": "2031-01-01"}
        headers = {**modern_headers("tools/list"), "MCP-Protocol-Version": "2031-01-01"}
        answer = post(request("tools/list", {"_meta": meta}), headers=headers)
        error(answer, 400, -32022)
        assert answer.json()["error"]["data"] == {
            "supported": [*HANDSHAKE, MODERN],
            "requested": "2031-01-01",
        }
        error(post(request("ping"), headers={"MCP-Protocol-Version": "2031-01-01"}), 400, -32022)


class TestBatches:
    def test_each_message_is_answered(self, post: Rpc) -> None:
        batch = [
            request("ping", id="a"),
            {"jsonrpc": "2.0", "method": "notifications/x"},
            request("no/such", id=2),
        ]
        answers = post(batch, headers={"MCP-Protocol-Version": "2025-03-26"}).json()
        assert [each["id"] for each in answers] == ["a", 2]
        assert answers[1]["error"]["code"] == -32601

    def test_one_of_notifications_has_no_answer(self, post: Rpc) -> None:
        answer = post([{"jsonrpc": "2.0", "method": "notifications/x"}] * 2)
        assert (answer.status_code, answer.content) == (202, b"")

    def test_what_is_no_message_does_not_stop_the_others(self, post: Rpc) -> None:
        answers = post([1, request("initialize", INITIALIZE), request("ping", id=3)]).json()
        assert [each.get("error", {}).get("code") for each in answers] == [-32600, -32600, None]

    @pytest.mark.parametrize("size", [0, 21])
    def test_it_has_a_size(self, post: Rpc, size: int) -> None:
        error(post([request("ping")] * size), 400, -32600, None)

    @pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", MODERN])
    def test_later_revisions_have_none(self, post: Rpc, version: str) -> None:
        error(post([request("ping")], headers={"MCP-Protocol-Version": version}), 400, -32600, None)


class TestBodies:
    @pytest.mark.parametrize(
        "body",
        [
            " ",
            "{",
            "[1,",
            "\xff",
            '{"a":NaN}',
            '"\\ud800"',
            "[" * 100_000,
            '{"a":1e400}',
            "[" * 65 + "]" * 65,
        ],
    )
    def test_what_is_no_json(self, post: Rpc, body: str) -> None:
        error(post(body.encode("latin-1")), 400, -32700, None)

    @pytest.mark.parametrize(
        "body",
        [
            1, None, "ping", {}, {"jsonrpc": "2.0"}, {"jsonrpc": "1.0", "method": "ping", "id": 1},
            {"jsonrpc": "2.0", "id": 1, "result": {}}, {"jsonrpc": "2.0", "id": 1, "method": 5},
        ],
    )  # fmt: skip
    def test_what_is_no_message(self, post: Rpc, body: Any) -> None:
        identifier = 1 if isinstance(body, dict) and "id" in body else None
        error(post(json.dumps(body)), 400, -32600, identifier)

    @pytest.mark.parametrize("id", [None, True, 1.5, [], {}])
    def test_an_id_is_a_text_or_a_whole_number(self, post: Rpc, id: Any) -> None:
        error(post(request("ping", id=id)), 400, -32600, None)

    @pytest.mark.parametrize("id", ["", "a", 0, -5, 2**53])
    def test_it_comes_back_as_it_was(self, post: Rpc, id: Any) -> None:
        answered = post(request("ping", id=id)).json()["id"]
        assert (answered, type(answered)) == (id, type(id))

    def test_params_are_an_object(self, post: Rpc) -> None:
        error(post(request("ping", [1])), 400, -32602)  # type: ignore[arg-type]
        error(post(request("tools/call", {"name": "profile", "arguments": []})), 200, -32602)

    def test_another_content_type(self, post: Rpc) -> None:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1"):
            answer = post(json.dumps(request("ping")), content_type=kind)
            assert (
                "application/json" in error(answer, 415, -32000, None)
                or "UTF-8" in answer.json()["error"]["message"]
            )

    def test_one_that_is_too_long(self, post: Rpc, settings: Any) -> None:
        change_settings(settings, "api", max_body_bytes=2000)
        told = error(
            post(request("tools/call", {"name": "remember", "arguments": {"text": "x" * 3000}})),
            413,
            -32000,
            None,
        )
        assert "2000 bytes" in told


class TestDoors:
    @pytest.mark.parametrize("method", ["get", "delete", "put", "patch", "options"])
    def test_there_is_nothing_but_post(self, client: Client, db: None, method: str) -> None:
        answer = getattr(client, method)("/mcp")
        assert answer["Allow"] == "POST"
        error(answer, 405, -32600, None)

    def test_pages_of_other_origins(self, post: Rpc, settings: Any) -> None:
        page = {"Origin": "https://app.example"}
        assert "Origin" in error(post(request("ping"), headers=page), 403, -32000, None)
        error(post(request("ping"), headers={"Origin": "null"}), 403, -32000, None)
        assert post(request("ping"), headers={"Origin": "http://testserver"}).status_code == 200
        change_settings(settings, "api", cors_origins=["https://app.example"])
        assert post(request("ping"), headers=page).status_code == 200
        preflight = Client().options("/mcp", headers={**page, "Access-Control-Request-Method": "POST"})
        assert preflight.status_code == 204
        assert {"Mcp-Method", "Mcp-Name", "MCP-Protocol-Version"} <= set(
            preflight["Access-Control-Allow-Headers"].split(", ")
        )

    def test_other_hosts(self, post: Rpc) -> None:
        error(post(request("ping"), headers={"Host": "evil.example"}), 400, -32600, None)

    def test_who_cannot_read_the_answer(self, post: Rpc) -> None:
        for accept in ("application/json", "*/*", "application/*", "text/event-stream, application/json"):
            assert post(request("ping"), headers={"Accept": accept}).status_code == 200
        error(post(request("ping"), headers={"Accept": "text/event-stream"}), 406, -32000, None)

    def test_below_it_there_is_nothing(self, client: Client, db: None) -> None:
        error(client.get("/mcp/"), 404, -32601, None)


@pytest.mark.parametrize("query", ["tools=everything", "user=%00", "user=..", "app=a%2Fb", "project=.hidden"])
def test_an_address_that_cannot_be(post: Rpc, query: str) -> None:
    told = error(post(request("tools/list"), query), 400, -32602)
    assert f"?{query.partition('=')[0]}=" in told


def test_lists_have_one_page(post: Rpc) -> None:
    for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list"):
        error(post(request(method, {"cursor": "x"})), 200, -32602)
        error(post(modern(method, {"cursor": "x"}), headers=modern_headers(method)), 400, -32602)


def test_a_fault_of_the_server_is_told_as_one(post: Rpc, settings: Any) -> None:
    settings.ROOT_URLCONF = "tests.api.crash_urls"
    assert "secret" not in error(post(request("ping")), 500, -32603, None)
