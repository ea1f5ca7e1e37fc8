"""What somebody tries who wants more than was given: applications, strangers, other pages, and bearers of tokens."""

import base64
import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from tests.oauth.person import CALLBACK, Application, Person, Pkce, accounts, fields
from tests.oauth.rare import rare
from tests.system.server import Server

EVIL = "https://evil.example.net/callback"


class TestTheQuestion:
    @pytest.mark.parametrize(
        "elsewhere",
        [
            EVIL,
            "https://app.example.org@evil.example.net/callback",
            *rare(
                f"{CALLBACK}/../evil",
                f"{CALLBACK}?more=1",
                f"{CALLBACK}#fragment",
                "https://app.example.org.evil.example.net/callback",
                "http://app.example.org/callback",
                "javascript:alert(1)",
                "",
            ),
        ],
    )
    def test_nobody_is_sent_to_an_address_that_is_not_registered(
        self, alice: Person, application: Application, elsewhere: str
    ) -> None:
        page = alice.asked(**application.request(Pkce(), redirect_uri=elsewhere))
        assert page.status_code == 400
        assert "Location" not in page.headers

    @pytest.mark.parametrize(
        "changed",
        [
            {"code_challenge_method": "plain"},
            {"code_challenge": ""},
            {"response_type": "token"},
            {"scope": "read admin"},
            {"resource": ["{own}", "https://other.example.org/mcp"]},
            *rare(
                {"code_challenge_method": ""},
                {"response_type": "code token"},
                {"client_id": "nobody"},
                {"client_id": "no\0body"},
                {"resource": "https://other.example.org/mcp"},
                {"resource": "{own}/../api/v1/memory"},
                {"resource": "{own}@evil.example.net/mcp"},
                {"resource": "http://[::1/mcp"},
            ),
        ],
    )
    def test_what_is_wrong_is_said_to_the_person_and_goes_nowhere(
        self, alice: Person, application: Application, changed: dict[str, Any]
    ) -> None:
        """No redirect either: anybody can register an address and have a link of ours lead there."""
        own = application.resource
        filled = json.loads(json.dumps(changed).replace("{own}", own))
        page = alice.asked(**{**application.request(Pkce()), **filled})
        assert page.status_code == 400, page.text
        assert "Location" not in page.headers

    @pytest.mark.long
    def test_it_is_asked_each_time_whatever_the_link_says(
        self, alice: Person, application: Application
    ) -> None:
        application.connect(alice)
        for more in ({"approval_prompt": "auto"}, {"prompt": "none"}, {"prompt": "login"}):
            page = alice.asked(**application.request(Pkce()), **more)
            assert page.status_code == 200
            assert "Do not connect" in page.text

    @pytest.mark.parametrize("prompt", ["none", "create", "none create", "login"])
    def test_who_is_not_logged_in_is_asked_for_a_password_whatever_the_link_says(
        self, server: Server, application: Application, prompt: str
    ) -> None:
        """Nobody is sent on to an address that a stranger has registered, not even with an error."""
        page = Person(server, None).asked(**application.request(Pkce()), prompt=prompt)
        assert page.status_code == 302
        assert page.headers["Location"].startswith("/oauth/login?next=")

    def test_no_page_may_frame_it_or_answer_it(self, server: Server, application: Application) -> None:
        person, pkce = Person(server), Pkce()
        page = person.asked(**application.request(pkce))
        assert page.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
        assert "form-action 'self' https://app.example.org;" in page.headers["Content-Security-Policy"]
        given = {**fields(page.text), "granted": ["read"], "allow": "true"}
        for forged in ({**given, "csrfmiddlewaretoken": ""}, {**given, "csrfmiddlewaretoken": "x" * 64}):
            assert person.http.post(str(page.url), data=forged).status_code == 403
        foreign = {"Origin": "https://evil.example.net"}
        assert person.http.post(str(page.url), data=given, headers=foreign).status_code == 403

    @pytest.mark.parametrize("allow", [True, *rare(False)])
    @pytest.mark.parametrize(
        "changed",
        [
            {"redirect_uri": EVIL},
            {"code_challenge": ""},
            *rare({"code_challenge_method": "plain"}, {"client_id": "nobody"}, {"client_id": ""}),
        ],
    )
    def test_a_form_that_was_changed_is_none_of_ours(
        self, alice: Person, application: Application, allow: bool, changed: dict[str, str]
    ) -> None:
        page = alice.asked(**application.request(Pkce()))
        answer = alice.answer(page, allow, **changed)
        assert answer.status_code == 400
        assert "Location" not in answer.headers

    def test_a_name_is_shown_and_never_run(self, server: Server, alice: Person) -> None:
        hostile = Application(server, name="<script>alert(1)</script>\u202e\n Claude")
        page = alice.asked(**hostile.request(Pkce()))
        assert "<script>alert" not in page.text
        assert "&lt;script&gt;" in page.text
        assert "\u202e" not in page.text

    def test_a_log_in_leads_nowhere_else(self, server: Server) -> None:
        person = Person(server, None)
        for elsewhere in ("https://evil.example.net/", "//evil.example.net/", "javascript:alert(1)"):
            back = person.log_in(f"/oauth/login?next={elsewhere}", "alice")
            assert back.headers["Location"] == "/admin/"

    @pytest.mark.long
    def test_passwords_are_not_guessed(self, server: Server) -> None:
        person = Person(server, None)
        for _ in range(5):
            person.log_in("/oauth/login", "gone", "guessed wrong")
        page = person.http.get("/oauth/login")
        locked = {**fields(page.text), "username": "gone", "password": "correct horse battery"}
        assert person.http.post("/oauth/login", data=locked).status_code == 429


class TestCodes:
    def test_one_is_good_once(self, alice: Person, application: Application) -> None:
        pkce = Pkce()
        code = application.code(alice, pkce)
        spelt_otherwise = f"{application.resource}/?tools=full"
        assert application.exchange(code, pkce, resource=spelt_otherwise).status_code == 200
        again = application.exchange(code, pkce)
        assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")

    def test_one_that_comes_again_ends_the_connection(
        self, server: Server, alice: Person, application: Application
    ) -> None:
        """RFC 6749, 4.1.2: one of the two who have it is a thief. Refreshed tokens end as well; others stay."""
        pkce, mine = Pkce(), application.connect(alice)
        code = application.code(alice, pkce)
        first = application.exchange(code, pkce).json()
        second = application.refresh(first["refresh_token"]).json()
        stranger = Application(server, name="Stranger")
        assert stranger.exchange(code, pkce).status_code == 400
        assert application.call(second["access_token"], "profile").status_code == 200
        assert application.exchange(code, Pkce()).status_code == 400
        assert application.call(second["access_token"], "profile").status_code == 401
        assert application.refresh(second["refresh_token"]).status_code == 400
        assert application.call(mine["access_token"], "profile").status_code == 200

    def test_one_that_is_sent_at_once_by_many_gives_no_tokens_that_last(
        self, alice: Person, application: Application
    ) -> None:
        for _ in range(10):
            pkce = Pkce()
            code = application.code(alice, pkce)
            exchange = partial(application.exchange, code, pkce)
            with ThreadPoolExecutor(8) as several:
                told = [future.result() for future in [several.submit(exchange) for _ in range(8)]]
            given = [answer.json() for answer in told if answer.status_code == 200]
            assert len(given) <= 1
            assert {answer.status_code for answer in told} <= {200, 400}
            for tokens in given:
                assert application.call(tokens["access_token"], "profile").status_code == 401

    @pytest.mark.parametrize(
        "changed",
        [
            {"code_verifier": "x" * 64},
            {"redirect_uri": EVIL},
            {"resource": "https://other.example.org/mcp"},
            {"grant_type": "password", "username": "alice", "password": "correct horse battery"},
            *rare(
                {"code_verifier": ""},
                {"code_verifier": "{challenge}"},
                {"client_id": "nobody"},
                {"grant_type": "client_credentials"},
                {"grant_type": "urn:ietf:params:oauth:grant-type:device_code"},
                {"code": "no\0code"},
                {"code": "x" * 20_000},
            ),
        ],
    )
    def test_one_is_for_who_asked_for_it(
        self, alice: Person, application: Application, changed: dict[str, str]
    ) -> None:
        pkce = Pkce()
        code = application.code(alice, pkce)
        filled = {name: value.replace("{challenge}", pkce.challenge) for name, value in changed.items()}
        refused = application.exchange(code, pkce, **filled)
        assert 400 <= refused.status_code < 500, refused.text
        assert "access_token" not in refused.json()
        assert refused.json()["error"]

    @pytest.mark.long
    def test_one_of_another_application(
        self, server: Server, alice: Person, application: Application
    ) -> None:
        pkce = Pkce()
        code = application.code(alice, pkce)
        assert Application(server, name="Another").exchange(code, pkce).status_code == 400

    def test_one_that_is_too_old(self, server: Server, alice: Person, application: Application) -> None:
        pkce = Pkce()
        code = application.code(alice, pkce)
        _make_old(server, "oauth2_provider_grant")
        assert application.exchange(code, pkce).json()["error"] == "invalid_grant"


class TestTokens:
    def test_one_opens_mcp_and_nothing_else(self, alice: Person, application: Application) -> None:
        bearer = {"Authorization": f"Bearer {application.connect(alice)['access_token']}"}
        body = {"user_id": "alice", "query": "tea"}
        for path in (
            "/api/v1/memory/search",
            "/api/v2/memory/search",
            "/api/v1/auth/token",
            "/v1/memories/search",
        ):
            assert application.http.post(path, json=body, headers=bearer).status_code in (401, 404)
        assert application.http.get("/api/ops/overview", headers=bearer).status_code in (401, 404)
        assert application.http.post("/mcp/", json={}, headers=bearer).status_code in (401, 404)

    def test_one_of_the_operator_administers_nothing(self, server: Server, application: Application) -> None:
        token = application.connect(Person(server, "operator"))["access_token"]
        theirs = application.call(token, "recall", "user=alice", query="anything").json()["result"]
        assert theirs["structuredContent"]["memories"] == []
        assert application.call(token, "remember", "user=alice", text="Forged.").json()["result"]["isError"]

    def test_one_for_another_resource(self, server: Server, alice: Person, application: Application) -> None:
        """As a database that comes from another server would have it."""
        token = application.connect(alice)["access_token"]
        with accounts(server) as rows:
            rows.execute(
                "UPDATE oauth2_provider_accesstoken SET resource = '[\"https://other.example.org/mcp\"]'"
            )
        assert application.call(token, "profile").status_code == 401

    def test_one_that_is_over(self, server: Server, alice: Person, application: Application) -> None:
        tokens = application.connect(alice)
        _make_old(server, "oauth2_provider_accesstoken")
        assert application.call(tokens["access_token"], "profile").status_code == 401
        again = application.refresh(tokens["refresh_token"])
        assert again.status_code == 200, again.text

    @pytest.mark.long
    def test_one_of_somebody_who_was_deactivated(self, server: Server, application: Application) -> None:
        tokens = application.connect(Person(server, "bob"))
        with accounts(server) as rows:
            rows.execute("UPDATE auth_user SET is_active = 0 WHERE username = 'bob'")
        try:
            assert application.call(tokens["access_token"], "profile").status_code == 401
        finally:
            with accounts(server) as rows:
                rows.execute("UPDATE auth_user SET is_active = 1 WHERE username = 'bob'")

    @pytest.mark.parametrize(
        "token", ["eoa_guessed", *rare("eoa_", "eoa_\xff", f"eoa_{'x' * 5000}", "eor_x")]
    )
    def test_one_that_was_guessed(self, application: Application, token: str) -> None:
        header = {"Authorization": f"Bearer {token}".encode("latin-1")}
        assert application.http.post("/mcp", json={}, headers=header).status_code == 401

    def test_none_lies_in_the_database(self, server: Server, alice: Person, application: Application) -> None:
        tokens = application.connect(alice)
        for file in server.root.glob(".accounts.db*"):
            data = file.read_bytes()
            assert tokens["access_token"].encode() not in data
            assert tokens["refresh_token"].encode() not in data
            assert tokens["refresh_token"].removeprefix("eor_").encode() not in data

    def test_a_refresh_token_that_is_used_twice_ends_the_connection(
        self, alice: Person, application: Application
    ) -> None:
        first = application.connect(alice)
        second = application.refresh(first["refresh_token"]).json()
        stolen = application.refresh(first["refresh_token"])
        assert (stolen.status_code, stolen.json()["error"]) == (400, "invalid_grant")
        assert application.call(second["access_token"], "profile").status_code == 401
        assert application.refresh(second["refresh_token"]).status_code == 400

    @pytest.mark.parametrize(
        "changed",
        [
            {"scope": "read write forget"},
            *rare({"scope": "admin"}, {"resource": "https://other.example.org/mcp"}),
        ],
    )
    def test_refreshing_gives_nothing_more(
        self, alice: Person, application: Application, changed: dict[str, str]
    ) -> None:
        token = application.connect(alice, scope="read")["refresh_token"]
        refused = application.refresh(token, **changed)
        assert refused.status_code == 400
        assert refused.json()["error"] in ("invalid_scope", "invalid_target")

    def test_another_application_neither_refreshes_nor_revokes_it(
        self, server: Server, alice: Person, application: Application
    ) -> None:
        tokens, other = application.connect(alice), Application(server, name="Other")
        assert other.refresh(tokens["refresh_token"]).status_code == 400
        other.http.post("/oauth/revoke", data={"token": tokens["access_token"], "client_id": other.client_id})
        assert application.call(tokens["access_token"], "profile").status_code == 200

    @pytest.mark.long
    def test_the_address_is_no_place_for_one(self, alice: Person, application: Application) -> None:
        token = application.connect(alice)["access_token"]
        assert application.http.post(f"/mcp?access_token={token}", json={}).status_code == 401


class TestRegistrations:
    @pytest.mark.parametrize(
        "address",
        [
            "http://app.example.org/callback",
            "http://localhost@evil.example.net/",
            "javascript:alert(1)",
            "https://app.example.org/;script-src *",
            "vscode://not.listed.here/callback",
            *rare(
                "cursor:",
                "cursor://",
                "cursor://x@anysphere.cursor-mcp/callback",
                "cursor://anysphere.cursor-mcp/callback#part",
                "file:///tmp/callback",
                "http://[::2]/callback",
                "http://127.0.0.1.evil.example.net/",
                "https://app.example.org/callback#part",
                "https://*.example.org/callback",
                "data:text/html,x",
                "custom.scheme:/callback",
                "https://app.example.org/ https://evil.example.net/",
                "https://",
                "",
                7,
                None,
                "https://app.example.org/" + "x" * 600,
            ),
        ],
    )
    def test_addresses_that_nobody_is_sent_to(self, server: Server, address: object) -> None:
        refused = Application(server, client_id="none").register(redirect_uris=[address])
        assert refused.status_code == 400
        assert refused.json()["error"] == "invalid_redirect_uri"

    @pytest.mark.parametrize(
        "metadata",
        [
            {},
            {"redirect_uris": [CALLBACK], "grant_types": ["client_credentials"]},
            *rare(
                {"redirect_uris": []},
                {"redirect_uris": CALLBACK},
                {"redirect_uris": [CALLBACK] * 11},
                {"redirect_uris": [CALLBACK], "client_name": "x" * 101},
                {"redirect_uris": [CALLBACK], "client_name": ["a"]},
                {"redirect_uris": [CALLBACK], "grant_types": "authorization_code"},
                {"redirect_uris": [CALLBACK], "response_types": ["token"]},
            ),
        ],
    )
    def test_metadata_that_makes_no_application(self, server: Server, metadata: dict[str, Any]) -> None:
        refused = Application(server, client_id="none").register(**metadata)
        assert refused.status_code == 400
        assert refused.json()["error"] in ("invalid_redirect_uri", "invalid_client_metadata")

    @pytest.mark.parametrize(
        "body", [b"{", *rare(b"", b"[]", b"\xff", b'{"a":' * 500, b'{"redirect_uris": NaN}')]
    )
    def test_bodies_that_are_none(self, server: Server, body: bytes) -> None:
        http = Application(server, client_id="none").http
        told = http.post("/oauth/register", content=body, headers={"Content-Type": "application/json"})
        assert told.status_code == 400

    def test_it_is_public_whatever_it_asks_for(self, server: Server) -> None:
        asked = {
            "redirect_uris": [CALLBACK],
            "token_endpoint_auth_method": "client_secret_post",
            "scope": "admin",
        }
        told = Application(server, client_id="none").register(**asked).json()
        assert told["token_endpoint_auth_method"] == "none"
        assert "client_secret" not in told
        assert "registration_access_token" not in told

    def test_they_are_bounded(self, server: Server) -> None:
        one = Application(server, client_id="none")
        long = one.register(redirect_uris=[CALLBACK], logo_uri="x" * 20_000)
        assert long.status_code == 413
        assert one.exchange("x" * 20_000, Pkce()).status_code == 413
        assert "NUL" in one.exchange("no\0code", Pkce()).json()["error_description"]
        for _ in range(19):
            assert one.register(redirect_uris=[]).status_code == 400
        refused = one.register(redirect_uris=[CALLBACK])
        assert refused.status_code == 429
        assert Application(server).client_id


def test_an_operator_sees_connections_and_ends_them(server: Server, alice: Person) -> None:
    application = Application(server, name="To be ended")
    tokens = application.connect(alice)
    operator = Person(server, "operator")
    page = operator.http.get("/admin/oauth2_provider/refreshtoken/?q=To+be+ended")
    assert page.status_code == 200
    assert "To be ended" in page.text
    assert tokens["refresh_token"] not in page.text
    for table in ("application", "accesstoken", "grant"):
        assert operator.http.get(f"/admin/oauth2_provider/{table}/").status_code == 200
    with accounts(server) as rows:
        (row,) = rows.execute(
            "SELECT r.id FROM oauth2_provider_refreshtoken r JOIN oauth2_provider_application a"
            " ON a.id = r.application_id WHERE a.name = 'To be ended'"
        ).fetchone()
    chosen = {
        **fields(page.text, "changelist-form"),
        "action": "end",
        "_selected_action": [row],
        "index": "0",
    }
    done = operator.http.post(str(page.url), data=chosen, follow_redirects=True)
    assert "1 connections are ended" in done.text or "Are you sure" in done.text, done.text[:2000]
    if "Are you sure" in done.text:
        operator.http.post(str(page.url), data={**chosen, "confirmed": "yes"}, follow_redirects=True)
    assert application.call(tokens["access_token"], "profile").status_code == 401
    assert application.refresh(tokens["refresh_token"]).status_code == 400


@pytest.mark.long
def test_another_person_does_not_see_the_admin(alice: Person) -> None:
    assert alice.http.get("/admin/oauth2_provider/refreshtoken/").status_code == 302


@pytest.mark.long
def test_basic_credentials_are_nobodys(application: Application) -> None:
    for header in ("Basic !!!", f"Basic {base64.b64encode(b'a:b').decode()}", "Basic", "Bearer x"):
        told = application.http.post(
            "/oauth/token", data={"grant_type": "authorization_code"}, headers={"Authorization": header}
        )
        assert 400 <= told.status_code < 500


def _make_old(server: Server, table: str) -> None:
    with accounts(server) as rows:
        rows.execute(f"UPDATE {table} SET expires = datetime('now', '-1 minute')")
