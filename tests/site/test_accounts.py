"""Users, keys and admin sessions outlive what is derived, and move out of an older server's database."""

import json
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.system.browser import Browser
from tests.system.client import Client
from tests.system.server import PROJECT, Server

PASSWORD = "kettle-and-tea"
OLDER = {"DJANGO_SETTINGS_MODULE": "tests.settings_before_accounts"}
LISTING = {"user_id": "alice", "memory_type": "episode"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "memory", {"EVEROS_AUTH__REQUIRED": "true"}, first=True)
    yield running
    running.kill()


def make_root(server: Server, **env: str) -> None:
    asked = ["createsuperuser", "--noinput", "--username", "root", "--email", ""]
    server.manage(*asked, env={"DJANGO_SUPERUSER_PASSWORD": PASSWORD, **env})


def opens(server: Server, key: str) -> bool:
    return Client(server.port, token=key).post("get", LISTING).status == 200


def tables(server: Server, file: str = ".index/sqlite/system.db") -> set[str]:
    with closing(sqlite3.connect(server.root / file)) as database:
        return {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def dies(server: Server, patch: str) -> None:
    """A start that is killed while it moves the accounts."""
    code = f"import os; from memory import accounts, command; {patch}; command.migrate_databases()"
    done = subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), "shell", "--no-imports", "--command", code],
        env=server.env, cwd=PROJECT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 9, done.stderr


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


@pytest.mark.long
def test_those_of_an_older_version_move_whatever_kills_the_move(server: Server) -> None:
    key = server.manage("token", "alice", "--expires", "30", "--staff", env=OLDER).strip()
    make_root(server, **OLDER)
    server.manage("token", "bob", env=OLDER)
    listed = server.manage("token", "--list", env=OLDER)
    assert {"auth_user", "memory_apikey", "django_session"} <= tables(server)

    dies(server, "done = accounts._copy_tables; accounts._copy_tables = lambda *it: (done(*it), os._exit(9))")
    assert "auth_user" not in tables(server, ".accounts.db")
    dies(server, "accounts._drop = lambda old: os._exit(9)")
    assert "auth_user" in tables(server) & tables(server, ".accounts.db")

    assert server.manage("token", "--list") == listed
    assert not {
        name for name in tables(server) if name.startswith(("auth_", "memory_apikey", "django_session"))
    }
    assert not {
        name for name in tables(server, ".accounts.db") if name.startswith(("cascade_", "memory_memcell"))
    }
    server.manage("token", "carol")
    server.start()
    assert opens(server, key)
    Browser(server.port).log_in("root", PASSWORD)


@pytest.mark.long
def test_a_key_that_ended_since_does_not_come_back_with_an_old_database(
    server: Server, tmp_path: Path
) -> None:
    server.manage("token", "alice", env=OLDER)
    shutil.copytree(server.root / ".index", tmp_path / "backup")
    server.manage("token", "alice", "--revoke")
    shutil.rmtree(server.root / ".index")
    shutil.copytree(tmp_path / "backup", server.root / ".index")
    assert "revoked" in server.manage("token", "alice", "--list")
    assert "auth_user" not in tables(server)


def test_a_password_is_changed_where_the_account_is(server: Server) -> None:
    make_root(server)
    code = (
        "import getpass; from django.core.management import call_command;"
        "getpass.getpass = lambda prompt: 'another kettle'; call_command('changepassword', 'root')"
    )
    assert "changed successfully" in server.manage("shell", "--no-imports", "--command", code)
