"""A person with a browser that runs no scripts: logs in, reads the question, says yes or no."""

import base64
import hashlib
import re
import secrets
import sqlite3
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2

from tests.system.server import Server

Json = dict[str, Any]
PASSWORD = "correct horse battery"
CALLBACK = "https://app.example.org/callback"
PUBLISHED = "127.0.0.2"  # where applications publish documents about themselves
_addresses = count(1)


def somewhere() -> dict[str, str]:
    """The header by which the proxy says that a request comes from an address of its own."""
    number = next(_addresses)
    return {"X-Forwarded-For": f"203.0.{number // 250}.{number % 250 + 1}"}


def accounts(server: Server) -> sqlite3.Connection:
    """To be used as a block, which commits."""
    return sqlite3.connect(Path(server.root) / ".accounts.db", timeout=20)


@dataclass
class Pkce:
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    @property
    def challenge(self) -> str:
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


class Person:
    def __init__(self, server: Server, username: str | None = "alice") -> None:
        self.base = f"http://127.0.0.1:{server.port}"
        # There is no https here, so no certificates are loaded, which takes longer than a request.
        self.http = httpx2.Client(base_url=self.base, headers=somewhere(), timeout=60, verify=False)
        if username is not None:
            self.log_in("/oauth/login", username)

    def log_in(self, path: str, username: str, password: str = PASSWORD) -> httpx2.Response:
        page = self.http.get(path)
        assert page.status_code == 200, page.text
        return self.http.post(path, data={**fields(page.text), "username": username, "password": password})

    def asked(self, **parameters: Any) -> httpx2.Response:
        """The page that an application sends a person to."""
        return self.http.get(f"/oauth/authorize?{urlencode(parameters, doseq=True)}")

    def answer(self, page: httpx2.Response, allow: bool = True, **changed: Any) -> httpx2.Response:
        given: Json = {**fields(page.text), "granted": re.findall(r'name="granted" value="(\w+)"', page.text)}
        return self.http.post(
            str(page.url), data={**given, **({"allow": "true"} if allow else {}), **changed}
        )


@dataclass
class Application:
    """One that is registered, as far as it comes without a library."""

    server: Server
    redirect_uri: str = CALLBACK
    name: str = "Test application"
    client_id: str = ""

    def __post_init__(self) -> None:
        self.base = f"http://127.0.0.1:{self.server.port}"
        self.http = httpx2.Client(base_url=self.base, headers=somewhere(), timeout=60, verify=False)
        self.resource = f"{self.base}/mcp"
        if not self.client_id:
            told = self.register(client_name=self.name, redirect_uris=[self.redirect_uri])
            assert told.status_code == 201, told.text
            self.client_id = told.json()["client_id"]

    def register(self, **metadata: Any) -> httpx2.Response:
        return self.http.post("/oauth/register", json=metadata)

    def request(self, pkce: Pkce, **changed: Any) -> Json:
        return {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "scope": "read write forget",
            "state": "the state",
            "code_challenge": pkce.challenge,
            "code_challenge_method": "S256",
            "resource": self.resource,
            **changed,
        }

    def code(self, person: Person, pkce: Pkce, **changed: Any) -> str:
        page = person.asked(**self.request(pkce, **changed))
        assert page.status_code == 200, page.text
        return sent_on(person.answer(page))["code"]

    def exchange(self, code: str, pkce: Pkce, /, **changed: Any) -> httpx2.Response:
        given = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "code_verifier": pkce.verifier,
            "resource": self.resource,
        }
        return self.http.post("/oauth/token", data={**given, **changed})

    def refresh(self, token: str, /, **changed: Any) -> httpx2.Response:
        given = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.client_id}
        return self.http.post("/oauth/token", data={**given, **changed})

    def connect(self, person: Person, **changed: Any) -> Json:
        """All steps, and the tokens."""
        pkce = Pkce()
        told = self.exchange(self.code(person, pkce, **changed), pkce)
        assert told.status_code == 200, told.text
        tokens: Json = told.json()
        return tokens

    def call(self, token: str, tool: str, at: str = "", /, **arguments: Any) -> httpx2.Response:
        params = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = {"Authorization": f"Bearer {token}"}
        return self.http.post(f"/mcp?{at}", json=message, headers=headers)


def fields(html: str, form_id: str = "consent|login-form") -> dict[str, str]:
    """What a form of the page sends along by itself."""
    form = re.search(rf'<form[^>]* id="(?:{form_id})".*?</form>', html, re.DOTALL)
    assert form, html
    found = (
        (re.search(r'name="(.*?)"', tag), re.search(r'value="(.*?)"', tag))
        for tag in re.findall(r'<input type="hidden".*?>', form[0])
    )
    return {name[1]: unescape(value[1]) if value else "" for name, value in found if name}


def sent_on(answer: httpx2.Response, to: str = CALLBACK) -> dict[str, str]:
    """With what the person comes back to the application."""
    assert answer.status_code == 302, answer.text
    address = urlsplit(answer.headers["Location"])
    assert f"{address.scheme}://{address.netloc}{address.path}" == to
    return {name: values[0] for name, values in parse_qs(address.query).items()}
