"""Another user of the machine looks into the memory root: there is nothing for him, however the server was started."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import pytest

from tests.system.client import Message
from tests.system.server import PROJECT, Server

pytestmark = pytest.mark.long

NOBODY = 65534
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
NOTE = {"user_id": "alice", "messages": "I keep bees, and a history of them.", "category": "fact"}


def said(text: str) -> Message:
    return {"sender_id": "alice", "role": "user", "timestamp": 1748390400000, "content": text}


@contextmanager
def started_by_anybody() -> Iterator[None]:
    """What a shell usually gives to the programs that it starts."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """On a root that the server makes, in a folder that everybody may enter."""
    with started_by_anybody():
        folder = Path(tempfile.mkdtemp(prefix="everos-modes-"))
        folder.chmod(0o755)
        running = Server(folder / "home" / "memory", first=True)
        running.root.rmdir()
        try:
            client = running.start().client()
            client.add(
                "s", [said("I live in Lisbon, and my sister Clara visits me on 12 December 2026.")]
            ).ok()
            client.flush("s").ok()
            assert client.request("POST", "/ltm/memories", NOTE).status < 300
            running.ready()
            yield running
        finally:
            running.kill()
            shutil.rmtree(folder)


def too_open(folder: Path) -> dict[str, str]:
    return {
        str(path): oct(stat.S_IMODE(path.lstat().st_mode))
        for path in [folder, *folder.rglob("*")]
        if path.lstat().st_mode & 0o077
    }


def as_nobody(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        capture_output=True,
        text=True,
        cwd="/",
        timeout=30,
    )


def test_what_a_server_makes_is_closed(server: Server) -> None:
    names = {path.name for path in server.root.rglob("*")}
    assert {
        "system.db",
        "system.db-wal",
        "ome.db",
        ".accounts.db",
        ".accounts.key",
        "engine.lock",
        "ome.toml",
        "users",
    } <= names
    assert any(name.startswith("atomic_fact") for name in names), "runs have been done"
    assert any(path.is_file() for path in (server.root / ".index/lancedb").rglob("*"))
    assert any(path.is_file() for path in (server.root / ".index/locks").rglob("*"))
    assert too_open(server.root) == {}


@pytest.mark.long
@AS_ROOT
def test_another_user_reads_nothing(server: Server) -> None:
    control = server.root.parent.parent / "control"
    control.write_text("open to all")
    control.chmod(0o644)
    assert as_nobody("cat", str(control)).stdout == "open to all"
    for path in [server.root, *server.root.rglob("*")]:
        seen = as_nobody("ls" if path.is_dir() else "cat", str(path))
        assert seen.stdout == "", path
        assert "ermission denied" in seen.stderr, path


@pytest.mark.long
def test_a_command_on_a_new_root_makes_closed_files(tmp_path: Path) -> None:
    with started_by_anybody():
        server = Server(tmp_path / "memory", first=True)
        server.root.rmdir()
        server.manage("cascade_sync")
        server.manage("token", "alice")
        server.manage("dumpdata", "auth", "--database=accounts", "--output", str(server.root / "users.json"))
    assert (server.root / "users.json").is_file()
    assert too_open(server.root) == {}


def test_init_makes_closed_files_and_folders(tmp_path: Path) -> None:
    with started_by_anybody():
        server = Server(tmp_path / "memory", first=True)
        server.root.rmdir()
        subprocess.run(
            [sys.executable, "-m", "everos_site.cli", "init", "--path", str(tmp_path / "new" / ".env")],
            env=server.env, cwd=PROJECT, check=True, timeout=60, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    assert too_open(tmp_path / "new") == {}
    assert (server.root / "ome.toml").is_file()
    assert too_open(server.root) == {}


@pytest.mark.parametrize("role", [["-m", "celery", "--app", "everos_site.celery", "worker"]], ids=["worker"])
def test_a_celery_process_makes_closed_files(tmp_path: Path, role: list[str]) -> None:
    pid = tmp_path / "celery.pid"
    with started_by_anybody():
        server = Server(tmp_path / "memory", first=True)
        server.root.rmdir()
        process = subprocess.Popen(
            [sys.executable, *role, "--pidfile", str(pid)],
            env=server.env, cwd=PROJECT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    try:
        wait_for(lambda: (server.root / "ome.toml").is_file() and pid.is_file())
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(30)
    assert too_open(server.root) == {}
    assert too_open(pid) == {}


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(1200):
        if condition():
            return
        sleep(0.05)
    raise AssertionError("it did not happen within a minute")


def opened(root: Path) -> None:
    """As an older version has left it behind."""
    for path in [root, *root.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)


@pytest.mark.long
def test_what_is_ours_in_an_older_root_is_closed_and_the_memories_are_told(tmp_path: Path) -> None:
    with started_by_anybody():
        server = Server(tmp_path / "memory", first=True)
        server.root.rmdir()
        server.manage("cascade_sync")
        memory = server.root / "default_app/default_project/users/alice/user.md"
        memory.parent.mkdir(parents=True)
        memory.write_text("---\n---\n")
        (server.root / ".tmp").mkdir(exist_ok=True)
        (server.root / ".tmp" / "half.md").write_text("of a memory")
        opened(server.root)
        said = subprocess.run(
            [sys.executable, str(PROJECT / "manage.py"), "check", "--tag", "everos"],
            env=server.env, cwd=PROJECT, capture_output=True, text=True, timeout=60,
        ).stderr  # fmt: skip
    assert too_open(server.root / ".index") == {}
    assert too_open(server.root / ".tmp") == {}
    assert stat.S_IMODE(memory.stat().st_mode) == 0o644, "the operator may have meant it"
    assert "everos.W010" in said
    assert f"chmod -R go= {server.root}" in said
    subprocess.run(["chmod", "-R", "go=", str(server.root)], check=True)
    assert "everos.W010" not in server.manage("check", "--tag", "everos")
    assert too_open(server.root) == {}


def test_a_link_in_the_place_of_ours_leads_nowhere(tmp_path: Path) -> None:
    """Who could write the root could else have any file of the server's user closed."""
    with started_by_anybody():
        server = Server(tmp_path / "memory", first=True)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "file").write_text("")
        (server.root / ".tmp").symlink_to(elsewhere)
        (server.root / ".index").mkdir()
        (server.root / ".index" / "link").symlink_to(elsewhere / "file")
        server.manage("token", "alice")
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o755
    assert stat.S_IMODE((elsewhere / "file").stat().st_mode) == 0o644


def test_a_file_that_is_written_again_keeps_its_mode(server: Server) -> None:
    """Somebody shares one day's memories with his group, and edits them with what replaces the file."""
    [episode] = server.root.glob("*/*/users/alice/episodes/episode-2025-05-28.md")
    edited = episode.with_suffix(".new")
    edited.write_text(episode.read_text("utf-8").replace("Lisbon", "Porto"), "utf-8")
    edited.chmod(0o640)
    edited.replace(episode)
    client = server.client()
    client.add("s", [said("I like it.")]).ok()
    client.flush("s").ok()
    server.ready()
    assert "I like it." in episode.read_text("utf-8"), "the server has written the file"
    assert stat.S_IMODE(episode.stat().st_mode) == 0o640
    episode.chmod(0o600)


def test_a_file_system_that_does_not_keep_case_is_told(tmp_path: Path) -> None:
    server = Server(tmp_path / "memory", first=True)
    (server.root / ".INDEX").symlink_to(server.root / ".index")  # as it looks on such a file system
    said = subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), "check", "--tag", "everos"],
        env=server.env, cwd=PROJECT, capture_output=True, text=True, timeout=60,
    ).stderr  # fmt: skip
    assert "everos.W011" in said
    assert "Alice and alice" in said
