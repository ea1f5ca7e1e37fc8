"""The server's user loses its rights to a file or a folder of the memory root: calls that need it are refused in words,
and when it has them again all goes on."""

import shutil
from pathlib import Path

import pytest

from tests.faults.test_read_only import check_forgotten, every_write, prepared
from tests.faults.witness import Record, account, refused_with, well
from tests.system.client import connected
from tests.system.conftest import Launch

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
