"""SIGKILL in the middle of an export: no file under its name is half of one, and done again it is whole."""

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random

import pytest

from tests.system.server import Server, migrated_root
from tests.system.test_import_crash import check_six_people, run, six_people

pytestmark = pytest.mark.long

OLDER = b"the archive of yesterday"
FIRST = ("zip", "after-member:9")
OTHERS = (
    ("zip", "after-member:1"),
    ("zip", "before-archive:1"),
    ("zip", "after-archive:1"),
    ("okf", "after-member:9"),
    ("okf", "before-archive:1"),
)
LARGE = 1 << 20
PARTS = 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """At work while its memories are exported."""
    server = Server(tmp_path_factory.mktemp("source") / "memory").start()
    try:
        six_people(server)
        yield server
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("format", "point"), [FIRST, *(pytest.param(*each, marks=pytest.mark.long) for each in OTHERS)]
)
def test_killed_while_exporting(server: Server, tmp_path: Path, format: str, point: str) -> None:
    whole = exported(server, tmp_path / "whole.zip", format)
    target, order = tmp_path / "all" / "all.zip", tmp_path / "order"
    target.parent.mkdir()
    target.write_bytes(OLDER)
    order.write_text(point)
    export = ("export", "--format", format, "-o", str(target))
    assert run(server.root, *export, kill=order) == -9, "the point was reached"
    assert target.read_bytes() == (whole if point == "after-archive:1" else OLDER)
    health = server.client().health()
    assert (health["ready"], health["reasons"], server.workers_started) == (True, [], 1)
    assert exported(server, target, format) == whole
    assert list(target.parent.iterdir()) == [target], "what the first one has left is gone"


def exported(server: Server, target: Path, format: str = "zip") -> bytes:
    assert run(server.root, "export", "--format", format, "-o", str(target)) == 0
    check_whole(target.read_bytes())
    return target.read_bytes()


def check_whole(archive: bytes) -> None:
    """All that its manifest names, as it names it; and every checksum of the zip itself."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert opened.testzip() is None
        names = set(opened.namelist())
        if "manifest.json" in names:
            files = json.loads(opened.read("manifest.json"))["files"]
            assert {each["path"] for each in files} == names - {"manifest.json"}
            assert all(sha256(opened.read(each["path"])).hexdigest() == each["sha256"] for each in files)


@pytest.mark.long
def test_what_was_exported_again_is_imported(server: Server, tmp_path: Path) -> None:
    order, target, root = tmp_path / "order", tmp_path / "all.zip", tmp_path / "memory"
    order.write_text("after-member:3")
    assert run(server.root, "export", "-o", str(target), kill=order) == -9
    assert not target.exists()
    exported(server, target)
    shutil.copytree(migrated_root(), root)
    assert run(root, "import_memories", str(target)) == 0
    check_six_people(root)


@pytest.mark.long
@pytest.mark.parametrize("point", ["after-member:8", "after-member:11"])
def test_the_server_dies_while_it_sends_an_archive(victim: Server, point: str) -> None:
    """The client sees it twice: the answer breaks off, and what came of it is no archive."""
    six_people(victim)
    beside_a_skill(victim.root)
    whole, complete = downloaded(victim)
    assert complete
    check_whole(whole)
    victim.die_at(point)
    part, complete = downloaded(victim)
    assert not complete
    assert 0 < len(part) < len(whole)
    with pytest.raises(zipfile.BadZipFile):
        zipfile.ZipFile(io.BytesIO(part))
    assert victim.risen().ready()["reasons"] == []
    assert downloaded(victim) == (whole, True)


def beside_a_skill(root: Path) -> None:
    """Texts that cannot be packed tightly, so that they are sent piece by piece."""
    folder = root / "default_app" / "default_project" / "agents" / "clerk" / "skills" / "sell" / "references"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(PARTS):
        (folder / f"{number}.txt").write_text(Random(number).randbytes(LARGE).hex())


def downloaded(server: Server) -> tuple[bytes, bool]:
    """What came, and whether that was all of the answer."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("POST", "/api/v1/memory/export", b"{}", {"Content-Type": "application/json"})
    came = b""
    try:
        answer = connection.getresponse()
        assert answer.status == 200
        while piece := answer.read(1 << 16):
            came += piece
    except (OSError, HTTPException):
        return came, False
    finally:
        connection.close()
    return came, True
