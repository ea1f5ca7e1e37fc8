"""Users, keys and admin sessions outlive what is derived."""

import json
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.browser import Browser
from tests.system.client import Client
from tests.system.server import Server

PASSWORD = "kettle-and-tea"
LISTING = {"user_id": "alice", "memory_type": "episode"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "memory", {"EVEROS_AUTH__REQUIRED": "true"}, first=True)
    yield running
    running.kill()


def make_root(server: Server) -> None:
    asked = ["createsuperuser", "--noinput", "--username", "root", "--email", ""]
    server.manage(*asked, env={"DJANGO_SUPERUSER_PASSWORD": PASSWORD})


def opens(server: Server, key: str) -> bool:
    return Client(server.port, token=key).post("get", LISTING).status == 200


@pytest.mark.long
def test_they_outlive_the_index(server: Server) -> None:
    key = server.manage("token", "alice").strip()
    make_root(server)
    server.start()
    browser = Browser(server.port)
    browser.log_in("root", PASSWORD)
    assert opens(server, key)
    server.stop()
    shutil.rmtree(server.root / ".index")
    server.start()
    assert opens(server, key)
    browser.call("GET", "/admin/")
    assert browser.status == 200, "who was logged in still is"
    server.manage("cascade_sync")
    assert json.loads(server.manage("cascade_status", "--json"))["scan"]["strays"] == []
    files = list(server.root.glob(".accounts.*"))
    assert {".accounts.db", ".accounts.key"} <= {file.name for file in files}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_password_is_changed_where_the_account_is(server: Server) -> None:
    make_root(server)
    code = (
        "import getpass; from django.core.management import call_command;"
        "getpass.getpass = lambda prompt: 'another kettle'; call_command('changepassword', 'root')"
    )
    assert "changed successfully" in server.manage("shell", "--no-imports", "--command", code)
