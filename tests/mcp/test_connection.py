"""Whose memory it is, and what keys with limits may do with it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from memory.api_keys import ApiKey
from memory.grants import limited
from tests.conftest import change_settings
from tests.keys import key_of
from tests.mcp.conftest import Call, Json, Rpc, request

METADATA = "/.well-known/oauth-protected-resource"
WRITES = {
    "remember": {"text": "x"},
    "create_entities": {"entities": [{"name": "x", "entityType": "x", "observations": []}]},
    "create_relations": {"relations": [{"from": "a", "to": "b", "relationType": "c"}]},
    "add_observations": {"observations": []},
    "edit": {"id": "x", "text": "x"},
}
FORGETS = {
    "forget": {"ids": ["x"]},
    "delete_entities": {"entityNames": []},
    "delete_observations": {"deletions": []},
    "delete_relations": {"relations": []},
}
READS = {
    "recall": {"query": "x"},
    "read": {"id": "x"},
    "profile": {},
    "list": {},
    "history": {"id": "x"},
    "read_graph": {},
    "search_nodes": {"query": "x"},
    "open_nodes": {"names": ["x"]},
    "search": {"query": "x"},
    "fetch": {"id": "x"},
}


def key(name: str = "shop", **limits: Any) -> dict[str, str]:
    user, _ = User.objects.get_or_create(username=name)
    _, made = ApiKey.objects.make(user, "test", limited(limits.pop("actions", ()), **limits))
    return {"Authorization": f"Bearer {made}"}


@pytest.fixture
def kept(post: Rpc) -> Callable[..., str]:
    """The path of the file that `remember` writes, without the name."""

    def send(query: str = "", headers: dict[str, str] | None = None) -> str:
        asked = request("tools/call", {"name": "remember", "arguments": {"text": f"Written at {query}."}})
        result = post(asked, query, headers).json()["result"]
        assert not result["isError"], result
        found = Client().get("/ltm/memories?limit=1").json()
        assert found is not None
        return str(result["structuredContent"]["id"])

    return send


def folder(root: Any, identifier: str) -> str:
    [path] = root.rglob(f"{identifier}.md")
    return str(path.relative_to(root).parent.parent)


DEFAULT = "default_app/default_project/users"


@pytest.mark.parametrize(
    ("query", "limits", "where"),
    [
        ("", None, f"{DEFAULT}/me"),
        ("user=alice", None, f"{DEFAULT}/alice"),
        ("user=alice&app=shop&project=south", None, "shop/south/users/alice"),
        ("", {}, f"{DEFAULT}/shop"),
        ("user=alice", {}, f"{DEFAULT}/alice"),
        ("", {"users": ["alice"]}, f"{DEFAULT}/alice"),
        ("", {"users": ["alice"], "apps": ["app"], "projects": ["p"]}, "app/p/users/alice"),
        ("user=bob", {"users": ["alice", "bob"]}, f"{DEFAULT}/bob"),
        ("", {"users": ["sh*"]}, f"{DEFAULT}/shop"),
    ],
    ids=str,
)
def test_where_it_is_kept(
    kept: Callable[..., str], root: Any, query: str, limits: Json | None, where: str
) -> None:
    headers = {} if limits is None else key(**limits)
    assert folder(root, kept(query, headers)) == where


def test_whom_the_setting_names(kept: Callable[..., str], root: Any, settings: Any) -> None:
    change_settings(settings, "mcp", user="Zoë")
    assert folder(root, kept()).startswith(f"{DEFAULT}/Zo")


def test_the_person_of_a_signed_token(kept: Callable[..., str], root: Any) -> None:
    token = Client().post(
        "/api/v1/auth/token", {"user_id": "carol"}, content_type="application/json", headers=key()
    )
    headers = {"Authorization": f"Bearer {token.json()['data']['token']}"}
    assert folder(root, kept("", headers)) == f"{DEFAULT}/carol"


class TestKeysWithLimits:
    ELSEWHERE = ({"users": ["alice"]}, {"users": ["alice"], "apps": ["elsewhere"]}, {"agents": ["robot"]})

    @pytest.mark.parametrize("limits", ELSEWHERE, ids=str)
    def test_others_are_not_there(self, post: Rpc, data: Call, limits: Json) -> None:
        """Neither what they keep nor that they are there."""
        kept = data("remember", "user=bob", text="Bob's secret is the word quokka.")
        data(
            "create_entities",
            "user=bob&tools=full",
            entities=[{"name": "x", "entityType": "x", "observations": ["quokka"]}],
        )
        given = {**READS, "recall": {"query": "quokka"}, "search": {"query": "quokka"}}
        given |= {name: {"id": kept["id"]} for name in ("read", "fetch", "history")}
        headers = key(**limits)
        app = "&app=elsewhere" if "apps" in limits else ""
        for tool, arguments in given.items():
            asked = request("tools/call", {"name": tool, "arguments": arguments})
            seen = [
                post(asked, f"user={who}&tools=full{app}", headers).content.decode()
                for who in ("bob", "ghost")
            ]
            assert "quokka" not in seen[0].replace(kept["id"], "")
            assert seen[0] == seen[1], tool
        for uri in ("memory://profile", "memory://episodes/recent", f"memory://memories/{kept['id']}"):
            asked = request("resources/read", {"uri": uri})
            assert "quokka" not in post(asked, "user=bob", headers).content.decode().replace(kept["id"], "")

    @pytest.mark.parametrize("limits", ELSEWHERE, ids=str)
    def test_nothing_of_others_is_changed(self, refused: Callable[..., str], root: Any, limits: Json) -> None:
        headers = key(**limits)
        before = sorted(root.rglob("*.md"))
        for tool, arguments in {**WRITES, **FORGETS}.items():
            assert "This key is not for" in refused(tool, "user=bob&tools=full", headers, **arguments)
        assert sorted(root.rglob("*.md")) == before

    @pytest.mark.parametrize(
        ("action", "others"),
        [("read", {**WRITES, **FORGETS}), ("write", {**READS, **FORGETS}), ("forget", {**READS, **WRITES})],
    )
    def test_what_a_key_may_not(self, refused: Callable[..., str], action: str, others: Json) -> None:
        headers = key(actions=[action])
        for tool, arguments in others.items():
            told = refused(tool, "tools=full", headers, **arguments)
            assert f"it may {action}" in told

    def test_where_the_address_must_name_somebody(self, refused: Callable[..., str]) -> None:
        headers = key(users=["acme-*"])
        for tool, arguments in ({**READS, **WRITES, **FORGETS}).items():
            assert "name one in the URL with ?user=ID" in refused(tool, "tools=full", headers, **arguments)

    def test_who_may_forget_and_not_read_is_not_shown_what_goes(self, post: Rpc, data: Call) -> None:
        kept = data("remember", text="The word is quokka.")
        asked = request("tools/call", {"name": "forget", "arguments": {"ids": [kept["id"]]}})
        answer = post(asked, "user=me", key(actions=["forget"])).content.decode()
        assert kept["id"] in answer
        assert "quokka" not in answer


class TestWithoutAKey:
    @pytest.fixture(autouse=True)
    def _locked(self, settings: Any) -> None:
        change_settings(settings, "auth", required=True)

    def test_it_is_asked_for(self, post: Rpc) -> None:
        answer = post(request("ping"))
        assert answer.status_code == 401
        assert answer.json()["error"]["code"] == -32000
        assert "everos token NAME" in answer.json()["error"]["message"]
        address = f"http://testserver{METADATA}/mcp"
        assert answer["WWW-Authenticate"] == f'Bearer resource_metadata="{address}"'

    def test_with_one_it_answers(self, post: Rpc) -> None:
        assert (
            post(request("ping"), headers={"Authorization": f"Bearer {key_of('alice')}"}).status_code == 200
        )
        assert post(request("ping"), headers={"Authorization": "Bearer x"}).status_code == 401

    def test_what_a_client_may_know_before(self, client: Client, db: None) -> None:
        for path in (METADATA, f"{METADATA}/mcp"):
            answer = client.get(path)
            assert answer.status_code == 200
            assert answer.json() == {
                "resource": "http://testserver/mcp",
                "resource_name": "EverOS",
                "bearer_methods_supported": ["header"],
            }


def test_where_no_key_is_asked_for_there_is_nothing_to_know(client: Client, db: None) -> None:
    assert client.get(METADATA).status_code == 404


def test_calls_count_by_what_they_do(post: Rpc, settings: Any) -> None:
    change_settings(
        settings, "rates", enabled=True, reads_per_minute=7, searches_per_minute=5, writes_per_minute=3
    )

    def left(method: str, **params: Any) -> HttpResponse:
        return post(request(method, params))

    recall = {"name": "recall", "arguments": {"query": "x"}}
    assert left("ping")["RateLimit-Limit"] == "7"
    assert left("tools/call", name="profile")["RateLimit-Limit"] == "7"
    assert left("tools/call", **recall)["RateLimit-Limit"] == "5"
    assert left("tools/call", name="remember", arguments={"text": "x"})["RateLimit-Limit"] == "3"
    assert post([request("tools/call", recall), request("ping")])["RateLimit-Limit"] == "5"
    assert post("{")["RateLimit-Limit"] == "7"
    for _ in range(3):
        answer = left("tools/call", name="remember", arguments={"text": "x"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, -32000)
    assert "Retry-After" in answer


def test_what_is_kept_counts_for_the_quota(post: Rpc, data: Call, settings: Any) -> None:
    change_settings(settings, "rates", enabled=True, messages_per_day=3)
    entities = [{"name": name, "entityType": "x", "observations": []} for name in ("a", "b")]
    data("remember", text="x")
    data("remember", text="x")  # known
    data("recall", query="x")
    data("create_entities", "tools=full", entities=entities)
    answer = post(request("tools/call", {"name": "remember", "arguments": {"text": "y"}}))
    assert answer.status_code == 429
    assert data("recall", query="x")["memories"]


def test_notes_of_other_scopes_are_none_of_maas(data: Call, client: Client) -> None:
    kept = data("remember", "app=shop", text="Of the shop.")
    headers = key(users=["me"], apps=["default"])
    for given in ({}, headers):
        assert client.get(f"/ltm/memories/{kept['id']}", headers=given).status_code == 404
        assert client.get(f"/ltm/memories/{kept['id']}/history", headers=given).status_code == 404
        assert client.delete(f"/ltm/memories/{kept['id']}", headers=given).status_code == 404
    assert data("read", "app=shop", id=kept["id"])["sections"] == {"text": "Of the shop."}
