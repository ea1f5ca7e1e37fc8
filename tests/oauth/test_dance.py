"""A remote connector, from the first 401 to a memory that it has kept: by `mcp`'s client, and by hand."""

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

from tests.oauth.person import Application, Person, Pkce, sent_on, somewhere
from tests.system.server import Server

LOOPBACK = "http://localhost:3030/callback"


class Storage:
    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


def provider(server: Server, person: Person, storage: Storage, query: str = "") -> OAuthClientProvider:
    came_back: list[AuthorizationCodeResult] = []

    async def redirect(address: str) -> None:
        page = await asyncio.to_thread(person.http.get, address)
        assert page.status_code == 200, page.text
        found = sent_on(await asyncio.to_thread(person.answer, page), LOOPBACK)
        came_back.append(AuthorizationCodeResult(code=found["code"], state=found["state"], iss=found["iss"]))

    async def callback() -> AuthorizationCodeResult:
        return came_back.pop()

    return OAuthClientProvider(
        f"http://127.0.0.1:{server.port}/mcp{query}",
        OAuthClientMetadata(client_name="The client of mcp", redirect_uris=[LOOPBACK]),
        storage,
        redirect,
        callback,
    )


def converse(server: Server, person: Person, storage: Storage, query: str = "") -> Any:
    async def conversation() -> Any:
        auth = provider(server, person, storage, query)
        async with httpx2.AsyncClient(auth=auth, headers=somewhere(), timeout=60) as http:
            transport = streamable_http_client(f"http://127.0.0.1:{server.port}/mcp{query}", http_client=http)
            async with Client(transport) as client:
                await client.call_tool("remember", {"text": "I keep bees on the roof."})
                return await client.call_tool("recall", {"query": "what do I keep on the roof?"})

    return asyncio.run(conversation())


def test_the_client_of_mcp_connects_remembers_and_comes_again(server: Server, alice: Person) -> None:
    storage = Storage()
    found = converse(server, alice, storage)
    assert "bees" in found.structured_content["memories"][0]["text"]
    assert list(server.root.rglob("users/alice/.notes/*.md"))
    assert storage.client is not None
    assert storage.client.client_secret is None
    first = storage.tokens
    assert first is not None
    assert first.scope == "read write forget"
    assert converse(server, Person(server, None), storage)  # nobody is asked again
    assert storage.tokens == first


@pytest.mark.long
def test_an_address_that_chooses_tools_is_the_same_resource(server: Server, alice: Person) -> None:
    assert converse(server, alice, Storage(), "?tools=full")


def test_somebody_who_is_not_logged_in_is_asked_for_a_password_first(
    server: Server, application: Application
) -> None:
    stranger, pkce = Person(server, None), Pkce()
    away = stranger.asked(**application.request(pkce))
    assert away.status_code == 302
    login = away.headers["Location"]
    assert login.startswith("/oauth/login?next=/oauth/authorize")
    wrong = stranger.log_in(login, "alice", "wrong password here")
    assert wrong.status_code == 200
    assert "Please enter a correct username and password" in wrong.text
    back = stranger.log_in(login, "alice")
    assert back.status_code == 302
    page = stranger.http.get(back.headers["Location"])
    assert "calls itself “Test application”" in page.text
    code = sent_on(stranger.answer(page))
    assert code["state"] == "the state"
    assert code["iss"] == application.base
    assert application.exchange(code["code"], pkce).status_code == 200


def test_what_the_person_unticks_is_not_granted(alice: Person, application: Application) -> None:
    pkce = Pkce()
    page = alice.asked(**application.request(pkce))
    code = sent_on(alice.answer(page, granted=["read"]))["code"]
    token = application.exchange(code, pkce).json()
    assert token["scope"] == "read"
    refused = application.call(token["access_token"], "remember", text="I like tea.").json()["result"]
    assert refused["isError"]
    assert "may not write" in refused["content"][0]["text"]
    assert not application.call(token["access_token"], "recall", query="tea").json()["result"]["isError"]


def test_a_no_goes_back_to_the_application(alice: Person, application: Application) -> None:
    page = alice.asked(**application.request(Pkce()))
    assert sent_on(alice.answer(page, allow=False))["error"] == "access_denied"
    assert sent_on(alice.answer(page, granted=[]))["error"] == "access_denied"


def test_each_person_has_his_own_memory(server: Server, alice: Person, application: Application) -> None:
    mine = application.connect(alice)["access_token"]
    his = application.connect(Person(server, "bob"))["access_token"]
    assert not application.call(mine, "remember", text="The vault opens with 4711.").json()["result"][
        "isError"
    ]
    query = {"query": "what opens the vault?"}
    assert application.call(mine, "recall", **query).json()["result"]["structuredContent"]["memories"]
    for named in ("", "user=alice"):
        found = application.call(his, "recall", named, **query).json()["result"]
        assert found["structuredContent"]["memories"] == []
    told = application.call(his, "remember", "user=alice", text="Bob was here.").json()["result"]
    assert told["isError"]


def test_refreshing_gives_new_tokens_and_ends_the_old(alice: Person, application: Application) -> None:
    first = application.connect(alice)
    told = application.refresh(first["refresh_token"])
    assert told.status_code == 200, told.text
    second = told.json()
    assert second["refresh_token"] != first["refresh_token"]
    assert application.call(first["access_token"], "profile").status_code == 401
    assert application.call(second["access_token"], "profile").status_code == 200


def test_revoking_ends_both_tokens(alice: Person, application: Application) -> None:
    tokens = application.connect(alice)
    given = {"token": tokens["refresh_token"], "client_id": application.client_id}
    assert application.http.post("/oauth/revoke", data=given).status_code == 200
    assert application.call(tokens["access_token"], "profile").status_code == 401
    assert application.refresh(tokens["refresh_token"]).status_code == 400


@pytest.mark.long
def test_a_key_opens_as_before_beside_it(server: Server, application: Application) -> None:
    key = server.manage("token", "alice").split()[-1]
    assert application.call(key, "profile").status_code == 200


def test_what_is_told_of_the_server_agrees_with_itself(application: Application) -> None:
    refused = application.http.post("/mcp", json={})
    assert refused.status_code == 401
    document = refused.headers["WWW-Authenticate"].split('"')[1]
    resource = application.http.get(document).json()
    assert resource["resource"] == application.resource
    (issuer,) = resource["authorization_servers"]
    told = application.http.get(f"{issuer}/.well-known/oauth-authorization-server").json()
    assert told["issuer"] == issuer == application.base
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert told["response_types_supported"] == ["code"]
    assert told["token_endpoint_auth_methods_supported"] == ["none"]
    assert set(told["scopes_supported"]) == set(resource["scopes_supported"]) == {"read", "write", "forget"}
    assert told["client_id_metadata_document_supported"] is True


@pytest.mark.parametrize(
    ("host", "source"),
    [("localhost", "http://localhost:49152"), ("127.0.0.1", "http://127.0.0.1:49152"), ("[::1]", "http:")],
)
def test_a_program_of_the_persons_machine_listens_on_any_port(
    server: Server, alice: Person, host: str, source: str
) -> None:
    """RFC 8252, 7.3. A policy of a page cannot name an IPv6 address, so there it names the scheme."""
    program, pkce = Application(server, f"http://{host}/callback"), Pkce()
    program.redirect_uri = f"http://{host}:49152/callback"
    page = alice.asked(**program.request(pkce))
    assert page.status_code == 200, page.text
    assert f"form-action 'self' {source};" in page.headers["Content-Security-Policy"]
    code = sent_on(alice.answer(page), program.redirect_uri)["code"]
    assert program.exchange(code, pkce).status_code == 200


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("cursor://anysphere.cursor-mcp/oauth/callback", "cursor://anysphere.cursor-mcp"),
        ("com.example.app:/oauth", "com.example.app:"),
    ],
)
def test_a_desktop_program_is_opened_by_its_own_scheme(
    server: Server, alice: Person, address: str, shown: str
) -> None:
    """RFC 8252, 7.1: the server lists the schemes."""
    program, pkce = Application(server, address), Pkce()
    page = alice.asked(**program.request(pkce))
    assert f"You will be sent on to <strong>{shown}</strong>" in page.text
    assert f"form-action 'self' {address.partition(':')[0]}:;" in page.headers["Content-Security-Policy"]
    answer = alice.answer(page)
    assert answer.headers["Location"].startswith(f"{address}?code=")
    code = parse_qs(urlsplit(answer.headers["Location"]).query)["code"][0]
    assert program.exchange(code, pkce).status_code == 200
