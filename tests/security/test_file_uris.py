"""The server's own files: read below the folders that a setting names, for callers who may, and for nobody else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.conftest import change_settings
from tests.system.client import Answer, Json
from tests.system.client import Client as HttpClient
from tests.system.server import Server

TEXT = "The plan is to climb El Cap in May."
ALLOWED = "EVEROS_MULTIMODAL__FILE_URI_ALLOW_DIRS"
CALLERS = {"alice": [], "bob": ["--staff"], "carol": [], "olga": ["--observer"]}
MAKE_KEYS = f"""
from django.contrib.auth.models import Permission, User
from django.core.management import call_command
for name, options in {CALLERS}.items():
    call_command("token", name, *options)
permission = Permission.objects.get(content_type__app_label="memory", codename="read_server_files")
User.objects.get(username="carol").user_permissions.add(permission)
"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shared")
    (folder / "plan.txt").write_text(TEXT)
    return folder


@pytest.fixture(scope="module")
def loopback(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """As it comes: on loopback, without keys, no folder named."""
    running = Server(tmp_path_factory.mktemp("loopback") / "memory")
    try:
        yield running.start()
    finally:
        running.kill()


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Iterator[Server]:
    """On loopback, with keys, one folder named."""
    env = {"EVEROS_AUTH__REQUIRED": "true", ALLOWED: str(shared)}
    running = Server(tmp_path_factory.mktemp("keyed") / "memory", env)
    try:
        yield running.start()
    finally:
        running.kill()


@pytest.fixture(scope="module")
def keys(keyed: Server) -> dict[str, str]:
    return dict(
        zip(CALLERS, keyed.manage("shell", "--no-imports", "--command", MAKE_KEYS).split(), strict=True)
    )


def carrying(uri: str, sender: str = "alice") -> Json:
    item = {"type": "doc", "uri": uri, "ext": "txt"}
    message = {"sender_id": sender, "role": "user", "timestamp": 1748390400000, "content": [item]}
    return {"session_id": f"of-{sender}", "messages": [message]}


def sent(server: Server, uri: str, key: str | None = None, sender: str = "alice") -> Answer:
    client = HttpClient(server.port, token=key)
    try:
        return client.post("add", carrying(uri, sender))
    finally:
        client.connection.close()


def refusals(server: Server, key: str | None, *uris: str) -> set[tuple[int, str]]:
    answers = [sent(server, uri, key) for uri in uris]
    return {(answer.status, answer.body["error"]["message"]) for answer in answers}


def targets(shared: Path) -> tuple[str, ...]:
    there = (f"{shared}/plan.txt", "/etc/passwd", "/proc/self/environ", "/etc/shadow", "/root", "/")
    return (
        *(f"file://{path}" for path in there),
        f"file://{shared}/none.txt",
        "file:///no/such",
        "FILE://localhost/x",
    )


@pytest.mark.long
def test_without_named_folders_nobody_gets_a_file(loopback: Server, shared: Path) -> None:
    [(status, message)] = refusals(loopback, None, *targets(shared))
    assert status == 415
    assert ALLOWED in message


@pytest.mark.parametrize("name", ["alice", "olga"])
def test_a_key_alone_opens_no_file_of_staff_neither(
    keyed: Server, keys: dict[str, str], shared: Path, name: str
) -> None:
    [(status, message)] = refusals(keyed, keys[name], *targets(shared))
    assert status == 415
    assert "this caller may not" in message


@pytest.mark.parametrize("name", ["bob", "carol"])
def test_operators_and_those_with_the_permission_get_files_of_the_folder(
    keyed: Server, keys: dict[str, str], shared: Path, name: str
) -> None:
    assert sent(keyed, f"file://{shared}/plan.txt", keys[name], name).status == 200
    with_key = HttpClient(keyed.port, token=keys[name])
    [waiting] = with_key.post(
        "search", {"user_id": name, "query": "plan", "filters": {"session_id": f"of-{name}"}}
    ).ok()["unprocessed_messages"]
    assert waiting["sender_id"] == name
    assert with_key.flush(f"of-{name}").status == 200
    with_key.connection.close()
    assert [file for file in keyed.root.rglob(f"users/{name}/episodes/*.md") if TEXT in file.read_text()]
    (shared / "link.txt").unlink(missing_ok=True)
    (shared / "link.txt").symlink_to("/etc/passwd")
    outside = ("file:///etc/passwd", "file:///etc/none", f"file://{shared}/../x", f"file://{shared}/link.txt")
    assert len(refusals(keyed, keys[name], *outside)) == 1


@pytest.fixture
def named(db: None, root: Path, shared: Path, settings: Settings) -> Settings:
    change_settings(settings, "multimodal", file_uri_allow_dirs=[str(shared)])
    return settings


def posted(uri: str, **headers: Any) -> int:
    answer = Client().post(
        "/api/v1/memory/add", carrying(uri), content_type="application/json", headers=headers
    )
    return answer.status_code


def test_beyond_loopback_nobody_is_taken_for_the_owner(named: Settings, shared: Path) -> None:
    uri = f"file://{shared}/plan.txt"
    change_settings(named, "api", host="0.0.0.0", allowed_hosts=["testserver"])
    assert posted(uri) == 415
    assert posted(uri, Authorization="Token no-such-key") == 415


def test_on_loopback_without_keys_a_named_folder_is_open(named: Settings, shared: Path) -> None:
    assert posted(f"file://{shared}/plan.txt") == 200
    assert posted("file:///etc/passwd") == 415
