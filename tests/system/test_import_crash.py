"""SIGKILL in the middle of an import: done again, it ends as if nothing had happened."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.disk import episode_entries
from tests.system.server import KILLER, PROJECT, Server, migrated_root

NOON_MS = 1_748_390_400_000
POINTS = ("before-rename:1", "after-rename:3", "after-rename:9", "after-buffer-commit:1", "after-cells:1")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    server = Server(folder / "memory").start()
    try:
        six_people(server)
    finally:
        server.stop()
    run(folder / "memory", "export", "-o", str(folder / "all.zip"))
    return folder / "all.zip"


def six_people(server: Server) -> None:
    """Tell where they live, and one of them more, of which no memory is made yet."""
    client = server.client()
    for number in range(6):
        said = {
            "sender_id": f"user{number}",
            "role": "user",
            "content": f"I live in Rome{number}.",
            "timestamp": NOON_MS,
        }
        client.add(f"s{number}", [said]).ok()
        client.flush(f"s{number}").ok()
    waiting = {
        "sender_id": "user0",
        "role": "user",
        "content": "It still waits.",
        "timestamp": NOON_MS + 10**9,
    }
    client.add("open", [waiting]).ok()
    server.ready()


def check_six_people(root: Path) -> None:
    """What they said is told once."""
    told = [entry.text.partition("### Content")[2] for entry in episode_entries(root)]
    for number in range(6):
        assert len([text for text in told if f"Rome{number}." in text]) == 1
    assert len([text for text in told if "It still waits." in text]) == 1


def run(root: Path, *arguments: str, kill: Path | None = None) -> int:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("EVEROS_")}
    own = {
        "DJANGO_SETTINGS_MODULE": "everos_site.settings",
        "EVEROS_MEMORY__ROOT": str(root),
        "HOME": str(root.parent),
    }
    if kill is not None:
        own |= {"PYTHONPATH": str(KILLER), "EVEROS_TEST_KILL_ORDER": str(kill)}
    command = [sys.executable, str(PROJECT / "manage.py"), *arguments]
    ended = subprocess.run(command, env=inherited | own, cwd=PROJECT, capture_output=True, timeout=200)
    assert ended.returncode in (0, -9), ended.stderr.decode()[-3000:]
    return ended.returncode


@pytest.mark.long
@pytest.mark.parametrize("point", POINTS)
def test_killed_while_importing(archive: Path, tmp_path: Path, point: str) -> None:
    root, order = tmp_path / "memory", tmp_path / "order"
    shutil.copytree(migrated_root(), root)
    order.write_text(point)
    assert run(root, "import_memories", str(archive), kill=order) == -9, "the point was reached"
    assert run(root, "import_memories", str(archive)) == 0
    check_six_people(root)
    before = {path: path.read_bytes() for path in root.rglob("*.md")}
    assert run(root, "import_memories", str(archive)) == 0
    assert {path: path.read_bytes() for path in root.rglob("*.md")} == before
