"""Applications whose id is the address of a document: fetched, believed as far as it goes; never from inside."""

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.oauth.person import CALLBACK, PUBLISHED, Application, Person, Pkce, accounts, sent_on, somewhere
from tests.oauth.rare import rare
from tests.system.server import Server


class Published(ThreadingHTTPServer):
    """Documents by their paths: a value to be sent as JSON, bytes, or an address to be redirected to."""

    def __init__(self, certificate: ssl.SSLContext, address: str = PUBLISHED) -> None:
        super().__init__((address, 0), _Handler)
        self.socket = certificate.wrap_socket(self.socket, server_side=True)
        self.documents: dict[str, Any] = {}
        self.asked: list[str] = []
        self.base = f"https://{address}:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def publish(self, path: str, **changed: Any) -> str:
        address = f"{self.base}{path}"
        self.documents[path] = {
            "client_id": address,
            "client_name": "Documented",
            "redirect_uris": [CALLBACK],
        }
        self.documents[path].update(changed)
        return address


class _Handler(BaseHTTPRequestHandler):
    server: Published

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        found = self.server.documents.get(self.path)
        if isinstance(found, str):
            self.send_response(302)
            self.send_header("Location", found)
            self.end_headers()
            return
        body = found if isinstance(found, bytes) else json.dumps(found).encode()
        self.send_response(404 if found is None else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: Any) -> None:
        pass


@pytest.fixture(scope="module")
def published(certificate: ssl.SSLContext) -> Iterator[Published]:
    there = Published(certificate)
    yield there
    there.shutdown()


def asked(server: Server, person: Person, client_id: str) -> Any:
    """From another address each time, so that it is the document that is refused."""
    parameters = Application(server, client_id=client_id).request(Pkce())
    return person.http.get(f"/oauth/authorize?{urlencode(parameters)}", headers=somewhere())


def test_one_connects(server: Server, alice: Person, published: Published) -> None:
    application = Application(server, client_id=published.publish("/client.json"))
    pkce = Pkce()
    page = alice.asked(**application.request(pkce))
    assert "calls itself “Documented”" in page.text
    assert f"described at <strong>{PUBLISHED}:{published.server_port}</strong>" in page.text
    tokens = application.exchange(sent_on(alice.answer(page))["code"], pkce).json()
    assert application.call(tokens["access_token"], "profile").status_code == 200
    assert published.asked == ["/client.json"]  # once, for all of that


@pytest.mark.parametrize(
    "changed",
    [
        {"client_id": "https://other.example.org/client.json"},
        {"redirect_uris": ["http://evil.example.net/"]},
        *rare(
            {"redirect_uris": []},
            {"client_secret": "a secret"},
            {"token_endpoint_auth_method": "client_secret_post"},
            {"token_endpoint_auth_method": "private_key_jwt"},
            {"grant_types": ["client_credentials"]},
            {"client_name": "x" * 200},
            {"logo_uri": "x" * 20_000},
        ),
    ],
)
def test_documents_that_make_no_application(
    server: Server,
    alice: Person,
    published: Published,
    changed: dict[str, Any],
    request: pytest.FixtureRequest,
) -> None:
    path = f"/{abs(hash(request.node.name))}.json"
    assert asked(server, alice, published.publish(path, **changed)).status_code == 400
    assert published.asked.count(path) == 1
    assert asked(server, alice, f"{published.base}{path}").status_code == 400
    assert published.asked.count(path) == 1  # it is not asked again at once


@pytest.mark.parametrize("document", [b"not JSON", *rare(b"[1]", b'{"a":' * 4000, b"\xff\xfe", None)])
def test_answers_that_are_no_documents(
    server: Server, alice: Person, published: Published, document: Any
) -> None:
    path = f"/answer-{abs(hash(document))}.json"
    published.documents[path] = document
    assert asked(server, alice, f"{published.base}{path}").status_code == 400


def test_it_is_not_fetched_from_within(
    server: Server, alice: Person, certificate: ssl.SSLContext, published: Published
) -> None:
    """Neither by its address nor by a redirect, and not at all by who has no application and is not logged in."""
    published.publish("/")
    inside = Published(certificate, "127.0.0.1")
    address = inside.publish("/client.json")
    published.documents["/moved.json"] = address
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        for each in (
            address,
            f"{published.base}/moved.json",
            address.replace("127.0.0.1", "localhost"),
            f"https://0.0.0.0:{port}/client.json",
            f"https://[::1]:{port}/client.json",
            f"https://[::ffff:127.0.0.1]:{inside.server_port}/client.json",
            "https://169.254.169.254/latest/meta-data",
            "https://10.0.0.1/client.json",
            f"https://user:password@{PUBLISHED}:{published.server_port}/client.json",
            f"{published.base}/a/../client.json",
            f"{published.base}/client.json#part",
            f"{published.base}/",
            published.base,
            "https://",
            "https://[",
            f"{published.base}/{'x' * 300}",
        ):
            assert asked(server, alice, each).status_code == 400, each
            told = Application(server, client_id=each).exchange("code", Pkce())
            assert 400 <= told.status_code < 500, each
    assert inside.asked == []
    inside.shutdown()


def test_of_too_many_those_go_that_nobody_has_connected(
    server: Server, alice: Person, published: Published
) -> None:
    unused, asked_for, connected = (
        Application(server, name=name) for name in ("unused", "asked for", "connected")
    )
    Application(server, name="by hand")
    asked_for.code(alice, Pkce())
    connected.connect(alice)
    table = "oauth2_provider_application"
    with accounts(server) as rows:
        columns = {column for _, column, *_ in rows.execute(f"PRAGMA table_info({table})")}
        copied = ", ".join(columns - {"id", "client_id"})
        rows.execute(
            "WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < 2000)"
            f" INSERT INTO {table} (client_id, {copied})"
            f" SELECT client_id || n, {copied} FROM {table}, copies WHERE name = 'unused'"
        )
        rows.execute(f"UPDATE {table} SET registration_source = 'manual' WHERE name = 'by hand'")
        rows.execute("UPDATE oauth2_provider_refreshtoken SET access_token_id = NULL")
        rows.execute("DELETE FROM oauth2_provider_accesstoken")
    refused = unused.register(redirect_uris=[CALLBACK])
    assert (refused.status_code, refused.json()["error"]) == (503, "temporarily_unavailable")
    assert asked(server, alice, published.publish("/too-many.json")).status_code == 400
    assert "/too-many.json" not in published.asked
    names = "('unused', 'by hand', 'asked for', 'connected')"
    with accounts(server) as rows:
        rows.execute(f"UPDATE {table} SET created = datetime('now', '-2 days') WHERE name IN {names}")
    assert unused.register(redirect_uris=[CALLBACK]).status_code == 201
    with accounts(server) as rows:
        left = {name for (name,) in rows.execute(f"SELECT name FROM {table} WHERE name IN {names}")}
    assert left == {"by hand", "asked for", "connected"}


@pytest.mark.long
def test_strangers_have_few_fetched(server: Server, published: Published) -> None:
    stranger = Application(server, client_id="none")
    before = len(published.asked)
    for number in range(25):
        Application(server, client_id=f"{published.base}/flood-{number}.json", name="x").exchange(
            "code", Pkce()
        )
        given = {
            "grant_type": "refresh_token",
            "refresh_token": "x",
            "client_id": f"{published.base}/n-{number}.json",
        }
        assert 400 <= stranger.http.post("/oauth/token", data=given).status_code < 500
    mine = [path for path in published.asked[before:] if path.startswith("/n-")]
    assert len(mine) <= 20
