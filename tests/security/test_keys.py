"""Who steals a copy of the store, a page or a log has no key; who has an old, ended or guessed key does not come in."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.system.browser import Browser
from tests.system.client import Answer, Client
from tests.system.server import Server

PASSWORD = "kettle-and-tea"
REFUSED = "No such key is valid"
NAMES = ["carol", "eve", "revoked", "expired", "renewed", "fay", "gus", "ivy"]
ENV = {"EVEROS_AUTH__REQUIRED": "true", "EVEROS_LOG__LEVEL": "DEBUG"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("keys") / "memory", ENV).start()
    yield running
    running.kill()


@pytest.fixture(scope="module")
def admin(server: Server) -> Browser:
    env = {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    server.manage("createsuperuser", "--noinput", "--username", "root", "--email", "", env=env)
    browser = Browser(server.port)
    browser.log_in("root", PASSWORD)
    assert browser.status == 302
    return browser


def call(server: Server, key: str) -> Answer:
    return Client(server.port, token=key).post("get", {"user_id": "ann", "memory_type": "episode"})


def refusal(server: Server, key: str) -> str:
    answer = call(server, key)
    assert answer.status == 401, answer
    return str(answer.body["error"]["message"])


@pytest.fixture(scope="module")
def keys(server: Server) -> dict[str, str]:
    """Of each user by name, made in one process: to start one takes seconds."""
    more = {"carol": ["--label=shop"], "expired": ["--expires=0.000001"]}
    asked = [[name, *more.get(name, [])] for name in NAMES]
    asked += [["revoked", "--revoke"], ["renewed", "--renew"]]
    code = f"from django.core.management import call_command\nfor each in {asked!r}: call_command('token', *each)"
    printed = server.manage("shell", "--no-imports", "--command", code).split()
    return dict(zip(NAMES, printed, strict=False))


def stored(server: Server) -> bytes:
    """All that the server keeps in databases, and in the logs beside them."""
    files = [*(server.root / ".index/sqlite").iterdir(), *server.root.glob(".accounts.*")]
    return b"".join(path.read_bytes() for path in files)


@pytest.mark.long
def test_a_new_key_is_in_no_file_page_log_or_metric(
    server: Server, keys: dict[str, str], admin: Browser
) -> None:
    key = keys["carol"]
    assert call(server, key).status == 200
    refusal(server, f"{key[:-1]}_")
    dumped = server.manage("dumpdata", "memory.apikey", "--database=accounts")
    secret = key.partition(".")[2]
    pages = [admin.call("GET", f"/admin/memory/apikey/{page}") for page in ("", "1/change/", "?q=carol")]
    assert "shop" in pages[0]
    assert key[:8] in pages[2]
    for place in (*pages, dumped, admin.call("GET", "/metrics"), server.log.read_text("utf-8")):
        assert secret not in place
    assert secret.encode() not in stored(server)
    assert "sha512" not in "".join(pages), "nor what the server compares it with"


@pytest.mark.long
def test_a_digest_cannot_be_guessed_by_filters_of_the_admin(
    server: Server, keys: dict[str, str], admin: Browser
) -> None:
    for lookup in ("hashed_key__startswith", "user__password__startswith", "hashed_key"):
        admin.call("GET", f"/admin/memory/apikey/?{lookup}=sha512")
        assert admin.status in (302, 400), lookup


@pytest.mark.parametrize("how", ["unknown", "revoked", "expired", "renewed", "cut", "digest", "long", "odd"])
def test_what_is_no_key_any_more_is_told_in_the_same_words(
    server: Server, keys: dict[str, str], how: str
) -> None:
    key = keys["eve"]
    other = {
        "unknown": "abcdefgh.abcdefghabcdefghabcdefghabcdefgh",
        "cut": key[:8],
        "digest": column(server, key, "hashed_key"),
        "long": key * 50,
        "odd": f"{key[:8]}' OR 1=1 --",
    }
    assert refusal(server, keys.get(how) or str(other[how])) == REFUSED
    assert call(server, key).status == 200


def test_the_admin_ends_a_key_at_once(server: Server, keys: dict[str, str], admin: Browser) -> None:
    assert call(server, keys["fay"]).status == 200
    page = admin.call("GET", "/admin/memory/apikey/?q=fay")
    [row] = {part.split('"')[0] for part in page.split('name="_selected_action" value="')[1:]}
    body = {"action": "revoke", "_selected_action": row, "csrfmiddlewaretoken": admin.cookies["csrftoken"]}
    admin.call("POST", "/admin/memory/apikey/?q=fay", body)
    assert admin.status == 302
    assert refusal(server, keys["fay"]) == REFUSED
    assert "Revoked." in admin.call("GET", f"/admin/memory/apikey/{row}/history/")


def key_shown(page: str) -> str:
    return re.findall(r'<pre id="key">([^<]+)</pre>', page)[0]


def test_the_admin_makes_a_key_and_shows_it_once(server: Server, admin: Browser) -> None:
    """Neither a cookie nor the browser's memory keeps it."""
    admin.call("GET", "/admin/memory/apikey/add/")
    wanted = {"user": "hal", "label": "shop", "actions": "read", "users": "hal*\r\nother id", "apps": "shop"}
    sent = {**wanted, "csrfmiddlewaretoken": admin.cookies["csrftoken"]}
    key = key_shown(admin.call("POST", "/admin/memory/apikey/add/", sent))
    assert "no-store" in admin.headers["Cache-Control"]
    assert key not in str(admin.headers)
    ask = {"user_id": "hal1", "query": "x", "app_id": "shop"}
    allowed = Client(server.port, token=key)
    assert allowed.post("search", ask).status == 200
    assert allowed.post("delete", ask).status == 403
    page = admin.call("GET", "/admin/memory/apikey/?q=hal")
    assert "read; app shop; user hal*, other id" in page
    assert key not in page


def test_the_admin_rotates_a_key(server: Server, keys: dict[str, str], admin: Browser) -> None:
    row = column(server, keys["ivy"], "id")
    admin.call("GET", f"/admin/memory/apikey/{row}/change/")
    path = f"/admin/memory/apikey/{row}/rotate/"
    token = {"csrfmiddlewaretoken": admin.cookies["csrftoken"]}
    assert "greater than or equal to 0" in admin.call("POST", path, {**token, "overlap": "-1"})
    new = key_shown(admin.call("POST", path, {**token, "overlap": "1"}))
    assert [call(server, key).status for key in (keys["ivy"], new)] == [200, 200]
    new_row = column(server, new, "id")
    assert "Rotated." in admin.call("GET", f"/admin/memory/apikey/{new_row}/history/")
    at_once = {**token, "overlap": "0"}
    newest = key_shown(admin.call("POST", f"/admin/memory/apikey/{new_row}/rotate/", at_once))
    assert refusal(server, new) == REFUSED
    assert call(server, newest).status == 200
    admin.call("GET", f"/admin/memory/apikey/{new_row}/rotate/")
    assert admin.status == 404, "a key that has ended is not rotated"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"user": "hal", "apps": "a*"}, "without *"),
        ({"user": "hal", "users": "a*b"}, "one * behind"),
        ({"user": "a b"}, "Enter a valid username"),
        ({"user": "hal", "expires_at": "2020-01-01"}, "This time is in the past"),
        ({}, "This field is required"),
    ],
)
def test_what_the_admin_makes_no_key_of(
    server: Server, admin: Browser, given: dict[str, str], told: str
) -> None:
    admin.call("GET", "/admin/memory/apikey/add/")
    sent = {"label": "x", **given, "csrfmiddlewaretoken": admin.cookies["csrftoken"]}
    page = admin.call("POST", "/admin/memory/apikey/add/", sent)
    assert told in page
    assert "<pre id" not in page


def column(server: Server, key: str, name: str) -> object:
    with closing(sqlite3.connect(server.root / ".accounts.db")) as database:
        rows = database.execute(f"SELECT {name} FROM memory_apikey WHERE prefix = ?", [key[:8]])
        return rows.fetchone()[0]


def test_the_last_use_is_told_and_written_once_a_minute(server: Server, keys: dict[str, str]) -> None:
    key = keys["gus"]
    assert column(server, key, "last_used_at") is None
    call(server, key)
    first = column(server, key, "last_used_at")
    assert first is not None
    call(server, key)
    assert column(server, key, "last_used_at") == first
    with closing(sqlite3.connect(server.root / ".accounts.db")) as database:
        database.execute(
            "UPDATE memory_apikey SET last_used_at = '2024-05-06 00:00:00' WHERE prefix = ?", [key[:8]]
        )
        database.commit()
    refusal(server, f"{key[:8]}.{'x' * 32}")
    assert column(server, key, "last_used_at") == "2024-05-06 00:00:00"
    call(server, key)
    assert str(column(server, key, "last_used_at")) > "2026"
