"""The server's user loses its rights to a file or a folder of the memory root: calls that need it are refused in words,
and when it has them again all goes on."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.faults.test_read_only import check_forgotten, every_write, prepared
from tests.faults.witness import Record, account, reasons, refused_with, well
from tests.system.client import connected, eventually
from tests.system.conftest import Launch
from tests.system.speech import Speech

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        shutil.which("setpriv") is None, reason="root has all rights, and cannot do without here"
    ),
]

WITHOUT_PRIVILEGES = ("setpriv", "--inh-caps=-all", "--bounding-set=-all")


@pytest.mark.parametrize("place", ["episodes", "episodes/episode-2026-05-01.md"])
def test_every_call_says_so_and_nothing_is_lost(launch: Launch, record_property: Record, place: str) -> None:
    server = launch()
    server.wrapper = WITHOUT_PRIVILEGES
    server.start()
    stays, goes = prepared(server, "rights")
    closed = [Path(path) for path in server.root.glob(f"*/*/users/*/{place}")]
    modes = [path.stat().st_mode for path in closed]
    for path in closed:
        path.chmod(0)
    with connected(server.port) as client:
        for answer in every_write(client, stays, goes):
            refused_with(answer, "may not read or write")
    for path, mode in zip(closed, modes, strict=True):
        path.chmod(mode)
    seconds = well(server)
    check_forgotten(server, goes)
    account(server, [stays], record_property, "rights to files taken away", seconds)


def test_an_immutable_memory_root(launch: Launch, record_property: Record) -> None:
    """Its folders are not: who has an app there goes on."""
    server = launch()
    server.start()
    stays, _ = prepared(server, "immutable")
    if subprocess.run(["chattr", "+i", server.root], capture_output=True).returncode:
        pytest.skip("files cannot be made immutable here")
    try:
        with connected(server.port) as client:
            said = eventually(lambda: reasons(client), "it is told", 10)
            assert "cannot be written (Operation not permitted)" in said
            assert "chattr -i" in said
            assert stays.say(client)
            client.add("s", Speech("new", "new").messages(2), app_id="shop").ok()
            refused_with(client.post("flush", {"session_id": "s", "app_id": "shop"}), "may not read or write")
    finally:
        subprocess.run(["chattr", "-i", server.root], check=True)
    seconds = well(server)
    account(server, [stays], record_property, "immutable root", seconds)
